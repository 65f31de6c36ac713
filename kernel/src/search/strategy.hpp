// Two searches of a different kind: all legal moves of a position in the order in which a search would try them; and
// one side's strategy for a certificate. The latter is a depth-first walk over the positions that the strategy allows,
// with the chosen move wherever that side is to move. solver/endgame/certificate.py checks the same walk: it tries
// replies in the order of their ranks, and skips a position that it has met, also turned or mirrored if the task says
// so.
#pragma once

#include "search/search.hpp"

#include <cstddef>
#include <unordered_set>

namespace litslab {

// The best move of the table; a hint, which may be illegal. -1 if nothing is known, and in a second phase: no game
// played as one lets the table name moves.
template <Game G>
int table_move(const G& game, typename G::State state, const TranspositionTable& table, int target) {
    if constexpr (TwoPhased<G>)
        if (game.in_second_phase(state)) return -1;
    if constexpr (Reducing<G>) game.reduce(state, target);
    const auto entry = table.find(game.key(state));
    return entry && entry->move != TableEntry::no_move ? static_cast<int>(entry->move) : -1;
}

// The estimate of a move for its mover, given the position after it, which is not over.
template <Game G>
int move_score(const G& game, const typename G::State& state, int id, const typename G::State& child, int target) {
    if constexpr (TwoPhased<G>)
        if (game.in_second_phase(state))
            return move_score(game.second_phase(), game.second_state(state), game.second_move(id),
                              game.second_state(child), target - game.carried(state));
    if constexpr (Reducing<G>) {
        typename G::State reduced = child;
        game.reduce(reduced, target);
        return game.move_score(state, id, reduced);
    } else {
        return game.move_score(state, id, child);
    }
}

// Bounds on the value of a position that is not over, by the game or else the table, if they answer "at least
// `target`?".
template <Game G>
std::optional<Bounds> known_bounds(const G& game, typename G::State state, const TranspositionTable& table, int target) {
    const auto answers = [&](const Bounds& b) { return b.lower >= target || b.upper < target; };
    if constexpr (TwoPhased<G>)
        if (game.in_second_phase(state)) {
            const int carried = game.carried(state);
            const auto found = known_bounds(game.second_phase(), game.second_state(state), table, target - carried);
            return found ? std::optional(Bounds{found->lower + carried, found->upper + carried}) : std::nullopt;
        }
    if constexpr (Reducing<G>) {
        game.reduce(state, target);
        if (const Bounds b = game.bounds(state); answers(b)) return b;
    }
    if (const auto entry = table.find(game.key(state)))
        if (const Bounds b = entry->bounds(game.offset(state)); answers(b)) return b;
    return std::nullopt;
}

// The legal moves; first those most likely to answer "at least `target`?" in the mover's favour. Moves for which this
// is known come first, then the table's, then the others by their estimates; those for which the opposite is known come
// last.
template <PlayableGame G>
std::vector<int> likely_moves(const G& game, const typename G::State& state, const TranspositionTable& table, int target) {
    struct Ranked { int score, id; };
    constexpr int known_good = std::numeric_limits<int>::max(), known_bad = std::numeric_limits<int>::min();
    const auto rank = [&](int value_lower, int value_upper) {
        if (value_lower >= target) return game.side(state) == 0 ? known_good : known_bad;
        if (value_upper < target) return game.side(state) == 0 ? known_bad : known_good;
        return 0;
    };
    const int preferred = table_move(game, state, table, target);
    std::vector<int> ids;
    game.legal(state, ids);
    std::vector<Ranked> ranked;
    for (const int id : ids) {
        typename G::State child;
        game.play(state, id, child);
        if (game.over(child)) {
            ranked.push_back({rank(game.value(child), game.value(child)), id});
            continue;
        }
        int score = 0;
        if (const auto known = known_bounds(game, child, table, target)) score = rank(known->lower, known->upper);
        if (!score) score = id == preferred ? known_good - 1 : move_score(game, state, id, child, target);
        ranked.push_back({score, id});
    }
    std::ranges::stable_sort(ranked, std::ranges::greater(), &Ranked::score);
    std::ranges::transform(ranked, ids.begin(), &Ranked::id);
    return ids;
}

template <PlayableGame G>
class Strategist {
public:
    using State = typename G::State;

    Strategist(const G& game, SearchContext& context, const StrategyTask& task, std::atomic<std::uint64_t>& met)
        : game_(game), context_(context), search_(game, context), task_(task), positions_(met) {}

    Strategy from(const State& root) {
        try {
            Frame& frame = frame_at(0);
            frame.keys.assign(task_.symmetries.size(), Key{});
            meet(frame.keys);
            if (!game_.over(root)) visit(root, 0);
        } catch (const Stopped&) {
            found_.ending = StrategyEnding::stopped;
        } catch (StrategyEnding ending) {
            found_.ending = ending;
        }
        found_.positions = met_.size();
        return std::move(found_);
    }

private:
    struct Reply {
        std::uint32_t rank;
        int id;
    };
    struct Candidate {
        int score;
        std::uint32_t number;  // of the move among all moves in the order of their ranks
        State child;
    };

