// What is known of a puzzle that is drawn: its solutions, its level, repairs, and what moving its
// borders leaves.

import { button, h, pointed, put } from "./dom.js";
import { gradeText } from "./gridtable.js";
import { tr, trn } from "./language.js";

/**
 * @typedef {import("../page.d.ts").Schemas} Schemas
 * @typedef {Schemas["GridState"]} GridState
 *
 * @typedef {object} State
 * @property {GridState | null} checked What the last check has found.
 * @property {boolean} isCurrent False once the grid has changed since.
 */

const CHECK_DELAY = 15; // milliseconds
const MORE_DELAY = 500;

/** @type {[effect: string, text: string][]} */
const EFFECTS = [
  ["unique", tr("one solution")],
  ["multiple", tr("several")],
  ["impossible", tr("none")],
];

/** @type {Record<GridState["status"], string>} */
const FOUND = {
  unique: tr("One solution."),
  multiple: tr("More than one solution."),
  impossible: tr("No solution."),
  undecided: tr("Not decided in time."),
};

/**
 * The number of solutions in words, and that of the regions that are too small.
 *
 * @param {GridState} checked
 * @param {number} tetrominoes Those of each region.
 */
function statusText({ status, small: { length: count } }, tetrominoes) {
  const told = FOUND[status];
  if (!count) return told;
  return tetrominoes > 1
    ? trn(
        "{told} {count} region has fewer than nine squares.",
        "{told} {count} regions have fewer than nine squares.",
        count,
        { told },
      )
    : trn(
        "{told} {count} region has fewer than four squares.",
        "{told} {count} regions have fewer than four squares.",
        count,
        { told },
      );
}

/**
 * @param {import("./engine.js").ApiEngine} engine
 * @param {ReturnType<typeof import("./gridtable.js").gridTable>} table
 * @param {() => void} renew Called when a repair has changed the grid.
 */
export function gridCheck(engine, table, renew) {
  const { grid, view } = table;
  /** @type {State} */
  const state = { checked: null, isCurrent: false };
  const status = h("h2", { class: "say", id: "grid-status", "aria-live": "polite" });
  const level = h("p", { class: "note", id: "grid-level", "aria-live": "polite" });
  const solutions = h("div", { class: "row", id: "solutions" });
  const repairs = h("div", { class: "row", id: "repairs" });
  const effects = h("p", { class: "note", id: "effects" });
  const offered = h("div", { class: "row", id: "found" }, solutions, repairs, effects);
  const link = h("p", { id: "grid-links" });

  // Check the grid, which has changed; until then what is offered is about the grid before.
  function again() {
    state.isCurrent = false;
    delete status.dataset.status;
    offered.inert = true;
    view.effects = {};
    effects.replaceChildren();
    table.later("check", CHECK_DELAY, check);
  }

  async function check() {
    const checked = await table.asking("check", (signal) =>
      engine.ask("check", grid.request(), signal),
    );
    if (!checked) return;
    state.checked = checked;
    state.isCurrent = true;
    render(checked);
    view.ghosts = null;
    lightUp(checked);
    table.cancel("more");
    table.later("more", MORE_DELAY, () => findMore(checked));
  }

  /** @param {GridState} checked */
  function render(checked) {
    const { status: kind, differing, small, url } = checked;
    offered.inert = !state.isCurrent;
    status.dataset.status = kind;
    status.className = kind === "unique" ? "say proved" : "say";
    put(status, statusText(checked, grid.rule.tetrominoes));
    put(
      level,
      kind === "multiple"
        ? tr("Two solutions differ in {count} squares, marked with “?”.", {
            count: differing.length,
          })
        : "",
    );
    link.replaceChildren(
      url
        ? h(
            "a",
            { href: url, rel: "noopener noreferrer", target: "_blank" },
            tr("Open on puzz.link"),
          )
        : "",
    );
    solutions.replaceChildren(
      ...checked.solutions.map((squares, index) => {
        const on = () => view.light({ shade: squares });
        return h(
          "button",
          { ...pointed(on, () => lightUp(checked)), onclick: on },
          checked.solutions.length === 1
            ? tr("Show the solution")
            : tr("Solution {number}", { number: index + 1 }),
        );
      }),
    );
    repairs.replaceChildren(
      (kind === "multiple" || kind === "impossible") && !small.length
        ? button(tr("Suggest repairs"), repair, { id: "repair" })
        : "",
    );
  }

  /** @param {GridState} checked */
  function lightUp({ differing, small }) {
    view.light({ differing, conflict: small });
  }

  /** @param {GridState} checked */
  function findMore({ status: kind, small }) {
    if (kind === "unique") {
      table.background("grade", (grade) => {
        level.textContent = gradeText(grade);
      });
    }
    if (kind === "impossible" && !small.length) table.background("conflict", showConflict);
  }

  /** @param {Schemas["Conflict"]} conflict */
  function showConflict({ regions }) {
    if (!regions?.length) return;
    const names = regions.map((region) => grid.name(grid.members[region][0]));
    level.textContent =
      names.length === 1
        ? tr("The region at {square} cannot be filled.", { square: names[0] })
        : tr("The regions at {squares} cannot be filled together.", {
            squares: names.join(tr(", ")),
          });
    view.light({ conflict: regions });
  }

  /** @param {string} text */
  function tellRepairs(text) {
    repairs.replaceChildren(h("p", { class: "note" }, text));
    table.live.textContent = text;
  }

  // Borders to move so that one solution is left: shown as ghosts, accepted by a click.
  async function repair() {
    tellRepairs(tr("Looking for borders to move …"));
    const found = await table.asking("repair", (signal) =>
      engine.stream("repair", grid.request(), () => {}, signal),
    );
    if (!found) return;
    tellRepairs(
      found.repairs.length
        ? tr("Moving these squares to another region leaves exactly one solution (proved):")
        : tr("No small repair was found."),
    );
    repairs.append(...found.repairs.map(repairButton));
  }

  /** @param {Schemas["Repair"]} found */
  function repairButton({ moves, regions }) {
    const ghosts = (/** @type {number[] | null} */ shown) => () => {
      view.ghosts = shown;
      view.draw();
    };
    const accept = () => {
      grid.remember();
      grid.setRegions(regions.flat());
      view.ghosts = null;
      renew();
    };
    return h(
      "button",
      { class: "repair", ...pointed(ghosts(regions.flat()), ghosts(null)), onclick: accept },
      moves.map(({ square }) => square).join(tr(" and ")),
    );
  }

  // Colours of the borders, by what moving them leaves.
  async function colour() {
    const found = await table.asking("borders", (signal) =>
      engine.stream("borders", grid.request(), () => {}, signal),
    );
    if (!found) return;
    view.effects = { ...found };
    view.draw();
    effects.replaceChildren(
      tr("Moving a square across a border leaves:"),
      ...EFFECTS.flatMap(([effect, text]) => [" ", h("span", { class: `effect ${effect}` }, text)]),
      " ",
      tr("Click one to move its square."),
    );
  }

  return {
    status,
    level,
    offered,
    link,
    colour: button(tr("Colour the borders"), colour, { id: "borders" }),
    again,
    /** The address of the puzzle elsewhere, if it has one. */
    get url() {
      return state.checked?.url ?? null;
    },
  };
}
