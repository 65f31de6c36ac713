// The page of the distributions: simulate games, and see margins, lengths and wins grow; compare
// two runs.

import { bars } from "./bars.js";
import {
  choice,
  downloadJson,
  fields,
  fileInput,
  h,
  numberInput,
  numberOf,
  row,
  task,
  trying,
} from "./dom.js";
import { solvedCards } from "./home.js";
import { tr } from "./language.js";
import { unpack } from "./link.js";
import { gameFields } from "./options.js";
import { reportPanel } from "./reportpanel.js";
import { exportedRuns, shareOf } from "./runs.js";
import { runsPanel } from "./runspanel.js";

/**
 * @typedef {import("../page.d.ts").GameRules} GameRules
 * @typedef {import("../page.d.ts").Schemas["RunState"]} RunState
 * @typedef {import("./runs.js").Run} Run
 *
 * @typedef {object} State
 * @property {Run | null} shown
 * @property {Run | null} kept The one that it is compared with.
 * @property {boolean} isRunning
 */

const FIRST_GAMES = 300;
/** @type {[level: string, name: string][]} */
const LEVELS = [
  ["random", tr("random")],
  ["greedy", tr("greedy")],
  ["mcts:50", tr("{count} playouts", { count: 50 })],
  ["mcts:200", tr("{count} playouts", { count: 200 })],
];

/**
 * An option with its value; one that can only be true or false is told by its name.
 *
 * @param {string} name
 * @param {unknown} value
 */
const optionText = (name, value) =>
  value === true ? tr(name) : `${tr(name)} ${typeof value === "string" ? tr(value) : value}`;

/**
 * The name of a run: its game, the options that are not usual or are numbers, and the players.
 *
 * @param {GameRules} rules
 * @param {Record<string, unknown>} options
 * @param {string[]} players
 */
function nameOf(rules, options, players) {
  const isUsual = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    rules.options.some((each) => each.name === name && each.default === value);
  const given = Object.entries(options)
    .filter(([name, value]) => typeof value === "number" || !isUsual(name, value))
    .map(([name, value]) => optionText(name, value))
    .join(tr(", "));
  const game = given
    ? tr("{game} ({options})", { game: rules.title, options: given })
    : rules.title;
  const [first, second] = players.map((each) => tr(each));
  return tr("{game}, {first} against {second}", { game, first, second });
}

/** @param {Run[]} runs */
const legend = (runs) =>
  h(
    "p",
    { class: "legend" },
    runs.map((run, number) => h("span", {}, h("span", { class: `key run${number}` }), run.name)),
  );

/**
 * The wins of each side.
 *
 * @param {Run[]} runs
 * @param {string[]} sides
 */
function winsTable(runs, sides) {
  const wins = (/** @type {Run} */ run, /** @type {string} */ side) =>
    `${run.wins[side] ?? 0} (${(100 * shareOf(run, run.wins[side])).toFixed(1)}\u00a0%)`;
  const head = [
    tr("Run"),
    tr("Games played"),
    ...sides.map((side) => tr("{side} wins", { side: tr(side) })),
  ];
  return h(
    "table",
    { id: "wins" },
    h("caption", {}, tr("Wins")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      runs.map((run) =>
        h(
          "tr",
          {},
          h("td", {}, run.name),
          h("td", {}, run.games.toLocaleString("en")),
          sides.map((side) => h("td", {}, wins(run, side))),
        ),
      ),
    ),
  );
}

/**
 * The distributions of one or two runs.
 *
 * @param {Run[]} runs
 * @param {number} width
 */
function runNodes(runs, width) {
  const sides = [...new Set(runs.flatMap((run) => run.sides))];
  const [first, second] = runs.every((run) => String(run.sides) === String(runs[0].sides))
    ? sides.map((side) => tr(side))
    : [tr("first side"), tr("second side")];
  const margin = tr("margin ({first} minus {second}, points)", { first, second });
  return [
    runs.length > 1 ? legend(runs) : "",
    bars(tr("Margins"), margin, runs, (run) => run.margins, width),
    bars(tr("Lengths"), tr("placements"), runs, (run) => run.lengths, width),
    winsTable(runs, sides),
  ];
}

/**
 * @param {HTMLElement} root
 * @param {import("./engine.js").ApiEngine} engine
 * @param {import("../page.d.ts").Values} values
 * @returns {Promise<import("../page.d.ts").View>}
 */
