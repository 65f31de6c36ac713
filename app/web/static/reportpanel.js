// The report on a game: played and worked out by the server, and opened as a page of its own or
// saved.

import { download, fields, h, row, task } from "./dom.js";
import { tr } from "./language.js";

/** @typedef {import("../page.d.ts").Schemas["ReportPage"]} Report */

// The games of the engine, unless their number is given, and its longest time.
const QUICK_GAMES = "100";
const USUAL_GAMES = "400";
const MOST_SECONDS = 3600;

/**
 * A field for an amount; an empty one is the usual amount, which the placeholder names.
 *
 * @param {string} id
 * @param {number} most
 * @param {string} placeholder
 */
function amountInput(id, most, placeholder) {
  const input = h("input", { type: "number", id, min: "1", max: `${most}`, placeholder });
  const read = () =>
    input.value ? Math.max(1, Math.min(most, Math.round(Number(input.value)))) : undefined;
  return { input, read };
}

/**
 * What a report finds, and how to open and to save it.
 *
 * @param {Report} report
 * @param {string} href
 */
const resultNodes = ({ verdict, html }, href) => [
  h(
    "ul",
    {},
    verdict.map((sentence) => h("li", {}, sentence)),
  ),
  row(
    h("a", { href, target: "_blank", id: "open-report" }, tr("Open the report")),
    h("button", { onclick: () => download("report.html", html, "text/html") }, tr("Save it")),
  ),
];

/**
 * @param {import("./engine.js").ApiEngine} engine
 * @param {() => {game: string, options: Record<string, unknown>}} subject
 * @param {string | null} record That of a board, from the address.
 */
export function reportPanel(engine, subject, record) {
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
      games.input.placeholder = quick.checked ? QUICK_GAMES : USUAL_GAMES;
    },
  });
  const games = amountInput("report-games", 20000, QUICK_GAMES);
  const playouts = amountInput("report-playouts", 10000000, tr("by game length"));
  const seconds = amountInput("report-seconds", MOST_SECONDS, `${MOST_SECONDS}`);
  const progress = h("p", { id: "report-progress" });
  const result = h("div", { id: "report-result" });
  /** @type {string | null} The address of the report that is shown. */
  let address = null;

  function forget() {
    if (address !== null) URL.revokeObjectURL(address);
    address = null;
    result.replaceChildren();
  }

  const { buttons, leave } = task(tr("Write the report"), "report", progress, async (signal) => {
    forget();
    progress.textContent = tr("Playing …");
    const begun = performance.now();
    const found = await engine.stream(
      "report",
      {
        ...(own.checked ? { record } : subject()),
        quick: quick.checked,
        games: games.read(),
        playouts: playouts.read(),
        time_limit: seconds.read(),
      },
      ({ done, text }) => {
        progress.textContent = tr("Step {number}: {work} ({seconds} s)", {
          number: done + 1,
          work: text,
          seconds: Math.round((performance.now() - begun) / 1000),
        });
      },
      signal,
    );
    const { title, missing } = found;
    address = URL.createObjectURL(new Blob([found.html], { type: "text/html" }));
    progress.textContent = missing.length
      ? tr("{title}: finished, without {sections}.", { title, sections: missing.join(tr(", ")) })
      : tr("{title}: finished.", { title });
    result.replaceChildren(...resultNodes(found, address));
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
      h("label", {}, tr("Games of the engine"), games.input),
      h("label", {}, tr("Playouts a move"), playouts.input),
      h("label", {}, tr("Seconds"), seconds.input),
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
