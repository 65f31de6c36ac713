// How often each opponent won against the next weaker one: the ladder of docs/engine.md, on the largest board of each game.

export const STRENGTHS = {
  "taiji": { board: "7×7", wins: {
    "mcts:512": { against: "greedy", percent: 100, games: 100 },
    "mcts:1024": { against: "mcts:512", percent: 62, games: 16 },
    "mcts:2048": { against: "mcts:1024", percent: 60, games: 10 },
  } },
  "battle-of-lits": { board: "8×8", wins: {
    "mcts:512": { against: "greedy", percent: 85, games: 140 },
    "mcts:1024": { against: "mcts:512", percent: 63, games: 60 },
    "mcts:2048": { against: "mcts:1024", percent: 63, games: 38 },
    "mcts:4096": { against: "mcts:2048", percent: 58, games: 24 },
    "mcts:8192": { against: "mcts:4096", percent: 50, games: 14 },
    "mcts:16384": { against: "mcts:8192", percent: 50, games: 12 },
  } },
  "tailits": { board: "9×9", wins: {
    "mcts:512": { against: "greedy", percent: 98, games: 44 },
    "mcts:1024": { against: "mcts:512", percent: 88, games: 8 },
  } },
  "wythe": { board: "6×6", wins: {
    "mcts:512": { against: "greedy", percent: 97, games: 100 },
    "mcts:1024": { against: "mcts:512", percent: 79, games: 14 },
    "mcts:2048": { against: "mcts:1024", percent: 50, games: 8 },
  } },
  "tailits+taiji": { board: "7×7", wins: {
    "mcts:512": { against: "greedy", percent: 100, games: 60 },
  } },
  "taiji+battle-of-lits": { board: "7×7", wins: {
    "mcts:512": { against: "greedy", percent: 96, games: 24 },
  } },
};
