// A report on a game: played and worked out by the server, and opened as a page of its own or saved.

import { download, h, say, task } from "./dom.js";

// `subject()` returns the game and its options; `record` is that of a board, from the address.
export function reportPanel(engine, subject, record) {
  const own = h("input", { type: "checkbox", id: "report-record", checked: record !== null, disabled: record === null });
  const quick = h("input", { type: "checkbox", id: "report-quick", checked: true });
  const minutes = h("input", { type: "number", id: "report-seconds", min: "1", max: "3600", placeholder: "auto" });
  const progress = h("p", { id: "report-progress", "aria-live": "polite" });
  const result = h("div", { id: "report-result" });
  let address = null;

  function forget() {
    if (address) URL.revokeObjectURL(address);
    address = null;
    result.replaceChildren();
  }

  const { buttons, leave } = task("Write the report", "report", progress, async (signal) => {
    forget();
    progress.textContent = "Playing …";
    const body = { ...(own.checked ? { record } : subject()), quick: quick.checked };
    if (minutes.value) body.time_limit = Math.max(1, Math.min(3600, Number(minutes.value)));
    const begun = performance.now();
    const tell = ({ done, text }) => { progress.textContent = `Step ${done + 1}: ${text} (${Math.round((performance.now() - begun) / 1000)} s)`; };
    const found = await engine.stream("report", body, tell, signal);
    address = URL.createObjectURL(new Blob([found.html], { type: "text/html" }));
    progress.textContent = `${found.title}: finished${found.missing.length ? `, without ${found.missing.join(", ")}` : ""}.`;
    result.replaceChildren(
      h("ul", {}, found.verdict.map((sentence) => h("li", {}, sentence))),
      h("div", { class: "row" }, h("a", { href: address, target: "_blank", id: "open-report" }, "Open the report"),
        h("button", { onclick: () => download("report.html", found.html, "text/html") }, "Save it")));
    say("Report finished.");
  });

  const node = h("section", { class: "panel", "aria-label": "Report" }, h("h2", {}, "Report"),
    h("p", { class: "note" }, "Is the game fair, when is it decided, what does a swap leave? For the game and options chosen above."),
    h("div", { class: "row" }, h("label", {}, quick, "Quick"), h("label", {}, "Seconds", minutes),
      record === null ? "" : h("label", {}, own, "On the board of the game that was open")),
    buttons, progress, result);
  return { node, leave() { leave(); forget(); } };
}
