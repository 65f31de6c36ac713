#include "games/wythe.hpp"

#include "search/game_engine.hpp"
#include "games/factories.hpp"

namespace litslab {

namespace {

template <class Word>
std::unique_ptr<Engine> make(int side, const std::vector<std::array<int, 3>>& placements) {
    return std::make_unique<GameEngine<Wythe<Word>>>(side, wythe_table<Word>(side, placements));
}

}  // namespace

std::unique_ptr<Engine> make_wythe(int side, const std::vector<std::array<int, 3>>& placements) {
    return side <= 8 ? make<Word64>(side, placements) : make<Word128>(side, placements);
}

}  // namespace litslab
