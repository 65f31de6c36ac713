// Exact game values by null-window search: one template for every game.
//
// A value is an odd integer seen from the first side (side 0 maximises). A *test* asks "is the value at least t?" for an odd
// t and answers with a bound: a result >= t is a lower bound of the value, a result < t an upper bound. The driver asks
// tests until the two bounds meet, so it holds honest bounds whenever it is stopped.
//
// A Game has
//   struct State;                          copyable
//   int side(state), bool over(state), int value(state)   (value only when over)
//   int offset(state)                      even; value - offset is what `key` determines
//   Key key(state)
//   void moves(state, target, list)        appends moves with honest bounds on the value after each, tight where it matters
//   void play(state, id, child)
//   int weight(state)                      a rough size of what is left, for deciding what effort is worth it
//   int after_reply(state, bound)          tightens a bound on the value by the best reply of the side to move
//   int promise(state, id, child)          ordering score of a move, given the state after it
//   Bounds bounds(state)                   optional: honest bounds that `play` (or `reduce`) has left in the state
//   void reduce(state, target)             optional: turns a state into a simpler one that answers "at least target?" alike;
//                                          its value may differ otherwise, so results are cut off at the question
//   bool cut_offs                          optional: look every child up in the table before any is searched, those first
//                                          that ended such a search lately
//   int name(id)                           the move's number for the outside world and for the table
//   bool can_shrink, Smaller, should_shrink(state, weight), Smaller::restrict_to(game, state, state of Smaller)
//                                          the same game with narrower sets, for what is left deep in the tree
#pragma once

#include "search/engine.hpp"
#include "search/transposition.hpp"
#include "core/limits.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <vector>

namespace litslab {

struct Move {
    std::uint16_t id = 0;
    std::int16_t lower = -30000;
    std::int16_t upper = 30000;
};

// Switches for measuring; the defaults are the fastest.
struct SearchOptions {
    bool table = true;
    bool etc = false;      // look every child up in the table before searching any: fewer nodes, but more time
    int etc_weight = 150;  // only where at least so much is left
    bool sure = true;      // a move whose own bounds answer the question ends it (games with `bounds`)
    bool reply = true;     // drop moves that one reply refutes for certain
};

// What the searches of all widths of one thread share.
struct SearchContext {
    TranspositionTable& table;
    Ticker& ticker;
    int lane = 0;  // 0 searches in the plain order, the others shuffle equals, so that they help and do not repeat
    SearchOptions options{};
};

struct NoSearch {};

template <class Game>
class Search {
public:
    using State = typename Game::State;

    static constexpr bool reduces = requires(const Game& game, State& state) { game.reduce(state, 1); };

    static constexpr bool cut_offs = requires { requires Game::cut_offs; };

    Search(const Game& game, SearchContext& context) : game_(game), c_(context) {}

    // Answers "at least target?" for a position as it stands on the board.
    int ask(State s, int target) {
        if constexpr (reduces) {
            if (game_.over(s)) return game_.value(s);
            game_.reduce(s, target);
        }
        return cut(test(s, target, 0), target);
    }

    // Whether the value is at least `target`: a result >= target is a lower bound, any other an upper bound.
    // `known` is the key where somebody has worked it out already.
    int test(const State& s, int target, int ply, const Key* known = nullptr) {
        if constexpr (!reduces) c_.ticker.count();
        if (game_.over(s)) return game_.value(s);
        if constexpr (reduces) {
            const Bounds b = game_.bounds(s);
            if (b.lower >= target) return b.lower;
            if (b.upper < target) return b.upper;
        }
        return expand(s, target, ply, game_.weight(s), known);
    }

