// The view in which games are analysed: gauge, verdict, best moves, curve and moves.

import { boardPanel } from "./boardpanel.js";
import {
  Latest,
  button,
  copyLink,
  h,
  pointed,
  put,
  refill,
  s,
  store,
  stored,
  trying,
} from "./dom.js";
import { Game } from "./game.js";
import { tr, trn } from "./language.js";
import { address } from "./link.js";
import { makeReview } from "./review.js";
import { ruleNote } from "./rule.js";
import {
  TAGS,
  effectText,
  fillMoves,
  firstShareText,
  judge,
  moveLabel,
  outcomeReason,
  outcomeText,
  scoreText,
} from "./words.js";

const DELAY = 250; // milliseconds before the engine begins, so that a game can be stepped through
const FIRST_SECONDS = 2;
const SHOWN = 3; // moves in the list

// The gauge beside the board shows the lead: solid if proved, hatched if estimated.
const FULL = 20; // the margin that fills the gauge

function makeGauge() {
  const level = h("div", { class: "level" });
  const node = h(
    "div",
    { class: "gauge", id: "gauge", role: "img", "aria-label": tr("Not analysed") },
    level,
  );

  // `share` is that of the first player.
  function show(share, words, kind) {
    node.style.setProperty("--share", `${Math.round(100 * share)}%`);
    node.className = `gauge ${kind}`;
    node.setAttribute("aria-label", words);
    node.title = words;
  }

  return { node, show };
}

// A proved winner has more than half of the gauge, and more by a known margin.
function provedShare(isFirst, margin) {
  const part = 0.54 + 0.46 * Math.min(1, Math.abs(margin ?? 0) / FULL);
  return isFirst ? part : 1 - part;
}

// The curve of a game by ply: above the line the first player wins; solid if proved, dashed if
// estimated.
const WIDTH = 400;
const HEIGHT = 84;
const EDGE = 8;

const CAP = 3; // half the width of the ends of an interval

// A vertical bar with an end above and below.
const barPath = (x, low, high) =>
  [`M${x} ${low}V${high}`, ...[low, high].map((end) => `M${x - CAP} ${end}H${x + CAP}`)].join("");

