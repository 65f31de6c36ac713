// All puzzles: those of the last days, and the packs as small pictures.

import { begunSection } from "./begunlist.js";
import {
  labelOf,
  LEVELS,
  dateText,
  daysBefore,
  isTime,
  packsOf,
  puzzleAddress,
  puzzlePicture,
  streak,
  times,
  today,
  todaysPuzzle,
} from "./collection.js";
import {
  button,
  choice,
  downloadJson,
  drawer,
  fileInput,
  h,
  row,
  say,
  store,
  stored,
} from "./dom.js";
import { turn } from "./engine.js";
import { tr, trn } from "./language.js";
import { lazyPictures } from "./lazypictures.js";
import { address } from "./link.js";
import { puzzleChoice } from "./puzzlechoice.js";
import { PUZZLES } from "./rulebook.js";

const DAYS = 14;

/**
 * @typedef {import("./collection.js").PackedPuzzle} PackedPuzzle
 * @typedef {import("./collection.js").Time} Time
 */

/**
 * @param {HTMLElement} root
 * @param {import("./engine.js").ApiEngine} engine
 * @param {import("../page.d.ts").Values} values
 * @returns {Promise<import("../page.d.ts").View>}
 */
export async function mount(root, engine, values) {
  const packs = await packsOf(engine);
  const collection = await engine.document("collection");
  const select = choice(
    "pack",
    packs.map(({ name, title }) => [name, title]),
    { onchange: drawPack },
  );
  select.append(
    h(
      "optgroup",
      { label: tr("Other rules") },
      packs.flatMap(({ rules }, index) => (rules === "lits" ? [] : [select.options[index]])),
    ),
  );
  const about = h("p", { class: "note" });
  const chosen = puzzleChoice(engine);
  const host = h("div", {
    class: "thumbs",
    role: "group",
    "aria-label": tr("Puzzles of the pack"),
  });
  const days = h("div", {
    class: "days",
    role: "group",
    "aria-label": tr("Puzzles of the last days"),
  });
  const run = h("p", { class: "note", id: "streak" });

  // A pack may have a hundred puzzles.
  const pictures = lazyPictures(async (/** @type {{puzzle: string, rules?: string}} */ question) =>
    puzzlePicture(await engine.ask("puzzle", question)),
  );
  /**
   * @param {Omit<PackedPuzzle, "rules"> & {rules?: string}} puzzle
   * @param {string} name
   * @param {string} href
   * @param {Time | undefined} done How it was solved, if it was.
   */
  function thumb({ text, rules, columns, rows, level }, name, href, done) {
    const image = pictures.place({ puzzle: text, rules });
    const told = { name, columns, rows, level, ...done };
    const label = done
      ? tr(
          "{name}, {columns}×{rows}, level {level}, solved in {seconds} s with {stars} stars",
          told,
        )
      : tr("{name}, {columns}×{rows}, level {level}", told);
    return h(
      "a",
      { href, title: name, "aria-label": label, "data-puzzle": text },
      image,
      h(
        "span",
        { class: done ? "stars" : "note", "aria-hidden": "true" },
        done ? "★".repeat(done.stars) : `${columns}×${rows}`,
      ),
    );
  }

  function drawPack() {
    const pack = packs.find(({ name }) => name === select.value) ?? packs[0];
    const solved = times();
    [...select.options].forEach((option, index) => {
      option.textContent = tr("{title}: {solved} of {count} solved", {
        ...packs[index],
        solved: packs[index].puzzles.filter(({ text }) => solved[text]).length,
      });
    });
    about.textContent =
      pack.rules === undefined
        ? pack.about
        : tr("{about}. {rules}", { about: pack.about, rules: PUZZLES[pack.rules].text });
    host.replaceChildren(
      ...pack.puzzles.map((each, number) =>
        thumb(
          each,
          `${pack.title} ${labelOf(pack, number)}`,
          puzzleAddress(each),
          solved[each.text],
        ),
      ),
    );
  }

  function drawDays() {
    const done = stored("days") ?? {};
    const solved = times();
    const names = h(
      "div",
      { class: "names note", "aria-hidden": "true" },
      ["\u00a0", ...Object.values(LEVELS)].map((name) => h("span", {}, name)),
    );
    days.replaceChildren(
      names,
      ...Array.from({ length: DAYS }, (_, before) => {
        const date = daysBefore(today(), before);
        return h(
          "div",
          { class: "day" },
          h(
            "span",
            { class: "note" },
            before ? dateText(date, { month: "short" }) : tr("Today"),
            done[date] ? " ✓" : "",
          ),
          Object.entries(LEVELS).map(([level, name]) => {
            const puzzle = todaysPuzzle(collection, level, new Date(`${date}T12:00`));
            return puzzle
              ? thumb(
                  puzzle,
                  tr("{date}, {level}", { date, level: name }),
                  address("puzzle", { today: level, date }),
                  solved[puzzle.text],
                )
              : null;
          }),
        );
      }),
    );
    run.textContent = streak()
      ? trn(
          "{count} day in a row with a puzzle of the day.",
          "{count} days in a row with a puzzle of the day.",
          streak(),
        )
      : tr("Solve a puzzle of the day to start a streak.");
  }

  const file = fileInput({ accept: ".json", hidden: true }, restore);
  /** @param {File} opened */
  async function restore(opened) {
    const read = await new Response(opened).json().catch(() => null);
    if (read?.constructor !== Object || !Object.values(read).every(isTime)) {
      throw new Error(
        tr(
          "This file holds no progress. Choose one that this page has saved: its name ends in .json.",
        ),
      );
    }
    store("solved", { ...times(), ...read });
    drawPack();
    say(tr("Progress read."));
  }

  select.value = packs.find(({ name }) => name === values.pack)?.name ?? select.value;
  drawPack();
  await turn();
  drawDays();
  root.append(
    row(
      h("h2", {}, tr("Puzzles of the day")),
      h("a", { class: "button", href: "#create" }, tr("Create a puzzle")),
    ),
    run,
    days,
    begunSection() ?? "",
    h("h2", { class: "next" }, tr("All puzzles")),
    chosen.node,
    row(h("label", {}, tr("Pack"), select)),
    about,
    host,
    drawer(
      tr("Progress"),
      h(
        "div",
        { class: "row" },
        button(tr("Save progress"), () => downloadJson("lits-progress.json", times())),
        button(tr("Read progress"), () => file.click()),
        file,
      ),
    ),
  );
  return {
    leave() {
      pictures.leave();
      chosen.leave();
    },
  };
}
