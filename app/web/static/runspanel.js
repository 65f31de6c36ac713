// Saved runs of the server's folder: their distributions, openings and heat maps, drawn as the
// command does.

import { Latest, button, choice, download, fields, h, row, say, trying } from "./dom.js";
import { tr } from "./language.js";

/** @type {[kind: import("../page.d.ts").Schemas["PlotRequest"]["kind"], title: string][]} */
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

/**
 * A plot that the server has drawn.
 *
 * @param {string} kind
 * @param {string} label
 * @param {string} svg
 */
const figure = (kind, label, svg) =>
  h(
    "figure",
    { class: "saved" },
    h(
      "figcaption",
      {},
      label,
      " ",
      button(tr("Save as SVG"), () => download(`${kind}.svg`, svg, "image/svg+xml")),
    ),
    h("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, alt: label }),
  );

/**
 * @param {import("./engine.js").ApiEngine} engine
 * @param {HTMLElement} figures Where the plots are shown.
 */
export function runsPanel(engine, figures) {
  const run = h("select", { id: "saved-run" });
  const other = h("select", { id: "other-run" });
  const against = h("label", { hidden: true }, tr("with"), other);
  const plot = choice("plot-kind", KINDS, {
    onchange: () => {
      against.hidden = plot.value !== "compare";
    },
  });
  const node = h(
    "div",
    { hidden: true },
    h("h3", {}, tr("Runs of the folder")),
    fields(h("label", {}, tr("Run"), run), h("label", {}, tr("Plot"), plot), against),
    row(button(tr("Draw"), draw, { id: "plot" })),
  );
  const working = new Latest();

  async function draw() {
    say(tr("Drawing …"));
    const [kind, title] = KINDS.find(([value]) => value === plot.value) ?? KINDS[0];
    const body = {
      run: run.value,
      kind,
      other: kind === "compare" ? other.value : undefined,
    };
    const label = tr("{plot} of {run}", { plot: title, run: body.run });
    const found = await working.run((signal) => engine.stream("plot", body, () => {}, signal));
    if (!found) return;
    figures.prepend(figure(kind, label, found.svg));
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
