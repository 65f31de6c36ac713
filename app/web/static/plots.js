// The page of the distributions: simulate games, and see margins, lengths and wins grow; compare two runs.

import { button, choice, download, h, numberInput, s, say, task, trying } from "./dom.js";
import { solvedCards } from "./home.js";
import { unpack } from "./link.js";
import { reportPanel } from "./report.js";
import { runsPanel } from "./runs.js";
import { gameSelect, optionFields } from "./setup.js";

const FIRST_GAMES = 300;
const HEIGHT = 220, LEFT = 56, BOTTOM = 34, TOP = 14;
const LEVELS = [["random", "random"], ["greedy", "greedy"], ["mcts:50", "50 playouts"], ["mcts:200", "200 playouts"]];

// Bars of one or two runs as shares of their games, side by side.
function bars(title, axis, runs, counts, span) {
  const keys = runs.flatMap((run) => Object.keys(counts(run)).map(Number));
  if (!keys.length) return h("p", {}, "No games yet.");
  const [low, high] = [Math.min(...keys), Math.max(...keys)];
  const count = high - low + 1;
  const share = (run, key) => (counts(run)[key] ?? 0) / Math.max(1, run.games);
  const most = Math.max(...runs.flatMap((run) => keys.map((key) => share(run, key))));
  const wide = (span - LEFT - 8) / count;
  const high100 = HEIGHT - BOTTOM - TOP;
  const each = Math.max(1, Math.ceil((count * 36) / (span - LEFT)));
  // Lines at round shares, as in the reports.
  const step = [0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005].find((size) => most / size >= 3) ?? 0.002;
  const made = [];
  for (let part = step; part <= most; part += step) {
    const y = HEIGHT - BOTTOM - (part / most) * high100;
    made.push(s("line", { x1: LEFT, x2: span, y1: y, y2: y, class: "gridline" }), s("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, `${+(100 * part).toFixed(1)} %`));
  }
  for (let key = low; key <= high; key += 1) {
    const x = LEFT + (key - low) * wide;
    runs.forEach((run, number) => {
      const height = (share(run, key) / most) * high100;
      const width = (wide * 0.86) / runs.length;
      made.push(s("rect", { class: `run${number}`, x: x + wide * 0.07 + number * width, y: HEIGHT - BOTTOM - height, width, height },
        s("title", {}, `${axis} ${key}: ${counts(run)[key] ?? 0} games, ${(100 * share(run, key)).toFixed(2)} %`)));
    });
    if ((key - low) % each === 0) made.push(s("text", { x: x + wide / 2, y: HEIGHT - BOTTOM + 14, "text-anchor": "middle" }, `${key}`));
  }
  const mean = (run) => Object.entries(counts(run)).reduce((sum, [key, games]) => sum + Number(key) * games, 0) / Math.max(1, run.games);
  const means = runs.map((run) => `mean ${mean(run).toFixed(2)}`).join(" and ");
  return h("figure", {},
    h("figcaption", {}, `${title} (${means})`),
    s("svg", { viewBox: `0 0 ${span} ${HEIGHT + 4}`, class: "bars", role: "img", "aria-label": `${title}: from ${low} to ${high}, ${means}` },
      s("line", { x1: LEFT, x2: span, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM, class: "axis" }),
      s("line", { x1: LEFT, x2: LEFT, y1: TOP, y2: HEIGHT - BOTTOM, class: "axis" }),
      s("text", { x: LEFT - 6, y: HEIGHT - BOTTOM, "text-anchor": "end" }, "0"),
      s("text", { x: (span + LEFT) / 2, y: HEIGHT - 2, "text-anchor": "middle" }, axis), made));
}

export async function mount(root, engine, values) {
  const games = await engine.games();
  const fields = h("div", { class: "row" });
  const select = gameSelect(games, "plot-game", choose);
  const players = [0, 1].map((number) => choice(`player-${number}`, LEVELS));
  const count = numberInput("count", FIRST_GAMES, 1, 1000000);
  const seed = numberInput("plot-seed", 0, 0);
  const keep = h("button", { id: "compare", disabled: true, onclick: compare }, "Compare with the next run");
  const save = h("button", { disabled: true, onclick: () => download("litslab-runs.json", `${JSON.stringify(runs, null, 1)}\n`, "application/json") }, "Export as JSON");
  const file = h("input", { type: "file", id: "runs-file", accept: ".json", onchange: () => trying(open) });
  const progress = h("p", { id: "progress", "aria-live": "polite" });
  const figures = h("div", { class: "figures" }, h("p", { class: "note" }, "Simulate games, or open runs that were saved."));
  let options = null;
  let isRunning = false;
  let kept = null;
  let shown = null;
  let runs = [];

  function choose() {
    options = optionFields(games.find(({ name }) => name === select.value), "plot");
    fields.replaceChildren(...options.nodes);
  }

  function compare() {
    kept = kept ? null : shown;
    keep.textContent = kept ? "Stop comparing" : "Compare with the next run";
    keep.setAttribute("aria-pressed", String(kept !== null));
    draw();
  }

  function draw() {
    runs = [kept, shown].filter((each, index, all) => each && all.indexOf(each) === index);
    keep.disabled = save.disabled = shown === null || isRunning;
    if (!runs.length) return;
    const width = Math.max(300, Math.min(720, figures.clientWidth));
    const sides = [...new Set(runs.flatMap((each) => each.sides))];
    figures.replaceChildren(
      runs.length > 1 ? h("p", { class: "legend" }, runs.map((each, number) => h("span", {}, h("span", { class: `key run${number}` }), each.name))) : "",
      bars("Margins", `margin (${sides[0]} minus ${sides[1]}, points)`, runs, (each) => each.margins, width),
      bars("Lengths", "placements", runs, (each) => each.lengths, width),
      h("table", { id: "wins" }, h("caption", {}, "Wins"),
        h("thead", {}, h("tr", {}, ["Run", "Games", ...sides.map((side) => `${side} wins`)].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, runs.map((each) => h("tr", {}, h("td", {}, each.name), h("td", {}, each.games.toLocaleString("en")),
          sides.map((side) => h("td", {}, `${each.wins[side] ?? 0} (${((100 * (each.wins[side] ?? 0)) / Math.max(1, each.games)).toFixed(1)}\u00a0%)`)))))));
  }

  const simulation = task("Simulate", "run", progress, async (signal) => {
    const rules = games.find(({ name }) => name === select.value);
    const body = { game: select.value, options: options.read(), players: players.map((each) => each.value), count: Number(count.value), seed: Number(seed.value) || 0 };
    const given = Object.entries(body.options).map(([name, value]) => `${name} ${value}`).join(", ");
    const name = `${rules.title}${given ? ` (${given})` : ""}, ${body.players.join(" against ")}`;
    const show = (state) => {
      if (signal.aborted) return;
      shown = { ...state, name, sides: rules.sides };
      progress.textContent = `${state.games.toLocaleString("en")} of ${body.count.toLocaleString("en")} games`;
      draw();
    };
    progress.textContent = "Simulating …";
    isRunning = true;
    try {
      show(await engine.stream("simulate", body, (event) => show(event.run), signal));
      say("Simulation finished.");
    } finally {
      isRunning = false;
      draw();
    }
  });

  // Runs that were exported from here.
  async function open() {
    const read = JSON.parse(await file.files[0].text());
    const isRun = (each) => each && [each.margins, each.lengths, each.wins].every((counts) => counts && typeof counts === "object") && Array.isArray(each.sides);
    if (!Array.isArray(read) || !read.length || !read.every(isRun)) throw new Error("expected a file that this page has exported");
    simulation.leave();
    [kept, shown] = read.length > 1 ? read : [null, read[0]];
    draw();
  }

  const record = values.g === undefined ? null : (await trying(() => unpack(values.g))) ?? null;
  const report = engine.offers("report") ? reportPanel(engine, () => ({ game: select.value, options: options.read() }), record) : null;
  const saved = h("div", { id: "saved-plots" });
  const folder = engine.offers("files") ? runsPanel(engine, saved) : null;

  choose();
  root.append(h("div", { class: "columns" },
    h("section", { "aria-label": "Distributions" }, h("h2", { class: "say" }, "Distributions"), progress, figures, saved,
      h("h2", { class: "next" }, "Solved boards"), solvedCards(engine)),
    h("aside", { "aria-label": "Simulation" },
      h("section", { class: "panel" }, h("h2", {}, "Simulate games"),
        h("div", { class: "row" }, h("label", {}, "Game", select)), fields,
        h("div", { class: "row" }, h("label", {}, "First player", players[0]), h("label", {}, "Second player", players[1])),
        h("div", { class: "row" }, h("label", {}, "Games", count), h("label", {}, "Seed", seed)),
        simulation.buttons),
      h("section", { class: "panel" }, h("h2", {}, "Runs"),
        h("div", { class: "row" }, keep, save), h("div", { class: "row" }, h("label", {}, "Open runs", file)), folder?.node),
      report?.node)));
  if (values.game) { select.value = values.game; choose(); }
  // A first run is shown at once.
  if (record === null && engine.offers("simulate")) simulation.start();
  // The bars are drawn for the width that there is.
  window.addEventListener("resize", draw);
  return { leave() { simulation.leave(); report?.leave(); folder?.leave(); window.removeEventListener("resize", draw); } };
}
