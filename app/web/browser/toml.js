// TOML as records use it: tables, strings, whole numbers, truth values and arrays.

import { GameError } from "./errors.js";

const DEEPEST = 8;  // a record needs four

const ESCAPES = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };

class Reader {
  constructor(text) {
    this.text = text.replaceAll("\r\n", "\n");
    this.at = 0;
    this.depth = 0;
  }

  fail(expected) {
    const line = this.text.slice(0, this.at).split("\n").length;
    throw new GameError(`the record, line ${line}: not TOML: expected ${expected}`);
  }

  get next() { return this.text[this.at]; }
  get isAtEnd() { return this.at >= this.text.length; }

  take(text) {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  spaces() { this.match(/[ \t]*/y); }
  blank() { this.match(/(?:[ \t\n]|#[^\n]*)*/y); }
  endOfLine() {
    this.match(/[ \t]*(?:#[^\n]*)?/y);
    if (!this.isAtEnd && !this.take("\n")) this.fail("the end of the line");
  }

  document() {
    const root = {};
    const declared = new Set();
    let table = root;
    for (this.blank(); !this.isAtEnd; this.blank()) {
      if (this.take("[[")) {
        const path = this.path();
        if (!this.take("]]")) this.fail("]]");
        const owner = this.inner(root, path.slice(0, -1)), name = path.at(-1);
        owner[name] ??= [];
        if (!Array.isArray(owner[name])) this.fail("a list of tables");
        owner[name].push(table = {});
      } else if (this.take("[")) {
        const path = this.path();
        if (!this.take("]")) this.fail("]");
        if (declared.has(path.join("\n"))) this.fail(`the table ${path.join(".")} once`);
        declared.add(path.join("\n"));
        table = this.inner(root, path);
      } else {
        this.entry(table);
      }
      this.endOfLine();
    }
    return root;
  }

  inner(table, path) {
    for (const name of path) {
      if (!Object.hasOwn(table, name)) table[name] = {};
      table = Array.isArray(table[name]) ? table[name].at(-1) : table[name];
      if (typeof table !== "object") this.fail(`a table at ${name}`);
    }
    return table;
  }

  path() {
    const names = [];
    do {
      this.spaces();
      names.push(this.next === '"' || this.next === "'" ? this.string() : this.match(/[A-Za-z0-9_-]+/y)?.[0] ?? this.fail("a name"));
      this.spaces();
    } while (this.take("."));
    if (names.includes("__proto__")) this.fail("another name");
    return names;
  }

  entry(table) {
    const path = this.path();
    if (!this.take("=")) this.fail("=");
    this.spaces();
    const owner = this.inner(table, path.slice(0, -1)), name = path.at(-1);
    if (Object.hasOwn(owner, name)) this.fail(`${name} once`);
    owner[name] = this.value();
  }

  value() {
    this.depth += 1;
    if (this.depth > DEEPEST) this.fail("a record, which is nested less deeply");
    const found = this.anyValue();
    this.depth -= 1;
    return found;
  }

  anyValue() {
    if (this.next === '"' || this.next === "'") return this.string();
    if (this.take("true")) return true;
    if (this.take("false")) return false;
    if (this.take("[")) return this.array();
    if (this.take("{")) return this.inlineTable();
    const number = this.match(/[+-]?(?:0|[1-9](?:_?[0-9])*)(?![0-9A-Za-z_.:-])/y);
    return number ? Number(number[0].replaceAll("_", "")) : this.fail("a text, a whole number, true, false, a list or a table");
  }

  array() {
    const items = [];
    for (this.blank(); !this.take("]"); this.blank()) {
      items.push(this.value());
      this.blank();
      if (this.next !== "]" && !this.take(",")) this.fail(", or ]");
    }
    return items;
  }

  inlineTable() {
    const table = {};
    this.spaces();
    while (!this.take("}")) {
      this.entry(table);
      this.spaces();
      if (this.next !== "}" && !this.take(",")) this.fail(", or }");
      this.spaces();
    }
    return table;
  }

  string() {
    if (this.take("'''")) return this.match(/\n?([^]*?)'''/y)?.[1] ?? this.fail("'''");
    if (this.take("'")) return this.match(/([^'\n]*)'/y)?.[1] ?? this.fail("'");
    const isLong = this.take('"""');
    if (isLong) this.take("\n");
    else this.take('"');
    let text = "";
    for (;;) {
      if (this.isAtEnd || (!isLong && this.next === "\n")) this.fail('"');
      if (this.take(isLong ? '"""' : '"')) return text;
      if (isLong && this.match(/\\[ \t]*\n[ \t\n]*/y)) continue;
      if (this.take("\\")) text += this.escape();
      else text += this.text[this.at++];
    }
  }

  escape() {
    const long = this.match(/u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})/y);
    if (long) return String.fromCodePoint(parseInt(long[1] ?? long[2], 16));
    return ESCAPES[this.text[this.at++]] ?? this.fail("an escape such as \\n");
  }
}

export const readToml = (text) => new Reader(text).document();

function quoted(text) {
  const escape = (character) => Object.keys(ESCAPES).find((each) => ESCAPES[each] === character && each !== "t");
  return `"${text.replace(/["\\\x00-\x08\x0a-\x1f\x7f]/g, (each) => (escape(each) ? `\\${escape(each)}` : `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`))}"`;
}

function literal(value) {
  if (typeof value === "string") return quoted(value);
  if (!Array.isArray(value)) return String(value);
  return value.length ? `[\n${value.map((each) => `    ${literal(each)},\n`).join("")}]` : "[]";
}

const isTable = (value) => typeof value === "object" && !Array.isArray(value);
const key = (name) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : quoted(name));

// A table of values and tables of values.
export function writeToml(data) {
  const lines = (table) => Object.entries(table).filter(([, value]) => !isTable(value)).map(([name, value]) => `${key(name)} = ${literal(value)}\n`).join("");
  const tables = Object.entries(data).filter(([, value]) => isTable(value));
  return [lines(data), ...tables.map(([name, table]) => `[${key(name)}]\n${lines(table)}`)].join("\n");
}
