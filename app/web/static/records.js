// Records and files: opening, pasting, saving and exporting, and booklets to print.

import {
  button,
  choice,
  download,
  drawer,
  dropped,
  fields,
  fileInput,
  h,
  numberInput,
  row,
  say,
  task,
  trying,
} from "./dom.js";
import { tr, trn } from "./language.js";
import { pack } from "./link.js";

/**
 * @typedef {import("./engine.js").ApiEngine} ApiEngine
 * @typedef {import("../page.d.ts").Schemas} Schemas
 * @typedef {Pick<Schemas["StudyBookRequest"], "title" | "per_page" | "paper">} Layout
 */

/**
 * A picture as PNG, of twice its size.
 *
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function png(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = h("canvas", { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (made) => (made ? resolve(made) : reject(new Error("the browser made no PNG"))),
      "image/png",
    );
  });
}

/**
 * Fields to open and save files of the server's folder, if it has one.
 *
 * @param {ApiEngine} engine
 * @param {string[]} endings Of the files.
 * @param {(text: string) => unknown} show Opens a text.
 * @param {() => string} current The text to save.
 */
export function folderFields(engine, endings, show, current) {
  if (!engine.offers("files")) return null;
  const names = h("select", { id: "folder-file" });
  const name = h("input", {
    type: "text",
    id: "folder-name",
    placeholder: tr("name{ending}", { ending: endings[0] }),
    size: "14",
  });
  const node = h("div", { hidden: true });
  const list = (/** @type {Schemas["FileList"]} */ { available, files }) => {
    node.hidden = !available;
    const fitting = files
      .map((each) => each.name)
      .filter((each) => endings.some((ending) => each.endsWith(ending)));
    names.replaceChildren(...fitting.map((value) => h("option", { value }, value)));
  };
  const open = async () => show((await engine.ask("open", { name: names.value })).text);
  const save = async () => {
    await engine.ask("save", { name: name.value, text: current() });
    list(await engine.ask("files", {}));
    say(tr("{file} saved.", { file: name.value }));
  };
  node.append(
    row(h("label", {}, tr("Folder"), names), button(tr("Open"), open, { id: "folder-open" })),
    row(
      h("label", {}, tr("Name"), name),
      button(tr("Save in the folder"), save, { id: "folder-save" }),
    ),
  );
  trying(async () => list(await engine.ask("files", {})));
  return node;
}

/**
 * The puzzles that could not be read or used, each with its line and the reason.
 *
 * @param {string} id
 */
export function leftOutList(id) {
  const list = h("ul");
  const told = h("p");
  const node = h("div", { id, class: "error", role: "alert", hidden: true }, told, list);
  const show = (/** @type {string[]} */ errors) => {
    node.hidden = !errors.length;
    told.textContent = trn(
      "{count} puzzle was left out:",
      "{count} puzzles were left out:",
      errors.length,
    );
    list.replaceChildren(...errors.map((error) => h("li", {}, error)));
  };
  return { node, show };
}

/**
 * @param {import("./game.js").Game} game
 * @param {HTMLElement} root
 */
export function recordPanel(game, root) {
  const text = h("textarea", {
    id: "record-text",
    "aria-label": tr("Record as text"),
    spellcheck: "false",
  });
  const file = fileInput({ accept: ".toml,.ltp,.json,.txt", id: "record-file" }, (from) =>
    open(from),
  );
  const load = (/** @type {string} */ content) =>
    trying(async () => {
      await game.load(content);
      say(tr("Record opened."));
    });
  const open = async (/** @type {File} */ from) => load(await from.text());
  const name = () => game.page.position.game;
  dropped(root, ({ files }) => {
    if (files.length) return open(files[0]);
  });

  return drawer(
    tr("Open and save"),
    row(h("label", {}, tr("Open a file"), file)),
    h(
      "div",
      { class: "row" },
      button(tr("Save"), () => download(`${name()}.toml`, game.record, "application/toml"), {
        id: "save",
      }),
      button("SVG", () => download(`${name()}.svg`, game.page.svg, "image/svg+xml")),
      button("PNG", async () => download(`${name()}.png`, await png(game.page.svg), "image/png")),
      game.engine.offers("report")
        ? button(
            tr("Report"),
            async () => {
              location.hash = `plots?game=${name()}&g=${await pack(game.record)}`;
            },
            { id: "report-on" },
          )
        : null,
    ),
    folderFields(game.engine, [".toml", ".ltp"], load, () => game.record),
    h(
      "details",
      {},
      h("summary", {}, tr("Paste a record")),
      text,
      row(
        button(tr("Load"), () => load(text.value), { id: "load-record" }),
        button(tr("Show this record"), () => {
          text.value = game.record;
        }),
      ),
    ),
  );
}

/**
 * A booklet to print: its title and layout, and the PDF that the server makes.
 *
 * @param {string} title
 * @param {(
 *   layout: Layout & Record<string, unknown>,
 *   onProgress: (progress: import("../page.d.ts").WorkDone) => void,
 *   signal: AbortSignal,
 * ) => Promise<Schemas["Pdf"]>} make Asks the server.
 * @param {{name: string, label: string, checked: boolean}[]} options
 */
export function bookletPanel(title, make, options = []) {
  const text = h("input", { type: "text", id: "book-title", value: title, size: "16" });
  const each = numberInput("book-per-page", 4, 1, 20);
  const paper = choice("book-paper", [
    ["a4", "A4"],
    ["a5", "A5"],
    ["letter", tr("Letter")],
  ]);
  const boxes = options.map(({ name, label, checked }) => ({
    name,
    node: h("input", { type: "checkbox", id: `book-${name}`, checked }),
    label,
  }));
  const progress = h("p", { id: "book-progress" });
  const leftOut = leftOutList("book-errors");
  const { buttons, leave } = task(tr("Make a PDF"), "book", progress, async (signal) => {
    progress.textContent = tr("Making the booklet …");
    leftOut.show([]);
    const layout = {
      title: text.value,
      per_page: Number(each.value) || 4,
      paper: /** @type {Layout["paper"]} */ (paper.value),
      ...Object.fromEntries(boxes.map(({ name, node }) => [name, node.checked])),
    };
    const found = await make(
      layout,
      ({ done, total }) => {
        if (total) {
          progress.textContent = tr("{done} of {total} solved and graded …", { done, total });
        }
      },
      signal,
    );
    download(
      found.name,
      Uint8Array.from(atob(found.pdf), (letter) => letter.charCodeAt(0)),
      "application/pdf",
    );
    progress.textContent = trn(
      "{name}: {count} entry.",
      "{name}: {count} entries.",
      found.entries,
      found,
    );
    leftOut.show(found.errors);
  });

  const nodes = [
    fields(
      h("label", { class: "wide" }, tr("Title"), text),
      h("label", {}, tr("Per page"), each),
      h("label", {}, tr("Paper"), paper),
    ),
    row(boxes.map(({ node, label }) => h("label", {}, node, label))),
    buttons,
    progress,
    leftOut.node,
  ];
  return { nodes, leave };
}
