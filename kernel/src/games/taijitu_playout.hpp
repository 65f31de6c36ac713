// Random games of taijitus by the rules alone, played in place.
#pragma once

#include "games/game_simulator.hpp"
#include "games/taiji.hpp"

namespace litslab {

// Each taijitu lies flat: both halves on squares of one level, and never on another.
class TaijituPlayout {
public:
    struct State {
        Word128 free = 0;
        Word128 level = 0;  // the squares that lie higher
        std::array<Word128, 2> colours{};  // light, dark
    };

    TaijituPlayout(int side, int groups_scored, std::vector<Taijitu> taijitus)
        : grid_(side), scored_(groups_scored), taijitus_(std::move(taijitus)) {
        for (std::size_t i = 0; i < taijitus_.size(); ++i) {
            const auto [light, dark] = taijitus_[i];
            const int low = std::min(light, dark), up = std::max(light, dark) - low == side;
            index_[up][light > dark][low] = static_cast<std::uint16_t>(i);
        }
    }

    const Grid<Word128>& grid() const { return grid_; }
    int placements() const { return static_cast<int>(taijitus_.size()); }

    void start(State& s, Word128 level) const {
        s = State{};
        s.free = grid_.all();
        s.level = level;
    }

    int legal(const State& s) const {
        const auto [across, up] = pairs(s);
        return 2 * (count(across) + count(up));
    }

    int choose(const State& s, int n) const {
        const auto [across, up] = pairs(s);
        const int turned = n & 1, sideways = count(across);
        n >>= 1;
        if (n < sideways) return index_[0][turned][narrow(across).nth(n)];
        return index_[1][turned][narrow(up).nth(n - sideways)];
    }

    void play(State& s, int placement) const {
        const auto [light, dark] = taijitus_[placement];
        s.colours[0] |= square_bit<Word128>(light);
        s.colours[1] |= square_bit<Word128>(dark);
        s.free &= ~(square_bit<Word128>(light) | square_bit<Word128>(dark));
    }

    // The summed sizes of a colour's largest groups.
    int score(const State& s, int colour) const {
        std::array<int, 3> largest{};
        grid_.each_component(s.colours[colour], [&](Word128 group) { insert_largest(largest, count(group), scored_); });
        return largest[0] + largest[1] + largest[2];
    }

private:
    // The lower left squares of the horizontal pairs of free squares, and of the vertical ones.
    std::pair<Word128, Word128> pairs(const State& s) const {
        const Word128 high = s.free & s.level, low = s.free & ~s.level;
        const Word128 across = ((high & high >> 1) | (low & low >> 1)) & grid_.not_last_column();
        const Word128 up = (high & high >> grid_.side()) | (low & low >> grid_.side());
        return {across, up};
    }

    Grid<Word128> grid_;
    int scored_;
    std::vector<Taijitu> taijitus_;
    std::array<std::array<std::array<std::uint16_t, 128>, 2>, 2> index_{};  // [up][light is the higher][lower square]
};

// Random games of TAIJI.
class TaijiPlayout : public TaijituPlayout {
public:
    using TaijituPlayout::TaijituPlayout;

    static constexpr bool double_game = false;
    static std::vector<std::string> layers() { return {"light", "dark"}; }
    int squares() const { return grid().squares(); }
    void start(State& s) const { TaijituPlayout::start(s, 0); }
    void settle(State&, const Question&) const {}  // the side to move does not matter: Dark wins ties
    void ending(const State& s, Ending& e) const {
        for (int c = 0; c < 2; ++c) {
            e.scores[c] = score(s, c);
            e.layers[c] = narrow(s.colours[c]);
        }
        e.tie = 1;
    }
};

// Random double games: one game after the other.
template <class First, class Second>
class DoublePlayout {
public:
    static constexpr bool double_game = true;
    static std::vector<std::string> layers() { return {"light", "dark", "tetromino"}; }
    struct State {
        typename First::State first;
        typename Second::State second;
        int side = 0;
        int first_length = 0;
        bool in_second = false;
    };

    DoublePlayout(First first, Second second, int squares)
        : first_(std::move(first)), second_(std::move(second)), squares_(squares) {}

    int squares() const { return squares_; }
    int choose(const State& s, int rank) const {
        return s.in_second ? first_.placements() + second_.choose(s.second, rank) : first_.choose(s.first, rank);
    }
    void play(State& s, int move) const {
        if (s.in_second) second_.play(s.second, move - first_.placements());
        else first_.play(s.first, move);
        s.side ^= 1;
    }

protected:
    First first_;
    Second second_;

private:
    int squares_;
};

}  // namespace litslab
