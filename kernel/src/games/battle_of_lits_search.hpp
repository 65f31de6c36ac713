// The search of Battle of LITS, compiled once in battle_of_lits.cpp: TAIJI+Battle of LITS goes over to it.
#pragma once

#include "games/battle_of_lits.hpp"
#include "search/search.hpp"

namespace litslab {

// In the widths that games have.
extern template class Search<BattleOfLits<4>>;
extern template class Search<BattleOfLits<26>>;

}  // namespace litslab