    // Memory of one depth, reused from position to position.
    struct Frame {
        std::vector<int> legal;
        std::vector<Reply> replies;
        std::vector<Candidate> candidates;
        std::vector<Key> keys;  // of the position, one for each symmetry
        State child;
    };

    struct Hash {
        std::size_t operator()(const Key& key) const { return key.low; }
    };

    Frame& frame_at(int ply) {
        if (static_cast<int>(frames_.size()) <= ply) frames_.resize(ply + 1);
        return frames_[ply];  // a deque: references stay valid while deeper frames are added
    }

    // A position that is not over, whose keys are in its frame.
    void visit(const State& s, int ply) {
        Frame& frame = frame_at(ply);
        frame.legal.clear();
        game_.legal(s, frame.legal);
        frame.replies.clear();
        for (const int id : frame.legal) frame.replies.push_back({task_.rank.at(id), id});
        std::ranges::sort(frame.replies, {}, &Reply::rank);
        if (game_.side(s) == task_.side) {
            const std::uint32_t number = keeping_move(s, ply);
            if (found_.choices.size() >= task_.most_moves) throw StrategyEnding::too_many_moves;
            found_.choices.push_back(number);
            follow(s, frame.replies[number].id, ply);
        } else {
            for (const Reply& reply : frame.replies) follow(s, reply.id, ply);
        }
    }

    void follow(const State& s, int id, int ply) {
        if (!meet(keys_after(id, ply))) return;
        Frame& frame = frame_at(ply);
        game_.play(s, id, frame.child);
        if (!game_.over(frame.child)) visit(frame.child, ply + 1);
    }

    // The keys of the position after a move, in the frame of the next depth.
    const std::vector<Key>& keys_after(int id, int ply) {
        const Frame& frame = frame_at(ply);
        auto& keys = frame_at(ply + 1).keys;
        keys = frame.keys;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const auto image = task_.symmetries[i].at(id);
            keys[i] ^= Key{mix64(2 * std::uint64_t{image} + 1), mix64(~std::uint64_t{image})};
        }
        return keys;
    }

    static const Key& canonical(const std::vector<Key>& keys) { return *std::min_element(keys.begin(), keys.end()); }

    // Returns whether the position is met for the first time.
    bool meet(const std::vector<Key>& keys) {
        if (!met_.insert(canonical(keys)).second) return false;
        context_.counter.count();
        positions_.store(met_.size(), std::memory_order_relaxed);
        if (met_.size() > task_.most_positions) throw StrategyEnding::too_many_positions;
        return true;
    }

    // A move that keeps the value, preferably one that is cheap to prove: to a position that has been met, which the
    // strategy has proved or will; else to the end of the game; else the first by the table or the order of moves.
    std::uint32_t keeping_move(const State& s, int ply) {
        Frame& frame = frame_at(ply);
        for (std::uint32_t i = 0; i < frame.replies.size(); ++i)
            if (met_.contains(canonical(keys_after(frame.replies[i].id, ply)))) return i;
        const auto preferred = table_move(game_, s, context_.table, target());
        auto& candidates = frame.candidates;
        if (candidates.size() < frame.replies.size()) candidates.resize(frame.replies.size());
        std::size_t count = 0;
        for (std::uint32_t i = 0; i < frame.replies.size(); ++i) {
            Candidate& candidate = candidates[count];
            const int id = frame.replies[i].id;
            game_.play(s, id, candidate.child);
            if (game_.over(candidate.child)) {
                if (good(game_.value(candidate.child))) return i;
                continue;
            }
            candidate.number = i;
            candidate.score = id == preferred ? std::numeric_limits<int>::max()
                                                 : move_score(game_, s, id, candidate.child, target());
            ++count;
        }
        order_.clear();
        for (std::size_t i = 0; i < count; ++i) order_.push_back(&candidates[i]);
        std::ranges::stable_sort(order_, std::ranges::greater(), &Candidate::score);
        for (const Candidate* candidate : order_)
            if (good(search_.query(candidate->child, target()))) return candidate->number;
        throw StrategyEnding::refuted;
    }

    // The first side claims that the value is at least `target`; the second side denies it.
    int target() const { return task_.side == 0 ? task_.value : task_.value + 2; }
    bool good(int value) const { return task_.side == 0 ? value >= target() : value < target(); }

    const G& game_;
    SearchContext& context_;
    Search<G> search_;
    const StrategyTask& task_;
    std::atomic<std::uint64_t>& positions_;
    std::unordered_set<Key, Hash> met_;
    std::deque<Frame> frames_;
    std::vector<const Candidate*> order_;
    Strategy found_;
};

}  // namespace litslab
