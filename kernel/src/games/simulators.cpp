#include "games/simulator.hpp"

#include "core/placement_set.hpp"
#include "games/playout.hpp"
#include "core/random.hpp"
#include "games/tailits.hpp"
#include "games/wythe.hpp"

#include <string>
#include <utility>

namespace litslab {

namespace {

// How a game ended.
struct Ending {
    std::array<int, 2> scores{};
    std::array<int, 2> first_scores{};  // double games: what the first phase brought
    int first_length = 0;
    int tie = 0;                        // the side that the tie rule speaks for
    std::array<Squares, 3> layers;      // what shows on the squares
};

// Plays the games of a batch. A Game has
//   State                                     one position, played in place
//   start(state)                              the start of the game
//   settle(state, question)                   what of a given position does not follow from its placements
//   legal(state)                              how many placements are legal; a finished phase gives way to the next
//   choose(state, rank), play(state, move)
//   ending(state, ending)
//   layers(), squares(), double_game
template <class Game>
class GameSimulator final : public Simulator {
public:
    template <class... Arguments>
    explicit GameSimulator(Arguments&&... arguments)
        : game_(std::make_unique<Game>(std::forward<Arguments>(arguments)...)) {}

    std::vector<std::string> layers() const override { return Game::layers(); }

    SimulatedGames simulate(const Question& question, const std::uint64_t* seeds, std::size_t games,
                            bool keep_moves) const override {
        typename Game::State start;
        game_->start(start);
        for (const int move : question.placed) {
            game_->legal(start);
            game_->play(start, move);
        }
        game_->legal(start);
        game_->settle(start, question);

        SimulatedGames rows;
        rows.squares = game_->squares();
        rows.layers = static_cast<int>(Game::layers().size());
        rows.occupancy.assign(static_cast<std::size_t>(2) * rows.layers * rows.squares, 0);
        for (std::size_t i = 0; i < games; ++i) {
            auto state = start;
            Random random(seeds[i]);
            int length = 0, opening = -1;
            for (int legal; (legal = game_->legal(state)) > 0; ++length) {
                const int move = game_->choose(state, random.below(legal));
                if (length == 0) opening = move;
                rows.branching.push_back(static_cast<std::uint16_t>(legal));
                if (keep_moves) rows.moves.push_back(static_cast<std::uint16_t>(move));
                game_->play(state, move);
            }
            Ending ending;
            game_->ending(state, ending);
            rows.opening.push_back(opening);
            append(rows, length, ending);
        }
        return rows;
    }

private:
    static void append(SimulatedGames& rows, int length, const Ending& ending) {
        const int margin = ending.scores[0] - ending.scores[1];
        const int winner = margin > 0 ? 0 : margin < 0 ? 1 : ending.tie;
        rows.length.push_back(static_cast<std::uint16_t>(length));
        for (const int score : ending.scores) rows.scores.push_back(static_cast<std::int16_t>(score));
        rows.winner.push_back(static_cast<std::uint8_t>(winner));
        if constexpr (Game::double_game) {
            rows.first_length.push_back(static_cast<std::uint16_t>(ending.first_length));
            for (const int score : ending.first_scores) rows.first_scores.push_back(static_cast<std::int16_t>(score));
        }
        for (int layer = 0; layer < rows.layers; ++layer) {
            auto* counts = &rows.occupancy[static_cast<std::size_t>(winner * rows.layers + layer) * rows.squares];
            ending.layers[layer].for_each([&](int q) { ++counts[q]; });
        }
    }

    // In memory of its own: Python gives an object's memory back as plain bytes, and a game's sets are aligned to more.
    std::unique_ptr<const Game> game_;
};

// What Battle of LITS and TAILITS share: tetrominoes alone, placed in turn.
template <int Words>
class TetrominoGames {
public:
    static constexpr bool double_game = false;
    struct State {
        typename TetrominoPlayout<Words>::State pieces;
        int side = 0;
    };

    // `first`: the square that the first tetromino has to cover, or -1.
    TetrominoGames(const PlacementSet& placements, int first)
        : pieces_(placements), first_(first), squares_(placements.rows * placements.cols) {}

    int squares() const { return squares_; }
    void start(State& s) const {
        pieces_.start(s.pieces, first_);
        s.side = 0;
    }
    void settle(State& s, const Question& question) const { s.side = question.side; }
    int legal(const State& s) const { return pieces_.legal(s.pieces); }
    int choose(const State& s, int rank) const { return pieces_.choose(s.pieces, rank); }
    void play(State& s, int move) const {
        pieces_.play(s.pieces, move);
        s.side ^= 1;
    }

private:
    TetrominoPlayout<Words> pieces_;
    int first_;
    int squares_;
};

template <int Words>
class BattleOfLitsGames : public TetrominoGames<Words> {
public:
    static std::vector<std::string> layers() { return {"tetromino"}; }

