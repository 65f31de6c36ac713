// The view of the endgame studies: one side is to move, and only one move wins.

import { boardPanel, strip } from "./boardpanel.js";
import { todaysStudy } from "./collection.js";
import { Latest, button, drawer, h, say, store, stored, trying } from "./dom.js";
import { isUnreachable, messageOf } from "./engine.js";
import { sentenceCase, tr, trn } from "./language.js";
import { address, pack, unpack, write } from "./link.js";
import { bookletPanel } from "./records.js";
import { refutation } from "./refutation.js";
import { ruleNote } from "./rule.js";
import { studyList } from "./studylist.js";
import { generatePanel, openPanel } from "./studypanels.js";

/**
 * @typedef {import("../page.d.ts").Schemas} Schemas
 * @typedef {import("../page.d.ts").PositionPage} PositionPage
 * @typedef {import("../page.d.ts").Question} Question
 *
 * A study of the list, and what the reader needed for it. Those of the page itself have a name.
 *
 * @typedef {import("./studylist.js").ListedStudy & {
 *   name?: string, mistakes: number, hints: number,
 * }} ReadersStudy
 *
 * @typedef {object} State
 * @property {ReadersStudy[]} studies
 * @property {boolean} isPath False once other studies than the page's own are opened.
 * @property {number} current The index of the one that is shown.
 * @property {{study: Schemas["StudyPage"], page: PositionPage} | null} shown The study, and its
 *     position after the moves made.
 * @property {{clue: Schemas["Clue"], told: number} | null} hint Found for the position, and how much
 *     of it is told.
 * @property {number} asked How many studies were asked for: an answer on an earlier one is late.
 */

const SECONDS = 60;

// The path begins with a small study that shows how studies work.
const FIRST = {
  name: "first",
  game: "taiji",
  title: tr("Light to move and win"),
  level: 1,
  record: `game = "taiji"
title = "Light to move and win"
moves = "b4,b3 c3,d3 a2,b2 c1,d1"
options = { size = 4, groups = 1 }
study = { solution = "c2,d2", plies = 4, level = 1 }
`,
};

/** @param {Schemas["Study"]} study */
const nameOf = ({ collected }) => `collection/${collected}`;

/** @returns {unknown[]} The names of the studies that the reader has solved. */
const solvedNames = () => [stored("studies") ?? []].flat();

/**
 * The studies of the page from easy to hard.
 *
 * @param {Schemas["Collection"]} collection
 */
function pathOf({ studies }) {
  const easiestFirst = studies.toSorted(
    (one, other) => (one.level ?? 0) - (other.level ?? 0) || (one.plies ?? 0) - (other.plies ?? 0),
  );
  return [FIRST, ...easiestFirst.map((each) => ({ ...each, name: nameOf(each) }))];
}

/**
 * What a hint tells, from little to much: the piece, one of the squares, and the move, which stays
 * “{move}”.
 *
 * @param {Schemas["Clue"]} clue
 */
function clueTexts({ winning, piece, squares }) {
  const values = { count: winning, piece: tr(piece ?? ""), square: squares[0] };
  return winning > 1
    ? [
        tr("One of {count} winning moves places the {piece}.", values),
        tr("One of {count} winning moves covers {square}.", values),
        tr("One of {count} winning moves is {move}.", values),
      ]
    : [
        tr("The only winning move places the {piece}.", values),
        tr("The only winning move covers {square}.", values),
        tr("The only winning move is {move}."),
      ];
}

/**
 * @param {HTMLElement} root
 * @param {import("./engine.js").ApiEngine} engine
 * @param {import("../page.d.ts").Values} values
 * @returns {Promise<import("../page.d.ts").View>}
 */
