// The page of the games: a board to play, set up, ask and replay.

import { boardPanel } from "./boardpanel.js";
import { button, h, newSeed, say, trying } from "./dom.js";
import { Game, beginning } from "./game.js";
import { makeGauge } from "./gauge.js";

export async function mount(root, engine, values) {
  const game = new Game(engine, await engine.games());
  const title = h("h2", { id: "position-title" }, "Board");
  const rules = h("a", { id: "rules-link", href: "#rules" }, "How it is played");
  const scores = h("div", { id: "scores" });
  const goal = h("p", {});
  const counted = h("details", { class: "counted", id: "counted", ontoggle: () => { if (counted.open) trying(tellGoal); } }, h("summary", {}, "What counts?"), goal);
  const buttons = {
    undo: button("Undo", () => game.undo(), { title: "u", "aria-keyshortcuts": "u" }),
    redo: button("Redo", () => game.redo(), { title: "y", "aria-keyshortcuts": "y" }),
    swap: button("Swap sides", () => askToSwap(), { title: "s", "aria-keyshortcuts": "s" }),
  };
  const moves = h("ol", { class: "moves", id: "moves", "aria-label": "Moves" });
  const lines = h("div", { id: "lines" });
  const effect = h("p", { id: "effect" });
  const asking = button("Ask about squares", () => ask(!board.asking), { "aria-pressed": "false" });
  const covering = h("div", { id: "covering" });
  const left = h("p", { id: "left" });
  const gauge = makeGauge();
  let effectTimer = 0;
  let effectRequest = null;

  const again = async () => game.begin(await engine.ask("new", beginning(game.rules, game.page.position.options, newSeed())));
  const play = (move) => trying(() => game.play(move));

  // The goal of the game, in the words of its rules.
  async function tellGoal() {
    const name = game.rules.name;
    const { games } = await engine.rules();
    goal.textContent = games.find((each) => each.name === name)?.sections.find((each) => each.title === "Goal")?.text.replaceAll("`", "") ?? "The rules are not known here.";
  }

  // Swapping cannot be told from the board, so it is explained before.
  function askToSwap() {
    if (!game.page?.can_swap) return;
    const side = game.page.position.to_move;
    const other = game.rules.sides.find((each) => each !== side);
    const dialog = h("dialog", { id: "swap-dialog", "aria-labelledby": "swap-title", onclose: () => { if (dialog.returnValue === "swap") play("swap"); dialog.remove(); } },
      h("form", { method: "dialog" },
        h("h2", { id: "swap-title" }, "Swap sides?"),
        h("p", {}, `The position stays as it is. You take over ${other}; your opponent becomes ${side} and is to move.`),
        h("p", { class: "note" }, "Swap if you would rather have the first player's side."),
        h("div", { class: "row" }, h("button", { class: "primary", value: "swap", autofocus: true }, `Swap and be ${other}`), h("button", { value: "stay" }, `Stay ${side}`))));
    root.append(dialog);
    dialog.showModal();
  }

  // What a move would do: what it covers, takes away and protects.
  function strength(move) {
    clearTimeout(effectTimer);
    effectRequest?.abort();
    effect.textContent = "";
    if (move === null) return;
    effectTimer = setTimeout(() => trying(async () => {
      effectRequest = new AbortController();
      const found = await engine.ask("move", { ...game.here, move }, effectRequest.signal);
      if (!found.legal) return;
      const counted = (characters) => Object.entries(characters).filter(([character]) => /[a-z]/i.test(character)).map(([character, count]) => `${count} ${character}`).join(", ");
      const covers = counted(found.covers);
      const scored = Object.entries(found.scores).map(([side, score]) => `${side} ${score}`).join(", ");
      effect.textContent = [
        `${move}`, covers ? `covers ${covers}` : null,
        found.takes_away === null ? null : `takes away ${found.takes_away} placements`,
        found.protects.length ? `protects ${counted(found.keeps) || "no symbol"} on ${found.protects.join(", ")}` : "protects no square", `scores after it: ${scored}`,
      ].filter(Boolean).join(" · ");
    }), 120);
  }

  function ask(on) {
    board.asking = on;
    asking.setAttribute("aria-pressed", String(on));
    board.held();
    say(on ? "Choose a square to see what can still cover it." : "");
  }

  async function remaining(square) {
    const found = await trying(() => engine.ask("remaining", { ...game.here, square }));
    if (!found) return;
    board.showSquares([square]);
    const count = found.covering.length;
    covering.replaceChildren(
      h("p", {}, count ? `${count} of ${found.placements} placements cover ${square}:` : `Nothing can cover ${square} any more.`),
      h("ul", { class: "moves scroll", "aria-label": `Placements that cover ${square}`, tabindex: count > 12 ? "0" : null },
        found.covering.slice(0, 200).map((move) => h("li", {}, button(move, () => play(move), pointing(move))))),
    );
    say(`${square}: ${count} of ${found.placements} placements cover it`);
  }

  const panel = boardPanel(engine, { here: () => game.here, play, wait: () => game.wait(), ask: remaining, hover: strength }, ", u takes back, y replays, s swaps");
  const { board, pointing } = panel;

  game.onChange((page) => {
    const { position } = page;
    board.isLocked = game.isOver || game.isAwaiting;
    board.show(page);
    title.textContent = page.title || game.rules.title;
    document.title = `${title.textContent} · litslab`;
    rules.href = `#rules?game=${encodeURIComponent(game.rules.name)}`;
    const outcome = position.outcome ? game.outcomeText() : game.turnText();
    const scored = Object.entries(position.scores).map(([side, score]) => `${side} ${score}`).join(" · ");
    const notes = [position.half_point ? `half a point more for ${position.half_point}` : "", position.swapped ? "the players have swapped sides" : "", position.constructed ? "set up by hand" : ""].filter(Boolean);
    scores.replaceChildren(h("strong", { class: "turn" }, outcome),
      h("div", { class: "scores" }, Object.entries(position.scores).flatMap(([side, score]) => [h("span", { class: !position.outcome && side === position.to_move ? "active" : "" }, `${side} `, h("b", {}, `${score}`)), " "])),
      notes.length ? h("p", { class: "note" }, `${notes.join("; ")}.`) : "",
      position.outcome ? h("div", { class: "ended" }, game.outcomeReason(), h("div", { class: "row" },
        engine.offers("review") ? button("Review", () => document.getElementById("review")?.click(), { class: "primary" }) : null,
        button("Play again", again))) : "");
    if (counted.open) trying(tellGoal);
    panel.host.setAttribute("aria-label", `Board of ${game.rules.title}, ${page.columns} by ${page.rows}: ${outcome}, ${scored}`);
    buttons.undo.disabled = page.ply === 0;
    buttons.redo.disabled = page.ply === page.moves.length;
    buttons.swap.hidden = !page.can_swap;
    covering.replaceChildren();
    left.textContent = position.outcome
      ? "Nothing can be placed any more."
      : `${position.legal_moves === 1 ? "1 placement remains" : `${position.legal_moves} placements remain`}${page.uncoverable.length ? `; ${page.uncoverable.length === 1 ? "1 free square" : `${page.uncoverable.length} free squares`} cannot be covered any more` : ""}.`;
    moves.replaceChildren(
      h("li", {}, button("0", () => game.goTo(0), { title: "Before the first move", ...(page.ply === 0 ? { "aria-current": "step" } : {}) })),
      ...page.moves.map(({ move, side }, index) => h("li", {}, button(`${index + 1}. ${move}`, () => game.goTo(index + 1), {
        title: side, ...(page.ply === index + 1 ? { "aria-current": "step" } : {}) }))),
    );
    // The list scrolls, and never the page.
    const [current, box] = [moves.querySelector("[aria-current]"), moves.parentNode];
    box.scrollTop = Math.max(0, current.offsetTop - box.offsetTop - box.clientHeight + current.offsetHeight);
    lines.replaceChildren(...(game.lines.length ? [h("h3", {}, "Side lines")] : []), ...game.lines.map((line) =>
      button(`after ${line.ply}: ${line.moves.slice(line.ply).map(({ move }) => move).join(" ").slice(0, 60)}`, () => game.switchTo(line))));
  });

  const check = (label, name) => h("label", {}, h("input", { type: "checkbox", onchange: (event) => board.toggle(name, event.target.checked) }), label);

  const stage = h("section", { class: "stage", "aria-labelledby": "position-title" }, gauge.node, panel.host);
  const slot = h("div", { class: "slot" });
  const beside = h("aside", { class: "beside", "aria-label": "Game" },
    h("div", { class: "titles" }, title, rules), scores, counted, panel.pieces,
    h("div", { class: "row" }, panel.buttons, buttons.undo, buttons.redo, buttons.swap),
    slot,
    h("div", { class: "scroll moves-box" }, moves), lines,
    h("details", { class: "panel", id: "look" }, h("summary", {}, "Look closer"),
      effect, h("div", { class: "row" }, left, asking), covering,
      h("div", { class: "row" }, check("Outline groups", "groups"), check("Shade squares that cannot be covered", "uncoverable"), check("Dot where the piece fits", "fits")), panel.keys));
  // Nothing here has a meaning before there is a game.
  const columns = h("div", { class: "columns table", inert: true }, stage, beside);
  root.append(columns, panel.live);

  function key(event) {
    if (panel.key(event) || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, textarea, dialog")) return;
    const actions = {
      u: () => buttons.undo.click(), y: () => buttons.redo.click(), s: () => buttons.swap.click(),
      Escape: () => { if (board.asking) ask(false); else board.hover(null); },
    };
    const action = actions[event.key];
    if (!action || !game.page) return;
    action();
    event.preventDefault();
  }
  window.addEventListener("keydown", key);

  // The game of the address, or where it names none that can be shown, the first.
  const begin = async (rules) => game.begin(await engine.ask("new", beginning(rules, {}, values.seed)));
  const beginnings = [() => begin(game.games[0])];
  if (values.game !== undefined) beginnings.unshift(() => begin(game.games.find(({ name }) => name === values.game) ?? { name: values.game, options: [] }));
  if (values.g !== undefined) beginnings.unshift(() => game.restore(values.g, values.at));
  while (!game.page && beginnings.length) await trying(beginnings.shift());
  // The address may name an opponent, who plays second unless it says otherwise.
  if (values.opponent && game.page && engine.offers("engine")) trying(() => game.oppose(values.opponent, values.plays === "first" ? 0 : 1));
  await trying(async () => (await import("./panels.js")).addPanels({ game, board, play, pointing, root, slot, beside, gauge }));
  columns.inert = game.page === null;
  return {
    leave() {
      window.removeEventListener("keydown", key);
      clearTimeout(effectTimer);
      game.leave();
    },
  };
}