    BattleOfLitsGames(const PlacementSet& placements, const std::vector<int>& symbols)
        : TetrominoGames<Words>(placements, -1) {
        for (std::size_t s = 0; s < symbols.size(); ++s)
            if (symbols[s]) marks_[symbols[s] < 0].set(static_cast<int>(s));
    }

    // Visible symbols; the last placer wins a tie.
    void ending(const typename TetrominoGames<Words>::State& s, Ending& e) const {
        for (int c = 0; c < 2; ++c) e.scores[c] = (marks_[c] - s.pieces.covered).count();
        e.tie = s.side ^ 1;
        e.layers[0] = s.pieces.covered;
    }

private:
    std::array<Squares, 2> marks_;
};

class TaijiGames {
public:
    static constexpr bool double_game = false;
    static std::vector<std::string> layers() { return {"light", "dark"}; }
    using State = TaijituPlayout::State;

    TaijiGames(int side, int groups, const std::vector<std::pair<int, int>>& placements)
        : pieces_(side, groups, placements) {}

    int squares() const { return pieces_.grid().squares(); }
    void start(State& s) const { pieces_.start(s, 0); }
    void settle(State&, const Question&) const {}  // whose turn it is decides nothing: Dark wins ties
    int legal(const State& s) const { return pieces_.legal(s); }
    int choose(const State& s, int rank) const { return pieces_.choose(s, rank); }
    void play(State& s, int move) const { pieces_.play(s, move); }
    void ending(const State& s, Ending& e) const {
        for (int c = 0; c < 2; ++c) {
            e.scores[c] = pieces_.score(s, c);
            e.layers[c] = narrow(s.colours[c]);
        }
        e.tie = 1;
    }

private:
    TaijituPlayout pieces_;
};

// The scores of TAILITS: the sizes of the groups that are compared, where diagonal neighbours connect too.
class TailitsScores {
public:
    TailitsScores(int size, bool second_largest) : grid_(size, size), rank_(second_largest) {}

    // Of black and white; each the largest group and the second-largest.
    std::array<std::array<int, 2>, 2> groups(const std::array<Squares, 2>& colours) const {
        std::array<std::array<int, 2>, 2> found{};
        for (int c = 0; c < 2; ++c)
            for (Squares rest = colours[c]; rest.any();) {
                Squares seed;
                seed.set(rest.first());
                const Squares group = grid_.flood(seed, rest);
                rest -= group;
                int size = group.count();
                for (int& kept : found[c])
                    if (size > kept) std::swap(size, kept);
            }
        return found;
    }
    int rank() const { return rank_; }

private:
    KingGrid grid_;
    int rank_;
};

template <int Words>
class TailitsGames : public TetrominoGames<Words> {
public:
    static std::vector<std::string> layers() { return {"black", "white"}; }

    TailitsGames(const PlacementSet& placements, bool second_largest)
        : TetrominoGames<Words>(placements, placements.rows * placements.cols / 2),
          scores_(placements.cols, second_largest) {}

    // The last placer wins a tie; where second-largest groups are compared, only if the largest are equal too.
    void ending(const typename TetrominoGames<Words>::State& s, Ending& e) const {
        const auto groups = scores_.groups(s.pieces.colours);
        for (int c = 0; c < 2; ++c) e.scores[c] = groups[c][scores_.rank()];
        const int ahead = groups[0][0] - groups[1][0];
        e.tie = scores_.rank() && ahead ? ahead < 0 : s.side ^ 1;
        e.layers = {s.pieces.colours[0], s.pieces.colours[1]};
    }

private:
    TailitsScores scores_;
};

// TAILITS, then TAIJI on top; see TailitsTaiji.
template <int Words>
class TailitsTaijiGames {
public:
    static constexpr bool double_game = true;
    static std::vector<std::string> layers() { return {"light", "dark", "tetromino"}; }
    struct State {
        typename TetrominoPlayout<Words>::State pieces;
        TaijituPlayout::State flat;
        int side = 0;
        int first_length = 0;
        int half_point = 0;  // who has it
        bool taiji = false;
    };

