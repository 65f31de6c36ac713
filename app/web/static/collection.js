// The puzzles that come with litslab, pack by pack as small pictures, and what has been solved in this browser.

import { download, h, say, store, stored, trying } from "./dom.js";
import { puzzlePicture } from "./thumb.js";

const key = (address) => (address.includes("lits/") ? address.slice(address.indexOf("lits/")) : address);
const times = () => stored("solved") ?? {};

// Keep that a puzzle is solved, and return its stars: three without help, one fewer for hints, and one for checks.
export function noteSolved(address, timer) {
  const stars = 3 - (timer.hints > 0) - (timer.checks > 0);
  const all = times();
  const before = all[key(address)];
  const seconds = Math.round(timer.milliseconds() / 1000);
  if (!before || stars > before.stars || (stars === before.stars && seconds < before.seconds)) store("solved", { ...all, [key(address)]: { seconds, stars } });
  return stars;
}

export function collectionPanel(engine, open) {
  let packs = [];
  const packOf = (address) => packs.find((pack) => pack.puzzles.some(({ text }) => text === address));
  const select = h("select", { id: "pack", onchange: () => { shown = packs.find(({ name }) => name === select.value); drawPack(); } });
  const about = h("p", { class: "note" });
  const host = h("div", { class: "thumbs scroll", role: "group", "aria-label": "Puzzles of the pack", tabindex: "0" });
  const node = h("div", { id: "collection" }, h("div", { class: "row" }, h("label", {}, "Pack", select)), about, host);
  let shown = null;
  let current = null;

  // The puzzle that is shown does not wait for the others.
  const loaded = trying(async () => {
    const { packs: described, puzzles } = (await engine.collection()).puzzles;
    packs = described.filter(({ rules }) => rules === "lits").map((pack) => ({ ...pack, puzzles: puzzles.filter((each) => each.pack === pack.name) }));
    shown = packs[0];
    draw();
  });

  // A pack may have a hundred puzzles: each picture is drawn when it comes into sight.
  const pictures = new Map();
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      trying(async () => target.replaceChildren(puzzlePicture(await engine.ask("puzzle", { puzzle: target.dataset.text }))));
    }
  });
  function picture(text) {
    if (!pictures.has(text)) {
      const image = h("span", { class: "picture", "data-text": text });
      pictures.set(text, image);
      watcher.observe(image);
    }
    return pictures.get(text);
  }

  function drawPack() {
    const solved = times();
    select.replaceChildren(...packs.map((pack) => h("option", { value: pack.name, selected: pack === shown },
      `${pack.title}: ${pack.puzzles.filter(({ text }) => solved[text]).length} of ${pack.count} solved`)));
    about.textContent = shown.about;
    host.replaceChildren(...shown.puzzles.map(({ text, columns, rows, level }, number) => {
      const done = solved[text];
      const name = `${shown.title} ${number + 1}, ${columns}×${rows}, level ${level}${done ? `, solved in ${done.seconds} s with ${done.stars} stars` : ""}`;
      return h("button", { "aria-label": name, title: name, "data-puzzle": text, "aria-current": text === current ? "true" : null, onclick: () => trying(() => open(text)) },
        picture(text), h("span", { class: "stars", "aria-hidden": "true" }, done ? "★".repeat(done.stars) : ""));
    }));
  }

  function draw(address = current) {
    current = address && key(address);
    shown = packOf(current) ?? shown;
    if (!shown) return;
    drawPack();
    const button = host.querySelector("[aria-current]");
    if (button) host.scrollTop = button.offsetTop - host.offsetTop - button.offsetHeight;
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
    h("button", { onclick: () => download("lits-progress.json", `${JSON.stringify(times(), null, 1)}\n`, "application/json") }, "Save progress"),
    h("button", { onclick: () => file.click() }, "Read progress"), file];

  // The next puzzle that is not solved: of the pack that is shown, after the current one, or else the first of all.
  function next() {
    const solved = times();
    const isOpen = ({ text }) => !solved[text] && text !== current;
    if (!shown) return undefined;
    const place = shown.puzzles.findIndex(({ text }) => text === current);
    return (shown.puzzles.slice(place + 1).find(isOpen) ?? packs.flatMap((pack) => pack.puzzles).find(isOpen))?.text;
  }
  return { node, buttons, draw, next, loaded };
}
