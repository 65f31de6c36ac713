// The Simulator of a game that is played in place, and the function that makes an AnyGame.
#pragma once

#include "core/python_random.hpp"
#include "games/factories.hpp"
#include "search/game_engine.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace litslab {

// The end of a game.
struct Ending {
  std::array<int, 2> scores{};
  std::array<int, 2> first_scores{};  // double games: those of the first phase
  int first_length = 0;
  int tie = 0;                    // the winner of a tie
  std::array<Squares, 3> layers;  // the squares on which each layer is visible
};

// The effect of a swap. Where it exchanges the players, position and side to move stay the same;
// where it exchanges the colours, a side is a player, and the other side is to move.
enum class Swap { none, exchanges_players, exchanges_colours };

// A part of every state.
struct Turn {
  int side = 0;          // to move
  bool swapped = false;  // the swap has been made
  bool may_swap = true;  // this game is played with the swap, if its rules have one
};

// A game whose games are played in place.
//   start(state)                              the start of the game
//   settle(state, question)                   sets what does not follow from the placements of a
//                                             given position
//   legal(state)                              the number of legal placements; begins a second phase
//                                             when it is due
//   choose(state, rank), play(state, move)
//   each_legal(state, f)                      calls f(move) for each legal placement, ascending
//   each_margin(state, f)                     calls f(move, margin) for each, ascending: the first
//                                             side's score minus the second's after the placement
//   scores(state)                             those of the sides if the game ended here
//   ending(state, ending)
//   pieces_before_swap(state)                 the pieces that count for the swap, which answers the
//                                             first of them
//   layers(), squares(), placements(), double_game, swap
template <class G>
concept SimulatedGame =
    std::copyable<typename G::State> && std::derived_from<typename G::State, Turn> &&
    requires(const G& game, typename G::State& state, const Question& question, Ending& ending,
             int n) {
      { game.start(state) } -> std::same_as<void>;
      { game.settle(state, question) } -> std::same_as<void>;
      { game.legal(state) } -> std::same_as<int>;
      { game.choose(state, n) } -> std::same_as<int>;
      { game.play(state, n) } -> std::same_as<void>;
      {
        game.each_legal(state, [](int) {})
      } -> std::same_as<void>;
      {
        game.each_margin(state, [](int, int) {})
      } -> std::same_as<void>;
      { game.scores(state) } -> std::same_as<std::array<int, 2>>;
      { game.ending(state, ending) } -> std::same_as<void>;
      { game.pieces_before_swap(state) } -> std::same_as<int>;
      { game.squares() } -> std::same_as<int>;
      { game.placements() } -> std::same_as<int>;
      { G::layers() } -> std::same_as<std::vector<std::string>>;
      { G::double_game } -> std::convertible_to<bool>;
      { G::swap } -> std::convertible_to<Swap>;
    };

// Plays the games of a batch.
template <SimulatedGame Game>
class GameSimulator final : public Simulator {
 public:
  template <class... Arguments>
  [[gnu::cold]] explicit GameSimulator(Arguments&&... arguments)
      : game_(std::forward<Arguments>(arguments)...) {}

  std::vector<std::string> layers() const override { return Game::layers(); }

  SimulatedGames simulate(const Question& question, const std::vector<std::uint64_t>& seeds,
                          Stored stored) const override {
    const State start = state_of(question);
    SimulatedGames rows = no_games();
    for (const auto seed : seeds) {
      Random random(seed);
      play_game(start, stored, rows, [&](const State& state, int legal) {
        return game_.choose(state, random.below(legal));
      });
    }
    return rows;
  }

