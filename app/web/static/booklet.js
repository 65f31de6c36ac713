// A booklet to print: its title and layout, and the PDF that the server makes of what the page holds.

import { choice, download, h, numberInput, say, task } from "./dom.js";

// `make(layout, onProgress, signal)` asks the server.
export function bookletPanel(title, make, options = []) {
  const text = h("input", { type: "text", id: "book-title", value: title, size: "16" });
  const each = numberInput("book-per-page", 4, 1, 20);
  const paper = choice("book-paper", [["a4", "A4"], ["a5", "A5"], ["letter", "Letter"]]);
  const boxes = options.map(({ name, label, checked }) => ({ name, node: h("input", { type: "checkbox", id: `book-${name}`, checked }), label }));
  const progress = h("p", { id: "book-progress", "aria-live": "polite" });
  const { buttons, leave } = task("Make a PDF", "book", progress, async (signal) => {
    progress.textContent = "Making the booklet …";
    const layout = { title: text.value, per_page: Number(each.value) || 4, paper: paper.value, ...Object.fromEntries(boxes.map(({ name, node }) => [name, node.checked])) };
    const found = await make(layout, ({ done, total }) => { if (total) progress.textContent = `${done} of ${total} solved and graded …`; }, signal);
    download(found.name, Uint8Array.from(atob(found.pdf), (letter) => letter.charCodeAt(0)), "application/pdf");
    progress.textContent = `${found.name}: ${found.entries === 1 ? "1 entry" : `${found.entries} entries`}.`;
    say(`${found.name} made.`);
  });

  return {
    nodes: [h("div", { class: "row" }, h("label", {}, "Title", text)),
      h("div", { class: "row" }, h("label", {}, "Per page", each), h("label", {}, "Paper", paper), boxes.map(({ node, label }) => h("label", {}, node, label))),
      buttons, progress],
    leave,
  };
}
