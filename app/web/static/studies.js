// The view of the endgame studies: one side is to move, and only one move wins.

import { boardPanel, strip } from "./boardpanel.js";
import { Latest, button, drawer, dropped, h, numberInput, say, seedInput, seedOf, store, stored, task, trying } from "./dom.js";
import { address, pack, unpack, write } from "./link.js";
import { bookletPanel, folderFields } from "./records.js";
import { gameFields } from "./setup.js";
import { todaysStudy } from "./collection.js";

const SECONDS = 60;

// The path begins with a small study that shows how studies work.
const FIRST = { name: "first", title: "TAIJI: Light to move and win", level: 1, record: `game = "taiji"
title = "Light to move and win"
moves = "b4,b3 c3,d3 a2,b2 c1,d1"
options = { size = 4, groups = 1 }
study = { solution = "c2,d2", plies = 4, level = 1 }
` };

const nameOf = ({ collected }) => `collection/${collected}`;

export async function mount(root, engine, values) {
  const games = await engine.games();
  const title = h("h2", { class: "say", id: "study-title" }, "Study");
  const facts = h("p", { class: "note", id: "study-facts" });
  const strips = { them: h("div", { class: "strip them" }), you: h("div", { class: "strip you" }) };
  const verdict = h("p", { id: "study-verdict", "aria-live": "polite" });
  const clueText = h("p", { id: "clue-text", "aria-live": "polite" });
  const path = h("h3", { id: "study-path" }, "From easy to hard");
  const list = h("ol", { class: "studies scroll", id: "study-list", "aria-label": "Studies", tabindex: "0" });
  const again = button("Start again", () => show(current), { id: "again" });
  const hint = button("Hint", getHint, { id: "clue", class: "primary" });
  const next = button("Next study", () => show((current + 1) % studies.length), { id: "next-study" });
  const solved = new Set(stored("studies") ?? []);
  const listed = ({ name, record, title, level, ply }) => ({ name, record, title, level, ply, mistakes: 0, hints: 0, solved: solved.has(name) });
  const collection = await engine.document("collection");
  const easiestFirst = collection.studies.toSorted((one, other) => one.level - other.level || one.plies - other.plies);
  let studies = [FIRST, ...easiestFirst.map((each) => ({
    ...each, name: nameOf(each), title: `${games.find(({ name }) => name === each.game)?.title ?? each.game}: ${each.title}` }))].map(listed);
  let isPath = true; // false once other studies than the page's own are opened
  let current = -1, study = null, page = null;
  const working = new Latest();
  let clue = null, told = 0, asked = 0;

  // One question is open at a time: the next one ends it.
  const asking = (name, body, onProgress = () => {}) => working.run((signal) => engine.stream(name, { time_limit: SECONDS, ...body }, onProgress, signal));

  const here = () => ({ record: page.record, at: page.ply });
  const isOver = () => page.position.outcome !== null;
  const panel = boardPanel(engine, { here, play: (move) => trying(() => attempt(move)) });

  function showPage(found) {
    [page, clue, told] = [found, null, 0];
    clueText.textContent = "";
    panel.show(page, studies[current].title, isOver() ? "the game is over" : `${page.position.to_move} to move`);
    hint.disabled = isOver();
    facts.textContent = `${study.plies} moves · level ${study.level}${study.surprise ? " · every move that scores most at once loses" : ""}`;
    for (const side of Object.keys(page.position.scores)) {
      const isYours = side === study.to_move;
      strip(isYours ? strips.you : strips.them, page.position, side, isYours ? "You" : "The defence", `${side.length > 1 ? `${side} · ` : ""}${isYours ? "find the only winning move" : "replies with best moves"}`);
    }
  }

  const played = () => page.moves.slice(studies[current].ply).map(({ move }) => move);
  async function keep() {
    const values = { s: await pack(studies[current].record), m: played().join(" ") || undefined };
    write("studies", values);
    store("study", values.m && !isOver() ? { hash: address("studies", values), title: studies[current].title } : null);
  }

  function tell(text, kind = "") {
    verdict.textContent = text;
    verdict.className = kind;
    say("");
  }

  // --- solving
  async function attempt(move) {
    if (isOver() || working.isWorking) return;
    tell("Checking …");
    const number = asked;
    const found = await asking("attempt", { ...here(), move });
    if (!found || number !== asked) return;
    const own = studies[current];
    if (found.status === "undecided") return tell(`${move}: not decided within ${SECONDS} s.`, "estimated");
    if (found.status === "wrong") {
      own.mistakes += 1;
      return tell(`${move} loses${found.line.length ? `: ${found.line.join(" ")}` : ""}. Try another move.`, "error");
    }
    let after = await engine.ask("play", { ...here(), move });
    for (const reply of found.replies) after = await engine.ask("play", { record: after.record, at: after.ply, move: reply });
    if (number !== asked) return;
    showPage(after);
    if (isOver()) {
      own.solved = true;
      if (isPath) store("studies", [...solved.add(own.name)]);
      showList();
      tell(`Solved: ${study.to_move} wins. Mistakes: ${own.mistakes}, hints: ${own.hints}.`, "proved");
    } else tell(`${move} is right. ${found.replies.length ? `The reply is ${found.replies.join(" ")}. ` : ""}Find the next winning move.`, "proved");
    await keep();
  }

  // Each hint shows more of the same move: its piece, one of its squares, and then the move.
  async function getHint() {
    if (clue === null) {
      clueText.textContent = "Looking for the winning move …";
      const number = asked;
      hint.disabled = true;
      const found = await asking("clue", here(), ({ text }) => { clueText.textContent = `Looking for the winning move: ${text}`; })
        .finally(() => { hint.disabled = isOver(); });
      if (!found || number !== asked) return;
      clue = found;
      told = page.pieces.length > 1 ? 0 : 1;
    }
    if (clue.status !== "found") {
      clueText.textContent = clue.status === "lost" ? "No move wins here." : `Not found within ${SECONDS} s.`;
      return;
    }
    studies[current].hints += 1;
    const several = clue.winning > 1 ? `One of ${clue.winning} winning moves` : "The only winning move";
    if (told === 0) clueText.textContent = `${several} places the ${clue.piece}.`;
    else if (told === 1) {
      clueText.textContent = `${several} covers ${clue.squares[0]}.`;
      panel.board.showSquares([clue.squares[0]]);
    } else {
      clueText.replaceChildren(`${several} is `, button(clue.move, () => attempt(clue.move), panel.pointing(clue.move)), ".");
      panel.board.showMoves([clue.move]);
    }
    told += 1;
  }

  // --- choosing
  function showList() {
    const done = studies.filter((each) => each.solved).length;
    path.textContent = `${isPath ? "From easy to hard" : "Your studies"}: ${done} of ${studies.length} solved`;
    list.replaceChildren(...studies.map((each, index) => h("li", {}, button(
      [h("span", { class: "stars", "aria-hidden": "true" }, "●".repeat(Math.min(5, each.level))), ` ${index + 1}. ${each.title}, level ${each.level}${each.solved ? " ✓" : ""}`], () => show(index),
      { "aria-label": `Study ${index + 1}: ${each.title}, level ${each.level}${each.solved ? ", solved" : ""}`, ...(index === current ? { "aria-current": "true" } : {}) }))));
    next.disabled = studies.length < 2;
    list.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest" });
  }

  // Read a study that is opened; the first one replaces the page's own.
  async function add(record) {
    const found = await engine.ask("study", { record });
    const rules = games.find(({ name }) => name === found.page.position.game);
    if (isPath) studies = [];
    isPath = false;
    studies.push(listed({ record, title: `${rules?.title ?? found.page.position.game}: ${found.title || `${found.to_move} to move and win`}`, level: found.level, ply: found.page.ply }));
    return studies.length - 1;
  }

  async function show(index, moves = []) {
    working.end();
    const number = ++asked;
    const found = await engine.ask("study", { record: studies[index].record });
    let position = found.page;
    for (const move of moves) position = await engine.ask("play", { record: position.record, at: position.ply, move });
    if (number !== asked) return;
    [current, study] = [index, found];
    studies[index].ply = found.page.ply;
    title.textContent = studies[index].title;
    showPage(position);
    showList();
    tell(isOver() ? "Solved." : `${found.to_move[0].toUpperCase()}${found.to_move.slice(1)} is to move. Only one move wins: find it.`);
    await keep();
  }

  // Open several texts; those that are no studies are counted.
  async function open(texts) {
    const before = isPath ? 0 : studies.length;
    const refused = [];
    for (const text of texts) try { await add(text); } catch (error) { refused.push(error.message); }
    const count = isPath ? 0 : studies.length - before;
    if (count) await show(before);
    say(`${count === 1 ? "1 study" : `${count} studies`} opened${refused.length ? `; ${refused.length} refused: ${refused[0]}` : ""}.`, refused.length > 0);
  }
  const readFiles = async (files) => open(await Promise.all([...files].filter(({ name }) => name.endsWith(".toml")).map((each) => each.text())));

  const text = h("textarea", { id: "study-text", "aria-label": "Study as text", spellcheck: "false" });
  const file = h("input", { type: "file", id: "study-files", accept: ".toml", multiple: true, onchange: () => trying(() => readFiles(file.files)) });
  const folder = h("input", { type: "file", id: "study-folder", webkitdirectory: true, onchange: () => trying(() => readFiles(folder.files)) });
  dropped(root, (data) => readFiles(data.files));

  // --- generating
  const chosen = gameFields(games, "study-game", "study");
  const wanted = { plies: numberInput("study-plies", 6, 1, 20), count: numberInput("study-count", 1, 1, 50), seconds: numberInput("study-seconds", 60, 1, 3600),
    seed: seedInput("study-seed") };
  const progress = h("p", { id: "study-progress", "aria-live": "polite" });
  const generating = task("Generate", "generate-studies", progress, async (signal) => {
    const body = { game: chosen.select.value, options: chosen.read(), plies: Number(wanted.plies.value) || 6, count: Number(wanted.count.value) || 1,
      seed: seedOf(wanted.seed), time_limit: Math.max(1, Math.min(3600, Number(wanted.seconds.value) || 60)) };
    progress.textContent = "Searching …";
    const found = await engine.stream("studies", body, (event) => { progress.textContent = event.study ? "Found one …" : `Searching: ${event.text}`; }, signal);
    progress.textContent = `${found.studies.length} of ${body.count} studies.`;
    if (found.studies.length) await open(found.studies.map(({ record }) => record));
  });

  const book = bookletPanel("Endgame studies", (layout, onProgress, signal) => engine.stream("studybook", { ...layout, records: studies.map(({ record }) => record) }, onProgress, signal));

  chosen.choose();
  const place = h("div", { class: "place studying", inert: true },
    h("section", { class: "stage plain", "aria-labelledby": "study-title" }, panel.host),
    h("aside", { class: "side", "aria-label": "Study" },
      strips.them, h("div", { class: "told" }, title), facts, verdict, panel.hand, clueText, strips.you, h("div", { class: "foot" }, again, next, hint),
      path, list,
      drawer("Open studies",
        h("div", { class: "row" }, h("label", {}, "Files", file)), h("div", { class: "row" }, h("label", {}, "or a folder", folder)),
        folderFields(engine, [".toml"], (content) => open([content]), () => studies[current].record),
        h("details", {}, h("summary", {}, "Paste a study"), text, h("div", { class: "row" }, button("Open", () => open([text.value]), { id: "open-study" })))),
      drawer("Generate studies",
        h("div", { class: "row" }, h("label", {}, "Game", chosen.select)), chosen.fields,
        h("div", { class: "row" }, h("label", {}, "Moves", wanted.plies), h("label", {}, "Number", wanted.count)),
        h("div", { class: "row" }, h("label", {}, "Seed", wanted.seed), h("label", {}, "Seconds", wanted.seconds)),
        generating.buttons, progress),
      engine.offers("studybook") ? drawer("Print these studies", book.nodes) : null, panel.keys));
  root.append(place, panel.live);

  const deafen = panel.listen();
  const moves = values.m?.split(" ") ?? [];
  // The study of the address, today's, or the first unsolved one.
  async function restore(packed) {
    const record = await unpack(packed);
    const known = studies.findIndex((each) => each.record === record);
    await show(known < 0 ? await add(record) : known, moves);
    return true;
  }
  const unsolved = Math.max(0, studies.findIndex((each) => !each.solved));
  const restored = values.s === undefined ? undefined : await trying(() => restore(values.s));
  if (!restored) await trying(() => show(values.n === "today" ? studies.findIndex(({ name }) => name === nameOf(todaysStudy(collection))) : unsolved));
  place.inert = false;
  return { leave() { deafen(); asked += 1; working.end(); generating.leave(); book.leave(); } };
}
