// The page of the distributions: simulate games, and see margins, lengths and wins grow; compare
// two runs.

import {
  Latest,
  button,
  choice,
  download,
  downloadJson,
  fields,
  fileInput,
  h,
  numberInput,
  numberOf,
  row,
  s,
  say,
  task,
  trying,
} from "./dom.js";
import { solvedCards } from "./home.js";
import { tr } from "./language.js";
import { unpack } from "./link.js";
import { gameFields } from "./options.js";

const FIRST_GAMES = 300;
const HEIGHT = 220;
const LEFT = 56;
const BOTTOM = 34;
const TOP = 14;
const TALL = HEIGHT - BOTTOM - TOP;
const LEVELS = [
  ["random", tr("random")],
  ["greedy", tr("greedy")],
  ["mcts:50", tr("{count} playouts", { count: 50 })],
  ["mcts:200", tr("{count} playouts", { count: 200 })],
];

const minus = (number) => `${number}`.replace("-", "−");

// Bars of one or two runs as shares of their games, side by side.
function bars(title, axis, runs, counts, span) {
  const keys = runs.flatMap((run) => Object.keys(counts(run)).map(Number));
  if (!keys.length) return h("p", {}, tr("No games yet."));
  const low = Math.min(...keys);
  const high = Math.max(...keys);
  const count = high - low + 1;
  const share = (run, key) => (counts(run)[key] ?? 0) / Math.max(1, run.games);
  const most = Math.max(...runs.flatMap((run) => keys.map((key) => share(run, key))));
  const wide = (span - LEFT - 8) / count;
  const each = Math.max(1, Math.ceil((count * 36) / (span - LEFT)));
  // Lines at round shares, as in the reports.
  const step = [0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005].find((size) => most / size >= 3) ?? 0.002;
  const made = [];
  for (let part = step; part <= most; part += step) {
    const y = HEIGHT - BOTTOM - (part / most) * TALL;
    made.push(
      s("line", { x1: LEFT, x2: span, y1: y, y2: y, class: "gridline" }),
      s("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, `${+(100 * part).toFixed(1)} %`),
    );
  }
  for (let key = low; key <= high; key += 1) {
    const x = LEFT + (key - low) * wide;
    runs.forEach((run, number) => {
      const width = (wide * 0.86) / runs.length;
      const height = (share(run, key) / most) * TALL;
      made.push(
        s(
          "rect",
          {
            class: `run${number}`,
            x: x + wide * 0.07 + number * width,
            y: HEIGHT - BOTTOM - height,
            width,
            height,
          },
          s(
            "title",
            {},
            tr("{axis} {value}: {count} games, {share} %", {
              axis,
              value: minus(key),
              count: counts(run)[key] ?? 0,
              share: (100 * share(run, key)).toFixed(2),
            }),
          ),
        ),
      );
    });
    if ((key - low) % each === 0) {
      made.push(
        s(
          "text",
          { x: x + wide / 2, y: HEIGHT - BOTTOM + 14, "text-anchor": "middle" },
          minus(key),
        ),
      );
    }
  }
  const mean = (run) =>
    Object.entries(counts(run)).reduce((sum, [key, games]) => sum + Number(key) * games, 0) /
    Math.max(1, run.games);
  const [first, second] = runs.map((run) => minus(mean(run).toFixed(2)));
  const means =
    second === undefined
      ? tr("mean {first}", { first })
      : tr("mean {first} and mean {second}", { first, second });
  return h(
    "figure",
    {},
    h("figcaption", {}, tr("{title} ({means})", { title, means })),
    s(
      "svg",
      {
        viewBox: `0 0 ${span} ${HEIGHT + 4}`,
        class: "bars",
        role: "img",
        "aria-label": tr("{title}: from {low} to {high}, {means}", {
          title,
          low: minus(low),
          high: minus(high),
          means,
        }),
      },
      s("line", { x1: LEFT, x2: span, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM, class: "axis" }),
      s("line", { x1: LEFT, x2: LEFT, y1: TOP, y2: HEIGHT - BOTTOM, class: "axis" }),
      s("text", { x: LEFT - 6, y: HEIGHT - BOTTOM, "text-anchor": "end" }, "0"),
      s("text", { x: (span + LEFT) / 2, y: HEIGHT - 2, "text-anchor": "middle" }, axis),
      made,
    ),
  );
}

// The games of the engine in a report, unless their number is given, and its longest time.
const QUICK_GAMES = "100";
const USUAL_GAMES = "400";
const MOST_SECONDS = 3600;

// A report on a game: played and worked out by the server, and opened as a page of its own or
// saved. `subject()` returns the game and its options; `record` is that of a board, from the
// address.
function reportPanel(engine, subject, record) {
  const own = h("input", {
    type: "checkbox",
    id: "report-record",
    checked: record !== null,
    disabled: record === null,
  });
  const quick = h("input", {
    type: "checkbox",
    id: "report-quick",
    checked: true,
    onchange: () => {
      amount.placeholder = quick.checked ? QUICK_GAMES : USUAL_GAMES;
    },
  });
  // An empty field is the usual amount, which the placeholder names.
  const optional = (id, most, placeholder) =>
    h("input", { type: "number", id, min: "1", max: `${most}`, placeholder });
  const amount = optional("report-games", 20000, QUICK_GAMES);
  const playouts = optional("report-playouts", 10000000, tr("by game length"));
  const seconds = optional("report-seconds", MOST_SECONDS, `${MOST_SECONDS}`);
  const limits = [
    ["games", amount],
    ["playouts", playouts],
    ["time_limit", seconds],
  ];
  const progress = h("p", { id: "report-progress" });
  const result = h("div", { id: "report-result" });
  let address = null;

  function forget() {
    URL.revokeObjectURL(address); // null is none
    result.replaceChildren();
  }

  const { buttons, leave } = task(tr("Write the report"), "report", progress, async (signal) => {
    forget();
    progress.textContent = tr("Playing …");
    const body = { ...(own.checked ? { record } : subject()), quick: quick.checked };
    for (const [name, { value, max }] of limits) {
      if (value) body[name] = Math.max(1, Math.min(Number(max), Math.round(Number(value))));
    }
    const begun = performance.now();
    const tell = ({ done, text }) => {
      progress.textContent = tr("Step {number}: {work} ({seconds} s)", {
        number: done + 1,
        work: text,
        seconds: Math.round((performance.now() - begun) / 1000),
      });
    };
    const found = await engine.stream("report", body, tell, signal);
    address = URL.createObjectURL(new Blob([found.html], { type: "text/html" }));
    progress.textContent = found.missing.length
      ? tr("{title}: finished, without {sections}.", {
          title: found.title,
          sections: found.missing.join(tr(", ")),
        })
      : tr("{title}: finished.", { title: found.title });
    result.replaceChildren(
      h(
        "ul",
        {},
        found.verdict.map((sentence) => h("li", {}, sentence)),
      ),
      row(
        h("a", { href: address, target: "_blank", id: "open-report" }, tr("Open the report")),
        h(
          "button",
          { onclick: () => download("report.html", found.html, "text/html") },
          tr("Save it"),
        ),
      ),
    );
  });

  const node = h(
    "section",
    { class: "panel", "aria-label": tr("Report") },
    h("h2", {}, tr("Report")),
    h(
      "p",
      { class: "note" },
      tr(
        "Is the game fair, when is it decided, what does a swap leave? For the game and options chosen above.",
      ),
    ),
    fields(
      h("label", {}, tr("Games of the engine"), amount),
      h("label", {}, tr("Playouts a move"), playouts),
      h("label", {}, tr("Seconds"), seconds),
      h("label", {}, quick, tr("Quick")),
      record === null ? "" : h("label", {}, own, tr("On the board of the game that was open")),
    ),
    buttons,
    progress,
    result,
  );
  return {
    node,
    leave() {
      leave();
      forget();
    },
  };
}

// Saved runs of the server's folder: their distributions, openings and heat maps, drawn as the
// command does.
const KINDS = [
  ["scores", tr("Scores")],
  ["margins", tr("Margins")],
  ["lengths", tr("Lengths")],
  ["branching", tr("Branching")],
  ["trajectory", tr("Margins by placement")],
  ["leader_wins", tr("Wins of the leader")],
  ["lead_changes", tr("Lead changes")],
  ["comebacks", tr("Comebacks")],
  ["heatmap", tr("Heat map")],
  ["openings", tr("Openings")],
  ["compare", tr("Compare lengths of two runs")],
];

function runsPanel(engine, figures) {
  const run = h("select", { id: "saved-run" });
  const other = h("select", { id: "other-run" });
  const kind = choice("plot-kind", KINDS, {
    onchange: () => {
      against.hidden = kind.value !== "compare";
    },
  });
  const against = h("label", { hidden: true }, tr("with"), other);
  const node = h(
    "div",
    { hidden: true },
    h("h3", {}, tr("Runs of the folder")),
    fields(h("label", {}, tr("Run"), run), h("label", {}, tr("Plot"), kind), against),
    row(button(tr("Draw"), draw, { id: "plot" })),
  );
  const working = new Latest();

  async function draw() {
    say(tr("Drawing …"));
    const body = {
      run: run.value,
      kind: kind.value,
      other: kind.value === "compare" ? other.value : undefined,
    };
    const label = tr("{plot} of {run}", {
      plot: KINDS.find(([value]) => value === body.kind)[1],
      run: body.run,
    });
    const found = await working.run((signal) => engine.stream("plot", body, () => {}, signal));
    if (!found) return;
    figures.prepend(
      h(
        "figure",
        { class: "saved" },
        h(
          "figcaption",
          {},
          label,
          " ",
          button(tr("Save as SVG"), () => download(`${body.kind}.svg`, found.svg, "image/svg+xml")),
        ),
        h("img", {
          src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(found.svg)}`,
          alt: label,
        }),
      ),
    );
    say(tr("{plot}: drawn.", { plot: label }));
  }

  trying(async () => {
    const { available, files } = await engine.ask("files", {});
    const names = files.filter((each) => each.kind === "run").map((each) => each.name);
    node.hidden = !available || !names.length;
    for (const select of [run, other]) {
      select.replaceChildren(...names.map((value) => h("option", { value }, value)));
    }
  });
  return { node, leave: () => working.end() };
}

export async function mount(root, engine, values) {
  const games = await engine.games();
  const chosen = gameFields(games, "plot-game", "plot");
  const players = [0, 1].map((number) => choice(`player-${number}`, LEVELS));
  const count = numberInput("count", FIRST_GAMES, 1, 1000000);
  const seed = numberInput("plot-seed", 0, 0);
  const keep = h(
    "button",
    { id: "compare", disabled: true, onclick: compare },
    tr("Compare with the next run"),
  );
  const save = h(
    "button",
    { disabled: true, onclick: () => downloadJson("litslab-runs.json", runs) },
    tr("Export as JSON"),
  );
  const file = fileInput({ id: "runs-file", accept: ".json" }, open);
  const progress = h("p", { id: "progress" });
  const figures = h(
    "div",
    { class: "figures" },
    h("p", { class: "note" }, tr("Simulate games, or open runs that were saved.")),
  );
  let isRunning = false;
  let kept = null;
  let shown = null;
  let runs = [];

  function compare() {
    kept = kept ? null : shown;
    keep.textContent = kept ? tr("Stop comparing") : tr("Compare with the next run");
    keep.setAttribute("aria-pressed", String(kept !== null));
    draw();
  }

  function draw() {
    runs = [kept, shown].filter((each, index, all) => each && all.indexOf(each) === index);
    keep.disabled = save.disabled = shown === null || isRunning;
    if (!runs.length) return;
    const width = Math.max(300, Math.min(720, figures.clientWidth));
    const sides = [...new Set(runs.flatMap((each) => each.sides))];
    const [first, second] = runs.every((each) => String(each.sides) === String(runs[0].sides))
      ? sides.map((side) => tr(side))
      : [tr("first side"), tr("second side")];
    figures.replaceChildren(
      runs.length > 1
        ? h(
            "p",
            { class: "legend" },
            runs.map((each, number) =>
              h("span", {}, h("span", { class: `key run${number}` }), each.name),
            ),
          )
        : "",
      bars(
        tr("Margins"),
        tr("margin ({first} minus {second}, points)", { first, second }),
        runs,
        (each) => each.margins,
        width,
      ),
      bars(tr("Lengths"), tr("placements"), runs, (each) => each.lengths, width),
      h(
        "table",
        { id: "wins" },
        h("caption", {}, tr("Wins")),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            [
              tr("Run"),
              tr("Games played"),
              ...sides.map((side) => tr("{side} wins", { side: tr(side) })),
            ].map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h(
          "tbody",
          {},
          runs.map((each) =>
            h(
              "tr",
              {},
              h("td", {}, each.name),
              h("td", {}, each.games.toLocaleString("en")),
              sides.map((side) =>
                h(
                  "td",
                  {},
                  `${each.wins[side] ?? 0} (${((100 * (each.wins[side] ?? 0)) / Math.max(1, each.games)).toFixed(1)}\u00a0%)`,
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  // Whether an option has the value that it has by default.
  const isUsual = (rules, name, value) =>
    rules.options.some((each) => each.name === name && each.default === value);
  // An option with its value; one that can only be true or false is told by its name.
  const optionText = (name, value) =>
    value === true ? tr(name) : `${tr(name)} ${typeof value === "string" ? tr(value) : value}`;

  const simulation = task(tr("Simulate"), "run", progress, async (signal) => {
    const rules = chosen.rules();
    const body = {
      game: rules.name,
      options: chosen.read(),
      players: players.map((each) => each.value),
      count: numberOf(count, FIRST_GAMES),
      seed: Number(seed.value) || 0,
    };
    const given = Object.entries(body.options)
      .filter(([name, value]) => typeof value === "number" || !isUsual(rules, name, value))
      .map(([name, value]) => optionText(name, value))
      .join(tr(", "));
    const [first, second] = body.players.map((each) => tr(each));
    const game = given
      ? tr("{game} ({options})", { game: rules.title, options: given })
      : rules.title;
    const name = tr("{game}, {first} against {second}", { game, first, second });
    const show = (state) => {
      if (signal.aborted) return;
      shown = { ...state, name, sides: rules.sides };
      progress.textContent = tr("{done} of {count} games", {
        done: state.games.toLocaleString("en"),
        count: body.count.toLocaleString("en"),
      });
      draw();
    };
    progress.textContent = tr("Simulating …");
    isRunning = true;
    try {
      show(await engine.stream("simulate", body, (event) => show(event.run), signal));
    } finally {
      isRunning = false;
      draw();
    }
  });

  // Runs that were exported from here.
  async function open(opened) {
    const read = await new Response(opened).json().catch(() => null);
    const isRun = (each) =>
      each &&
      [each.margins, each.lengths, each.wins].every(
        (counts) =>
          counts &&
          Object.entries(counts).every(([key, games]) => !(Math.abs(key) > 1000) && games >= 0),
      ) &&
      Array.isArray(each.sides) &&
      Number.isInteger(each.games);
    if (!Array.isArray(read) || !read.length || !read.every(isRun)) {
      throw new Error(
        tr(
          "This file holds no results. Choose one that this page has exported: its name ends in .json.",
        ),
      );
    }
    simulation.leave();
    [kept, shown] = read.length > 1 ? read : [null, read[0]];
    draw();
  }

  const record = values.g === undefined ? null : ((await trying(() => unpack(values.g))) ?? null);
  const report = engine.offers("report")
    ? reportPanel(engine, () => ({ game: chosen.select.value, options: chosen.read() }), record)
    : null;
  const saved = h("div", { id: "saved-plots" });
  const folder = engine.offers("files") ? runsPanel(engine, saved) : null;

  chosen.choose(values.game);
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
            h("label", {}, tr("First player"), players[0]),
            h("label", {}, tr("Second player"), players[1]),
            h("label", {}, tr("Number of games"), count),
            h("label", {}, tr("Seed"), seed),
          ),
          simulation.buttons,
        ),
        h(
          "section",
          { class: "panel" },
          h("h2", {}, tr("Runs")),
          row(keep, save),
          fields(h("label", { class: "wide" }, tr("Open runs"), file)),
          folder?.node,
        ),
        report?.node,
      ),
    ),
  );
  // A first run is shown at once.
  if (values.g === undefined) simulation.start();
  // The bars are drawn for the width that there is.
  window.addEventListener("resize", draw);
  return {
    leave() {
      simulation.leave();
      report?.leave();
      folder?.leave();
      window.removeEventListener("resize", draw);
    },
  };
}
