// How often each opponent won against the next weaker one: the ladder of docs/engine.md, on the largest board of each game.

export const WEAKER = { "mcts:512": "greedy", "mcts:1024": "mcts:512" };

// By opponent: the share of wins in percent, and the number of games.
export const STRENGTHS = {
  "taiji": { board: "7×7", wins: { "mcts:512": [100, 304], "mcts:1024": [69, 120] } },
  "battle-of-lits": { board: "8×8", wins: { "mcts:512": [87, 400], "mcts:1024": [63, 218] } },
  "tailits": { board: "9×9", wins: { "mcts:512": [96, 80], "mcts:1024": [62, 32] } },
  "wythe": { board: "6×6", wins: { "mcts:512": [99, 200], "mcts:1024": [66, 80] } },
  "tailits+taiji": { board: "7×7", wins: { "mcts:512": [100, 122], "mcts:1024": [67, 48] } },
  "taiji+battle-of-lits": { board: "7×7", wins: { "mcts:512": [94, 18], "mcts:1024": [75, 8] } },
};
