// Moves as people read them, and the list of a game's moves with its variations.

import { h, refill } from "./dom.js";

// “S[f5,f6,g4,g5]” is S f5–g5, “e4,d4” the domino whose light half lies on e4; other words stay as they are.
export function moveLabel(move) {
  const squares = move.match(/[a-z]+[0-9]+/g);
  if (!squares) return h("span", { class: "move" }, move);
  const shape = /^[LITS](?=\[)/.exec(move)?.[0];
  return h("span", { class: "move", title: move }, h("span", { class: `kind ${shape ?? "domino"}` }, shape ?? ""), ` ${squares[0]}–${squares.at(-1)}`);
}

// Fill the list `host` with the moves of a game as a tree. `show(node, label)` makes what stands for a move; where
// variations are shown, they follow the move that they replace.
export function fillMoves(host, nodes, current, show, withVariations) {
  const isCurrent = (node) => node.ply === current && node.line === nodes[0]?.line;
  const item = (node) => show(node, moveLabel(node.move), isCurrent(node));
  const number = (node) => `${Math.ceil(node.ply / 2)}${node.ply % 2 ? "" : " …"}`;
  const variation = (moves) => [moves.map((node, index) => [node.ply % 2 || !index ? h("i", {}, number(node)) : null, item(node),
    index ? node.variations.map((each) => ["(", variation(each), ")"]) : null])].flat(9).filter((each) => each !== null);
  refill(host, nodes.flatMap((node) => [
    h("li", { class: node.ply % 2 ? "" : "second" }, node.ply % 2 ? h("i", {}, Math.ceil(node.ply / 2)) : null, item(node)),
    ...(withVariations ? node.variations.map((each) => h("li", { class: "variation" }, variation(each))) : [])]));
  if (!nodes.length) return; // to ask for sizes would lay out a page that is still being made
  // The list scrolls, and never the page.
  const shown = host.querySelector("[aria-current]");
  host.scrollTop = shown ? Math.max(0, shown.offsetTop - host.offsetTop - host.clientHeight + 2 * shown.offsetHeight) : 0;
}
