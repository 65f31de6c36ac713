#include "games/taiji.hpp"

#include "search/game_engine.hpp"
#include "games/factories.hpp"

namespace litslab {

namespace {

template <class Word>
std::unique_ptr<Engine> make(int side, int groups, const std::vector<std::pair<int, int>>& placements) {
    std::vector<typename Taiji<Word>::Placement> table;
    for (const auto& [white, black] : placements)
        table.push_back({static_cast<std::uint8_t>(white), static_cast<std::uint8_t>(black)});
    return std::make_unique<GameEngine<Taiji<Word>>>(side, groups, std::move(table));
}

}  // namespace

std::unique_ptr<Engine> make_taiji(int side, int groups, const std::vector<std::pair<int, int>>& placements) {
    if (side < 2 || side > 11) throw std::invalid_argument("the board has 2 to 11 squares on a side");
    if (groups < 1 || groups > 3) throw std::invalid_argument("1 to 3 groups are scored");
    for (const auto& [white, black] : placements)
        if (std::min(white, black) < 0 || std::max(white, black) >= side * side)
            throw std::invalid_argument("a placement leaves the board");
    return side <= 8 ? make<Word64>(side, groups, placements) : make<Word128>(side, groups, placements);
}

}  // namespace litslab
