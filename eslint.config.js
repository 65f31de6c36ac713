import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["build/", "demo/", "dist/", "docs/samples/", ".venv/"] },
  js.configs.recommended,
  {
    rules: {
      // One statement a line, read from the top: what Prettier cannot unpack.
      curly: ["error", "multi-line"],
      "no-nested-ternary": "error",
      "no-sequences": "error",
      "one-var": ["error", "never"],
      // Faults that the recommended rules leave out.
      eqeqeq: "error",
      "no-shadow-restricted-names": "error",
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
  },
  { files: ["app/web/static/**", "docs/site.js"], languageOptions: { globals: globals.browser } },
  { files: ["app/web/browser/**"], languageOptions: { globals: globals.browser } },
  {
    files: ["app/web/browser/worker.js", "app/web/browser/kernel.js"],
    languageOptions: { globals: globals.worker },
  },
  { files: ["app/web/browser/sw.js"], languageOptions: { globals: globals.serviceworker } },
  {
    files: ["docs/runtime/**", "*.config.js"],
    languageOptions: { globals: globals.node },
  },
  {
    // The tests provide what the modules of the page need of a browser.
    files: ["tests/app/web/static/**"],
    languageOptions: { globals: { ...globals.node, location: "readonly" } },
  },
];
