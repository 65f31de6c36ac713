// The engine panel: who wins, by which moves, and what the others lose; proved, stored or estimated is said in words.

import { boardPicture } from "./board.js";
import { OPPONENTS } from "./game.js";
import { choice, h, numberInput, say, store, stored, trying } from "./dom.js";
import { STRENGTHS, WEAKER } from "./strengths.js";

const LIVE_DELAY = 300;

const nameOf = (player) => player.replace(/^mcts:(\d+)$/, (_, playouts) => `${Number(playouts).toLocaleString("en")} playouts`);

const percent = (share) => `${Math.round(100 * share)} %`;
const points = (number) => `${Math.round(10 * number) / 10} ${Math.abs(number) === 1 ? "point" : "points"}`;

// What is known of a position, whether an exact answer, bounds or an estimate told it.
function judge(answer, side, sides) {
  const solution = answer.solution === undefined ? answer : answer.solution ?? answer;
  const estimate = answer.estimate ?? solution.estimate ?? null;
  const sign = side === sides[0] ? 1 : -1;
  const isProved = solution.status === "exact";
  const isEstimated = estimate !== null && !isProved;
  const best = solution.value ?? Math.max(...(solution.moves ?? []).map((each) => sign * (each.value ?? each.lower))) * sign;
  const moves = !isEstimated
    ? (solution.moves ?? []).map((each) => ({
      move: each.move, trust: solution.book ? "as stored" : each.value === null ? "estimated" : "proved", winner: each.winner,
      lost: each.value === null ? null : Math.max(0, sign * (best - each.value)) / 2, cost: points,
      text: each.value === solution.value && isProved ? solution.result : each.result,
      losesGame: each.value !== null && solution.value !== null && solution.winner === side && each.winner !== side,
    }))
    : estimate.moves.map((each) => ({
      move: each.move, trust: each.value === null ? "estimated" : "proved", winner: null,
      lost: Math.max(0, estimate.moves[0].share - each.share), cost: (lost) => `${percent(lost)} of the games`,
      text: `wins ${percent(each.share)} (${percent(each.interval[0])} to ${percent(each.interval[1])}), margin ${Math.round(10 * each.margin) / 10}`,
      losesGame: false,
    }));
  moves.sort((first, second) => (first.lost ?? Infinity) - (second.lost ?? Infinity));
  return { solution, estimate, isProved, isEstimated, moves, side };
}

function verdict({ solution, estimate, isEstimated, side }) {
  if (solution.book) return [h("span", { class: "estimated" }, `As stored in ${solution.book}, not verified: `), solution.result];
  if (solution.winner && !isEstimated) return [h("span", { class: "proved" }, "Proved: "), solution.result];
  if (estimate) {
    const known = solution.winner ? `; proved so far: ${solution.result}` : "";
    return [h("span", { class: "estimated" }, "Estimated: "),
      `${side} wins ${percent(estimate.share)} (${percent(estimate.interval[0])} to ${percent(estimate.interval[1])}, 95 % confidence), margin ${Math.round(10 * estimate.margin) / 10}${known}`];
  }
  return [h("span", { class: "estimated" }, "Time limit reached: "), solution.result];
}