export async function mount(root, engine, values) {
  const games = await engine.games();
  /** @type {State} */
  const state = { shown: null, kept: null, isRunning: false };
  const chosen = gameFields(games, "plot-game", "plot");
  const first = choice("player-0", LEVELS);
  const second = choice("player-1", LEVELS);
  const count = numberInput("count", FIRST_GAMES, 1, 1000000);
  const seed = numberInput("plot-seed", 0, 0);
  const compare = h("button", { id: "compare", disabled: true, onclick: toggleComparison });
  const save = h(
    "button",
    { disabled: true, onclick: () => downloadJson("litslab-runs.json", runs()) },
    tr("Export as JSON"),
  );
  const file = fileInput({ id: "runs-file", accept: ".json" }, open);
  const progress = h("p", { id: "progress" });
  const figures = h(
    "div",
    { class: "figures" },
    h("p", { class: "note" }, tr("Simulate games, or open runs that were saved.")),
  );

  // The runs that are shown: the kept one and the last one, if they differ.
  const runs = () => [...new Set([state.kept, state.shown])].filter((each) => each !== null);

  function render() {
    const { kept, shown, isRunning } = state;
    compare.textContent = kept ? tr("Stop comparing") : tr("Compare with the next run");
    compare.setAttribute("aria-pressed", String(kept !== null));
    compare.disabled = save.disabled = shown === null || isRunning;
    if (!runs().length) return;
    const width = Math.max(300, Math.min(720, figures.clientWidth));
    figures.replaceChildren(...runNodes(runs(), width));
  }

  function toggleComparison() {
    state.kept = state.kept ? null : state.shown;
    render();
  }

  const simulation = task(tr("Simulate"), "run", progress, async (signal) => {
    const rules = chosen.rules();
    const options = chosen.read();
    const total = numberOf(count, FIRST_GAMES);
    const name = nameOf(rules, options, [first.value, second.value]);
    /** @param {RunState} run */
    const show = (run) => {
      if (signal.aborted) return;
      state.shown = { ...run, name, sides: rules.sides };
      progress.textContent = tr("{done} of {count} games", {
        done: run.games.toLocaleString("en"),
        count: total.toLocaleString("en"),
      });
      render();
    };
    progress.textContent = tr("Simulating …");
    state.isRunning = true;
    try {
      const run = await engine.stream(
        "simulate",
        {
          game: rules.name,
          options,
          players: [first.value, second.value],
          count: total,
          seed: Number(seed.value) || 0,
        },
        (event) => show(event.run),
        signal,
      );
      show(run);
    } finally {
      state.isRunning = false;
      render();
    }
  });

  /**
   * Show runs that were exported from here.
   *
   * @param {File} opened
   */
  async function open(opened) {
    const read = exportedRuns(await new Response(opened).json().catch(() => null));
    simulation.leave();
    [state.kept, state.shown] = read.length > 1 ? read : [null, read[0]];
    render();
  }

  const { g } = values;
  const record = g === undefined ? null : ((await trying(() => unpack(g))) ?? null);
  const report = engine.offers("report")
    ? reportPanel(engine, () => ({ game: chosen.select.value, options: chosen.read() }), record)
    : null;
  const saved = h("div", { id: "saved-plots" });
  const folder = engine.offers("files") ? runsPanel(engine, saved) : null;

  chosen.choose(values.game);
  render();
  root.append(
    h(
      "div",
      { class: "columns" },
      h(
        "section",
        { "aria-label": tr("Distributions") },
        h("h2", { class: "say" }, tr("Distributions")),
        progress,
        figures,
        saved,
        h("h2", { class: "next" }, tr("Solved boards")),
        solvedCards(engine),
      ),
      h(
        "aside",
        { "aria-label": tr("Simulation") },
        h(
          "section",
          { class: "panel" },
          h("h2", {}, tr("Simulate games")),
          fields(h("label", { class: "wide" }, tr("Game"), chosen.select)),
          chosen.fields,
          fields(
            h("label", {}, tr("First player"), first),
            h("label", {}, tr("Second player"), second),
            h("label", {}, tr("Number of games"), count),
            h("label", {}, tr("Seed"), seed),
          ),
          simulation.buttons,
        ),
        h(
          "section",
          { class: "panel" },
          h("h2", {}, tr("Runs")),
          row(compare, save),
          fields(h("label", { class: "wide" }, tr("Open runs"), file)),
          folder?.node,
        ),
        report?.node,
      ),
    ),
  );
  // A first run is shown at once.
  if (g === undefined) simulation.start();
  // The bars are drawn for the width that there is.
  window.addEventListener("resize", render);
  return {
    leave() {
      simulation.leave();
      report?.leave();
      folder?.leave();
      window.removeEventListener("resize", render);
    },
  };
}
