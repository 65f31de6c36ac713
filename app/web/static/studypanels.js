// Panels beside the studies: opening some from files and texts, and generating new ones.

import {
  button,
  drawer,
  dropped,
  fields,
  h,
  numberInput,
  numberOf,
  row,
  seedInput,
  seedOf,
  task,
  trying,
} from "./dom.js";
import { tr } from "./language.js";
import { gameFields } from "./options.js";
import { folderFields } from "./records.js";

/** @typedef {import("./engine.js").ApiEngine} ApiEngine */

/**
 * @param {ApiEngine} engine
 * @param {HTMLElement} root Takes files that are dropped.
 * @param {(texts: string[]) => Promise<void>} open
 * @param {() => string} current The record of the study that is shown.
 */
export function openPanel(engine, root, open, current) {
  /** @param {Iterable<File>} files */
  const read = async (files, end = "") =>
    open(
      await Promise.all(
        [...files].filter(({ name }) => name.endsWith(end)).map((each) => each.text()),
      ),
    );
  const input = (/** @type {Record<string, string | boolean>} */ attributes, end = "") =>
    h("input", {
      type: "file",
      ...attributes,
      onchange: ({ currentTarget: { files } }) => trying(() => read(files ?? [], end)),
    });
  const text = h("textarea", {
    id: "study-text",
    "aria-label": tr("Study as text"),
    spellcheck: "false",
  });
  dropped(root, ({ files }) => read(files));
  return drawer(
    tr("Open studies"),
    fields(
      h(
        "label",
        { class: "wide" },
        tr("Files"),
        input({ id: "study-files", accept: ".toml", multiple: true }),
      ),
      h(
        "label",
        { class: "wide" },
        tr("or a folder"),
        input({ id: "study-folder", webkitdirectory: true }, ".toml"),
      ),
    ),
    folderFields(engine, [".toml"], (content) => open([content]), current),
    h(
      "details",
      {},
      h("summary", {}, tr("Paste a study")),
      text,
      row(button(tr("Open"), () => open([text.value]), { id: "open-study" })),
    ),
  );
}

/**
 * @param {ApiEngine} engine
 * @param {import("../page.d.ts").GameRules[]} games
 * @param {(texts: string[]) => Promise<void>} open
 */
export function generatePanel(engine, games, open) {
  const chosen = gameFields(games, "study-game", "study");
  const plies = numberInput("study-plies", 6, 1, 20);
  const number = numberInput("study-count", 1, 1, 50);
  const seconds = numberInput("study-seconds", 60, 1, 3600);
  const seed = seedInput("study-seed");
  const progress = h("p", { id: "study-progress" });
  const generating = task(tr("Generate"), "generate-studies", progress, async (signal) => {
    const count = numberOf(number, 1);
    const body = {
      game: chosen.select.value,
      options: chosen.read(),
      plies: numberOf(plies, 6),
      count,
      seed: seedOf(seed),
      time_limit: numberOf(seconds, 60),
    };
    progress.textContent = tr("Searching …");
    const { studies } = await engine.stream(
      "studies",
      body,
      ({ study, text }) => {
        progress.textContent = study
          ? tr("Found one …")
          : tr("Searching: {progress}", { progress: text });
      },
      signal,
    );
    progress.textContent = tr("{found} of {count} studies.", { found: studies.length, count });
    if (studies.length) await open(studies.map(({ record }) => record));
  });
  chosen.choose();
  const node = drawer(
    tr("Generate studies"),
    fields(h("label", { class: "wide" }, tr("Game"), chosen.select)),
    chosen.fields,
    fields(
      h("label", {}, tr("Number of moves"), plies),
      h("label", {}, tr("Number"), number),
      h("label", {}, tr("Seed"), seed),
      h("label", {}, tr("Seconds"), seconds),
    ),
    generating.buttons,
    progress,
  );
  return { node, leave: generating.leave };
}