    // The work of `test` for a state that is not over.
    int expand(const State& s, int target, int ply, int weight, const Key* known = nullptr) {
        const bool maximise = game_.side(s) == 0;
        const auto good = [&](int v) { return maximise ? v >= target : v < target; };
        const auto better = [&](int a, int b) { return maximise ? std::max(a, b) : std::min(a, b); };

        if (static_cast<int>(frames_.size()) <= ply) frames_.resize(ply + 1);
        Frame& frame = frames_[ply];  // a deque: references stay valid while deeper frames are added
        auto& moves = frame.moves;
        moves.clear();
        game_.moves(s, target, moves);

        // Static bounds: a move that is good for certain ends it, those that are bad for certain are dropped.
        int best = maximise ? -30001 : 30001;
        std::size_t kept = 0;
        for (const auto& m : moves) {
            if (good(maximise ? m.lower : m.upper)) return maximise ? m.lower : m.upper;
            const int hope = maximise ? m.upper : m.lower;
            if (!good(hope))
                best = better(best, hope);
            else
                moves[kept++] = m;
        }
        moves.resize(kept);
        if (moves.empty()) return best;

        Key key;
        const int offset = game_.offset(s);
        const auto nodes_before = c_.ticker.total();
        std::uint16_t table_move = TableEntry::no_move;
        if (c_.options.table) {
            key = known ? *known : game_.key(s);
            if (const auto entry = c_.table.find(key)) {
                const Bounds b = bounds_of(*entry, offset);
                if (b.lower >= target) return b.lower;
                if (b.upper < target) return b.upper;
                table_move = entry->move;
            }
        }

        if constexpr (Game::can_shrink) {
            if (game_.should_shrink(s, weight)) {
                if (!smaller_) smaller_ = std::make_unique<Smaller>(c_);
                typename Game::Smaller::State state;
                smaller_->game.restrict_to(game_, s, state);
                return smaller_->search.expand(state, target, ply, weight);
            }
        }

        TableEntry entry;
        int winner = -1;
        const auto finish = [&] {
            if constexpr (cut_offs)
                if (winner >= 0) praise(frame, game_.side(s), winner);
            if (c_.options.table) {
                (best >= target ? entry.lower : entry.upper) = static_cast<std::int16_t>(best - offset);
                entry.work = static_cast<std::uint8_t>(std::bit_width(c_.ticker.total() - nodes_before));
                c_.table.store(key, entry);
            }
            return best;
        };

        // The table's move needs no comparison with the others.
        if (table_move != TableEntry::no_move)
            for (auto& m : moves)
                if (game_.name(m.id) == table_move) {
                    const int id = m.id;
                    m = moves.back();
                    moves.pop_back();
                    play(s, id, target, frame.child);
                    const int v = cut(test(frame.child, target, ply + 1), target);
                    best = better(best, v);
                    if (good(v)) {
                        entry.move = table_move;
                        return finish();
                    }
                    break;
                }

        // Play them all; drop those that a reply refutes at once, order the rest.
        auto& children = frame.children;
        auto& keys = frame.keys;
        if (children.size() < moves.size()) children.resize(moves.size()), keys.resize(moves.size());
        const bool cut_off = c_.options.table && (cut_offs || (c_.options.etc && weight >= c_.options.etc_weight));
        frame.order.clear();
        if constexpr (cut_offs) favourites_first(frame, game_.side(s));
        for (const auto& m : moves) {
            const int slot = static_cast<int>(frame.order.size());
            State& child = children[slot];
            play(s, m.id, target, child);
            int hope = maximise ? m.upper : m.lower;
            if (game_.over(child)) {
                hope = cut(game_.value(child), target);
                if (good(hope)) {
                    entry.move = static_cast<std::uint16_t>(game_.name(winner = m.id));
                    best = hope;
                    return finish();
                }
            } else {
                if constexpr (requires { game_.bounds(child); })
                    if (c_.options.sure) {
                        const Bounds b = game_.bounds(child);
                        if (good(maximise ? b.lower : b.upper)) {
                            entry.move = static_cast<std::uint16_t>(game_.name(winner = m.id));
                            best = cut(maximise ? b.lower : b.upper, target);
                            return finish();
                        }
                        hope = maximise ? std::min(hope, b.upper) : std::max(hope, b.lower);
                    }
                if (c_.options.reply) hope = game_.after_reply(child, hope);
                if (cut_off && good(hope)) {
                    keys[slot] = game_.key(child);
                    if (const auto found = c_.table.find(keys[slot])) {
                        const Bounds b = bounds_of(*found, game_.offset(child));
                        const int sure = maximise ? b.lower : b.upper;
                        if (good(sure)) {
                            entry.move = static_cast<std::uint16_t>(game_.name(winner = m.id));
                            best = cut(sure, target);
                            return finish();
                        }
                        hope = maximise ? std::min(hope, b.upper) : std::max(hope, b.lower);
                    }
                }
            }
            if (!good(hope)) {
                best = better(best, cut(hope, target));
                continue;
            }
            int promise = game_.promise(s, m.id, child);
            if (c_.lane) promise += jitter(m.id);
            frame.order.push_back({promise, m.id, static_cast<std::uint16_t>(slot)});
        }
        std::sort(frame.order.begin(), frame.order.end());
        for (std::size_t i = 0; i < frame.order.size(); ++i) {
            const auto slot = frame.order[i].slot;
            const int v = cut(test(children[slot], target, ply + 1, cut_off ? &keys[slot] : nullptr), target);
            best = better(best, v);
            if (good(v)) {
                entry.move = static_cast<std::uint16_t>(game_.name(winner = frame.order[i].id));
                break;
            }
        }
        return finish();
    }

private:
    struct Candidate {
        std::int32_t promise;
        std::uint16_t id, slot;
        // Best first; ties in the table's order.
        friend bool operator<(const Candidate& a, const Candidate& b) {
            return a.promise != b.promise ? a.promise > b.promise : a.id < b.id;
        }
    };

