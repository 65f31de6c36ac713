// The puzzles that come with the page, as small pictures by level, and what has been solved in this browser.

import { download, h, say, store, stored, trying } from "./dom.js";
import { PUZZLES } from "./showcase.js";
import { puzzlePicture } from "./thumb.js";

const key = (url) => url.slice(url.indexOf("lits/"));
const times = () => stored("solved") ?? {};

// Keep that a puzzle is solved, and return its stars: three without help, one fewer for hints, and one for checks.
export function noteSolved(url, timer) {
  const stars = 3 - (timer.hints > 0) - (timer.checks > 0);
  const all = times();
  const before = all[key(url)];
  const seconds = Math.round(timer.milliseconds() / 1000);
  if (!before || stars > before.stars || (stars === before.stars && seconds < before.seconds)) store("solved", { ...all, [key(url)]: { seconds, stars } });
  return stars;
}

export function collectionPanel(engine, open) {
  const node = h("div", { id: "collection" });
  const all = Object.values(PUZZLES).flat();
  const pictures = new Map();
  let current = null;

  function picture(url) {
    if (!pictures.has(url)) {
      const host = h("span", { class: "picture" });
      pictures.set(url, host);
      trying(async () => host.replaceChildren(puzzlePicture(await engine.ask("puzzle", { puzzle: url }))));
    }
    return pictures.get(url);
  }

  function draw(shown = current) {
    current = shown && key(shown);
    const solved = times();
    node.replaceChildren(...Object.entries(PUZZLES).map(([level, urls]) => h("div", { class: "pack" },
      h("p", { class: "note" }, `${level[0].toUpperCase()}${level.slice(1)}: ${urls.filter((url) => solved[url]).length} of ${urls.length}`),
      h("div", { class: "thumbs" }, urls.map((url, number) => {
        const done = solved[url];
        const name = `${level} puzzle ${number + 1}${done ? `, solved in ${done.seconds} s with ${done.stars} stars` : ""}`;
        return h("button", { type: "button", "aria-label": name, title: name, "data-puzzle": url, "aria-current": url === current ? "true" : null, onclick: () => trying(() => open(url)) },
          picture(url), h("span", { class: "stars", "aria-hidden": "true" }, done ? "★".repeat(done.stars) : ""));
      })))));
  }

  const file = h("input", { type: "file", accept: ".json", class: "hidden", tabindex: "-1", "aria-label": "File of progress", onchange: () => trying(restore) });
  async function restore() {
    const read = JSON.parse(await file.files[0].text());
    if (Object.values(read).some((each) => !Number.isFinite(each?.seconds) || !Number.isInteger(each.stars) || each.stars < 0 || each.stars > 3)) throw new Error("expected a file of progress that this page has saved");
    store("solved", { ...times(), ...read });
    draw();
    say("Progress read.");
  }
  const buttons = [
    h("button", { type: "button", onclick: () => download("lits-progress.json", `${JSON.stringify(times(), null, 1)}\n`, "application/json") }, "Save progress"),
    h("button", { type: "button", onclick: () => file.click() }, "Read progress"), file];
  // The first puzzle, from easy to hard, that is not solved.
  const next = () => { const solved = times(); return all.find((url) => !solved[url] && url !== current); };
  return { node, buttons, draw, next };
}
