// TAILITS+TAIJI: one game on top of the other, the scores added, as one exact game for the search template;
// random games.
//
// Moves are numbered as in the table handed over: the first phase's placements, then the second phase's.
// Values are seen from the player who moves first in the whole game.
#pragma once

#include "games/tailits.hpp"
#include "games/taijitu_packing.hpp"
#include "games/taijitu_playout.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace litslab {

// Black begins TAILITS and is the maximiser; the half point of the last tetromino is the value's odd
// unit. White (light) begins TAIJI.
template <int Words>
class TailitsTaiji {
public:
    using First = Tailits<Words>;
    static constexpr int black = 0, white = 1;

    struct State {
        typename First::State first;
        Packing second;
        Squares level;              // what the tetrominoes cover, once they are all there
        std::int16_t carried = 0;   // what the first phase has brought, doubled, without the half point
        std::int8_t half_point = 0; // +1 Black has it, -1 White
        std::uint8_t side = black;
        bool taiji = false;         // the second phase has begun
        std::int16_t lower = -30000, upper = 30000;
    };
    static constexpr SearchIdeas search_ideas{};
    static constexpr bool can_narrow = false;

    TailitsTaiji(const PlacementSet& tetrominoes, std::vector<Taijitu> taijitus, int groups_scored,
                 TailitsScoring scoring)
        : first_(tetrominoes, {scoring, true}), packing_(tetrominoes.columns, groups_scored),
          taijitus_(std::move(taijitus)), most_(tetrominoes.rows * tetrominoes.columns / 2) {}

    void start(State& s) const {
        s = State{};
        first_.start(s.first);
        // If no tetromino fits, the side that could not begin counts as the one that did not place last.
        if (first_.over(s.first)) begin_taiji(s);
        update_bounds(s);
    }

    // The position that consists of the given placements.
    State state_of(const Question& question) const {
        State s;
        start(s);
        play_all(*this, question.placed, s);
        s.side = static_cast<std::uint8_t>(question.side);
        if (s.taiji)
            s.half_point = static_cast<std::int8_t>(question.last_placer == black ? 1 : -1);
        else
            first_.set_side(s.first, question.side);
        update_bounds(s);
        return s;
    }
    int value_limit() const { return first_.value_limit() + 2 * most_; }

    int move_count() const { return first_.move_count() + static_cast<int>(taijitus_.size()); }
    int external_id(int id) const { return id < first_.move_count() ? first_.external_id(id) : id; }
    bool is_legal(const State& s, int id) const {
        if (id < first_.move_count()) return !s.taiji && first_.is_legal(s.first, id);
        return s.taiji && allowed(s, taijitu(id));
    }
    // All legal moves; `moves` omits variants of tetrominoes that cannot matter.
    void legal(const State& s, std::vector<int>& list) const {
        if (!s.taiji) return first_.legal(s.first, list);
        for (int id = first_.move_count(); id < move_count(); ++id)
            if (allowed(s, taijitu(id))) list.push_back(id);
    }
    int random_move(const State& s, Random& random) const {
        if (!s.taiji) return first_.random_move(s.first, random);
        const auto fits = [&](const Taijitu& t) { return allowed(s, t); };
        return first_.move_count() + random_member(taijitus_, random, fits);
    }

    // How much larger the groups are that a move makes for its mover than those that it makes for the other.
    int quick_gain(const State& s, int id) const {
        if (!s.taiji) return first_.quick_gain(s.first, id);
        const auto [light, dark] = taijitu(id);
        const int gain = packing_.joined_size(s.second.colours[Packing::dark], dark) -
                         packing_.joined_size(s.second.colours[Packing::light], light);
        return s.side == black ? gain : -gain;
    }

    int side(const State& s) const { return s.side; }
    bool over(const State& s) const { return s.taiji && s.second.live.none(); }
    int value(const State& s) const {
        const auto score = [&](int c) { return static_cast<int>(s.second.colours[c].least); };
        return s.carried + s.half_point + 2 * (score(Packing::dark) - score(Packing::light));
    }
    Bounds bounds(const State& s) const { return {s.lower, s.upper}; }
    int after_reply(const State& s, int bound) const {
        return s.side == black ? std::max<int>(bound, s.lower) : std::min<int>(bound, s.upper);
    }
    int weight(const State& s) const { return s.taiji ? s.second.live.count() : 256 + first_.weight(s.first); }
    int move_score(const State& s, int id, const State& child) const {
        if (!child.taiji) return first_.move_score(s.first, id, child.first);
        const int middle = child.lower + child.upper;
        return 16 * (s.side == black ? middle : -middle) - child.second.live.count();
    }

