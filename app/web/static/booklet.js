// A booklet to print: its title and layout, and the PDF that the server makes of what the page holds.

import { download, h, say, trying } from "./dom.js";

// `make(layout, onProgress, signal)` asks the server.
export function bookletPanel(title, make, options = []) {
  const text = h("input", { type: "text", id: "book-title", value: title, size: "16" });
  const each = h("input", { type: "number", id: "book-per-page", min: "1", max: "20", value: "4" });
  const paper = h("select", { id: "book-paper" }, [["a4", "A4"], ["a5", "A5"], ["letter", "Letter"]].map(([value, label]) => h("option", { value }, label)));
  const boxes = options.map(({ name, label, checked }) => ({ name, node: h("input", { type: "checkbox", id: `book-${name}`, checked }), label }));
  const progress = h("p", { id: "book-progress", "aria-live": "polite" });
  const button = h("button", { class: "primary", id: "book", onclick: () => trying(start) }, "Make a PDF");
  const stop = h("button", { disabled: true, onclick: () => working?.abort() }, "Stop");
  let working = null;

  async function start() {
    const own = new AbortController();
    working = own;
    button.disabled = true;
    stop.disabled = false;
    progress.textContent = "Making the booklet …";
    const layout = { title: text.value, per_page: Number(each.value) || 4, paper: paper.value, ...Object.fromEntries(boxes.map(({ name, node }) => [name, node.checked])) };
    try {
      const found = await make(layout, ({ done, total }) => { if (total) progress.textContent = `${done} of ${total} solved and graded …`; }, own.signal);
      download(found.name, Uint8Array.from(atob(found.pdf), (letter) => letter.charCodeAt(0)), "application/pdf");
      progress.textContent = `${found.name}: ${found.entries === 1 ? "1 entry" : `${found.entries} entries`}.`;
      say(`${found.name} made.`);
    } catch (error) {
      progress.textContent = own.signal.aborted ? "Stopped." : "";
      throw error;
    } finally {
      working = null;
      button.disabled = false;
      stop.disabled = true;
    }
  }

  return {
    nodes: [h("div", { class: "row" }, h("label", {}, "Title", text)),
      h("div", { class: "row" }, h("label", {}, "Per page", each), h("label", {}, "Paper", paper), boxes.map(({ node, label }) => h("label", {}, node, label))),
      h("div", { class: "row" }, button, stop), progress],
    leave: () => working?.abort(),
  };
}
