#include "games/tetromino_playout.hpp"

#include <map>

namespace litslab {

template <int Words>
TetrominoPlayout<Words>::TetrominoPlayout(const PlacementSet& given)
    : TetrominoPlayout(given, Bodies(given)) {}

template <int Words>
TetrominoPlayout<Words>::TetrominoPlayout(const PlacementSet& given, const Bodies& bodies)
    : t_(bodies, given, State::max_kinds) {
  for (std::size_t i = 0; i < given.placements.size(); ++i) {
    const auto& placement = given.placements[i];
    variants_.push_back({bodies.body_of[i], placement.kind, {}});
    for (int k = 0; k < 4; ++k) {
      const bool is_black = placement.colours >> k & 1;
      variants_.back().colours[is_black ? 0 : 1].set(placement.squares[k]);
    }
  }
  build_buckets(bodies.placements_of);
}

template <int Words>
void TetrominoPlayout<Words>::build_buckets(const std::vector<std::vector<int>>& placements_of) {
  bool one_kind = true;  // if each body is of one kind, an open body has a piece
  for (const auto& list : placements_of)
    for (const auto i : list) one_kind &= variants_[i].kind == variants_[list.front()].kind;
  std::map<std::pair<int, int>, std::size_t> bucket_of;
  for (std::size_t body = 0; body < placements_of.size(); ++body) {
    std::map<int, int> rank;  // of each kind: how many of the body's placements are in a bucket
    for (const auto i : placements_of[body]) {
      const int kind = one_kind ? -1 : variants_[i].kind;
      const auto [at, is_new] = bucket_of.try_emplace({kind, rank[kind]}, buckets_.size());
      ++rank[kind];
      if (is_new) buckets_.push_back({kind, {}, std::vector<std::uint16_t>(placements_of.size())});
      buckets_[at->second].bodies.set(static_cast<int>(body));
      buckets_[at->second].placement_of[body] = static_cast<std::uint16_t>(i);
    }
  }
}

template TetrominoPlayout<4>::TetrominoPlayout(const PlacementSet&);
template TetrominoPlayout<26>::TetrominoPlayout(const PlacementSet&);

}  // namespace litslab