export async function mount(root, engine, values) {
  const games = await engine.games();
  const collection = await engine.document("collection");
  const solved = new Set(solvedNames());

  /**
   * @param {{name?: string, record: string, game: string, title: string, level: number | null}} study
   * @returns {ReadersStudy}
   */
  const listed = ({ name, record, game, title, level }) => ({
    name,
    record,
    game,
    title: tr("{game}: {title}", {
      title,
      game: games.find((each) => each.name === game)?.title ?? game,
    }),
    level: level ?? 0,
    mistakes: 0,
    hints: 0,
    solved: solved.has(name),
  });

  /** @type {State} */
  const state = {
    studies: pathOf(collection).map(listed),
    isPath: true,
    current: -1,
    shown: null,
    hint: null,
    asked: 0,
  };
  const title = h("h2", { class: "say", id: "study-title" }, tr("Study"));
  const facts = h("p", { class: "note", id: "study-facts" });
  const strips = { them: h("div", { class: "strip them" }), you: h("div", { class: "strip you" }) };
  const verdict = h("p", { id: "study-verdict", "aria-live": "polite" });
  const clueText = h("p", { id: "clue-text", "aria-live": "polite" });
  const list = studyList(engine, games, { open: (index) => show(index), changed: enableNext });
  const again = button(tr("Start again"), () => show(state.current), {
    id: "again",
    disabled: true,
  });
  const hint = button(tr("Hint"), getHint, {
    id: "clue",
    class: "primary",
    disabled: true, // until there is a study
  });
  const next = button(tr("Next study"), () => show(list.next()), {
    id: "next-study",
  });
  const inForce = ruleNote();
  const panel = boardPanel(engine, {
    here,
    play: (move) => trying(() => attempt(move)),
    wait: () => refuted.leave(),
  });
  const refuted = refutation(
    playAll,
    (after) => draw(after, true),
    () => draw(shown().page, false),
  );
  const opening = openPanel(engine, root, open, () => own().record);
  const generating = generatePanel(engine, games, open);
  const book = bookletPanel(tr("Endgame studies"), (layout, onProgress, signal) =>
    engine.stream(
      "studybook",
      { ...layout, records: state.studies.map(({ record }) => record) },
      onProgress,
      signal,
    ),
  );
  const working = new Latest();

  // --- the study that is shown

  function shown() {
    if (!state.shown) throw new Error("no study is shown");
    return state.shown;
  }
  function own() {
    return state.studies[state.current];
  }
  function here() {
    const { page } = shown();
    return { record: page.record, at: page.ply };
  }
  function isOver() {
    return shown().page.position.outcome !== null;
  }

  /**
   * The page after some moves.
   *
   * @param {PositionPage} from
   * @param {string[]} moves
   */
  async function playAll(from, moves) {
    let page = from;
    for (const move of moves) {
      page = await engine.ask("play", { record: page.record, at: page.ply, move });
    }
    return page;
  }

  /**
   * One question is open at a time: the next one ends it.
   *
   * @template {"attempt" | "clue"} Name
   * @param {Name} name
   * @param {import("./engine.js").Body<Name>} body
   * @param {(progress: import("./engine.js").Progress<Name>) => void} onProgress
   */
  function asking(name, body, onProgress = () => {}) {
    return working.run((signal) =>
      engine.stream(name, { time_limit: SECONDS, ...body }, onProgress, signal),
    );
  }

  // Keep the study and its moves in the address, and for the next visit.
  async function keep() {
    const { study, page } = shown();
    const { record, title: name } = own();
    const moves = page.moves.slice(study.page.ply).map(({ move }) => move);
    const hashed = { s: await pack(record), m: moves.join(" ") || undefined };
    write("studies", hashed);
    store(
      "study",
      moves.length && !isOver() ? { hash: address("studies", hashed), title: name } : null,
    );
  }

  // --- what is shown

  /**
   * Draw a position of the study, or one of a refutation, in which nothing can be placed.
   *
   * @param {PositionPage} page
   * @param {boolean} isRefutation
   */
  function draw(page, isRefutation) {
    const { outcome, to_move: side } = page.position;
    panel.board.isLocked = isRefutation;
    panel.show(
      page,
      own().title,
      outcome ? tr("the game is over") : tr("{side} to move", { side: tr(side) }),
    );
    panel.board.lay(outcome ? "groups" : "");
  }

  // Show the position of the study.
  function render() {
    const { study, page } = shown();
    const { position } = page;
    const sides = Object.keys(position.scores);
    state.hint = null;
    clueText.textContent = "";
    refuted.end();
    draw(page, false);
    inForce.show(page, sides);
    hint.disabled = isOver();
    again.disabled = false;
    facts.textContent = [
      trn("{count} move", "{count} moves", study.plies),
      tr("level {level}", { level: study.level }),
      study.options,
      study.surprise ? tr("every move that takes the most points now loses") : null,
    ]
      .filter(Boolean)
      .join(" · ");
    for (const side of sides) {
      const isYours = side === study.to_move;
      strip(
        isYours ? strips.you : strips.them,
        position,
        side,
        isYours ? tr("You") : tr("The defence"),
        `${side.length > 1 ? `${tr(side)} · ` : ""}${isYours ? tr("find the only winning move") : tr("replies with best moves")}`,
      );
    }
  }

  /** @param {string} text */
  function tell(text, kind = "") {
    verdict.textContent = text;
    verdict.className = kind;
    say("");
  }

  function showList() {
    list.show(state.studies, state.current, state.isPath);
    enableNext();
  }

  function enableNext() {
    next.disabled = list.next() < 0;
  }

  // --- solving

  /** @param {string} move */
  async function attempt(move) {
    if (isOver() || working.isWorking) return;
    refuted.end();
    tell(tr("Checking …"));
    const number = state.asked;
    const found = await asking("attempt", { ...here(), move }).finally(() => tell(""));
    if (!found || number !== state.asked) return;
    if (found.status === "right") await goOn(move, found.replies);
    else if (found.status === "wrong") miss(move, found.line);
    else {
      tell(tr("{move}: not decided within {seconds} s.", { move, seconds: SECONDS }), "estimated");
    }
  }

  /**
   * Say that a move loses, and offer to show why.
   *
   * @param {string} move
   * @param {string[]} line
   */
  function miss(move, line) {
    own().mistakes += 1;
    tell(
      line.length
        ? tr("{move} loses: {line}. Try another move.", { move, line: line.join(" ") })
        : tr("{move} loses. Try another move.", { move }),
      "error",
    );
    refuted.offer(shown().page, [move, ...line]);
  }

  /**
   * Play a right move, and the replies to it.
   *
   * @param {string} move
   * @param {string[]} replies
   */
  async function goOn(move, replies) {
    const number = state.asked;
    const { study, page } = shown();
    // No other is tried meanwhile.
    const after = await working.run(() => playAll(page, [move, ...replies]));
    if (!after || number !== state.asked) return;
    state.shown = { study, page: after };
    render();
    if (isOver()) solve(tr(study.to_move));
    else {
      tell(
        replies.length
          ? tr("{move} is right. The reply is {replies}. Find the next winning move.", {
              move,
              replies: replies.join(" "),
            })
          : tr("{move} is right. Find the next winning move.", { move }),
        "proved",
      );
    }
    await keep();
  }

  /** @param {string} side The one that wins. */
  function solve(side) {
    const study = own();
    const { mistakes, hints, name } = study;
    study.solved = true;
    if (state.isPath) store("studies", [...new Set([...solvedNames(), name])]);
    showList();
    tell(
      tr("Solved: {side} wins. Mistakes: {mistakes}, hints: {hints}.", { mistakes, hints, side }),
      "proved",
    );
  }

  // Each hint shows more of the same move: its piece, one of its squares, and then the move.
  async function getHint() {
    refuted.leave();
    const found = state.hint ?? (await findHint());
    if (!found) return;
    state.hint = found;
    tellHint(found);
  }

  async function findHint() {
    const number = state.asked;
    clueText.textContent = tr("Looking for the winning move …");
    hint.disabled = true;
    const clue = await asking("clue", here(), ({ text }) => {
      clueText.ariaLive = "off";
      clueText.textContent = tr("Looking for the winning move: {progress}", { progress: text });
    }).finally(() => {
      clueText.ariaLive = "polite";
      hint.disabled = isOver();
    });
    if (!clue || number !== state.asked) return null;
    return { clue, told: shown().page.pieces.length > 1 ? 0 : 1 };
  }

  /** @param {NonNullable<State["hint"]>} found */
  function tellHint(found) {
    const { clue, told } = found;
    const { status, move, squares } = clue;
    if (status !== "found" || move === null) {
      clueText.textContent =
        status === "lost"
          ? tr("No move wins here.")
          : tr("Not found within {seconds} s.", { seconds: SECONDS });
      return;
    }
    own().hints += 1;
    found.told += 1;
    const [piece, square, whole] = clueTexts(clue);
    if (told === 0) clueText.textContent = piece;
    else if (told === 1) {
      clueText.textContent = square;
      panel.board.showSquares([squares[0]]);
    } else {
      const [before, after] = whole.split("{move}");
      clueText.replaceChildren(
        before,
        button(move, () => attempt(move), panel.pointing(move)),
        after,
      );
      panel.board.showMoves([move]);
    }
  }

  // --- choosing

  /**
   * Read a study that is opened, and return its index; the first one replaces the page's own.
   *
   * @param {string} record
   */
  async function add(record) {
    const { title: name, to_move: side, level, page } = await engine.ask("study", { record });
    if (state.isPath) state.studies = [];
    state.isPath = false;
    state.studies.push(
      listed({
        record,
        game: page.position.game,
        title: name || tr("{side} to move and win", { side: tr(side) }),
        level,
      }),
    );
    return state.studies.length - 1;
  }

  /**
   * @param {number} index
   * @param {string[]} moves Those that are made.
   */
  async function show(index, moves = []) {
    working.end();
    const number = ++state.asked;
    const study = await engine.ask("study", { record: state.studies[index].record });
    const page = await playAll(study.page, moves);
    if (number !== state.asked) return;
    state.current = index;
    state.shown = { study, page };
    title.textContent = own().title;
    render();
    showList();
    tell(
      isOver()
        ? tr("Solved.")
        : tr("{side} is to move. Only one move wins: find it.", {
            side: sentenceCase(tr(study.to_move)),
          }),
    );
    await keep();
  }

  /**
   * Open several texts; those that are no studies are counted.
   *
   * @param {string[]} texts
   */
  async function open(texts) {
    const before = state.isPath ? 0 : state.studies.length;
    const refused = [];
    for (const text of texts) {
      try {
        await add(text);
      } catch (error) {
        refused.push(messageOf(error));
      }
    }
    const count = state.isPath ? 0 : state.studies.length - before;
    if (count) await show(before);
    const [reason] = refused;
    say(
      reason
        ? trn(
            "{count} study opened; {refused} refused: {reason}",
            "{count} studies opened; {refused} refused: {reason}",
            count,
            { refused: refused.length, reason },
          )
        : trn("{count} study opened.", "{count} studies opened.", count),
      !!reason,
    );
  }

  // Today's study if the address says so, or the first unsolved one.
  async function begin() {
    const { studies } = state;
    const today = values.n === "today" ? todaysStudy(collection) : undefined;
    await show(
      today
        ? studies.findIndex(({ name }) => name === nameOf(today))
        : Math.max(
            0,
            studies.findIndex((each) => !each.solved),
          ),
    );
  }

  /** @param {string} packed The study of the address. */
  async function restore(packed) {
    const record = await unpack(packed);
    const known = state.studies.findIndex((each) => each.record === record);
    await show(known < 0 ? await add(record) : known, values.m?.split(" "));
  }

  const place = h(
    "div",
    { class: "place studying", inert: true },
    h("section", { class: "stage plain", "aria-labelledby": "study-title" }, panel.host),
    h(
      "aside",
      { class: "side", "aria-label": tr("Study") },
      strips.them,
      h("div", { class: "told" }, title),
      facts,
      inForce.node,
      verdict,
      refuted.node,
      panel.hand,
      clueText,
      strips.you,
      h("div", { class: "foot" }, again, next, hint),
      ...list.nodes,
      opening,
      generating.node,
      engine.offers("studybook") ? drawer(tr("Print these studies"), book.nodes) : null,
      panel.keys,
    ),
  );
  root.append(place, panel.live);
  showList();
  const deafen = panel.listen();
  try {
    await (values.s === undefined ? begin() : restore(values.s));
  } catch (error) {
    // Another study does not stand in for one that cannot be read now.
    if (isUnreachable(error)) {
      deafen();
      throw error;
    }
    if (values.s !== undefined) await trying(begin);
    say(messageOf(error), true);
  }
  place.inert = false;
  return {
    leave() {
      deafen();
      state.asked += 1;
      working.end();
      generating.leave();
      book.leave();
      list.leave();
    },
  };
}
