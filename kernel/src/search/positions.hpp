// Positions of a game, without its types. Tree search and strategies use a game through these
// functions, so they are compiled once, and not for every game and every width of its sets.
#pragma once

#include "core/random.hpp"
#include "search/transposition.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace litslab {

struct SearchContext;

// A move of a random game, and the side that made it.
struct PlayedMove {
  std::uint8_t side;
  std::uint16_t move;
};

// Some positions, by numbers that the caller chooses, from 0 up; position 0 is given. A function
// that takes a position and the one `after` a move takes two different ones.
class Positions {
 public:
  virtual ~Positions() = default;
  // The same game, with position `at` as number 0.
  virtual std::unique_ptr<Positions> from(int at) const = 0;

  virtual int side(int at) const = 0;
  virtual bool over(int at) const = 0;
  // The value of a position that is over.
  virtual int value(int at) const = 0;
  // Appends all legal moves of a position that is not over.
  virtual void legal(int at, std::vector<int>& moves) const = 0;
  // Makes a move: `after` becomes the position that it leads to.
  virtual void play(int at, int move, int after) = 0;
  // The same for tree search and random games. Of the position after it only the functions down to
  // `finish_at_random` may be used.
  virtual void play_lightly(int at, int move, int after) = 0;

  // Proved bounds on the value, if the game has any without a query.
  virtual std::optional<Bounds> bounds(int at) const = 0;
  // The estimate of a move for its mover. Overwrites `after`.
  virtual int prior(int at, int move, int after) = 0;
  // Plays to the end, each time the best at once of a few random moves. Adds the moves to a list,
  // and returns the value. Overwrites both positions.
  virtual int finish_at_random(int at, int other, Random& random,
                               std::vector<PlayedMove>& played) = 0;

  // The estimate of a move for its mover and a query, given the position after it, which is not
  // over.
  virtual int move_score(int at, int move, int after, int target) const = 0;
  // The best move of the table; a hint, which may be illegal. -1 if nothing is known, and in a
  // second phase: no game played as one lets the table name moves.
  virtual int table_move(int at, const TranspositionTable& table, int target) const = 0;
  // Bounds on the value of a position that is not over, by the game or else the table, if they
  // answer "at least `target`?".
  virtual std::optional<Bounds> known_bounds(int at, const TranspositionTable& table,
                                             int target) const = 0;
  // Answers "at least `target`?" by a search. Every call needs the same context: the search keeps
  // what it learns about the order of moves.
  virtual int query(int at, int target, SearchContext& context) = 0;
};

}  // namespace litslab
