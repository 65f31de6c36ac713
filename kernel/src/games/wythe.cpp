#include "games/wythe.hpp"

#include "games/factories.hpp"
#include "games/product.hpp"

namespace litslab {

namespace {

template <class Product, class Word>
std::unique_ptr<Product> make(int side, const std::vector<std::array<int, 3>>& placements) {
    return make_product<Product, Wythe<Word>, WythePlayout<Word>>(side, wythe_table<Word>(side, placements));
}

}  // namespace

template <class Product>
std::unique_ptr<Product> make_wythe(int side, const std::vector<std::array<int, 3>>& placements) {
    return side <= 8 ? make<Product, Word64>(side, placements) : make<Product, Word128>(side, placements);
}

template std::unique_ptr<Engine> make_wythe<Engine>(int, const std::vector<std::array<int, 3>>&);
template std::unique_ptr<Simulator> make_wythe<Simulator>(int, const std::vector<std::array<int, 3>>&);

}  // namespace litslab
