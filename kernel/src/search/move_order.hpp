// All legal moves of one position in the order in which a search would try them, for those who ask move by move.
#pragma once

#include "search/game.hpp"
#include "search/transposition.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

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

}  // namespace litslab
