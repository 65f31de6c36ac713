// Two searches of a different kind: all legal moves of a position in the order in which a search
// would try them; and one side's strategy for a certificate. The latter is a depth-first walk over
// the positions that the strategy allows, with the chosen move wherever that side is to move.
// solver/endgame/certificate.py checks the same walk: it tries replies in the order of their ranks,
// and skips a position that it has met, also turned or mirrored if the task says so.
#pragma once

#include "search/engine.hpp"
#include "search/positions.hpp"

namespace litslab {

// The legal moves of position 0; first those most likely to answer "at least `target`?" in the
// mover's favour. Moves for which this is known come first, then the table's, then the others by
// their estimates; those for which the opposite is known come last.
std::vector<int> likely_moves(Positions& positions, const TranspositionTable& table, int target);

// A strategy from position 0 on.
Strategy strategy_from(Positions& positions, SearchContext& context, const StrategyTask& task,
                       std::atomic<std::uint64_t>& met);

}  // namespace litslab
