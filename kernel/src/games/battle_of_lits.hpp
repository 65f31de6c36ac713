// Battle of LITS: rules, key and bounds for the search template.
#pragma once

#include "search/engine.hpp"
#include "core/tetromino_rules.hpp"
#include "core/random.hpp"
#include "search/search.hpp"

namespace litslab {

// Switches for measuring; the defaults are the fastest.
struct BattleOptions {
    bool close = true;           // drop from the key what can never come to touch
    bool relevant_cover = true;  // drop from the key the covered squares that no 2x2 window asks for any more
    bool normal_supply = true;   // a supply that cannot run out any more is infinite
    bool swing = true;           // static bounds from what is left to win
    int tight = 14;              // how far from the target the costlier form of those bounds is still tried,
    int tight_win = 12;          // and for proving a move good
    bool mobility = true;        // order by the number of replies
    bool potential = true;       // order by what is left to win for either side
    bool shrink = true;          // renumber what is left into narrower sets
    int shrink_least = 60;
};

template <int Words>
class Battle {
public:
    using Set = Bits<Words>;
    using Options = BattleOptions;

    struct State {
        Set open;         // not excluded by a piece on the board, by a 2x2 window or by the supply
        Set legal;        // those of `open` that touch a piece (all of them before the first piece)
        Squares covered;
        std::array<std::uint8_t, 4> supply{};
        std::int16_t margin = 0;  // X's visible symbols minus O's
        std::uint8_t side = 0;    // 0 = X, the maximiser, to move
        bool empty = true;
    };

    // The same game on the placements that are still left, in narrower sets; see Search.
    static constexpr int smaller_words = Words > 8 ? 8 : Words / 2;
    static constexpr bool can_shrink = smaller_words >= 2;
    using Smaller = Battle<smaller_words>;

    Battle() = default;

    // `symbols[s]`: +1 an X, -1 an O, 0 a blank.
    Battle(const PlacementSet& placements, const std::vector<int>& symbols, Options options = {})
        : t_(placements), options_(options), supply_(placements.supply) {
        for (int s : symbols) start_margin_ += s, symbols_ += s != 0;
        for (int p = 0; p < t_.count; ++p) {
            int gain = 0;
            for (int s : t_.placements[p].squares) gain -= symbols[s];
            gain_.push_back(static_cast<std::int8_t>(gain));
        }
        Hasher h;
        for (int s : symbols) h.add(s + 2);
        hash_placements(placements, h);
        salt_ = h.key();
        sort_gains();
        grid_ = KingGrid(t_.rows, t_.cols);
    }

    // Makes this the game that `from` has become in state `s`, and `mine` that state.
    template <int From>
    void restrict_to(const Battle<From>& from, const typename Battle<From>::State& s, State& mine) {
        const auto keep = closure(from.t_, s.open, s.legal);
        t_.restrict_to(from.t_, keep);
        options_ = from.options_;
        salt_ = from.salt_;
        grid_ = from.grid_;
        gain_.clear();
        keep.for_each([&](int p) { gain_.push_back(from.gain_[p]); });
        sort_gains();
        mine.open = t_.everything;
        mine.legal = extract<Words>(s.legal, keep);
        mine.covered = s.covered;
        mine.supply = s.supply;
        mine.margin = s.margin;
        mine.side = s.side;
        mine.empty = s.empty;
    }
    // Whether restricting is possible, and worth its cost.
    bool should_shrink(const State&, int weight) const {
        if constexpr (can_shrink)
            return options_.shrink && weight <= Smaller::Set::capacity && weight >= options_.shrink_least;
        return false;
    }
    int name(int p) const { return t_.name[p]; }

    const PlacementTable<Words>& table() const { return t_; }
    const Options& options() const { return options_; }

    void start(State& s) const {
        s = State{};
        s.open = t_.everything;
        for (std::size_t c = 0; c < supply_.size(); ++c) {
            s.supply[c] = static_cast<std::uint8_t>(supply_[c]);
            if (!s.supply[c]) s.open -= t_.of_class[c];
        }
        s.legal = s.open;
        s.margin = static_cast<std::int16_t>(start_margin_);
    }

