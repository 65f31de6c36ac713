// The Simulator of a game that is played at random, and the function that makes an AnyGame.
#pragma once

#include "games/factories.hpp"
#include "search/game_engine.hpp"

namespace litslab {

// The end of a game.
struct Ending {
    std::array<int, 2> scores{};
    std::array<int, 2> first_scores{};  // double games: those of the first phase
    int first_length = 0;
    int tie = 0;                        // the winner of a tie
    std::array<Squares, 3> layers;      // the squares on which each layer is visible
};

// A game that is played at random, in place.
//   start(state)                              the start of the game
//   settle(state, question)                   sets what does not follow from the placements of a given position
//   legal(state)                              the number of legal placements; begins a second phase when it is due
//   choose(state, rank), play(state, move)
//   ending(state, ending)
//   layers(), squares(), double_game
template <class G>
concept RandomGame = std::copyable<typename G::State> &&
                     requires(const G& game, typename G::State& state, const Question& question, Ending& ending, int n) {
                         { game.start(state) } -> std::same_as<void>;
                         { game.settle(state, question) } -> std::same_as<void>;
                         { game.legal(state) } -> std::same_as<int>;
                         { game.choose(state, n) } -> std::same_as<int>;
                         { game.play(state, n) } -> std::same_as<void>;
                         { game.ending(state, ending) } -> std::same_as<void>;
                         { game.squares() } -> std::same_as<int>;
                         { G::layers() } -> std::same_as<std::vector<std::string>>;
                         { G::double_game } -> std::convertible_to<bool>;
                     };

// Plays the games of a batch.
template <RandomGame Game>
class GameSimulator final : public Simulator {
public:
    template <class... Arguments>
    explicit GameSimulator(Arguments&&... arguments) : game_(std::forward<Arguments>(arguments)...) {}

    std::vector<std::string> layers() const override { return Game::layers(); }

    SimulatedGames simulate(const Question& question, const std::vector<std::uint64_t>& seeds,
                            bool keep_moves) const override {
        typename Game::State start;
        game_.start(start);
        for (const int move : question.placed) {
            game_.legal(start);
            game_.play(start, move);
        }
        game_.legal(start);
        game_.settle(start, question);

        SimulatedGames rows;
        rows.occupancy.assign(2 * layers().size() * game_.squares(), 0);
        for (const auto seed : seeds) {
            auto state = start;
            Random random(seed);
            int length = 0, opening = -1;
            for (int legal; (legal = game_.legal(state)) > 0; ++length) {
                const int move = game_.choose(state, random.below(legal));
                if (length == 0) opening = move;
                rows.branching.push_back(static_cast<std::uint16_t>(legal));
                if (keep_moves) rows.moves.push_back(static_cast<std::uint16_t>(move));
                game_.play(state, move);
            }
            Ending ending;
            game_.ending(state, ending);
            rows.opening.push_back(opening);
            append(rows, length, ending);
        }
        return rows;
    }

private:
    static std::array<std::int16_t, 2> in_column(const std::array<int, 2>& scores) {
        return {static_cast<std::int16_t>(scores[0]), static_cast<std::int16_t>(scores[1])};
    }
    void append(SimulatedGames& rows, int length, const Ending& ending) const {
        const int margin = ending.scores[0] - ending.scores[1];
        const int winner = margin > 0 ? 0 : margin < 0 ? 1 : ending.tie;
        rows.length.push_back(static_cast<std::uint16_t>(length));
        rows.scores.push_back(in_column(ending.scores));
        rows.winner.push_back(static_cast<std::uint8_t>(winner));
        if constexpr (Game::double_game) {
            rows.first_length.push_back(static_cast<std::uint16_t>(ending.first_length));
            rows.first_scores.push_back(in_column(ending.first_scores));
        }
        const std::size_t squares = game_.squares(), layers = rows.occupancy.size() / (2 * squares);
        for (std::size_t layer = 0; layer < layers; ++layer) {
            auto* counts = &rows.occupancy[(winner * layers + layer) * squares];
            ending.layers[layer].for_each([&](int q) { ++counts[q]; });
        }
    }

    const Game game_;
};

// One class is searched, the other played at random; both take the same arguments.
template <PlayableGame Searched, RandomGame Played, class... Arguments>
std::unique_ptr<AnyGame> make_game(const Arguments&... arguments) {
    return std::make_unique<AnyGame>(std::make_unique<GameEngine<Searched>>(arguments...),
                                     std::make_unique<GameSimulator<Played>>(arguments...));
}

}  // namespace litslab
