#include "wythe.hpp"

#include "game_engine.hpp"
#include "games.hpp"

namespace litslab {

namespace {

template <class Word>
std::unique_ptr<Engine> make(int side, const std::vector<std::array<int, 3>>& placements) {
    std::vector<typename Wythe<Word>::Placement> table;
    for (const auto& [white, black, level] : placements)
        table.push_back({static_cast<std::uint8_t>(white), static_cast<std::uint8_t>(black),
                         static_cast<std::uint8_t>(level)});
    return std::make_unique<GameEngine<Wythe<Word>>>(side, std::move(table));
}

}  // namespace

std::unique_ptr<Engine> make_wythe(int side, const std::vector<std::array<int, 3>>& placements) {
    if (side < 2 || side > 11) throw std::invalid_argument("the board has 2 to 11 squares on a side");
    for (const auto& [white, black, level] : placements)
        if (std::min(white, black) < 0 || std::max(white, black) >= side * side || level < 0 ||
            level >= wythe_levels(side))
            throw std::invalid_argument("a placement leaves the board");
    return side <= 8 ? make<Word64>(side, placements) : make<Word128>(side, placements);
}

}  // namespace litslab
