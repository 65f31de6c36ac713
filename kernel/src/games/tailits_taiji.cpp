#include "games/tailits_taiji.hpp"

namespace litslab {

static_assert(PlayedLightly<TailitsTaiji<26>>);

std::unique_ptr<AnyGame> make_tailits_taiji(int size, const Tetrominoes& tetrominoes,
                                            const std::vector<int>& supply, bool second_largest,
                                            const Pairs& taijitus, int groups) {
  const auto set = tailits_placements(size, "tetrominoes", tetrominoes, supply);
  const auto flat = taijitus_of(size, "taijitus", taijitus);
  auto simulator =
      with_narrowest<4, 26>(Bodies(set).count(), [&]<int Words>() -> std::unique_ptr<Simulator> {
        return std::make_unique<GameSimulator<TailitsTaijiPlayout<Words>>>(set, flat, groups,
                                                                           second_largest);
      });
  // Narrow sets save nothing here, on any board: nearly all positions are in the second phase.
  return std::make_unique<AnyGame>(
      std::make_unique<GameEngine<TailitsTaiji<26>>>(set, flat, groups, second_largest),
      std::move(simulator));
}

}  // namespace litslab
