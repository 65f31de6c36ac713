// Saved runs of the server's folder: their distributions, openings and heat maps, drawn as the command does.

import { choice, download, h, say, trying } from "./dom.js";

const KINDS = [["scores", "Scores"], ["margins", "Margins"], ["lengths", "Lengths"], ["branching", "Branching"], ["heatmap", "Heat map"],
  ["openings", "Openings"], ["compare", "Compare lengths of two runs"]];

export function runsPanel(engine, figures) {
  const run = h("select", { id: "saved-run" });
  const other = h("select", { id: "other-run" });
  const kind = choice("plot-kind", KINDS, { onchange: () => { against.hidden = kind.value !== "compare"; } });
  const against = h("label", { hidden: true }, "with", other);
  const button = h("button", { id: "plot", onclick: () => trying(draw) }, "Draw");
  const node = h("div", { hidden: true }, h("h3", {}, "Runs of the folder"),
    h("div", { class: "row" }, h("label", {}, "Run", run), h("label", {}, "Plot", kind), against, button));
  const working = new AbortController();

  async function draw() {
    say("Drawing …");
    button.disabled = true;
    try {
      const body = { run: run.value, kind: kind.value, ...(kind.value === "compare" ? { other: other.value } : {}) };
      const { svg } = await engine.stream("plot", body, () => {}, working.signal);
      const label = `${KINDS.find(([value]) => value === kind.value)[1]} of ${run.value}`;
      figures.prepend(h("figure", { class: "saved" }, h("figcaption", {}, label, " ",
        h("button", { onclick: () => download(`${kind.value}.svg`, svg, "image/svg+xml") }, "Save as SVG")),
      h("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, alt: label })));
      say(`${label}: drawn.`);
    } finally {
      button.disabled = false;
    }
  }

  trying(async () => {
    const { available, files } = await engine.ask("files", {});
    const names = files.filter((each) => each.kind === "run").map((each) => each.name);
    node.hidden = !available || !names.length;
    for (const select of [run, other]) select.replaceChildren(...names.map((value) => h("option", { value }, value)));
  });
  return { node, leave: () => working.abort() };
}