    TailitsTaijiGames(const PlacementSet& tetrominoes, bool second_largest,
                      const std::vector<std::pair<int, int>>& taijitus, int groups)
        : pieces_(tetrominoes), flat_(tetrominoes.cols, groups, taijitus), scores_(tetrominoes.cols, second_largest) {}

    int squares() const { return flat_.grid().squares(); }
    void start(State& s) const {
        s = State{};
        pieces_.start(s.pieces, squares() / 2);
    }
    void settle(State& s, const Question& question) const {
        s.side = question.side;
        if (s.taiji) s.half_point = question.last_placer;
    }
    int legal(State& s) const {
        if (!s.taiji) {
            if (const int n = pieces_.legal(s.pieces)) return n;
            s.taiji = true;
            s.half_point = s.side ^ 1;
            s.first_length = s.pieces.placed;
            s.side = 1;  // White begins
            flat_.start(s.flat, wide(s.pieces.covered));
        }
        return flat_.legal(s.flat);
    }
    int choose(const State& s, int rank) const {
        return s.taiji ? pieces_.placements() + flat_.choose(s.flat, rank) : pieces_.choose(s.pieces, rank);
    }
    void play(State& s, int move) const {
        if (s.taiji)
            flat_.play(s.flat, move - pieces_.placements());
        else
            pieces_.play(s.pieces, move);
        s.side ^= 1;
    }
    void ending(const State& s, Ending& e) const {
        const auto groups = scores_.groups(s.pieces.colours);
        for (int c = 0; c < 2; ++c) {
            e.first_scores[c] = groups[c][scores_.rank()];
            // Black plays the dark halves, White the light ones.
            e.scores[c] = e.first_scores[c] + flat_.score(s.flat, c ^ 1);
            e.layers[c] = narrow(s.flat.colours[c]);
        }
        e.first_length = s.first_length;
        e.tie = s.half_point;
        e.layers[2] = s.pieces.covered - e.layers[0] - e.layers[1];
    }

private:
    TetrominoPlayout<Words> pieces_;
    TaijituPlayout flat_;
    TailitsScores scores_;
};

// TAIJI, then Battle of LITS on top; see TaijiBattle. Sides are people.
template <int Words>
class TaijiBattleGames {
public:
    static constexpr bool double_game = true;
    static std::vector<std::string> layers() { return {"light", "dark", "tetromino"}; }
    struct State {
        TaijituPlayout::State flat;
        typename TetrominoPlayout<Words>::State pieces;
        int side = 0;
        int first_length = 0;
        bool battle = false;
        bool swapped = false;
    };

    TaijiBattleGames(const std::vector<std::pair<int, int>>& taijitus, const PlacementSet& tetrominoes, int groups)
        : flat_(tetrominoes.cols, groups, taijitus), pieces_(tetrominoes) {}

    int squares() const { return flat_.grid().squares(); }
    void start(State& s) const {
        s = State{};
        flat_.start(s.flat, 0);
    }
    void settle(State& s, const Question& question) const {
        s.side = question.side;
        s.swapped = question.swapped;
    }
    int legal(State& s) const {
        if (!s.battle) {
            if (const int n = flat_.legal(s.flat)) return n;
            s.battle = true;
            s.first_length = count(s.flat.colours[0]);
            s.side = 0;  // White begins
            pieces_.start(s.pieces, -1);
        }
        return pieces_.legal(s.pieces);
    }
    int choose(const State& s, int rank) const {
        return s.battle ? flat_.placements() + pieces_.choose(s.pieces, rank) : flat_.choose(s.flat, rank);
    }
    void play(State& s, int move) const {
        if (s.battle)
            pieces_.play(s.pieces, move - flat_.placements());
        else
            flat_.play(s.flat, move);
        s.side ^= 1;
    }
    // The points of TAIJI stay with the people, who may have exchanged colours since; the last placer wins a tie.
    void ending(const State& s, Ending& e) const {
        for (int c = 0; c < 2; ++c) {
            e.first_scores[c] = flat_.score(s.flat, c);
            e.layers[c] = narrow(s.flat.colours[c]) - s.pieces.covered;
        }
        for (int person = 0; person < 2; ++person)
            e.scores[person] = e.first_scores[person] + e.layers[person ^ static_cast<int>(s.swapped)].count();
        e.first_length = s.first_length;
        e.tie = s.side ^ 1;
        e.layers[2] = s.pieces.covered;
    }

private:
    TaijituPlayout flat_;
    TetrominoPlayout<Words> pieces_;
};

template <class Word>
class WytheGames {
public:
    static constexpr bool double_game = false;
    static std::vector<std::string> layers() { return {"black", "white"}; }
    struct State {
        typename Wythe<Word>::State stacks;
        std::vector<int> legal;
    };

