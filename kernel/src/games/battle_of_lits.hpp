// Battle of LITS: state, key and bounds for the search template; random games.
#pragma once

#include "core/random.hpp"
#include "core/remaining.hpp"
#include "core/tetromino_rules.hpp"
#include "games/tetromino_playout.hpp"
#include "search/engine.hpp"
#include "search/game.hpp"

#include <array>
#include <vector>

namespace litslab {

struct BattleOfLitsIdeas {
    // The key omits what can never be connected, the covered squares that no 2x2 window depends on any more, and how
    // many pieces there are of a kind that cannot run out any more.
    static constexpr bool reachability = with("battle-of-lits/reachability");
    static constexpr bool relevant_cover = with("battle-of-lits/relevant-cover");
    static constexpr bool supplies = with("battle-of-lits/supplies");
    // Bounds from what is left to win, and their costlier form.
    static constexpr bool static_bounds = with("battle-of-lits/static-bounds");
    static constexpr bool tight_bounds = static_bounds && with("battle-of-lits/tight-bounds");
    static constexpr bool narrower_sets = with("battle-of-lits/narrower-sets");
    // The order of moves: by the number of replies, and by what is left to win for either side.
    static constexpr bool replies_order = with("battle-of-lits/few-replies-first");
    static constexpr bool potential_order = with("battle-of-lits/potential-order");
};

template <int Words>
class BattleOfLits {
public:
    using Ideas = BattleOfLitsIdeas;
    using Set = Bits<Words>;

    static constexpr SearchIdeas search_ideas{.table = with("battle-of-lits/table"),
                                              .reply_bounds = with("battle-of-lits/reply-bounds")};

    struct State : TetrominoState<Words, TetrominoBoard<4>> {
        std::int16_t margin = 0;  // X's visible symbols minus O's
        std::uint8_t side = 0;    // 0 = X, the maximiser, to move
    };

    // The same game on the placements that are still left, in narrower sets; see Narrowable.
    static constexpr int narrower_words = Words > 8 ? 8 : Words / 2;
    static constexpr bool can_narrow = narrower_words >= 2;
    using Narrower = BattleOfLits<narrower_words>;

    BattleOfLits() = default;

    // `symbols[s]`: +1 an X, -1 an O, 0 a blank.
    BattleOfLits(const PlacementSet& placements, const std::vector<int>& symbols)
        : t_(placements, State::max_kinds), board_(placements.columns, placements.rows) {
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
    }

    // Makes this the game that `from` has become in state `s`, and `mine` that state.
    template <int From>
    void restrict_to(const BattleOfLits<From>& from, const typename BattleOfLits<From>::State& s, State& mine) {
        const auto keep = reachable(from.t_, s.open, s.legal);
        t_.restrict_to(from.t_, keep);
        salt_ = from.salt_;
        board_ = from.board_;
        gain_.clear();
        keep.for_each([&](int p) { gain_.push_back(from.gain_[p]); });
        sort_gains();
        static_cast<TetrominoBoard<4>&>(mine) = s;
        mine.open = t_.everything;
        mine.legal = extract<Words>(s.legal, keep);
        mine.margin = s.margin;
        mine.side = s.side;
    }
    // Whether narrower sets are possible, and worth their cost.
    bool should_narrow(const State&, int weight) const {
        if constexpr (can_narrow) return Ideas::narrower_sets && weight <= Narrower::Set::capacity && weight >= 60;
        return false;
    }
    int external_id(int p) const { return t_.original[p]; }

