export default {
  extends: ["stylelint-config-standard"],
  rules: {
    // Taste: the page's rules stand by the part of the page that they draw, not by specificity.
    "no-descending-specificity": null,
    // Names: a tetromino's letter (`.L`), and the variables of the documentation's theme (`--md-…--light`).
    "selector-class-pattern": null,
    "custom-property-pattern": null,
    // The name of a font.
    "value-keyword-case": ["lower", { ignoreKeywords: ["Meiryo"] }],
  },
};