    WytheGames(int side, std::vector<typename Wythe<Word>::Placement> table)
        : rules_(side, std::move(table)), squares_(side * side) {}

    int squares() const { return squares_; }
    void start(State& s) const { s.stacks = rules_.state_of({}); }
    void settle(State& s, const Question& question) const { s.stacks.mover = static_cast<std::uint8_t>(question.side); }
    int legal(State& s) const {
        s.legal.clear();
        rules_.legal(s.stacks, s.legal);
        return static_cast<int>(s.legal.size());
    }
    int choose(const State& s, int rank) const { return s.legal[rank]; }
    void play(State& s, int move) const {
        typename Wythe<Word>::State next;
        rules_.play(s.stacks, move, next);
        s.stacks = next;
    }
    // Where both score 0, the last placer loses.
    void ending(const State& s, Ending& e) const {
        e.scores = rules_.scores(s.stacks);
        e.tie = s.stacks.mover;
        for (int c = 0; c < 2; ++c)
            each_square(s.stacks.top[c], [&](int q) { e.layers[c].set(q); });
    }

private:
    Wythe<Word> rules_;
    int squares_;
};

// Makes a game with the narrowest sets that hold its bodies.
template <template <int> class Game, class... Arguments>
std::unique_ptr<Simulator> narrowest(std::size_t bodies, Arguments&&... arguments) {
    if (bodies <= 4 * 64) return std::make_unique<GameSimulator<Game<4>>>(std::forward<Arguments>(arguments)...);
    if (bodies <= 8 * 64) return std::make_unique<GameSimulator<Game<8>>>(std::forward<Arguments>(arguments)...);
    if (bodies <= 16 * 64) return std::make_unique<GameSimulator<Game<16>>>(std::forward<Arguments>(arguments)...);
    return std::make_unique<GameSimulator<Game<26>>>(std::forward<Arguments>(arguments)...);
}

template <class Word>
std::unique_ptr<Simulator> wythe_games(int side, const std::vector<std::array<int, 3>>& placements) {
    return std::make_unique<GameSimulator<WytheGames<Word>>>(side, wythe_table<Word>(side, placements));
}

}  // namespace

std::unique_ptr<Simulator> simulate_battle_of_lits(int columns, int rows,
                                                   const std::vector<TetrominoPlacement>& placements,
                                                   const std::vector<int>& supply, const std::vector<int>& symbols) {
    const auto set = placement_set(columns, rows, placements, supply);
    return narrowest<BattleOfLitsGames>(count_bodies(set), set, symbols);
}

std::unique_ptr<Simulator> simulate_tailits(int size, const std::vector<TetrominoPlacement>& placements,
                                            const std::vector<int>& supply, bool second_largest) {
    const auto set = placement_set(size, size, placements, supply);
    return narrowest<TailitsGames>(count_bodies(set), set, second_largest);
}

std::unique_ptr<Simulator> simulate_tailits_taiji(int size, const std::vector<TetrominoPlacement>& tetrominoes,
                                                  const std::vector<int>& supply, bool second_largest,
                                                  const std::vector<std::pair<int, int>>& taijitus, int groups) {
    const auto set = placement_set(size, size, tetrominoes, supply);
    return narrowest<TailitsTaijiGames>(count_bodies(set), set, second_largest, taijitus, groups);
}

std::unique_ptr<Simulator> simulate_taiji_battle(int size, const std::vector<std::pair<int, int>>& taijitus,
                                                 const std::vector<TetrominoPlacement>& tetrominoes,
                                                 const std::vector<int>& supply, int groups) {
    const auto set = placement_set(size, size, tetrominoes, supply);
    return narrowest<TaijiBattleGames>(count_bodies(set), taijitus, set, groups);
}

std::unique_ptr<Simulator> simulate_taiji(int side, int groups, const std::vector<std::pair<int, int>>& placements) {
    if (groups < 1 || groups > 3) throw std::invalid_argument("1 to 3 groups are scored");
    return std::make_unique<GameSimulator<TaijiGames>>(side, groups, placements);
}

std::unique_ptr<Simulator> simulate_wythe(int side, const std::vector<std::array<int, 3>>& placements) {
    return side <= 8 ? wythe_games<Word64>(side, placements) : wythe_games<Word128>(side, placements);
}

}  // namespace litslab
