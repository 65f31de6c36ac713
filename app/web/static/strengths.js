// How often each opponent won against the next weaker one: the ladder of docs/engine.md, on the largest board of each game.

export const STRENGTHS = {
  "taiji": { board: "7×7", wins: {
    "mcts:512": { against: "greedy", percent: 100, games: 304 },
    "mcts:1024": { against: "mcts:512", percent: 69, games: 120 },
  } },
  "battle-of-lits": { board: "8×8", wins: {
    "mcts:512": { against: "greedy", percent: 87, games: 400 },
    "mcts:1024": { against: "mcts:512", percent: 63, games: 218 },
  } },
  "tailits": { board: "9×9", wins: {
    "mcts:512": { against: "greedy", percent: 96, games: 80 },
    "mcts:1024": { against: "mcts:512", percent: 62, games: 32 },
  } },
  "wythe": { board: "6×6", wins: {
    "mcts:512": { against: "greedy", percent: 99, games: 200 },
    "mcts:1024": { against: "mcts:512", percent: 66, games: 80 },
  } },
  "tailits+taiji": { board: "7×7", wins: {
    "mcts:512": { against: "greedy", percent: 100, games: 122 },
    "mcts:1024": { against: "mcts:512", percent: 67, games: 48 },
  } },
  "taiji+battle-of-lits": { board: "7×7", wins: {
    "mcts:512": { against: "greedy", percent: 94, games: 18 },
    "mcts:1024": { against: "mcts:512", percent: 75, games: 8 },
  } },
};
