#include "games/wythe.hpp"

#include "games/product.hpp"

namespace litslab {

namespace {

template <class Word>
std::unique_ptr<AnyGame> make(int side, const std::vector<std::array<int, 3>>& placements) {
    return make_game<Wythe<Word>, WythePlayout<Word>>(side, wythe_table<Word>(side, placements));
}

}  // namespace

std::unique_ptr<AnyGame> make_wythe(int side, const std::vector<std::array<int, 3>>& placements) {
    return side <= 8 ? make<Word64>(side, placements) : make<Word128>(side, placements);
}

}  // namespace litslab
