import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../../../app/web/static/", import.meta.url);
const IMPORT = /(?:^import\s[^;]*?\bfrom\s|\bimport\()\s*"\.\/([^"/]+)"/gm;

const importsOf = (name) =>
  [...readFileSync(new URL(name, FOLDER), "utf8").matchAll(IMPORT)].map(([, each]) => each);

// A cycle of imports, as the names on its way; null if there is none.
function cycleIn(imports) {
  const done = new Set();
  const visit = (name, way) => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const each of imports.get(name) ?? []) {
      const found = visit(each, [...way, name]);
      if (found) return found;
    }
    done.add(name);
    return null;
  };
  for (const name of imports.keys()) {
    const found = visit(name, []);
    if (found) return found;
  }
  return null;
}

test("no module of the page imports itself by way of others, not even later", () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".js"));
  const imports = new Map(names.map((name) => [name, importsOf(name)]));
  assert.ok(imports.get("main.js").includes("play.js"), "an import that is made later is found");
  assert.ok(imports.get("play.js").includes("dom.js"), "an import of several lines is found");
  assert.equal(cycleIn(imports), null);
});

test("a cycle is found", () => {
  const imports = new Map([
    ["a", ["b", "c"]],
    ["b", []],
    ["c", ["b", "d"]],
    ["d", ["c"]],
  ]);
  assert.deepEqual(cycleIn(imports), ["c", "d", "c"]);
});
