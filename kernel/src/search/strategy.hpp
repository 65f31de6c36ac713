// All legal moves of one position in the order in which a search would try them, for those who ask move by move; and one
// side's strategy, as a certificate holds it: a depth-first walk over the positions that the strategy allows, with the
// chosen move wherever that side is to move. The walk is the one that solver/endgame/certificate.py checks:
// replies in the order of their ranks, and a position that has been met, turned or mirrored too where the task says so,
// is passed by.
#pragma once

#include "search/search.hpp"

#include <cstddef>
#include <unordered_set>

namespace litslab {

// What a search has found best here, if the table remembers; a hint, that need not even be legal. -1 if nothing is known,
// and in a second phase: no game that is one lets the table name moves.
template <Game G>
int table_move(const G& game, typename G::State state, const TranspositionTable& table, int target) {
    if constexpr (TwoPhased<G>)
        if (game.in_second_phase(state)) return -1;
    if constexpr (Reducing<G>) game.reduce(state, target);
    const auto entry = table.find(game.key(state));
    return entry && entry->move != TableEntry::no_move ? static_cast<int>(entry->move) : -1;
}

// How good a move looks to its mover, given the position after it, which is not over.
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

// What is known of the value of a position that is not over, by its bounds or else the table: enough to answer "at least
// `target`?", or nothing.
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
    if (const auto entry = table.find(game.key(state))) {
        const int offset = game.offset(state);
        if (const Bounds b{entry->known_lower(offset), entry->known_upper(offset)}; answers(b)) return b;
    }
    return std::nullopt;
}

// The legal moves, those first that most likely answer "at least `target`?" in the mover's favour: moves for which that
// is known, then the table's, then as they look; those for which the opposite is known come last.
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
    std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) { return a.score > b.score; });
    ids.clear();
    for (const auto& each : ranked) ids.push_back(each.id);
    return ids;
}

template <PlayableGame G>
class Strategist {
public:
    using State = typename G::State;

    Strategist(const G& game, SearchContext& context, NodeCounter& counter, const StrategyTask& task,
               std::atomic<std::uint64_t>& met)
        : game_(game), context_(context), counter_(counter), search_(game, context), task_(task), positions_(met) {}

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
        std::sort(frame.replies.begin(), frame.replies.end(),
                  [](const Reply& a, const Reply& b) { return a.rank < b.rank; });
        if (game_.side(s) == task_.side) {
            const std::uint32_t number = keeping_move(s, ply);
            if (found_.choices.size() >= task_.most_moves) throw StrategyEnding::too_many_moves;
            found_.choices.push_back(number);
            follow(s, frame.replies[number].id, ply);
        } else {
            for (std::size_t i = 0; i < frame.replies.size(); ++i) follow(s, frame.replies[i].id, ply);
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

    // Whether the position is met for the first time.
    bool meet(const std::vector<Key>& keys) {
        if (!met_.insert(canonical(keys)).second) return false;
        counter_.count();
        positions_.store(met_.size(), std::memory_order_relaxed);
        if (met_.size() > task_.most_positions) throw StrategyEnding::too_many_positions;
        return true;
    }

    // A move that keeps the value, as cheap to prove as can be seen: to a position that has been met, which the strategy
    // has proved or is about to; else to the end of the game; else the one that the table or the order of moves names.
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
        std::stable_sort(order_.begin(), order_.end(),
                         [](const Candidate* a, const Candidate* b) { return a->score > b->score; });
        for (const Candidate* candidate : order_)
            if (good(search_.query(candidate->child, target()))) return candidate->number;
        throw StrategyEnding::refuted;
    }

    // "The value is at least `target`" is what the first side claims, and what the second side denies.
    int target() const { return task_.side == 0 ? task_.value : task_.value + 2; }
    bool good(int value) const { return task_.side == 0 ? value >= target() : value < target(); }

    const G& game_;
    SearchContext& context_;
    NodeCounter& counter_;
    Search<G> search_;
    const StrategyTask& task_;
    std::atomic<std::uint64_t>& positions_;
    std::unordered_set<Key, Hash> met_;
    std::deque<Frame> frames_;
    std::vector<const Candidate*> order_;
    Strategy found_;
};

}  // namespace litslab
