// What the factories make of a game.
#pragma once

#include "games/factories.hpp"
#include "games/game_simulator.hpp"
#include "search/game_engine.hpp"

#include <memory>

namespace litslab {

// The one game is searched and the other played at random; both take the same arguments.
template <PlayableGame Searched, RandomGame Played, class... Arguments>
std::unique_ptr<AnyGame> make_game(const Arguments&... arguments) {
    return std::make_unique<AnyGame>(std::make_unique<GameEngine<Searched>>(arguments...),
                                  std::make_unique<GameSimulator<Played>>(arguments...));
}

}  // namespace litslab
