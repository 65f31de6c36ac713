// Results for the page and a position of each game, which `python -m docs.make page` writes.

export const {
  weaker: WEAKER,
  strengths: STRENGTHS,
  solved: SOLVED,
  positions: POSITIONS,
} = await (await fetch(new URL("results.json", import.meta.url))).json();
