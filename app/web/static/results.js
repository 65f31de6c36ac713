// Results for the page and a position of each game, which `python -m docs.make page` writes.

/**
 * @type {{
 *   weaker: Record<string, string>,
 *   strengths: Record<string, Record<string, [percent: number, games: number, board: string]>>,
 *   solved: {title: string, text: string, cost: string, record: string}[],
 *   positions: Record<string, string>,
 * }}
 */
const results = await (await fetch(new URL("results.json", import.meta.url))).json();

export const {
  weaker: WEAKER,
  strengths: STRENGTHS,
  solved: SOLVED,
  positions: POSITIONS,
} = results;