// `at(ply)` returns the evaluation of a position: its value, or the share of games that the first
// player wins, with its 95 % interval.
function drawCurve(host, game, at, moments) {
  const last = game.page.moves.length;
  host.hidden = last === 0;
  const known = Array.from({ length: last + 1 }, (_, ply) => ({ ply, ...at(ply) })).filter(
    ({ value, share }) => (value ?? share ?? null) !== null,
  );
  const most = Math.max(1, ...known.map(({ value }) => Math.abs(value ?? 0)));
  const level = ({ value, share }) => ((value ?? null) !== null ? value / most : 2 * share - 1);
  const x = (ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, last);
  const height = (part) => HEIGHT / 2 - part * (HEIGHT / 2 - EDGE);
  const y = (each) => height(level(each));
  const isProved = ({ status }) => status !== "estimated";
  const isUncertain = ({ value, interval }) =>
    (value ?? null) === null && interval && interval[0] < interval[1];
  const turning = new Set(moments.map(({ ply }) => ply));
  const go = (event) => {
    const { left, width } = svg.getBoundingClientRect();
    const part = (((event.clientX - left) / width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
    trying(() => game.goTo(Math.max(0, Math.min(last, Math.round(part * last)))));
  };
  const svg = s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "curve",
      role: "img",
      onclick: go,
      "aria-label": tr("Who wins, by move: {known} of {count} positions are known", {
        known: known.length,
        count: last + 1,
      }),
    },
    s("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "axis" }),
    s("line", { x1: x(game.ply), x2: x(game.ply), y1: 0, y2: HEIGHT, class: "now" }),
    known.slice(1).map((each, index) =>
      s("line", {
        x1: x(known[index].ply),
        y1: y(known[index]),
        x2: x(each.ply),
        y2: y(each),
        class: isProved(each) && isProved(known[index]) ? "" : "estimated",
      }),
    ),
    known
      .filter(isUncertain)
      .map(({ ply, share, interval: [low, high] }) =>
        s(
          "path",
          { d: barPath(x(ply), height(2 * low - 1), height(2 * high - 1)), class: "interval" },
          s("title", {}, firstShareText(share, [low, high])),
        ),
      ),
    known.map((each) =>
      s("circle", {
        cx: x(each.ply),
        cy: y(each),
        r: turning.has(each.ply) ? 5 : 3,
        class: `${isProved(each) ? "proved" : "estimated"}${turning.has(each.ply) ? " moment" : ""}`,
      }),
    ),
  );
  refill(host, [svg]);
}

export async function mount(root, engine, values) {
  const game = new Game(engine, await engine.games(), "analyse", root);
  const gauge = makeGauge();
  const title = h("span", { id: "position-title" });
  const tag = h("span", { class: "tag", id: "trust" });
  const verdict = h("h2", { class: "say", id: "verdict", "aria-live": "polite" });
  const detail = h("p", { class: "note", id: "detail" });
  const best = h("ul", { class: "best", id: "best", "aria-label": tr("Best moves") });
  const rest = h("p", { class: "note", id: "rest" });
  const line = h("p", { class: "line", id: "line" });
  const why = h("p", { class: "note", id: "why" });
  const curve = h("div", { id: "curve" });
  const moves = h("ol", { class: "movelist", id: "moves", "aria-label": tr("Moves") });
  const running = h("input", {
    type: "checkbox",
    id: "engine",
    checked: stored("engine") !== false,
    onchange: () => {
      store("engine", running.checked);
      start();
    },
  });
  // The engine's time limit, and whether it rates every move.
  const settings = { seconds: engine.patience, all: false };
  const known = new Map(); // the engine's findings by ply and record
  const working = new Latest();
  let waiting = 0;
  const effects = new Latest();
  let outlined = []; // the moves on the board, and the kind of each: proved or estimated

  const key = () => `${game.ply} ${game.record}`;
  const play = (move) => trying(async () => (review.task ? review.retry(move) : game.play(move)));
  const panel = boardPanel(engine, {
    here: () => game.here,
    play,
    ask: (square) => more?.ask(square),
  });
  const { board } = panel;
  board.stepsThroughGame = true;
  const review = makeReview(game, () => {
    showAll();
    start();
  });
  let more = null;

  // --- the engine
  function stop() {
    working.end();
    clearTimeout(waiting);
    gauge.node.classList.remove("thinking");
  }

  function start() {
    stop();
    const isWanted = running.checked && !game.isOver && !review.isRunning && !review.task;
    const found = known.get(key());
    if (!isWanted || (found?.isFinal && (!settings.all || found.isRated))) return;
    waiting = setTimeout(() => trying(() => working.run(think)), DELAY);
  }

  // A short analysis, then a longer one if the position is undecided, then a value for each move if
  // that is wanted.
  async function think(signal) {
    const where = key();
    const ask = async (question, body) => {
      const tellProgress = question === "analyse" ? tellPlayouts : tellPositions;
      const answer = await engine.stream(question, { ...game.here, ...body }, tellProgress, signal);
      if (signal.aborted) return null;
      const found = judge(answer, game.page.position.to_move, game.rules.sides);
      known.set(where, found);
      showAll();
      return found;
    };
    // A search tells no second estimate below the one that is shown, be it a review's.
    const tellPlayouts = ({ done, text }) => {
      if (signal.aborted) return;
      const count = Number(done).toLocaleString("en");
      const longer = trn(
        "a longer search: {count} playout",
        "a longer search: {count} playouts",
        done,
        { count },
      );
      const shown = known.get(where) ?? review.at(game.ply);
      detail.textContent = shown ? [shown.more, longer].filter(Boolean).join(" · ") : text;
    };
    const tellPositions = ({ done, text }) => {
      if (signal.aborted) return;
      const count = Number(done).toLocaleString("en");
      const visited = done ? trn("{count} position", "{count} positions", done, { count }) : "";
      detail.textContent = [text, visited].filter(Boolean).join(" · ");
    };
    gauge.node.classList.add("thinking");
    try {
      let found = await ask("analyse", { time_limit: Math.min(FIRST_SECONDS, settings.seconds) });
      if (found?.kind === "estimated" && settings.seconds > FIRST_SECONDS) {
        found = await ask("analyse", { time_limit: settings.seconds });
      }
      if (found && settings.all && found.kind === "proved") {
        found = await ask("solve", { time_limit: settings.seconds, all_moves: true });
        if (found) found.isRated = true;
      }
      if (!found) return;
      found.isFinal = true;
      showAll();
    } catch (error) {
      if (!signal.aborted) detail.textContent = error.message;
    } finally {
      if (!signal.aborted) stop();
    }
  }

  // --- showing results
  function showAll() {
    if (!game.isShown) return;
    const { position } = game.page;
    const found = known.get(key());
    const evaluation = review.at(game.ply);
    if (!found || review.task) [best, line].forEach((each) => refill(each, []));
    rest.textContent = why.textContent = "";
    outlined = [];
    board.showHeat(new Map());
    gauge.show(0.5, tr("Not analysed"), "");
    if (review.task) {
      tell("", review.task.text, review.task.note);
      outlined = [review.task.shown];
    } else if (position.outcome) showEnd(position.outcome);
    else if (found && !isSurer(evaluation, found)) showFound(found);
    else if (evaluation) showEvaluation(evaluation);
    else {
      tell(
        "",
        game.rules.title,
        running.checked ? tr("The engine begins …") : tr("The engine is off."),
      );
    }
    board.showMoves(...outlined);
    drawCurve(
      curve,
      game,
      (ply) =>
        review.at(ply) ?? (found && ply === game.ply ? { ...found, status: found.kind } : null),
      review.moments,
    );
    fillMoves(moves, game.tree, game.ply, moveItem, true);
    review.render();
  }

  // What a review has proved stays while the engine estimates.
  const isSurer = (evaluation, found) =>
    evaluation && evaluation.status !== "estimated" && found.kind === "estimated";

  function tell(kind, text, more = "") {
    tag.hidden = !TAGS[kind];
    tag.className = `tag ${kind}`;
    tag.textContent = TAGS[kind] ?? "";
    put(verdict, text);
    detail.textContent = more;
  }

  function showEnd(outcome) {
    gauge.show(
      provedShare(outcome.winner === game.rules.sides[0], outcome.margin),
      outcomeText(game),
      "proved",
    );
    tell("proved", outcomeText(game), outcomeReason(game));
  }

  function showEvaluation({ status, result, share, interval }) {
    const text = result ?? firstShareText(share, interval);
    const kind = status === "estimated" ? status : "proved";
    gauge.show(kind === "estimated" ? share : provedShare(share > 0.5, 0), text, kind);
    tell(kind, text);
  }

  function showFound(found) {
    const first = game.rules.sides[0];
    const said = tr("{status}: {result}", { status: TAGS[found.kind], result: found.text });
    if (found.kind === "stored") gauge.show(found.winner === first ? 1 : 0, said, "estimated");
    else if (found.share !== null) gauge.show(found.share, said, "estimated");
    else if (found.winner) {
      gauge.show(provedShare(found.winner === first, found.margin), said, "proved");
    }
    let swap = "";
    if (found.swap !== null && game.page.can_swap) {
      swap = found.swap
        ? tr("The player to move should swap.")
        : tr("The player to move should not swap.");
    }
    tell(
      found.kind,
      found.book ? tr("{result} ({book})", { result: found.text, book: found.book }) : found.text,
      [found.more, swap, found.cost].filter(Boolean).join(" · "),
    );
    const shown = found.moves.slice(0, SHOWN);
    outlined = [
      shown.map(({ move }) => move),
      shown.map((each) => (each.isProved ? "proved" : "estimated")),
    ];
    refill(
      best,
      shown.map((each) =>
        h(
          "li",
          {},
          moveButton(each.move),
          h("span", {
            class: `bar ${each.isProved ? "proved" : "estimated"}`,
            style: each.span
              ? `--from: ${each.span[0]}; --part: ${each.span[1]}`
              : `--part: ${part(each, found.moves)}`,
          }),
          h("b", { title: each.text, class: each.losesGame ? "error" : "" }, each.worth),
        ),
      ),
    );
    const others = found.moves.length - shown.length;
    const isShaded = others > 0 && board.overlay === "worth";
    rest.textContent = others > 0 ? tr("{count} more", { count: others }) : "";
    if (isShaded) {
      rest.textContent = tr("{count} more, shown by shade", { count: others });
      board.showHeat(
        new Map(
          found.moves
            .filter(({ lost }) => lost !== null)
            .map((each) => [each.move, part(each, found.moves)]),
        ),
      );
    }
    refill(
      line,
      found.line.length
        ? [
            h("span", { class: "note" }, tr("Likely: ")),
            ...found.line.map((move, index) => {
              const until = found.line.slice(0, index + 1);
              const go = () =>
                trying(async () => {
                  for (const each of until) await game.play(each);
                });
              return h(
                "button",
                {
                  class: "plain",
                  ...pointed(
                    () => board.showLine(until),
                    () => board.showLine([]),
                  ),
                  onclick: go,
                },
                moveLabel(move),
              );
            }),
          ]
        : [],
    );
  }

  // From 1 for the best move to 0 for the worst.
  const part = ({ lost }, all) =>
    lost === null ? 0 : 1 - lost / (Math.max(...all.map((each) => each.lost ?? 0)) || 1);

  function moveButton(move) {
    const show = pointed(
      () => {
        board.showMoves([move]);
        explain(move);
      },
      () => board.showMoves(...outlined),
    );
    return h("button", { class: "plain", onclick: () => play(move), ...show }, moveLabel(move));
  }

  // Explain a move by its effects.
  const explain = (move) =>
    trying(async () => {
      const { page } = game;
      const found = await effects.run((signal) =>
        engine.ask("move", { ...game.here, move }, signal),
      );
      if (found?.legal && page === game.page) {
        why.textContent = panel.live.textContent = effectText(found);
      }
    });

  function moveItem(node, label) {
    const lost = node.line.record === game.record ? review.lost(node.ply - 1) : null;
    return h(
      "button",
      {
        class: "plain",
        title: node.move,
        onclick: () => trying(() => game.goInto(node.line, node.ply)),
      },
      label,
      lost ? h("b", { class: "lost", title: lost.text }, ` ${lost.short}`) : null,
    );
  }

  game.onChange((page) => {
    stop();
    board.isLocked = game.isOver;
    panel.show(page, game.rules.title);
    inForce.show(page, game.rules.sides);
    title.textContent = game.title;
    document.title = [tr("Analyse {game}", { game: game.title }), "litslab"].join(" · ");
    const { position } = page;
    state.textContent = [
      position.outcome ? "" : tr("{side} to move", { side: tr(position.to_move) }),
      scoreText(position.scores, position.half_point),
      position.swapped ? tr("sides were swapped") : "",
      position.constructed ? tr("set up by hand") : "",
    ]
      .filter(Boolean)
      .join(" · ");
    swap.hidden = !page.can_swap;
    back.disabled = page.ply === 0;
    forth.disabled = page.ply === page.moves.length;
    review.follow();
    showAll();
    start();
  });

  const inForce = ruleNote();
  const state = h("span", { id: "state" });
  const swap = button(tr("swap sides"), () => play("swap"), { class: "plain", id: "swap" });
  const back = button("◀", () => game.goTo(game.ply - 1), {
    id: "back",
    "aria-label": tr("Back"),
    title: "←",
    "aria-keyshortcuts": "ArrowLeft",
  });
  const forth = button("▶", () => game.goTo(game.ply + 1), {
    id: "forth",
    "aria-label": tr("Forward"),
    title: "→",
    "aria-keyshortcuts": "ArrowRight",
  });
  const share = button(tr("Share"), () => copyLink(location.href), { id: "share" });
  const toPlay = button(
    tr("Play"),
    async () => {
      location.hash = address("play", await game.values());
    },
    { id: "to-play", title: tr("Play on from here") },
  );
  const others = button(tr("More…"), () => showMore(panels.hidden), {
    id: "more",
    "aria-expanded": "false",
    "aria-controls": "panels",
  });
  const panels = h("div", { id: "panels", hidden: true });
  const stage = h("section", { class: "stage", "aria-label": tr("Board") }, gauge.node, panel.host);
  const side = h(
    "aside",
    { class: "side", "aria-label": tr("Analysis") },
    h("div", { class: "told" }, tag, verdict),
    h(
      "p",
      { class: "note" },
      title,
      " · ",
      state,
      " · ",
      h("label", {}, running, tr("Engine")),
      " ",
      swap,
    ),
    inForce.node,
    detail,
    best,
    rest,
    line,
    why,
    curve,
    review.node,
    panel.hand,
    moves,
    panels,
    h("div", { class: "foot" }, back, forth, toPlay, share, others),
  );
  const place = h("div", { class: "place analysing", inert: true }, stage, side);
  root.append(place, panel.live);

  // Less used panels replace the analysis.
  async function showMore(on) {
    if (on && !more) {
      more = (await import("./more.js")).makeMore({
        game,
        panel,
        root,
        settings,
        again: () => {
          start();
          showAll();
        },
      });
      panels.append(...more.nodes);
    }
    panels.hidden = !on;
    place.classList.toggle("with-panels", on);
    others.setAttribute("aria-expanded", String(on));
    if (!on) more?.close();
  }

  const deafen = panel.listen({
    ArrowLeft: () => game.goTo(game.ply - 1),
    ArrowRight: () => game.goTo(game.ply + 1),
    Home: () => game.goTo(0),
    End: () => game.goTo(game.page.moves.length),
    Escape: () => showMore(false),
  });

  // The game of the address; else a sample game.
  const sample = async () => {
    const { POSITIONS } = await import("./results.js");
    await game.load(POSITIONS["battle-of-lits"]);
  };
  await game.open(values, sample);
  place.inert = !game.isShown;
  if (game.isShown && game.ply > 0 && game.ply === game.page.moves.length && game.isOver) {
    review.start();
  }
  return {
    leave() {
      deafen();
      stop();
      review.stop();
      effects.end();
      game.leave();
    },
  };
}
