// The choice of a game, and of its options.

import { choice, fields, h } from "./dom.js";
import { mark, sentenceCase, tr } from "./language.js";

/**
 * @typedef {import("../page.d.ts").GameRules} GameRules
 * @typedef {GameRules["options"][number]} Option
 * @typedef {Record<string, unknown>} Options Their values.
 *
 * The input for an option; `read` returns its value, or undefined for the default.
 *
 * @typedef {{input: HTMLElement, read: () => unknown}} OptionInput
 */

const HIDDEN = new Set(["symbols", "pieces"]);

// Names and choices of options, which `tr` is given where they are shown.
mark("size");
mark("groups");
mark("rows");
mark("supply");
mark("scoring");
mark("colouring");
mark("flips");
mark("largest");
mark("second");
mark("fixed");
mark("free");
mark("each-once");
mark("sum");
mark("squares");
mark("products");
mark("tonga");

/** @param {Option} option */
const labelOf = (option) =>
  Array.isArray(option.default) ? tr("Pieces: L, I, T, S") : sentenceCase(tr(option.name));

/** @param {Option} option */
const isChoice = ({ choices }) => choices?.length > 0;

/**
 * @param {Option} option
 * @param {string} id
 * @param {unknown} value
 * @returns {OptionInput}
 */
function optionInput(option, id, value) {
  const { default: usual } = option;
  if (isChoice(option)) {
    const offered = option.choices.filter((each) => each !== "pieces");
    const input = h(
      "select",
      { id },
      offered.map((each) => h("option", { value: each, selected: each === value }, tr(each))),
    );
    return { input, read: () => input.value };
  }
  if (typeof usual === "boolean") {
    const input = h("input", { type: "checkbox", id, checked: Boolean(value) });
    return { input, read: () => input.checked };
  }
  if (Array.isArray(usual)) return listInput(id, usual.join(" "));
  const input = h("input", {
    type: "number",
    id,
    min: option.lowest,
    max: option.highest,
    placeholder: String(usual),
    value: option.name === "size" ? String(value) : "",
  });
  return { input, read: () => (input.value === "" ? undefined : Number(input.value)) };
}

/**
 * @param {string} id
 * @param {string} usual The default, as a text.
 * @returns {OptionInput}
 */
function listInput(id, usual) {
  const input = h("input", { type: "text", id, value: usual, size: "8" });
  const read = () => {
    const text = input.value.trim();
    return text === usual ? undefined : text.split(/[\s,]+/).map(Number);
  };
  return { input, read };
}

/**
 * Inputs for the options of a game, and a function that reads them.
 *
 * @param {GameRules} rules
 * @param {string} prefix Of the identifiers.
 * @param {Options} given Values that are shown.
 */
function optionFields(rules, prefix, given) {
  const inputs = rules.options
    .filter(({ name }) => !HIDDEN.has(name))
    .map((option) => {
      const { name, default: usual } = option;
      return { option, ...optionInput(option, `${prefix}-${name}`, given[name] ?? usual) };
    });
  const labels = inputs.map(({ option, input }) =>
    h("label", { title: option.help }, labelOf(option), input),
  );
  // Options with choices are explained in full; one of them rests on an assumption.
  const notes = inputs
    .filter(({ option }) => isChoice(option))
    .map(({ option: { name, help } }) =>
      h("p", { class: "note" }, tr("{option}: {help}", { option: tr(name), help })),
    );
  /** @returns {Options} */
  const read = () =>
    Object.fromEntries(
      inputs
        .map(({ option, read: value }) => [option.name, value()])
        .filter(([, value]) => value !== undefined),
    );
  return { nodes: [...labels, ...notes], read };
}

/**
 * A choice of a game, and its options.
 *
 * @param {GameRules[]} games
 * @param {string} id Of the choice.
 * @param {string} prefix Of the identifiers of the options.
 * @param {(name: string) => Options} given Values for the options of a game.
 * @param {() => void} chosen Called for another game.
 */
export function gameFields(games, id, prefix, given = () => ({}), chosen = () => {}) {
  const host = fields();
  const pairs = games.map(({ name, title }) => /** @type {const} */ ([name, title]));
  const select = choice(id, pairs, { onchange: () => choose() });
  /** @type {() => Options} */
  let read = () => ({});

  function rules() {
    const found = games.find(({ name }) => name === select.value);
    if (!found) throw new Error(`${select.value} is none of the games`);
    return found;
  }

  function choose(name = select.value) {
    if (games.some((each) => each.name === name)) select.value = name;
    const options = optionFields(rules(), prefix, given(select.value));
    read = options.read;
    host.replaceChildren(...options.nodes);
    chosen();
  }

  return { select, fields: host, rules, choose, read: () => read() };
}