    // The position that consists of the given placements.
    State state_of(const Question& question) const {
        State s;
        start(s);
        for (int p : question.placed) {
            State child;
            play(s, p, child);
            s = child;
        }
        s.side = static_cast<std::uint8_t>(question.side);
        return s;
    }
    // Every symbol is at most gained or lost once.
    int value_limit() const { return 2 * symbols_ + 1; }
    void legal(const State& s, std::vector<int>& list) const {
        s.legal.for_each([&](int p) { list.push_back(p); });
    }
    int random_move(const State& s, Random& random) const { return s.legal.nth(random.below(s.legal.count())); }

    int side(const State& s) const { return s.side; }
    bool over(const State& s) const { return s.legal.none(); }
    // Whoever moved last wins a tie; that is the side not to move.
    int value(const State& s) const { return 2 * s.margin + (s.side ? 1 : -1); }
    int offset(const State& s) const { return 2 * s.margin; }
    int weight(const State& s) const { return s.open.count(); }

    // `bound` holds before the side to move has moved, in favour of the other; its best gain comes off it.
    int after_reply(const State& s, int bound) const {
        return s.side ? bound - 2 * best_gain(s) : bound + 2 * best_gain(s);
    }
    // How good a move looks to its mover: what it gains less what the best reply gains back; few replies and little left
    // (a smaller tree); and what the legal and the remaining placements could gain for either side. The weights are measured.
    int promise(const State& s, int p, const State& child) const {
        const int me = s.side, other = child.side;
        int score = 160 * (me ? -gain_[p] : gain_[p]) - 128 * best_gain(child);
        if (options_.mobility) score -= 12 * child.legal.count() + 4 * child.open.count();
        if (options_.potential)
            for (int g = 1; g <= 4; ++g) {
                const Set &mine = gaining_[me][g], &theirs = gaining_[other][g];
                score += g * (3 * child.legal.count_and(mine) - 4 * child.legal.count_and(theirs) +
                              2 * (child.open.count_and(mine) - child.open.count_and(theirs)));
            }
        return score;
    }
    int gain(int p) const { return gain_[p]; }

    void play(const State& s, int p, State& child) const {
        child.covered = s.covered;
        child.covered |= t_.squares[p];
        child.supply = s.supply;
        child.margin = static_cast<std::int16_t>(s.margin + gain_[p]);
        child.side = !s.side;
        child.empty = false;
        Set open = s.open;
        open -= t_.excludes[p];
        open -= t_.completions(p, s.covered);
        const int pile = t_.placements[p].supply_class;
        if (--child.supply[pile] == 0) open -= t_.of_class[pile];
        child.open = open;
        if (s.empty)
            child.legal = open & t_.touches[p];
        else
            child.legal = (s.legal | t_.touches[p]) & open;
    }

    // Everything the rest of the game depends on, and nothing else: two states of equal keys differ in value by
    // their offsets.
    Key key(const State& s) const {
        const Set reach = options_.close ? closure(t_, s.open, s.legal) : s.open;
        Key key = salt_;
        const auto add = [&key](const Key& k) { key.low ^= k.low, key.high ^= k.high; };
        Squares coverable;
        reach.for_each([&](int p) {
            add(t_.code[p][0]);
            coverable |= t_.squares[p];
        });
        s.legal.for_each([&](int p) { add(t_.code[p][1]); });
        Hasher h;
        h.add(key.low);
        h.add(key.high);
        (options_.relevant_cover ? relevant_cover(grid_, s.covered, coverable) : s.covered).hash_into(h);
        h.add(s.side | (s.empty ? 2 : 0));
        for (std::size_t c = 0; c < t_.of_class.size(); ++c) {
            std::uint64_t left = s.supply[c];
            if (options_.normal_supply && !can_run_out(t_, reach & t_.of_class[c], s.supply[c])) left = 255;
            h.add(left);
        }
        return h.key();
    }

