// The view of the endgame studies: one side is to move, and only one move wins.

import { boardPanel, strip } from "./boardpanel.js";
import {
  Latest,
  button,
  drawer,
  dropped,
  fields,
  h,
  numberInput,
  numberOf,
  row,
  say,
  seedInput,
  seedOf,
  store,
  stored,
  task,
  trying,
} from "./dom.js";
import { isUnreachable } from "./engine.js";
import { sentenceCase, tr, trn } from "./language.js";
import { address, pack, unpack, write } from "./link.js";
import { bookletPanel, folderFields } from "./records.js";
import { refutation } from "./refutation.js";
import { ruleNote } from "./rule.js";
import { gameFields } from "./options.js";
import { studyList } from "./studylist.js";
import { todaysStudy } from "./collection.js";

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

const nameOf = ({ collected }) => `collection/${collected}`;

export async function mount(root, engine, values) {
  const games = await engine.games();
  const title = h("h2", { class: "say", id: "study-title" }, tr("Study"));
  const facts = h("p", { class: "note", id: "study-facts" });
  const strips = { them: h("div", { class: "strip them" }), you: h("div", { class: "strip you" }) };
  const verdict = h("p", { id: "study-verdict", "aria-live": "polite" });
  const clueText = h("p", { id: "clue-text", "aria-live": "polite" });
  const list = studyList(engine, games, { open: (index) => show(index), changed: enableNext });
  const again = button(tr("Start again"), () => show(current), {
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
  const solved = new Set([].concat(stored("studies")));
  const listed = ({ name, record, game, title, level, ply }) => ({
    name,
    record,
    game,
    title: tr("{game}: {title}", {
      title,
      game: games.find((each) => each.name === game)?.title ?? game,
    }),
    level,
    ply,
    mistakes: 0,
    hints: 0,
    solved: solved.has(name),
  });
  const collection = await engine.document("collection");
  const easiestFirst = collection.studies.toSorted(
    (one, other) => one.level - other.level || one.plies - other.plies,
  );
  let studies = [FIRST, ...easiestFirst.map((each) => ({ ...each, name: nameOf(each) }))].map(
    listed,
  );
  let isPath = true; // false once other studies than the page's own are opened
  let current = -1;
  let study = null;
  let page = null;
  const working = new Latest();
  let clue = null;
  let told = 0;
  let asked = 0;

  // One question is open at a time: the next one ends it.
  const asking = (name, body, onProgress = () => {}) =>
    working.run((signal) =>
      engine.stream(name, { time_limit: SECONDS, ...body }, onProgress, signal),
    );

  // The page after some moves.
  const playAll = (from, moves) =>
    moves.reduce(async (before, move) => {
      const { record, ply: at } = await before;
      return engine.ask("play", { record, at, move });
    }, from);

  const here = () => ({ record: page.record, at: page.ply });
  const isOver = () => page.position.outcome !== null;
  const inForce = ruleNote();
  const panel = boardPanel(engine, {
    here,
    play: (move) => trying(() => attempt(move)),
    wait: () => refuted.leave(),
  });
  const refuted = refutation(
    playAll,
    (after) => draw(after, true),
    () => draw(page, false),
  );

  // Draw a position of the study, or one of a refutation, in which nothing can be placed.
  function draw(found, isRefutation) {
    const { outcome, to_move: side } = found.position;
    panel.board.isLocked = isRefutation;
    panel.show(
      found,
      studies[current].title,
      outcome ? tr("the game is over") : tr("{side} to move", { side: tr(side) }),
    );
    panel.board.lay(outcome ? "groups" : "");
  }

  function showPage(found) {
    page = found;
    clue = null;
    told = 0;
    clueText.textContent = "";
    refuted.end();
    draw(page, false);
    inForce.show(page, Object.keys(page.position.scores));
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
    for (const side of Object.keys(page.position.scores)) {
      const isYours = side === study.to_move;
      strip(
        isYours ? strips.you : strips.them,
        page.position,
        side,
        isYours ? tr("You") : tr("The defence"),
        `${side.length > 1 ? `${tr(side)} · ` : ""}${isYours ? tr("find the only winning move") : tr("replies with best moves")}`,
      );
    }
  }

  async function keep() {
    const values = {
      s: await pack(studies[current].record),
      m:
        page.moves
          .slice(studies[current].ply)
          .map(({ move }) => move)
          .join(" ") || undefined,
    };
    write("studies", values);
    store(
      "study",
      values.m && !isOver()
        ? { hash: address("studies", values), title: studies[current].title }
        : null,
    );
  }

  function tell(text, kind = "") {
    verdict.textContent = text;
    verdict.className = kind;
    say("");
  }

  // --- solving
  async function attempt(move) {
    if (isOver() || working.isWorking) return;
    refuted.end();
    tell(tr("Checking …"));
    const number = asked;
    const found = await asking("attempt", { ...here(), move }).finally(() => tell(""));
    if (!found || number !== asked) return;
    const own = studies[current];
    if (found.status === "undecided") {
      return tell(
        tr("{move}: not decided within {seconds} s.", { move, seconds: SECONDS }),
        "estimated",
      );
    }
    if (found.status === "wrong") {
      own.mistakes += 1;
      tell(
        found.line.length
          ? tr("{move} loses: {line}. Try another move.", { move, line: found.line.join(" ") })
          : tr("{move} loses. Try another move.", { move }),
        "error",
      );
      return refuted.offer(page, [move, ...found.line]);
    }
    // No other is tried meanwhile.
    const after = await working.run(() => playAll(page, [move, ...found.replies]));
    if (!after || number !== asked) return;
    showPage(after);
    if (isOver()) {
      own.solved = true;
      if (isPath) store("studies", [...new Set([].concat(stored("studies") ?? [], own.name))]);
      showList();
      tell(
        tr("Solved: {side} wins. Mistakes: {mistakes}, hints: {hints}.", {
          ...own,
          side: tr(study.to_move),
        }),
        "proved",
      );
    } else {
      tell(
        found.replies.length
          ? tr("{move} is right. The reply is {replies}. Find the next winning move.", {
              move,
              replies: found.replies.join(" "),
            })
          : tr("{move} is right. Find the next winning move.", { move }),
        "proved",
      );
    }
    await keep();
  }

  // Each hint shows more of the same move: its piece, one of its squares, and then the move.
  async function getHint() {
    refuted.leave();
    if (clue === null) {
      clueText.textContent = tr("Looking for the winning move …");
      const number = asked;
      hint.disabled = true;
      const found = await asking("clue", here(), ({ text }) => {
        clueText.ariaLive = "off";
        clueText.textContent = tr("Looking for the winning move: {progress}", { progress: text });
      }).finally(() => {
        clueText.ariaLive = "polite";
        hint.disabled = isOver();
      });
      if (!found || number !== asked) return;
      clue = found;
      told = page.pieces.length > 1 ? 0 : 1;
    }
    if (clue.status !== "found") {
      clueText.textContent =
        clue.status === "lost"
          ? tr("No move wins here.")
          : tr("Not found within {seconds} s.", { seconds: SECONDS });
      return;
    }
    studies[current].hints += 1;
    const values = { count: clue.winning, piece: tr(clue.piece), square: clue.squares[0] };
    const [piece, square, whole] =
      clue.winning > 1
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
    if (told === 0) clueText.textContent = piece;
    else if (told === 1) {
      clueText.textContent = square;
      panel.board.showSquares([clue.squares[0]]);
    } else {
      const [before, after] = whole.split("{move}");
      clueText.replaceChildren(
        before,
        button(clue.move, () => attempt(clue.move), panel.pointing(clue.move)),
        after,
      );
      panel.board.showMoves([clue.move]);
    }
    told += 1;
  }

  // --- choosing
  function showList() {
    list.show(studies, current, isPath);
    enableNext();
  }

  function enableNext() {
    next.disabled = list.next() < 0;
  }

  // Read a study that is opened, and return its index; the first one replaces the page's own.
  async function add(record) {
    const found = await engine.ask("study", { record });
    if (isPath) studies = [];
    isPath = false;
    return (
      studies.push(
        listed({
          record,
          game: found.page.position.game,
          title: found.title || tr("{side} to move and win", { side: tr(found.to_move) }),
          level: found.level,
          ply: found.page.ply,
        }),
      ) - 1
    );
  }

  async function show(index, moves = []) {
    working.end();
    const number = ++asked;
    const found = await engine.ask("study", { record: studies[index].record });
    const position = await playAll(found.page, moves);
    if (number !== asked) return;
    current = index;
    study = found;
    studies[index].ply = found.page.ply;
    title.textContent = studies[index].title;
    showPage(position);
    showList();
    tell(
      isOver()
        ? tr("Solved.")
        : tr("{side} is to move. Only one move wins: find it.", {
            side: sentenceCase(tr(found.to_move)),
          }),
    );
    await keep();
  }

  // Open several texts; those that are no studies are counted.
  async function open(texts) {
    const before = isPath ? 0 : studies.length;
    const refused = [];
    for (const text of texts) {
      try {
        await add(text);
      } catch (error) {
        refused.push(error.message);
      }
    }
    const count = isPath ? 0 : studies.length - before;
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
  const readFiles = async (files, end = "") =>
    open(
      await Promise.all(
        [...files].filter(({ name }) => name.endsWith(end)).map((each) => each.text()),
      ),
    );

  const text = h("textarea", {
    id: "study-text",
    "aria-label": tr("Study as text"),
    spellcheck: "false",
  });
  const [file, folder] = [
    { id: "study-files", accept: ".toml", multiple: true },
    { id: "study-folder", webkitdirectory: true },
  ].map((each) =>
    h("input", {
      type: "file",
      ...each,
      onchange: ({ target }) =>
        trying(() => readFiles(target.files, target.multiple ? "" : ".toml")),
    }),
  );
  dropped(root, (data) => readFiles(data.files));

  // --- generating
  const chosen = gameFields(games, "study-game", "study");
  const wanted = {
    plies: numberInput("study-plies", 6, 1, 20),
    count: numberInput("study-count", 1, 1, 50),
    seconds: numberInput("study-seconds", 60, 1, 3600),
    seed: seedInput("study-seed"),
  };
  const progress = h("p", { id: "study-progress" });
  const generating = task(tr("Generate"), "generate-studies", progress, async (signal) => {
    const body = {
      game: chosen.select.value,
      options: chosen.read(),
      plies: numberOf(wanted.plies, 6),
      count: numberOf(wanted.count, 1),
      seed: seedOf(wanted.seed),
      time_limit: numberOf(wanted.seconds, 60),
    };
    progress.textContent = tr("Searching …");
    const found = await engine.stream(
      "studies",
      body,
      (event) => {
        progress.textContent = event.study
          ? tr("Found one …")
          : tr("Searching: {progress}", { progress: event.text });
      },
      signal,
    );
    progress.textContent = tr("{found} of {count} studies.", {
      found: found.studies.length,
      count: body.count,
    });
    if (found.studies.length) await open(found.studies.map(({ record }) => record));
  });

  const book = bookletPanel(tr("Endgame studies"), (layout, onProgress, signal) =>
    engine.stream(
      "studybook",
      { ...layout, records: studies.map(({ record }) => record) },
      onProgress,
      signal,
    ),
  );

  chosen.choose();
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
      drawer(
        tr("Open studies"),
        fields(
          h("label", { class: "wide" }, tr("Files"), file),
          h("label", { class: "wide" }, tr("or a folder"), folder),
        ),
        folderFields(
          engine,
          [".toml"],
          (content) => open([content]),
          () => studies[current].record,
        ),
        h(
          "details",
          {},
          h("summary", {}, tr("Paste a study")),
          text,
          row(button(tr("Open"), () => open([text.value]), { id: "open-study" })),
        ),
      ),
      drawer(
        tr("Generate studies"),
        fields(h("label", { class: "wide" }, tr("Game"), chosen.select)),
        chosen.fields,
        fields(
          h("label", {}, tr("Number of moves"), wanted.plies),
          h("label", {}, tr("Number"), wanted.count),
          h("label", {}, tr("Seed"), wanted.seed),
          h("label", {}, tr("Seconds"), wanted.seconds),
        ),
        generating.buttons,
        progress,
      ),
      engine.offers("studybook") ? drawer(tr("Print these studies"), book.nodes) : null,
      panel.keys,
    ),
  );
  root.append(place, panel.live);

  showList();
  const deafen = panel.listen();
  const moves = values.m?.split(" ") ?? [];
  // The study of the address, today's, or the first unsolved one.
  async function restore(packed) {
    const record = await unpack(packed);
    const known = studies.findIndex((each) => each.record === record);
    await show(known < 0 ? await add(record) : known, moves);
  }
  const unsolved = Math.max(
    0,
    studies.findIndex((each) => !each.solved),
  );
  const begin = () =>
    show(
      values.n === "today"
        ? studies.findIndex(({ name }) => name === nameOf(todaysStudy(collection)))
        : unsolved,
    );
  try {
    await (values.s === undefined ? begin() : restore(values.s));
  } catch (error) {
    // Another study does not stand in for one that cannot be read now.
    if (isUnreachable(error)) {
      deafen();
      throw error;
    }
    if (values.s !== undefined) await trying(begin);
    say(error.message, true);
  }
  place.inert = false;
  return {
    leave() {
      deafen();
      asked += 1;
      working.end();
      generating.leave();
      book.leave();
      list.leave();
    },
  };
}