  SimulatedGames match(const Engine& engine, const Question& question,
                       const std::vector<std::vector<std::uint32_t>>& seeds, Players players,
                       bool swap, Stored stored, StopToken& stop) const override {
    State start = state_of(question);
    start.may_swap = swap;
    SimulatedGames rows = no_games();
    EnginePlayer engine_player(engine, stop);
    std::vector<int> placed;  // in this game
    std::vector<int> moves;   // the choice of the player to move
    for (const auto& seed : seeds) {
      PythonRandom random(seed);
      placed = question.placed;
      play_game(start, stored, rows, [&](const State& state, int legal) {
        const Player& player = players[player_to_move(state)];
        const auto searched =
            search_move(engine_player, player, state, placed, legal, random).value_or(-1);
        const int move = searched >= 0 ? searched : quick_move(player, state, moves, random);
        if (move != swap_number()) placed.push_back(move);
        return move;
      });
      stop.report(1, true);
      if (stop.stop_requested()) break;
    }
    return rows;
  }

  std::vector<std::pair<int, int>> margins(const Question& question) const override {
    State state = state_of(question);
    std::vector<std::pair<int, int>> found;
    if (game_.legal(state) > 0)
      game_.each_margin(state, [&](int move, int margin) { found.emplace_back(move, margin); });
    return found;
  }

 private:
  using State = typename Game::State;

  [[gnu::cold, gnu::noinline]] State state_of(const Question& question) const {
    State state;
    game_.start(state);
    for (const int move : question.placed) {
      game_.legal(state);
      game_.play(state, move);
    }
    game_.legal(state);
    game_.settle(state, question);
    return state;
  }
  SimulatedGames no_games() const {
    SimulatedGames rows;
    rows.occupancy.assign(2 * layers().size() * game_.squares(), 0);
    return rows;
  }

  // Plays a game to its end: `choose(state, legal)` returns a legal placement or the swap.
  template <class Choose>
  void play_game(const State& start, Stored stored, SimulatedGames& rows, Choose&& choose) const {
    State state = start;
    int length = 0;
    int opening = -1;
    // The compiler copies `legal` into each of its calls.
    while (const int legal = game_.legal(state)) {
      const int move = choose(std::as_const(state), legal);
      if (stored.moves) rows.moves.push_back(static_cast<std::uint16_t>(move));
      if (move == swap_number()) {
        make_swap(state);
        continue;
      }
      if (length == 0) opening = move;
      rows.branching.push_back(static_cast<std::uint16_t>(legal));
      game_.play(state, move);
      if (stored.trace) rows.trace.push_back(in_column(game_.scores(state)));
      ++length;
    }
    rows.opening.push_back(opening);
    rows.swapped.push_back(state.swapped);
    Ending ending;
    game_.ending(state, ending);
    append(rows, length, ending);
  }

  // The move of a player who searches; nothing for another one, and if the position is not solved.
  std::optional<int> search_move(EnginePlayer& engine_player, const Player& player,
                                 const State& state, const std::vector<int>& placed, int legal,
                                 PythonRandom& random) const {
    const bool by_tree = player.level == PlayerLevel::mcts;
    if (!by_tree && player.level != PlayerLevel::exact) return std::nullopt;
    const Situation here = situation_of(state, placed, legal);
    const auto after = [&](int move) { return situation_after(state, placed, move); };
    if (by_tree) return engine_player.choose(here, after, player.limits, random);
    return engine_player.best_move(here, after, player.limits, random);
  }

  // The move of any other player.
  int quick_move(const Player& player, const State& state, std::vector<int>& moves,
                 PythonRandom& random) const {
    if (player.level == PlayerLevel::greedy) {
      if (should_swap(state)) return swap_number();
      find_greediest(state, moves);
    } else {
      moves.clear();
      game_.each_legal(state, [&](int move) { moves.push_back(move); });
    }
    return moves[random.below(static_cast<int>(moves.size()))];
  }