    struct Frame {
        std::vector<Move> moves, sorted;
        std::vector<State> children;
        std::vector<Key> keys;  // of the children, where they are looked up
        std::vector<Candidate> order;
        State child;
        std::array<int, 2> favourites{-1, -1};  // the last two moves that won at this depth
    };

    // Notes that a move has answered the question in its mover's favour.
    void praise(Frame& frame, int side, int id) {
        if (frame.favourites[0] != id) frame.favourites = {id, frame.favourites[0]};
        auto& praised = praised_[side];
        if (static_cast<int>(praised.size()) <= id) praised.resize(id + 1);
        if (++praised[id] == std::numeric_limits<std::uint16_t>::max())
            for (auto& count : praised) count /= 2;
    }

    // Making a child is most of the work, and one is enough where its bounds or the table answer: so the likely first.
    void favourites_first(Frame& frame, int side) {
        auto& order = frame.order;  // not in use yet: a place to sort in
        const auto& praised = praised_[side];
        for (std::size_t i = 0; i < frame.moves.size(); ++i) {
            const int id = frame.moves[i].id;
            int rank = id < static_cast<int>(praised.size()) ? praised[id] : 0;
            for (int k = 0; k < 2; ++k)
                if (id == frame.favourites[k]) rank = (1 << 20) - k;
            order.push_back({rank, frame.moves[i].id, static_cast<std::uint16_t>(i)});
        }
        std::sort(order.begin(), order.end());
        frame.sorted.clear();
        for (const auto& o : order) frame.sorted.push_back(frame.moves[o.slot]);
        frame.moves.swap(frame.sorted);
        order.clear();
    }

    template <class G, bool>
    struct SmallerOf {
        using type = NoSearch;
    };
    template <class G>
    struct SmallerOf<G, true> {
        struct type {
            explicit type(SearchContext& c) : search(game, c) {}
            typename G::Smaller game;
            Search<typename G::Smaller> search;
        };
    };
    using Smaller = typename SmallerOf<Game, Game::can_shrink>::type;

    // Where moves are reduced, making one is the work, and what is counted; elsewhere a node is a position tested.
    void play(const State& s, int id, int target, State& child) const {
        if constexpr (reduces) c_.ticker.count();
        game_.play(s, id, child);
        if constexpr (reduces)
            if (!game_.over(child)) game_.reduce(child, target);
    }

    // What a reduced position says beyond the question is not true of the position that it stands for.
    static int cut(int bound, int target) {
        if constexpr (reduces) return bound >= target ? target : target - 2;
        return bound;
    }

    // A fixed small disorder for each thread but the first.
    int jitter(int id) const { return static_cast<int>(fold(id + 1, 0x9e3779b97f4a7c15ULL * c_.lane) & 127); }

    // Turns a table entry into absolute bounds.
    static Bounds bounds_of(const TableEntry& entry, int offset) {
        Bounds b{-30001, 30001};
        if (entry.lower != std::numeric_limits<std::int16_t>::min()) b.lower = entry.lower + offset;
        if (entry.upper != std::numeric_limits<std::int16_t>::max()) b.upper = entry.upper + offset;
        return b;
    }

    const Game& game_;
    SearchContext& c_;
    std::deque<Frame> frames_;
    std::array<std::vector<std::uint16_t>, 2> praised_;  // by side and move: how often it has won
    std::unique_ptr<Smaller> smaller_;
};

}  // namespace litslab