    // Appends the legal moves, each with honest bounds on the value after it. The bounds are made
    // tight only where that may decide the question whether the value is at least `target`.
    void moves(const State& s, int target, std::vector<Move>& list) const {
        Swing up, down;
        // Whether a move can be good for certain at all: even if nothing were lost after it.
        const int hope = best_gain(s);
        const bool may_win = s.side ? 2 * (s.margin - hope) + 1 < target : 2 * (s.margin + hope) - 1 >= target;
        if (options_.swing && (s.side == 1 || may_win)) down.gather(*this, s.open, 1);
        else down.sum = 200;
        if (options_.swing && (s.side == 0 || may_win)) up.gather(*this, s.open, 0);
        else up.sum = 200;
        s.legal.for_each([&](int p) {
            const auto& squares = t_.placements[p].squares;
            const int margin = s.margin + gain_[p];
            int most = up.sum - up.lost(squares), least = down.sum - down.lost(squares);
            const auto upper = [&] { return 2 * (margin + most) + 1; };
            const auto lower = [&] { return 2 * (margin - least) - 1; };
            if (options_.tight && upper() >= target && lower() < target) {
                const int high = upper() - target, low = target - lower();
                if (high <= (s.side ? options_.tight_win : options_.tight)) most = up.after(*this, p);
                if (low <= (s.side ? options_.tight : options_.tight_win)) least = down.after(*this, p);
            }
            Move m;
            m.id = static_cast<std::uint16_t>(p);
            m.upper = static_cast<std::int16_t>(upper());
            m.lower = static_cast<std::int16_t>(lower());
            list.push_back(m);
        });
    }

private:
    // The most the side to move can gain at once, at least 0.
    int best_gain(const State& s) const {
        for (int g = 4; g > 0; --g)
            if (s.legal.intersects(gaining_[s.side][g])) return g;
        return 0;
    }

    // The most the margin can still move towards one side: the placements that help it, divided into groups no two
    // members of which can both be played (all cover one square); each group counts once, with its best member.
    struct Swing {
        struct Group {
            Set members;
            int gain;
        };
        int sum = 0;
        int side = 0;
        int count = 0;
        std::array<std::int8_t, Squares::capacity> at{};  // what is lost of the sum once a square is covered
        std::array<Group, Squares::capacity> groups;  // no two groups share their square

        void gather(const Battle& b, const Set& open, int for_side) {
            side = for_side;
            Set rest = open & b.gainers_[side];
            for (int g = 4; g > 0; --g)
                for (int p; (p = rest.first_and(b.gaining_[side][g])) >= 0;) {
                    const int best = busiest_square(b.t_, rest, p);
                    groups[count++] = {rest & b.t_.covering[best], g};
                    rest -= b.t_.covering[best];
                    at[best] = static_cast<std::int8_t>(g);
                    sum += g;
                }
        }
        int lost(const std::array<std::uint8_t, 4>& squares) const {
            return at[squares[0]] + at[squares[1]] + at[squares[2]] + at[squares[3]];
        }
        // The sum once p is placed: of each group, the best member that p leaves.
        int after(const Battle& b, int p) const {
            int result = 0;
            for (int i = 0; i < count; ++i) {
                const Set left = groups[i].members - b.t_.excludes[p];
                int g = groups[i].gain;
                if (left.none()) continue;
                while (!left.intersects(b.gaining_[side][g])) --g;
                result += g;
            }
            return result;
        }
    };

    template <int>
    friend class Battle;

    void sort_gains() {
        gaining_ = {}, gainers_ = {};
        for (int p = 0; p < t_.count; ++p) {
            const int gain = gain_[p];
            if (gain > 0) gaining_[0][gain].set(p), gainers_[0].set(p);
            if (gain < 0) gaining_[1][-gain].set(p), gainers_[1].set(p);
        }
    }

    PlacementTable<Words> t_;
    Options options_;
    std::vector<int> supply_;  // at the start
    int start_margin_ = 0;
    int symbols_ = 0;  // how many squares bear one
    Key salt_;  // of the board, so that positions of different boards may share a table
    std::vector<std::int8_t> gain_;  // of the margin, that is seen from X
    // [side][g]: placements that move the margin by g towards that side; gainers_: by any g > 0.
    std::array<std::array<Set, 5>, 2> gaining_{};
    std::array<Set, 2> gainers_{};
    KingGrid grid_;
};

}  // namespace litslab
