// What the page shows of the results, which `python -m docs.make page` writes, and a position of each game.

export const { weaker: WEAKER, strengths: STRENGTHS, solved: SOLVED, positions: POSITIONS } = await (await fetch(new URL("results.json", import.meta.url))).json();
