// The keys of the page, shown by “?”.

import { h, openDialog } from "./dom.js";

const BOARD = [["Arrows", "move over the board"], ["Enter", "place the piece"], ["r", "rotate the piece"], ["f", "flip the piece"], ["c", "change its colours"], ["1–9", "choose a piece"]];
const KEYS = {
  play: [...BOARD, ["u", "undo"], ["y", "redo"], ["s", "swap sides"], ["h", "hint"], ["n", "new game"], ["a", "analyse"]],
  analyse: [["← →", "step through the game"], ["Home End", "first and last position"], ...BOARD],
  studies: BOARD,
  puzzle: [["Arrows", "move over the puzzle"], ["Enter", "shaded, dot, blank"], ["x", "dot"], ["Ctrl z", "undo"], ["Ctrl y", "redo"]],
  create: [["Arrows", "move over the grid"], ["Shift arrow", "draw or remove a border"], ["Ctrl z", "undo"], ["Ctrl y", "redo"]],
};

export function showHelp(page) {
  if (document.getElementById("help")) return;
  const keys = [...(KEYS[page] ?? []), ["?", "these keys"], ["Tab", "next control"]];
  openDialog(document.body, "help", "Keys", () => {},
    h("table", {}, h("tbody", {}, keys.map(([name, does]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, name)), h("td", {}, does))))),
    h("div", { class: "row" }, h("button", { class: "primary" }, "Close")));
}