    void play(const State& s, int id, State& child) const {
        child.taiji = s.taiji;
        child.carried = s.carried;
        child.half_point = s.half_point;
        child.side = !s.side;
        if (s.taiji) {
            const auto [light, dark] = taijitu(id);
            child.level = s.level;
            packing_.place(s.second, light, dark, s.level, child.second);
        } else {
            first_.play(s.first, id, child.first);
            if (first_.over(child.first)) begin_taiji(child);
        }
        update_bounds(child);
    }

    // The second phase adds to whatever the first has brought.
    int offset(const State& s) const { return s.taiji ? s.carried + s.half_point - 1 : first_.offset(s.first); }

    Key key(const State& s) const {
        Hasher h;
        if (s.taiji) {
            h.add(first_.salt().low);
            h.add(s.side);
            packing_.hash_into(s.second, s.level, h);
        } else {
            // Every covered square makes a difference later.
            h.add(first_.key(s.first));
            if (!first_.symmetric(s.first)) s.first.covered.hash_into(h);
        }
        return h.key();
    }

    void moves(const State& s, int, std::vector<Move>& list) const {
        if (!s.taiji) {
            const auto before = list.size();
            first_.moves(s.first, list);
            for (auto i = before; i < list.size(); ++i) {
                list[i].lower = static_cast<std::int16_t>(list[i].lower - 2 * most_);
                list[i].upper = static_cast<std::int16_t>(list[i].upper + 2 * most_);
            }
            return;
        }
        for (int id = first_.move_count(); id < move_count(); ++id)
            if (allowed(s, taijitu(id))) list.push_back({static_cast<std::uint16_t>(id), s.lower, s.upper});
    }

private:
    Taijitu taijitu(int id) const { return taijitus_[id - first_.move_count()]; }
    bool allowed(const State& s, const Taijitu& t) const {
        return packing_.allowed(s.second, t.light, t.dark, s.level);
    }

    void begin_taiji(State& s) const {
        s.taiji = true;
        s.side = white;
        // It would be the other's turn now.
        s.half_point = static_cast<std::int8_t>(first_.side(s.first) == white ? 1 : -1);
        s.carried = static_cast<std::int16_t>(first_.value(s.first) - s.half_point);
        s.level = s.first.covered;
        packing_.start(s.level, s.second);
    }

    void update_bounds(State& s) const {
        if (!s.taiji) {
            s.lower = static_cast<std::int16_t>(s.first.lower - 2 * most_);
            s.upper = static_cast<std::int16_t>(s.first.upper + 2 * most_);
            return;
        }
        const auto &light = s.second.colours[Packing::light], &dark = s.second.colours[Packing::dark];
        const int carried = s.carried + s.half_point;
        s.lower = static_cast<std::int16_t>(carried + 2 * (dark.least - light.most));
        s.upper = static_cast<std::int16_t>(carried + 2 * (dark.most - light.least));
    }

    First first_;
    PackingRules packing_;
    std::vector<Taijitu> taijitus_;
    int most_;  // taijitus that the board could hold: no score of the second phase is larger
};

// Random games.
template <int Words>
class TailitsTaijiPlayout {
public:
    static constexpr bool double_game = true;
    static std::vector<std::string> layers() { return {"light", "dark", "tetromino"}; }
    struct State {
        typename TetrominoPlayout<Words>::State pieces;
        TaijituPlayout::State flat;
        int side = 0;
        int first_length = 0;
        int half_point = 0;  // whose it is
        bool taiji = false;
    };

    TailitsTaijiPlayout(const PlacementSet& tetrominoes, const std::vector<Taijitu>& taijitus, int groups,
                        TailitsScoring scoring)
        : pieces_(tetrominoes), flat_(tetrominoes.columns, groups, taijitus), scores_(tetrominoes.columns, scoring) {}

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

}  // namespace litslab