export function analysisPanel(game, board, play, pointing, gauge) {
  const seconds = numberInput("seconds", 10, 1, 3600);
  const all = h("input", { type: "checkbox", id: "all-moves" });
  const analyse = h("button", { class: "primary", id: "analyse", disabled: true, onclick: () => trying(start) }, "Analyse");
  const finish = h("button", { id: "bounds", disabled: true, onclick: () => trying(bounds), title: "The least and the greatest final margin, however both play" }, "How it can end");
  const stop = h("button", { id: "stop", disabled: true, onclick: () => { cancel(); say("Analysis stopped."); } }, "Stop");
  const result = h("div", { id: "result" });
  const level = choice("level", OPPONENTS.map(([value, ...words]) => [value, words.join(": ")]), { onchange: oppose });
  const strength = h("p", { class: "note", id: "strength" });
  const person = h("select", { id: "person", onchange: oppose },
    h("option", { value: "0" }, "first"), h("option", { value: "1", selected: true }, "second"));
  const live = h("input", { type: "checkbox", id: "live-analysis", checked: stored("live") === true, onchange: () => { store("live", live.checked); if (live.checked) trying(start); } });
  let running = null;
  let liveTimer = 0;

  function oppose() {
    showStrength();
    trying(() => game.oppose(level.value, Number(person.value)));
  }

  // What was measured of the opponent in this game.
  function showStrength() {
    const measured = STRENGTHS[game.rules.name];
    const found = measured?.wins[level.value];
    strength.textContent = found ? `Won ${found[0]} % of ${found[1]} games against ${nameOf(WEAKER[level.value])} on ${measured.board}.` : "";
  }

  function cancel() {
    running?.abort();
    running = null;
    analyse.disabled = finish.disabled = game.isOver;
    stop.disabled = true;
    gauge.stop();
  }

  // Ask what takes long: show how it goes on, then the answer, unless something else has been asked by then.
  async function ask(question, body, present) {
    cancel();
    game.stopThinking();
    const own = new AbortController();
    running = own;
    analyse.disabled = finish.disabled = true;
    stop.disabled = false;
    result.replaceChildren(h("p", {}, "Analysing …"));
    gauge.think();
    const begun = performance.now();
    let known = "";
    const tell = () => {
      const seconds = Math.floor((performance.now() - begun) / 1000);
      result.replaceChildren(h("p", {}, `Analysing … ${seconds} s${known}`));
    };
    const ticking = setInterval(tell, 1000);
    own.signal.addEventListener("abort", () => clearInterval(ticking));
    const progress = ({ done, text }) => {
      if (own.signal.aborted) return;
      known = ` · ${text ?? ""}${question === "bounds" ? "" : ` · ${Number(done).toLocaleString("en")} nodes`}`;
      tell();
    };
    try {
      const answer = await game.engine.stream(question, { ...game.here, time_limit: timeLimit(), ...body }, progress, own.signal);
      if (own.signal.aborted) return;
      clearInterval(ticking);
      present(answer);
    } catch (error) {
      if (own.signal.aborted) return;
      clearInterval(ticking);
      result.replaceChildren(h("p", { class: "error" }, error.message));
    }
    cancel();
  }

  const timeLimit = () => Math.max(1, Math.min(3600, Number(seconds.value) || 10));

  // The values of all moves are exact or nothing; the best move alone can be estimated, too.
  const start = () => (all.checked ? ask("solve", { all_moves: true }, show) : ask("analyse", {}, show));
  const bounds = () => ask("bounds", {}, showBounds);

  // The board at the end of a game, whose moves begin with those on the board.
  function finishPicture(moves) {
    const { position } = game.page;
    const image = h("div", { class: "picture" });
    trying(async () => {
      const placed = moves.filter((move) => /[0-9]/.test(move)).join(" ");
      const body = { game: position.game, options: position.options, placed, to_move: position.to_move };
      const found = await game.engine.ask("setup", position.symbols ? { ...body, board: position.symbols } : body);
      image.replaceChildren(boardPicture(found.page.svg).picture);
    });
    return image;
  }

  // Between which margins the game ends, whatever is played.
  function showBounds(answer) {
    const [first, second] = game.rules.sides;
    const margin = (value) => (value === null ? "not known" : value === 0 ? "0" : `${Math.abs(value)} for ${value > 0 ? first : second}`);
    result.replaceChildren(
      h("p", {}, h("span", { class: answer.status === "optimal" ? "proved" : "estimated" }, answer.status === "optimal" ? "Proved: " : "Not proved: "),
        answer.decided ? `${answer.decided} wins, however the game is finished` : "the game can still end either way"),
      h("p", {}, `Final margin at best for ${first}: ${margin(answer.best)}; at worst: ${margin(answer.worst)}.`),
      ...[["best", answer.best_finish], ["worst", answer.worst_finish]].filter(([, moves]) => moves).map(([name, moves]) => h("figure", { class: "finish" }, h("figcaption", { class: "note" }, `The ${name} end found for ${first}`), finishPicture(moves), lineOf(moves.slice(game.page.position.placed.length)))),
      h("p", { class: "note" }, `${answer.seconds.toFixed(1)} s`));
    say(result.firstChild.textContent);
  }

  function show(answer) {
    const { to_move: side } = game.page.position;
    const found = judge(answer, side, game.rules.sides);
    const { solution, isEstimated } = found;
    // What is recommended without a proof is the estimate that stands first.
    const best = isEstimated && found.moves.length ? [found.moves[0].move] : answer.best?.length ? answer.best : solution.best;
    const first = game.rules.sides[0];
    const known = verdict(found).map((each) => each.textContent ?? each).join("");
    if (solution.book) gauge.estimated(solution.winner === first ? 1 : 0, known);
    else if (solution.winner && !isEstimated) gauge.proved(solution.winner === first, solution.margin, known);
    else if (found.estimate) gauge.estimated(side === first ? found.estimate.share : 1 - found.estimate.share, known);
    const share = isEstimated ? new Map(found.estimate.moves.map((each) => [each.move, each.share])) : null;
    const kinds = new Map(found.moves.map(({ move, trust }) => [move, trust === "proved" ? "proved" : "estimated"]));
    const kind = (move) => kinds.get(move) ?? (found.isProved ? "proved" : "estimated");
    const proved = `${solution.margin ? Math.abs(solution.margin) : "tie"}`;
    const shown = share && best.length < 3 ? found.moves.slice(0, 3).map(({ move }) => move) : best.slice(0, 6);
    board.showMoves(shown, shown.map(kind), shown.map((move) => (share ? percent(share.get(move) ?? found.estimate.share) : found.isProved ? proved : "")));
    if (found.moves.length > shown.length) board.showHeat(heatOf(found.moves));
    const made = [h("p", {}, ...verdict(found))];
    if (solution.swap && solution.swap.should_swap !== null && game.page.can_swap) {
      made.push(h("p", {}, solution.swap.should_swap ? "The player to move should swap." : "The player to move should not swap."));
    }
    if (best.length) made.push(h("p", {}, `${best.length === 1 ? (isEstimated ? "Move with the best estimate" : "Best move") : best.length > 6 ? `6 of ${best.length} best moves` : "Best moves"} (outlined on the board): `, ...best.slice(0, 6).flatMap((move) => [button(move), " "])));
    const line = solution.pv?.length ? solution.pv : found.estimate?.line ?? [];
    if (line.length) made.push(h("p", { class: "note" }, "Likely line; choose a move to play up to it:"), lineOf(line));
    if (found.moves.length) made.push(h("p", { class: "note" }, `${found.moves.length} of ${game.page.legal.length} moves rated; the board is tinted by their worth.`), table(found.moves));
    const nodes = `${solution.nodes.toLocaleString("en")} nodes`;
    made.push(h("p", { class: "note" }, solution.book ? `Nothing was searched; the campaign cost ${nodes}`
      : `${nodes}, ${solution.seconds.toFixed(1)} s`));
    result.replaceChildren(...made);
    say(made[0].textContent);
  }

  // From 1 for the best move to 0 for the worst.
  function heatOf(moves) {
    const most = Math.max(...moves.map(({ lost }) => lost ?? 0)) || 1;
    return new Map(moves.filter(({ lost }) => lost !== null).map(({ move, lost }) => [move, 1 - lost / most]));
  }

  // A line of play: pointing at a move shows what leads to it, choosing it plays that.
  function lineOf(moves) {
    return h("div", { class: "line" }, moves.map((move, index) => {
      const until = moves.slice(0, index + 1);
      const [on, off] = [() => board.showLine(until), () => board.showLine([])];
      return h("button", { onpointerenter: on, onpointerleave: off, onfocus: on, onblur: off, onclick: () => { live.checked = false; trying(() => game.playLine(until)); } }, move);
    }));
  }

  const button = (move) => h("button", { onclick: () => play(move), ...pointing(move) }, move);

  function table(moves) {
    const rows = moves.map(({ move, trust, lost, cost, text, losesGame }) => {
      const told = lost === null ? "unknown" : losesGame ? `the game, ${cost(lost)}` : lost === 0 ? "nothing" : cost(lost);
      const kind = lost === null ? "unknown" : losesGame ? "blunder" : lost === 0 ? "best" : "worse";
      return h("tr", { class: kind }, h("td", {}, button(move)), h("td", {}, told), h("td", {}, `${text} (${trust})`));
    });
    return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "All moves" },
      h("table", { id: "move-values" }, h("thead", {}, h("tr", {}, ["Move", "Loses", "Result"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, rows)));
  }

  game.onChange(() => {
    cancel();
    gauge.clear();
    const { outcome } = game.page.position;
    if (outcome) gauge.proved(outcome.winner === game.rules.sides[0], outcome.margin, game.outcomeText());
    result.replaceChildren();
    level.value = game.opponent;
    person.value = String(game.person);
    showStrength();
    clearTimeout(liveTimer);
    if (live.checked && !outcome && !game.isAwaiting) liveTimer = setTimeout(() => { if (live.checked && host.isConnected) trying(start); }, LIVE_DELAY);
  });

  const host = h("section", { class: "engine", "aria-label": "Engine" },
    h("div", { class: "row" }, analyse, stop, game.engine.offers("bounds") ? finish : null, h("label", { title: "Analyse every position that is shown" }, live, "Analyse every position")),
    result,
    h("details", { id: "analysis-options" }, h("summary", {}, "Analysis options"),
      h("div", { class: "row" }, h("label", {}, "Seconds", seconds), h("label", {}, all, "All moves"))),
    game.engine.offers("engine") ? h("div", { class: "opponent" }, h("div", { class: "row" }, h("label", {}, "Opponent", level), h("label", {}, "plays", person)), strength) : null);
  return host;
}