    void start(State& s) const {
        t_.start(s);
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
    // What a move gains minus what the best reply gains back; few replies and little left (a smaller tree); and what the
    // legal and the remaining placements could gain for either side. The weights are measured.
    int move_score(const State& s, int p, const State& child) const {
        const int me = s.side, other = child.side;
        int score = 160 * (me ? -gain_[p] : gain_[p]) - 128 * best_gain(child);
        if (Ideas::replies_order) score -= 12 * child.legal.count() + 4 * child.open.count();
        if (Ideas::potential_order)
            for (int g = 1; g <= 4; ++g) {
                const Set &mine = gaining_[me][g], &theirs = gaining_[other][g];
                score += g * (3 * child.legal.count_and(mine) - 4 * child.legal.count_and(theirs) +
                              2 * (child.open.count_and(mine) - child.open.count_and(theirs)));
            }
        return score;
    }

    void play(const State& s, int p, State& child) const {
        t_.place(s, p, t_.placements[p].kind, child);
        child.margin = static_cast<std::int16_t>(s.margin + gain_[p]);
        child.side = !s.side;
    }

    // All that the rest of the game depends on: two states of equal keys differ in value by their offsets.
    Key key(const State& s) const {
        const Set reach = Ideas::reachability ? reachable(t_, s.open, s.legal) : s.open;
        Squares coverable;
        Hasher h;
        h.add(hash_remaining(t_, reach, s.legal, salt_, coverable));
        (Ideas::relevant_cover ? relevant_cover(board_, s.covered, coverable) : s.covered).hash_into(h);
        h.add(s.side | (s.placed ? 0 : 2));
        for (std::size_t kind = 0; kind < t_.of_kind.size(); ++kind) {
            std::uint64_t left = s.supply[kind];
            if (Ideas::supplies && !can_run_out(t_, reach & t_.of_kind[kind], s.supply[kind])) left = 255;
            h.add(left);
        }
        return h.key();
    }

    // Appends the legal moves, each with proved bounds on the value after it. The bounds are made
    // tight only if that may decide the query whether the value is at least `target`.
    void moves(const State& s, int target, std::vector<Move>& list) const {
        Swing up, down;
        // Whether a move can be good for certain at all: even if nothing were lost after it.
        const int gain = best_gain(s);
        const bool may_win = s.side ? 2 * (s.margin - gain) + 1 < target : 2 * (s.margin + gain) - 1 >= target;
        if (Ideas::static_bounds && (s.side == 1 || may_win)) down.gather(*this, s.open, 1);
        else down.sum = no_bound;
        if (Ideas::static_bounds && (s.side == 0 || may_win)) up.gather(*this, s.open, 0);
        else up.sum = no_bound;
        s.legal.for_each([&](int p) {
            const auto& squares = t_.placements[p].squares;
            const int margin = s.margin + gain_[p];
            int most = up.sum - up.lost(squares), least = down.sum - down.lost(squares);
            const auto upper = [&] { return 2 * (margin + most) + 1; };
            const auto lower = [&] { return 2 * (margin - least) - 1; };
            if (Ideas::tight_bounds && upper() >= target && lower() < target) {
                const int high = upper() - target, low = target - lower();
                if (high <= (s.side ? near_win : near_loss)) most = up.after(*this, p);
                if (low <= (s.side ? near_loss : near_win)) least = down.after(*this, p);
            }
            Move m;
            m.id = static_cast<std::uint16_t>(p);
            m.upper = static_cast<std::int16_t>(upper());
            m.lower = static_cast<std::int16_t>(lower());
            list.push_back(m);
        });
    }

private:
    // How far from the target the costlier form of the bounds is still tried, to prove a move bad and to prove it good.
    static constexpr int near_loss = 14, near_win = 12;
    static constexpr int no_bound = 200;  // more than any margin can still move

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

        void gather(const BattleOfLits& b, const Set& open, int for_side) {
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
        int after(const BattleOfLits& b, int p) const {
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
    friend class BattleOfLits;

    void sort_gains() {
        gaining_ = {}, gainers_ = {};
        for (int p = 0; p < t_.count; ++p) {
            const int gain = gain_[p];
            if (gain > 0) gaining_[0][gain].set(p), gainers_[0].set(p);
            if (gain < 0) gaining_[1][-gain].set(p), gainers_[1].set(p);
        }
    }

    TetrominoRules<Words> t_;
    int start_margin_ = 0;
    int symbols_ = 0;  // how many squares have one
    Key salt_;  // of the board, so that positions of different boards may share a table
    std::vector<std::int8_t> gain_;  // of the margin, that is seen from X
    // [side][g]: placements that move the margin by g towards that side; gainers_: by any g > 0.
    std::array<std::array<Set, 5>, 2> gaining_{};
    std::array<Set, 2> gainers_{};
    Rectangle<Word128> board_;
};

// Random games.
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

}  // namespace litslab
