// Random games of tetrominoes by the rules alone, played in place.
#pragma once

#include "core/largest.hpp"
#include "core/tetromino_rules.hpp"
#include "games/game_simulator.hpp"

#include <map>

namespace litslab {

// Tetrominoes, plain or coloured. As in the search of TAILITS, sets are sets of bodies (a shape on its squares), and a
// body has one placement for each way its squares may be coloured.
template <int Words>
class TetrominoPlayout {
public:
    using Set = Bits<Words>;

    struct State : TetrominoState<Words, TetrominoBoard<30>> {
        std::array<Squares, 2> colours;  // black, white
    };

    explicit TetrominoPlayout(const PlacementSet& given) : TetrominoPlayout(given, Bodies(given)) {}

    int placements() const { return static_cast<int>(variants_.size()); }

    // `first`: the square that the first tetromino has to cover, or -1.
    void start(State& s, int first) const {
        t_.start(s);
        if (first >= 0) s.legal &= t_.covering[first];
    }

    int legal(const State& s) const {
        int n = 0;
        for (const auto& bucket : buckets_)
            if (available(bucket, s)) n += s.legal.count_and(bucket.bodies);
        return n;
    }

    // The legal placement of rank n.
    int choose(const State& s, int n) const {
        for (const auto& bucket : buckets_) {
            if (!available(bucket, s)) continue;
            const int here = s.legal.count_and(bucket.bodies);
            if (n < here) return bucket.placement_of[(s.legal & bucket.bodies).nth(n)];
            n -= here;
        }
        throw std::logic_error("no legal placement of that rank");
    }

    void play(State& s, int placement) const {
        const auto& variant = variants_[placement];
        t_.place(s, variant.body, variant.kind, s);
        for (int c = 0; c < 2; ++c) s.colours[c] |= variant.colours[c];
    }

private:
    struct Variant {
        std::uint16_t body = 0;
        std::uint8_t kind = 0;
        std::array<Squares, 2> colours;
    };
    // At most one placement of each body, so that a rank among the legal ones leads to one.
    struct Bucket {
        int kind = -1;  // -1: there is a piece for every open body
        Set bodies;
        std::vector<std::uint16_t> placement_of;
    };

    TetrominoPlayout(const PlacementSet& given, const Bodies& bodies) : t_(bodies, given, State::max_kinds) {
        for (std::size_t i = 0; i < given.placements.size(); ++i) {
            const auto& placement = given.placements[i];
            variants_.push_back({bodies.body_of[i], placement.kind, {}});
            for (int k = 0; k < 4; ++k)
                variants_.back().colours[placement.colours >> k & 1 ? 0 : 1].set(placement.squares[k]);
        }
        build_buckets(bodies.placements_of);
    }

    bool available(const Bucket& bucket, const State& s) const { return bucket.kind < 0 || s.supply[bucket.kind]; }

    void build_buckets(const std::vector<std::vector<int>>& placements_of) {
        bool one_kind = true;  // if each body is of one kind, an open body has a piece
        for (const auto& list : placements_of)
            for (const auto i : list) one_kind &= variants_[i].kind == variants_[list.front()].kind;
        std::map<std::pair<int, int>, std::size_t> bucket_of;
        for (std::size_t body = 0; body < placements_of.size(); ++body) {
            std::map<int, int> rank;  // of each kind: how many of the body's placements are in a bucket
            for (const auto i : placements_of[body]) {
                const int kind = one_kind ? -1 : variants_[i].kind;
                const auto [at, is_new] = bucket_of.try_emplace({kind, rank[kind]++}, buckets_.size());
                if (is_new) buckets_.push_back({kind, {}, std::vector<std::uint16_t>(placements_of.size())});
                buckets_[at->second].bodies.set(static_cast<int>(body));
                buckets_[at->second].placement_of[body] = static_cast<std::uint16_t>(i);
            }
        }
    }

    TetrominoRules<Words> t_;        // of bodies
    std::vector<Variant> variants_;  // of each placement handed over
    std::vector<Bucket> buckets_;
};

// Shared by Battle of LITS and TAILITS: games of tetrominoes only.
template <int Words>
class TetrominoGames {
public:
    static constexpr bool double_game = false;
    struct State : TetrominoPlayout<Words>::State { int side = 0; };

    // `first`: the square that the first tetromino has to cover, or -1.
    TetrominoGames(const PlacementSet& placements, int first)
        : pieces_(placements), first_(first), squares_(placements.rows * placements.columns) {}

    int squares() const { return squares_; }
    void start(State& s) const {
        s.side = 0;
        pieces_.start(s, first_);
    }
    void settle(State& s, const Question& question) const { s.side = question.side; }
    int legal(const State& s) const { return pieces_.legal(s); }
    int choose(const State& s, int rank) const { return pieces_.choose(s, rank); }
    void play(State& s, int move) const {
        pieces_.play(s, move);
        s.side ^= 1;
    }

private:
    TetrominoPlayout<Words> pieces_;
    int first_;
    int squares_;
};

// Random games of Battle of LITS.
template <int Words>
class BattleOfLitsPlayout : public TetrominoGames<Words> {
public:
    static std::vector<std::string> layers() { return {"tetromino"}; }

    BattleOfLitsPlayout(const PlacementSet& placements, const std::vector<int>& symbols)
        : TetrominoGames<Words>(placements, -1) {
        for (std::size_t s = 0; s < symbols.size(); ++s)
            if (symbols[s]) marks_[symbols[s] < 0].set(static_cast<int>(s));
    }

    // Visible symbols; the last placer wins a tie.
    void ending(const typename TetrominoGames<Words>::State& s, Ending& e) const {
        for (int c = 0; c < 2; ++c) e.scores[c] = (marks_[c] - s.covered).count();
        e.tie = s.side ^ 1;
        e.layers[0] = s.covered;
    }

private:
    std::array<Squares, 2> marks_;
};

// The scores of TAILITS: the sizes of the groups that are compared, where diagonal neighbours connect too.
class TailitsScores {
public:
    TailitsScores(int size, bool second_largest) : grid_(size, size), rank_(second_largest) {}

    // Of black and white; each the largest group and the second-largest.
    std::array<std::array<int, 2>, 2> groups(const std::array<Squares, 2>& colours) const {
        std::array<std::array<int, 2>, 2> found{};
        for (int c = 0; c < 2; ++c)
            grid_.each_king_component(wide(colours[c]), [&](Word128 group) { insert_largest(found[c], count(group)); });
        return found;
    }
    int rank() const { return rank_; }

private:
    KingGrid grid_;
    int rank_;
};

// Random games of TAILITS.
template <int Words>
class TailitsPlayout : public TetrominoGames<Words> {
public:
    static std::vector<std::string> layers() { return {"black", "white"}; }

    TailitsPlayout(const PlacementSet& placements, bool second_largest)
        : TetrominoGames<Words>(placements, placements.rows * placements.columns / 2),
          scores_(placements.columns, second_largest) {}

    // The last placer wins a tie; if second-largest groups are compared, only if the largest are equal too.
    void ending(const typename TetrominoGames<Words>::State& s, Ending& e) const {
        const auto groups = scores_.groups(s.colours);
        for (int c = 0; c < 2; ++c) e.scores[c] = groups[c][scores_.rank()];
        const int ahead = groups[0][0] - groups[1][0];
        e.tie = scores_.rank() && ahead ? ahead < 0 : s.side ^ 1;
        e.layers = {s.colours[0], s.colours[1]};
    }

private:
    TailitsScores scores_;
};

}  // namespace litslab
