#include "games/tailits.hpp"

#include "games/tetromino_playout.hpp"

#include <map>
#include <tuple>

namespace litslab {

static_assert(PlayedLightly<Tailits<26>>);

PlacementSet tailits_placements(int size, const std::string& name,
                                const std::vector<TetrominoPlacement>& placements,
                                const std::vector<int>& supply) {
  expect_between("size", size, 3, longest_side);
  expect_odd("size", size);
  const auto set = placement_set(size, size, name, placements, supply, TailitsBoard::max_kinds);
  for (std::size_t i = 0; i < placements.size(); ++i)
    if (std::popcount(set.placements[i].colours) != 2)
      refuse(member(name, i) + ".black", "has length " + std::to_string(placements[i].black.size()),
             "two of the four squares");
  const Bodies bodies(set);
  for (const auto& same : bodies.placements_of)
    if (same.size() > most_colourings)
      refuse(member(name, same.back()),
             "is one of " + std::to_string(same.size()) + " on its squares",
             "at most " + std::to_string(most_colourings));
  return set;
}

std::shared_ptr<const TailitsSymmetries> tailits_symmetries(const PlacementSet& given) {
  auto found = std::make_shared<TailitsSymmetries>();
  using Coloured = std::tuple<int, int, std::array<std::uint8_t, 4>, int>;
  const Grid<Word128> board(given.rows);
  std::map<Coloured, int> index;
  const auto image = [&](const Placement& p, int turn) {
    std::array<std::pair<std::uint8_t, bool>, 4> moved;
    for (int i = 0; i < 4; ++i) moved[i] = {board.image(turn)[p.squares[i]], p.colours >> i & 1};
    std::sort(moved.begin(), moved.end());
    Coloured result{p.shape, p.kind, {}, 0};
    for (int i = 0; i < 4; ++i) {
      std::get<2>(result)[i] = moved[i].first;
      std::get<3>(result) |= moved[i].second << i;
    }
    return result;
  };
  for (std::size_t i = 0; i < given.placements.size(); ++i)
    index[image(given.placements[i], 0)] = static_cast<int>(i);
  for (int turn = 0; turn < 8; ++turn) {
    std::vector<std::uint16_t> images;
    for (const auto& p : given.placements) {
      const auto it = index.find(image(p, turn));
      if (it == index.end()) break;
      images.push_back(static_cast<std::uint16_t>(it->second));
    }
    if (images.size() == given.placements.size()) found->push_back(std::move(images));
  }
  return found;
}

std::unique_ptr<AnyGame> make_tailits(int size, const Tetrominoes& placements,
                                      const std::vector<int>& supply, bool second_largest) {
  const auto set = tailits_placements(size, "placements", placements, supply);
  return with_narrowest<4, 26>(Bodies(set).count(), [&]<int Words>() {
    return make_game<Tailits<Words>, TailitsPlayout<Words>>(set, second_largest);
  });
}

}  // namespace litslab