  // The placements are passed on in the order of the table, as solver/engines/kernel.py does it.
  [[gnu::cold, gnu::noinline]] Situation situation_of(const State& state, std::vector<int> placed,
                                                      int legal) const {
    const bool exchanges_players = Game::swap == Swap::exchanges_players && state.may_swap;
    std::ranges::sort(placed);
    Situation here;
    here.swap_follows = exchanges_players && placed.empty() && state.side == 0 && legal > 0;
    here.question = {std::move(placed), state.side, state.swapped, last_placer(state)};
    here.placements = legal;
    const auto [first, second] = game_.scores(state);
    here.margin = first - second;
    here.can_exchange_players = exchanges_players && can_swap(state);
    return here;
  }
  [[gnu::cold, gnu::noinline]] Situation situation_after(State state, std::vector<int> placed,
                                                         int move) const {
    if (move == swap_number()) {
      make_swap(state);
    } else {
      game_.play(state, move);
      placed.push_back(move);
    }
    const int legal = game_.legal(state);
    return situation_of(state, std::move(placed), legal);
  }
  static int last_placer(const State& state) {
    if constexpr (requires { state.half_point; })
      if (state.in_second) return state.half_point;
    return 0;
  }

  // The player to move differs from the side only after a swap that exchanges the players.
  static int player_to_move(const State& state) {
    return state.side ^ static_cast<int>(Game::swap == Swap::exchanges_players && state.swapped);
  }
  int swap_number() const { return game_.placements(); }
  bool can_swap(const State& state) const {
    if constexpr (Game::swap == Swap::none) return false;
    const bool may_swap = state.may_swap && !state.swapped;
    return may_swap && state.side == 1 && game_.pieces_before_swap(state) == 1;
  }
  // A greedy player swaps when behind.
  bool should_swap(const State& state) const {
    if (!can_swap(state)) return false;
    const auto [first, second] = game_.scores(state);
    return second < first;
  }
  static void make_swap(State& state) {
    state.swapped = true;
    if (Game::swap == Swap::exchanges_colours) state.side ^= 1;
  }
  // The placements with the best margin right after them.
  void find_greediest(const State& state, std::vector<int>& moves) const {
    int best = std::numeric_limits<int>::min();
    const int sign = state.side == 0 ? 1 : -1;
    game_.each_margin(state, [&](int move, int margin) {
      margin *= sign;
      if (margin < best) return;
      if (margin > best) moves.clear();
      best = margin;
      moves.push_back(move);
    });
  }

  static std::array<std::int16_t, 2> in_column(const std::array<int, 2>& scores) {
    return {static_cast<std::int16_t>(scores[0]), static_cast<std::int16_t>(scores[1])};
  }
  void append(SimulatedGames& rows, int length, const Ending& ending) const {
    const int margin = ending.scores[0] - ending.scores[1];
    int winner = ending.tie;
    if (margin != 0) winner = margin > 0 ? 0 : 1;
    rows.length.push_back(static_cast<std::uint16_t>(length));
    rows.scores.push_back(in_column(ending.scores));
    rows.winner.push_back(static_cast<std::uint8_t>(winner));
    if constexpr (Game::double_game) {
      rows.first_length.push_back(static_cast<std::uint16_t>(ending.first_length));
      rows.first_scores.push_back(in_column(ending.first_scores));
    }
    const std::size_t squares = game_.squares();
    const std::size_t layers = rows.occupancy.size() / (2 * squares);
    for (std::size_t layer = 0; layer < layers; ++layer) {
      auto* counts = &rows.occupancy[(winner * layers + layer) * squares];
      ending.layers[layer].for_each([&](int q) { ++counts[q]; });
    }
  }

  const Game game_;
};

// One class is searched, the other played in place; both take the same arguments.
template <PlayableGame Searched, SimulatedGame Played, class... Arguments>
[[gnu::cold]] std::unique_ptr<AnyGame> make_game(const Arguments&... arguments) {
  return std::make_unique<AnyGame>(std::make_unique<GameEngine<Searched>>(arguments...),
                                   std::make_unique<GameSimulator<Played>>(arguments...));
}

}  // namespace litslab
