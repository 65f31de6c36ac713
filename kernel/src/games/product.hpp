// What the factories make of a game: an Engine or a Simulator.
#pragma once

#include "games/game_simulator.hpp"
#include "search/game_engine.hpp"

#include <concepts>
#include <memory>
#include <utility>

namespace litslab {

// An Engine that searches the one game, or a Simulator that plays the other at random; both take the same arguments.
template <class Product, PlayableGame Searched, RandomGame Played, class... Arguments>
std::unique_ptr<Product> make_product(Arguments&&... arguments) {
    if constexpr (std::same_as<Product, Engine>)
        return std::make_unique<GameEngine<Searched>>(std::forward<Arguments>(arguments)...);
    else
        return std::make_unique<GameSimulator<Played>>(std::forward<Arguments>(arguments)...);
}

}  // namespace litslab
