// TAIJI for the solver: not the coloured board, but what can still happen on it.
//
// A coloured square matters in two ways only: by the size of its group, and by the free squares at which the group
// can still grow or be joined to others. So a position is stored as
//   live     the free squares that still have a free neighbour (only these can ever be covered),
//   groups   for each colour, every group that touches a live square, as (liberties, size); squares are forgotten,
//   closed   the n largest groups of each colour that can grow no more,
//   floor    a score that the colour is sure to reach: its score is max(floor, what the groups give).
// Scores are monotone in all of these, which is what the reductions below rest on.
//
// On top of a game of TAILITS the board has two levels, the bare squares and those on tetrominoes. A placement lies on one
// level, colours connect across: so what can be placed goes by the neighbours on a square's level, what joins by all.
#pragma once

#include "core/grid.hpp"
#include "core/inline_vector.hpp"
#include "core/largest.hpp"
#include "core/random.hpp"
#include "games/game_simulator.hpp"
#include "games/taijitu.hpp"
#include "games/taijitu_playout.hpp"
#include "search/engine.hpp"
#include "search/game.hpp"
#include "search/short_ending.hpp"
#include "search/transposition.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace litslab {

struct TaijiIdeas {
    // Floors rise to what the query needs, and what can no longer be part of a score above them is dropped.
    static constexpr bool floors = with("taiji/floors");
    // Parts without any stake become nim heaps.
    static constexpr bool nim_heaps = with("taiji/nim-heaps");
    // Early positions are looked up by component, under symmetries.
    static constexpr bool symmetric_keys = with("taiji/symmetric-keys");
    // Bounds one placement ahead, and those of the mirror strategy.
    static constexpr bool look_ahead = with("taiji/look-ahead");
    static constexpr bool mirror_strategy = with("taiji/mirror-strategy");
    // Moves that restore the symmetry of a position are searched first where the mirror strategy is no proof.
    static constexpr bool mirrored_first = with("taiji/mirrored-first");
    // Positions with few live squares are played to their end at once.
    static constexpr bool short_endings = with("taiji/short-endings");
    // Move ordering by room and bounds (killer moves are made first either way).
    static constexpr bool room_order = with("taiji/room-order");
};

// Which live squares lie on tetrominoes, where the board has two levels.
template <class Word, bool two_levels>
struct TaijiLevels {};
template <class Word>
struct TaijiLevels<Word, true> {
    Word high = 0;
};

// Side 0 has the halves that a placement calls light.
template <class Word, bool two_levels = false>
class Taiji {
public:
    using Ideas = TaijiIdeas;
    static constexpr int max_squares = Grid<Word>::max_squares;
    // Every group has a square of its own, and a colour has as many squares as there are pieces.
    static constexpr int max_groups = max_squares / 2;
    static constexpr int light = 0, dark = 1;
    static constexpr SearchIdeas search_ideas{};
    static constexpr bool can_narrow = false;
    static constexpr bool enhanced_cutoffs = true;

    struct Group {
        Word liberties;
        std::uint8_t size;
    };
    struct Side {
        InlineVector<Group, max_groups> groups;
        std::array<std::uint8_t, 3> closed{};  // descending; only the first n are used
        std::uint8_t floor = 0;
    };
    struct State : TaijiLevels<Word, two_levels> {
        Word live = 0;
        std::uint8_t mover = light;
        std::uint8_t heap = 0;  // nim heap for all components that cannot change the score, see reduce()
        bool mirrored = false;  // the side not to move has restored a symmetry and can hope to keep it, see mirror()
        std::array<Side, 2> sides;
        int lower = 0, upper = 0;  // bounds on the value, set by reduce()
    };

    // `placements` is the handed-over table; moves are its indices, and from its size on the moves in the heap.
    Taiji(int side, int groups_scored, std::vector<Taijitu> placements)
        : grid_(side), scored_(groups_scored), placements_(std::move(placements)) {
        for (std::size_t i = 0; i < placements_.size(); ++i)
            at_light_[placements_[i].light].push_back(static_cast<std::uint16_t>(i));
        for (int s = 0; s < grid_.squares(); ++s) label_[s] = mix64(0x7a11u + s), label2_[s] = mix64(0xbadcafe + s);
    }

    // The bare board, with a level of tetrominoes.
    void start(const Squares& high, int mover, State& s) const
        requires two_levels
    {
        s = State{};
        s.high = wide(high);
        s.live = beside(s, grid_.all());
        s.mover = static_cast<std::uint8_t>(mover);
    }
    State state_of(const Question& question) const {
        State s;
        s.live = grid_.all();
        for (const int placement : question.placed) {
            State next;
            play(s, placement, next);
            s = next;
        }
        s.mover = static_cast<std::uint8_t>(question.side);
        return s;
    }
    // No colour has more than half the squares.
    int value_limit() const { return 2 * (grid_.squares() / 2) + 1; }
    void legal(const State& s, std::vector<int>& list) const {
        each_move(s, [&](int move) { list.push_back(move); });
    }
    int random_move(const State& s, Random& random) const {
        int left = 0;
        each_square(s.live, [&](int q) { left += count(grid_.neighbours(q) & live_beside(s, q)); });
        left = random.below(left);
        // The table may be in any order: count along, square by square.
        for (Word rest = s.live;; rest &= rest - 1) {
            const int q = lowest(rest), here = count(grid_.neighbours(q) & live_beside(s, q));
            if (left >= here) {
                left -= here;
                continue;
            }
            for (const auto i : at_light_[q])
                if ((live_beside(s, q) & square_bit<Word>(placements_[i].dark)) && left-- == 0) return i;
        }
    }

    // How much larger the group is that a move makes for its mover than the one that it makes for the other.
    int quick_gain(const State& s, int move) const {
        if (move >= static_cast<int>(placements_.size())) return 0;
        const auto [a, b] = placements_[move];
        const int gain = joined_size(s.sides[light], a) - joined_size(s.sides[dark], b);
        return s.mover == light ? gain : -gain;
    }

    int side(const State& s) const { return s.mover; }
    bool over(const State& s) const { return s.live == 0 && s.heap == 0; }
    // Of a finished position; Dark wins ties.
    int value(const State& s) const {
        std::array<int, 2> score{};
        for (int c = 0; c < 2; ++c) {
            for (int i = 0; i < scored_; ++i) score[c] += s.sides[c].closed[i];
            score[c] = std::max<int>(score[c], s.sides[c].floor);
        }
        return 2 * (score[light] - score[dark]) - 1;
    }
    int offset(const State&) const { return 0; }
    int weight(const State& s) const { return count(s.live); }
    int after_reply(const State&, int bound) const { return bound; }
    Bounds bounds(const State& s) const { return {s.lower, s.upper}; }
    // Keys are equal up to symmetry, so a move of the one position says nothing of the other.
    int external_id(int) const { return TableEntry::no_move; }
    // Placements, and turns in the nim heap.
    template <class F>
    void each_move(const State& s, F&& f) const {
        each_square(s.live, [&](int a) {
            const Word others = live_beside(s, a);
            for (const auto i : at_light_[a])
                if (others & square_bit<Word>(placements_[i].dark)) f(i);
        });
        for (int left = 0; left < s.heap; ++left) f(static_cast<int>(placements_.size()) + left);
    }
    void moves(const State& s, int, std::vector<Move>& list) const {
        if constexpr (two_levels) return undominated_moves(s, list);
        each_move(s, [&](int move) { list.push_back({static_cast<std::uint16_t>(move)}); });
    }

    void play(const State& s, int move, State& next) const {
        next = s;
        next.mover ^= 1;
        const int placements = static_cast<int>(placements_.size());
        if (move >= placements) {
            next.heap = static_cast<std::uint8_t>(move - placements);
        } else {
            const auto [a, b] = placements_[move];
            next.live &= ~(square_bit<Word>(a) | square_bit<Word>(b));
            next.live &= beside(next, next.live);
            cover(next.sides[light], a, next.live);
            cover(next.sides[dark], b, next.live);
        }
    }

    // Bounds that cost next to nothing: as if all that a colour has and gets were one group.
    Bounds quick_bounds(const State& s) const {
        const auto [light_least, light_most] = joined_scores(s, light);
        const auto [dark_least, dark_most] = joined_scores(s, dark);
        return {2 * (light_least - dark_most) - 1, 2 * (light_most - dark_least) - 1};
    }

    // Turns `s` into a simpler position with the same answer to "value >= threshold?", and bounds it.
    void reduce(State& s, int threshold) const {
        s.mirrored = false;
        if (Ideas::short_endings && count(s.live) <= short_ending) {
            play_out(*this, s, threshold);
            return;
        }
        if constexpr (two_levels) fill_settled(s);
        const Components parts = components(s);
        Outlook light_view = outlook(s.sides[light], parts), dark_view = outlook(s.sides[dark], parts);
        const int margin = (threshold + 1) / 2;
        bound(s, light_view, dark_view, margin);
        if (s.lower >= threshold || s.upper < threshold) return;
        find_stakes(s.sides[light], parts, light_view);
        find_stakes(s.sides[dark], parts, dark_view);
        if constexpr (Ideas::floors) raise_floors(s, parts, light_view, dark_view, margin);
        const Word idle = s.live & ~(light_view.stake | dark_view.stake);
        if (Ideas::nim_heaps && idle) settle(s, idle);
        if (Ideas::mirror_strategy && s.lower < s.upper) mirror(s, threshold);
    }

    // What orders best is how much room the groups have, weighted by their
    // sizes; the bounds alone, the natural first guess, need more than twice the nodes.
    int move_score(const State&, int, const State& after) const { return move_score(after, {after.lower, after.upper}); }
    int move_score(const State& after, const Bounds& bounds) const {
        if (!Ideas::room_order) return 0;
        int outlook = 2 * (bounds.lower + bounds.upper);
        for (int c = 0; c < 2; ++c) {
            int room = 0, largest = 0, largest_liberties = 0;
            for (const Group& g : after.sides[c].groups) {
                const int liberties = count(g.liberties);
                room += g.size * (g.size + 4 * liberties);
                if (g.size > largest || (g.size == largest && liberties > largest_liberties))
                    largest = g.size, largest_liberties = liberties;
            }
            room += 4 * largest_liberties;
            outlook += c == light ? room : -room;
        }
        // Little left to play makes a small tree.
        const int score = (after.mover == dark ? outlook : -outlook) - 12 * count(after.live);
        return after.mirrored ? score + before_all_others : score;
    }

    Key key(const State& s) const;

    // Whether a placement is among the moves.
    bool is_legal(const State& s, int placement) const {
        const auto [a, b] = placements_[placement];
        return (s.live & square_bit<Word>(a)) && (live_beside(s, a) & square_bit<Word>(b));
    }
    // Bounds on the value of a position that has not been reduced.
    Bounds outlook_bounds(const State& s) const {
        const Components parts = components(s);
        const Outlook light_view = outlook(s.sides[light], parts), dark_view = outlook(s.sides[dark], parts);
        return {2 * (light_view.lower - dark_view.upper) - 1, 2 * (light_view.upper - dark_view.lower) - 1};
    }

private:
    Key symmetric_key(const State& s, std::uint64_t turn) const;
    static void add(Hasher& hash, Word set) {
        hash.add(low_half(set));
        if constexpr (sizeof(Word) > 8) hash.add(high_half(set));
    }

    // More than any score of a move by room.
    static constexpr int before_all_others = 1 << 20;
    // Symmetry is looked for while at least one square in two is live.
    static constexpr int symmetric_share = 2;
    // The most live squares of a position that is played to its end at once: three placements cover them.
    static constexpr int short_ending = 7;

    // ---- levels

    // The live squares on the level of square `at`.
    static Word live_beside(const State& s, [[maybe_unused]] int at) {
        if constexpr (two_levels) return s.high & square_bit<Word>(at) ? s.live & s.high : s.live & ~s.high;
        return s.live;
    }
    // Every square that has a neighbour in the set on its own level.
    Word beside([[maybe_unused]] const State& s, Word set) const {
        if constexpr (two_levels)
            return (grid_.adjacent(set & s.high) & s.high) | (grid_.adjacent(set & ~s.high) & ~s.high);
        return grid_.adjacent(set);
    }
    // Calls f(part) for the connected parts of a set in which each square is on one level with the others.
    template <class F>
    void each_flat_component([[maybe_unused]] const State& s, Word set, F&& f) const {
        if constexpr (two_levels) {
            grid_.each_component(set & s.high, f);
            grid_.each_component(set & ~s.high, f);
        } else {
            grid_.each_component(set, f);
        }
    }

    struct Component {
        Word area;
        int capacity;
    };
    using Components = InlineVector<Component, max_squares / 2>;

    // The area in which the groups of one colour could all join if it got every free square.
    struct Region {
        Word area;      // free squares
        int potential;  // most squares of this colour at the end
    };

    // What one colour can still reach.
    struct Outlook {
        int lower = 0, upper = 0;
        int gain = 0;    // the score the colour has for certain after its next placement, if it may choose one now
        InlineVector<Region, max_squares / 2> regions;
        Word stake = 0;  // components in which a score above the floor can still be helped
        std::array<std::uint8_t, max_squares> worth;    // for each live square: the size of the group if coloured now
        InlineVector<std::int16_t, max_groups> total;  // for each group: the most the score can be if it counts
        std::array<std::int16_t, 3> closed_total{};     // and the same for the closed ones
    };

    // What a colour has for certain, and what it would have if all its groups and squares to come were one group.
    std::pair<int, int> joined_scores(const State& s, int colour) const {
        const Side& side = s.sides[colour];
        std::array<int, 3> sizes{};
        for (int i = 0; i < scored_; ++i) sizes[i] = side.closed[i];
        int all = count(s.live) / 2 + sum_largest(sizes, scored_ - 1);
        for (const Group& g : side.groups) {
            insert_largest(sizes, g.size, scored_);
            all += g.size;
        }
        const int least = std::max(sum_largest(sizes, scored_), int{side.floor});
        return {least, std::max(least, all)};
    }

    // Bounds from what each colour has and can reach, and from what the next placement or two secure.
    void bound(State& s, const Outlook& light_view, const Outlook& dark_view, int margin) const {
        s.lower = 2 * (light_view.lower - dark_view.upper) - 1;
        s.upper = 2 * (light_view.upper - dark_view.lower) - 1;
        const int threshold = 2 * margin - 1;
        if (!Ideas::look_ahead || s.lower >= threshold || s.upper < threshold) return;
        if (s.mover == light) {
            s.lower = std::max(s.lower, 2 * (light_view.gain - dark_view.upper) - 1);
            if (two_threats(s, dark_view, light_view.upper - margin + 1, s.sides[dark]))
                s.upper = std::min(s.upper, threshold - 2);
        } else {
            s.upper = std::min(s.upper, 2 * (light_view.upper - dark_view.gain) - 1);
            if (two_threats(s, light_view, margin + dark_view.upper, s.sides[light]))
                s.lower = std::max(s.lower, threshold);
        }
    }

    // The query is "light - dark >= margin". Dark scores up to lower(light) - margin cannot hurt Light, and Light scores up
    // to lower(dark) + margin - 1 do not help: floors may rise to these. Then drops what is of no use any more.
    void raise_floors(State& s, const Components& parts, Outlook& light_view, Outlook& dark_view, int margin) const {
        raise(s.sides[light], std::max(light_view.lower, dark_view.lower + margin - 1));
        raise(s.sides[dark], std::max(dark_view.lower, light_view.lower - margin));
        bool dropped = false;
        for (int round = 0; round < drop_rounds && drop(s.sides[light], light_view); ++round, dropped = true) {
            light_view = outlook(s.sides[light], parts);
            find_stakes(s.sides[light], parts, light_view);
        }
        for (int round = 0; round < drop_rounds && drop(s.sides[dark], dark_view); ++round, dropped = true) {
            dark_view = outlook(s.sides[dark], parts);
            find_stakes(s.sides[dark], parts, dark_view);
        }
        if (dropped) bound(s, light_view, dark_view, margin);
    }

    static void raise(Side& side, int floor) {
        if (floor > side.floor) side.floor = static_cast<std::uint8_t>(floor);
    }

    // Of the group that square `at` would belong to.
    static int joined_size(const Side& side, int at) {
        const Word bit = square_bit<Word>(at);
        int size = 1;
        for (const Group& g : side.groups)
            if (g.liberties & bit) size += g.size;
        return size;
    }

    // Colours square `at`: its groups join, and every liberty that is no longer live goes.
    void cover(Side& side, int at, Word live) const {
        const Word bit = square_bit<Word>(at);
        Group joined{grid_.neighbours(at), 1};
        int kept = 0;
        for (int i = 0; i < side.groups.size(); ++i) {
            Group g = side.groups[i];
            if (g.liberties & bit) {
                joined.liberties |= g.liberties;
                joined.size = static_cast<std::uint8_t>(joined.size + g.size);
                continue;
            }
            g.liberties &= live;
            if (g.liberties)
                side.groups[kept++] = g;
            else
                insert_largest(side.closed, g.size, scored_);
        }
        side.groups.truncate(kept);
        joined.liberties &= live;
        if (joined.liberties)
            side.groups.push(joined);
        else
            insert_largest(side.closed, joined.size, scored_);
    }

    // Every domino covers one square of each chessboard colour, and brings one square of each game colour.
    int capacity(Word area) const {
        const int even = count(area & grid_.even());
        return std::min(even, count(area) - even);
    }

    Components components(const State& s) const {
        Components parts;
        grid_.each_component(s.live, [&](Word area) {
            int most = 0;
            if constexpr (two_levels)
                each_flat_component(s, area, [&](Word flat) { most += capacity(flat); });
            else
                most = capacity(area);
            parts.push({area, most});
        });
        return parts;
    }

    // The sum of the `terms` best of `top` after one occurrence of `without` has been taken out.
    int sum_without(const std::array<int, 4>& top, int without, int terms) const {
        int total = 0;
        bool skipped = false;
        for (int i = 0; i < 4 && terms > 0; ++i) {
            if (!skipped && top[i] == without) {
                skipped = true;
                continue;
            }
            total += top[i];
            --terms;
        }
        return total;
    }

    // Bounds for one colour, whatever the other does. A final group consists of present groups and of squares to come of
    // one region: groups and free squares that could all be joined. In each component at most `capacity` squares take
    // this colour. (A sharper count, group by group, of the squares that add most to it bounded one position in a
    // thousand, and took a quarter of the time.)
    Outlook outlook(const Side& side, const Components& parts) const {
        Outlook view;
        auto& worth = view.worth;
        for (const Component& p : parts) each_square(p.area, [&](int x) { worth[x] = 1; });
        std::array<int, 3> sizes{};
        for (int i = 0; i < scored_; ++i) insert_largest(sizes, side.closed[i], scored_);
        auto& regions = view.regions;
        for (const Component& p : parts) regions.push({p.area, p.capacity});
        for (const Group& g : side.groups) {
            insert_largest(sizes, g.size, scored_);
            each_square(g.liberties, [&](int x) { worth[x] = static_cast<std::uint8_t>(worth[x] + g.size); });
            int into = -1;
            for (int i = 0; i < regions.size(); ++i) {
                if (!(regions[i].area & g.liberties)) continue;
                if (into < 0) {
                    into = i;
                    regions[i].potential += g.size;
                } else {
                    regions[into].area |= regions[i].area;
                    regions[into].potential += regions[i].potential;
                    regions.swap_out(i--);
                }
            }
        }
        view.lower = std::max(sum_largest(sizes, scored_), int{side.floor});

        int best_worth = 0;
        for (const Component& p : parts)
            each_square(p.area, [&](int x) { best_worth = std::max(best_worth, int{worth[x]}); });
        // The group joined may have been among the best; only closed ones surely count as well.
        view.gain = best_worth;
        for (int i = 0; i + 1 < scored_; ++i) view.gain += side.closed[i];
        view.gain = std::max(view.gain, view.lower);

        std::array<int, 4> by_region{};
        for (int i = 0; i < scored_; ++i) insert_largest(by_region, side.closed[i]);
        for (const Region& r : regions) insert_largest(by_region, r.potential);
        for (int i = 0; i < scored_; ++i) view.upper += by_region[i];
        view.upper = std::max(view.upper, int{side.floor});
        return view;
    }

    // What each group can be part of, and the components in which a score above the floor can still be helped.
    void find_stakes(const Side& side, const Components& parts, Outlook& view) const {
        const auto& regions = view.regions;
        // The n scored groups come from distinct present groups, or are wholly new ones of some component.
        std::array<int, max_groups> potential;
        std::array<int, 4> largest{};
        for (int i = 0; i < side.groups.size(); ++i) {
            int r = 0;
            while (!(regions[r].area & side.groups[i].liberties)) ++r;
            potential[i] = regions[r].potential;
            insert_largest(largest, potential[i]);
        }
        for (const Component& p : parts) insert_largest(largest, p.capacity);
        for (int i = 0; i < scored_; ++i) insert_largest(largest, side.closed[i]);
        view.total.clear();
        for (int i = 0; i < side.groups.size(); ++i)
            view.total.push(static_cast<std::int16_t>(potential[i] + sum_without(largest, potential[i], scored_ - 1)));
        for (int i = 0; i < scored_; ++i)
            view.closed_total[i] =
                static_cast<std::int16_t>(side.closed[i] + sum_without(largest, side.closed[i], scored_ - 1));
        for (const Group& g : side.groups)
            for (const Region& r : regions)
                if (r.area & g.liberties) view.stake |= r.area;
        for (const Component& p : parts)
            if (p.capacity + sum_without(largest, p.capacity, scored_ - 1) > side.floor) view.stake |= p.area;
    }

    // Can the side not to move reach score `need` with its next placement, whatever is placed before that?
    // The placement in between can only take squares away from it, never size.
    bool two_threats(const State& s, const Outlook& view, int need, const Side& side) const {
        for (int i = 0; i + 1 < scored_; ++i) need -= side.closed[i];
        Word threats = 0;
        each_square(s.live, [&](int x) {
            if (view.worth[x] >= need) threats |= square_bit<Word>(x);
        });
        if ((threats & (threats - 1)) == 0) return false;
        bool always = true;
        for (Word rest = s.live; rest != 0 && always; rest &= rest - 1) {
            const int a = lowest(rest);
            for (Word near = grid_.neighbours(a) & live_beside(s, a) & rest; near != 0 && always; near &= near - 1) {
                const Word left = s.live & ~(square_bit<Word>(a) | square_bit<Word>(lowest(near)));
                if (!(threats & left & beside(s, left))) always = false;
            }
        }
        return always;
    }

    // Forgets the groups that cannot be part of a score above the floor: they make no difference to max(floor, score).
    bool drop(Side& side, const Outlook& view) const {
        int kept = 0;
        for (int i = 0; i < side.groups.size(); ++i)
            if (view.total[i] > side.floor) side.groups[kept++] = side.groups[i];
        const bool any = kept < side.groups.size();
        side.groups.truncate(kept);
        for (int i = 0; i < scored_; ++i)
            if (view.closed_total[i] <= side.floor) side.closed[i] = 0;
        std::sort(side.closed.begin(), side.closed.end(), std::greater<>());
        return any;
    }

    // A component of two or three squares takes one placement. If its squares touch the same groups, that changes the
    // groups in one way only, whoever makes it. So it is made, and a turn is left of it: a nim heap of one.
    void fill_settled(State& s) const {
        grid_.each_component(s.live, [&](Word area) {
            if (count(area) > 3) return;
            for (const Side& side : s.sides)
                for (const Group& g : side.groups)
                    if ((g.liberties & area) != 0 && (g.liberties & area) != area) return;
            s.live &= ~area;
            const int anywhere = lowest(area);
            cover(s.sides[light], anywhere, s.live);
            cover(s.sides[dark], anywhere, s.live);
            s.heap ^= 1;
        });
    }

    // Leaves out a move if another one leaves the same squares live and is no worse: its mover's square joins the same
    // groups and perhaps more, with the same liberties and perhaps more, the other's square the same or fewer. For what
    // both then get in the rest of the game, groups that contain others are no smaller in sum.
    void undominated_moves(const State& s, std::vector<Move>& list) const {
        struct Effect {
            Word live;
            std::array<Word, 2> reach;          // for each colour: the liberties of the group that the move makes
            std::array<std::uint64_t, 2> joins;  // and the groups that it joins
            int move;
        };
        std::array<std::array<std::uint64_t, max_squares>, 2> touch;  // of a live square: the groups of a colour
        static_assert(max_groups <= 64);
        for (int c = 0; c < 2; ++c) {
            each_square(s.live, [&](int q) { touch[c][q] = 0; });
            const auto& groups = s.sides[c].groups;
            for (int i = 0; i < groups.size(); ++i)
                each_square(groups[i].liberties, [&](int q) { touch[c][q] |= std::uint64_t{1} << i; });
        }
        thread_local std::vector<Effect> effects;
        effects.clear();
        const auto add = [&](int move) {
            const Taijitu& t = placements_[move];
            Effect e;
            e.move = move;
            const Word rest = s.live & ~(square_bit<Word>(t.light) | square_bit<Word>(t.dark));
            e.live = rest & beside(s, rest);
            for (int c = 0; c < 2; ++c) {
                const int at = c == light ? t.light : t.dark;
                e.joins[c] = touch[c][at];
                e.reach[c] = grid_.neighbours(at);
                for (auto left = e.joins[c]; left; left &= left - 1)
                    e.reach[c] |= s.sides[c].groups[std::countr_zero(left)].liberties;
                e.reach[c] &= e.live;
            }
            effects.push_back(e);
        };
        const auto contains = [](const Effect& large, const Effect& small, int c) {
            return (small.joins[c] & ~large.joins[c]) == 0 && (small.reach[c] & ~large.reach[c]) == 0;
        };
        const int mine = s.mover, other = s.mover ^ 1;
        each_move(s, [&](int move) {
            if (move >= static_cast<int>(placements_.size()))
                list.push_back({static_cast<std::uint16_t>(move)});
            else
                add(move);
        });
        for (const Effect& e : effects) {
            bool dominated = false;
            for (const Effect& o : effects) {
                if (o.live != e.live || &o == &e) continue;
                if (!contains(o, e, mine) || !contains(e, o, other)) continue;
                // Of two that are equal the first stays.
                if (&o < &e || !contains(e, o, mine) || !contains(o, e, other)) {
                    dominated = true;
                    break;
                }
            }
            if (!dominated) list.push_back({static_cast<std::uint16_t>(e.move)});
        }
    }

    // Components without any stake only let the players pass the turn. Such components are a game of Cram (last to
    // place wins) played in addition to the real one, and may be replaced by the nim heap of the same nimber: if G + H is
    // a second-player win in Cram, then whoever wins X wins X + G + H too, by answering every move in G + H there;
    // when X is over, moves in G + H change nothing. So X + G = X + G + (H + H) = X + H.
    void settle(State& s, Word idle) const {
        each_flat_component(s, idle, [&](Word area) {
            if (count(area) > cram_limit) return;
            s.heap ^= static_cast<std::uint8_t>(cram(area));
            s.live &= ~area;
        });
    }

    static constexpr int drop_rounds = 2;
    static constexpr int cram_limit = 10;
    int cram(Word area) const {  // an area of one level
        area &= grid_.adjacent(area);
        if (area == 0) return 0;
        if (count(area) <= 3) return 1;
        const Word one = grid_.component(area & (~area + 1), area);
        if (one != area) return cram(one) ^ cram(area & ~one);
        // One cache a thread: a cache of pure values needs no sharing. The slot is looked up again after the
        // recursion, which may have used it for something else.
        struct Slot {
            Word area = 0;
            int side = 0;
            int nimber = 0;
        };
        constexpr std::size_t slots = 1 << 14;
        thread_local std::vector<Slot> cache(slots);
        Slot& slot = cache[mix64(low_half(area) ^ mix64(high_half(area))) & (slots - 1)];
        if (slot.area == area && slot.side == grid_.side()) return slot.nimber;
        std::uint64_t seen = 0;
        each_square(area, [&](int a) {
            const Word after = area & ~square_bit<Word>(a);
            each_square(grid_.neighbours(a) & after & ~(square_bit<Word>(a) - 1),
                        [&](int b) { seen |= 1ULL << cram(after & ~square_bit<Word>(b)); });
        });
        const int nimber = std::countr_one(seen);
        slot = {area, grid_.side(), nimber};
        return nimber;
    }

    // The mirror strategy. Let sigma be the half turn or a reflection, the live squares sigma-symmetric, no live
    // square its own image or adjacent to its own image. Then no placement meets its image, and the side
    // not to move can answer every placement by its image with the colours exchanged. If every group of the mover has
    // its image, at least as large, among the groups of the other (who may own more: that only helps), this stays so
    // to the end, where the other's score is then no smaller: margin <= 0 for the mover. (Joining through further
    // groups never makes the sum of the n largest smaller.) With floors the margin is at most the excess of the
    // mover's floor. A nim heap would let the mover pass, so there must be none.
    //
    // Where squares are adjacent to their images, a placement on such a pair is its own image with the colours exchanged:
    // it keeps the symmetry and takes a turn. The side not to move can mirror on as long as it finds another such pair to
    // answer with, which proves nothing; but the positions in which it does are few, and a tie mostly stays within reach
    // in those where it no longer can. So where a tie is enough, the move that leads here is searched first.
    void mirror(State& s, int threshold) const {
        if (s.heap != 0 || count(s.live) < 8) return;
        const Side& mine = s.sides[s.mover];
        const Side& other = s.sides[s.mover ^ 1];
        if (mine.groups.size() > other.groups.size()) return;
        for (int i = 0; i < scored_; ++i)
            if (mine.closed[i] > other.closed[i]) return;
        const int excess = std::max(0, mine.floor - other.floor);
        const bool tie_suffices = excess == 0 && (s.mover == light ? threshold > tie : threshold <= tie);
        for (const int t : {3, 1, 2, 4, 7}) {
            const Pairing pairing = pairing_by(t, s);
            if (pairing == Pairing::none || !has_images(mine, other, t)) continue;
            if (pairing == Pairing::touching) {
                s.mirrored = s.mirrored || (Ideas::mirrored_first && tie_suffices);
                continue;
            }
            if (s.mover == light)
                s.upper = std::min(s.upper, 2 * excess + tie);
            else
                s.lower = std::max(s.lower, -2 * excess + tie);
            return;
        }
    }

    // The value of equal scores: Dark wins ties.
    static constexpr int tie = -1;

    // How the live squares lie to their images: some are without one or are their own; some are adjacent to theirs; all
    // are apart from theirs.
    enum class Pairing { none, touching, apart };
    Pairing pairing_by(int t, const State& s) const {
        if (turned(s.live, t) != s.live) return Pairing::none;
        if constexpr (two_levels)
            if (turned(s.live & s.high, t) != (s.live & s.high)) return Pairing::none;
        Pairing pairing = Pairing::apart;
        each_square(s.live, [&](int q) {
            const int to = grid_.image(t)[q];
            if (to == q)
                pairing = Pairing::none;
            else if (pairing == Pairing::apart && (grid_.neighbours(q) & square_bit<Word>(to)))
                pairing = Pairing::touching;
        });
        return pairing;
    }

    // Whether every group of one side has its image, at least as large, among the other's, each a different one.
    bool has_images(const Side& one, const Side& other, int t) const {
        std::array<bool, max_groups> used{};
        for (const Group& g : one.groups) {
            const Word image = turned(g.liberties, t);
            bool found = false;
            for (int i = 0; i < other.groups.size() && !found; ++i)
                if (!used[i] && other.groups[i].liberties == image && other.groups[i].size >= g.size)
                    used[i] = found = true;
            if (!found) return false;
        }
        return true;
    }

    Word turned(Word set, int t) const {
        Word image = 0;
        each_square(set, [&](int q) { image |= square_bit<Word>(grid_.image(t)[q]); });
        return image;
    }

    Grid<Word> grid_;
    int scored_;
    std::vector<Taijitu> placements_;
    std::array<std::vector<std::uint16_t>, max_squares> at_light_;
    std::array<std::uint64_t, max_squares> label_{}, label2_{};
};

// What the rest of the game depends on. Early positions meet their mirror images, and parts of them each other's; late
// ones seldom do any more, and there the squares are taken as they lie, which costs far less.
template <class Word, bool two_levels>
Key Taiji<Word, two_levels>::key(const State& s) const {
    const std::uint64_t turn = s.heap * 2u + s.mover;
    if (Ideas::symmetric_keys && symmetric_share * count(s.live) >= grid_.squares()) return symmetric_key(s, turn);
    Hasher all;
    all.add(turn);
    add(all, s.live);
    if constexpr (two_levels) add(all, s.live & s.high);
    Key groups;  // a sum, for they come in any order
    for (int c = 0; c < 2; ++c) {
        std::uint64_t scores = s.sides[c].floor;
        for (int i = 0; i < scored_; ++i) scores = scores << 8 | s.sides[c].closed[i];
        all.add(scores);
        for (const Group& g : s.sides[c].groups) {
            Hasher one;
            add(one, g.liberties);
            one.add(g.size * 2u + c);
            groups += one.key();
        }
    }
    all.add(groups);
    return all.key();
}

// Every component of live squares is brought into a canonical place by itself (shift, turn, reflection: the one with
// the least hash of its pattern), the components are put in order, and the groups are then described on the squares so
// labelled. Equal keys thus mean positions equal up to moving components about; ties only lose some meetings.
template <class Word, bool two_levels>
Key Taiji<Word, two_levels>::symmetric_key(const State& s, std::uint64_t turn) const {
    std::array<std::uint64_t, max_squares> weight;
    each_square(s.live, [&](int q) { weight[q] = 0x5bd1e995; });
    if constexpr (two_levels) each_square(s.live & s.high, [&](int q) { weight[q] = mix64(0x5bd1e995); });
    for (int c = 0; c < 2; ++c)
        for (const Group& g : s.sides[c].groups) {
            const std::uint64_t h = mix64(g.size + 256u * c + 512u * count(g.liberties));
            each_square(g.liberties, [&](int q) { weight[q] += h; });
        }
    struct Part {
        std::uint64_t hash;
        Word area;
        int transform, shift;
    };
    InlineVector<Part, max_squares> parts;
    const int n = grid_.side();
    grid_.each_component(s.live, [&](Word area) {
        Part best{~0ULL, 0, 0, 0};
        for (int t = 0; t < 8; ++t) {
            int low_row = n, low_column = n;
            each_square(area, [&](int q) {
                const int to = grid_.image(t)[q];
                low_row = std::min(low_row, grid_.row(to));
                low_column = std::min(low_column, grid_.column(to));
            });
            const int shift = low_row * n + low_column;
            std::uint64_t hash = 0;
            each_square(area, [&](int q) { hash += label_[grid_.image(t)[q] - shift] * (weight[q] | 1); });
            hash ^= hash >> 32;
            if (hash < best.hash) best = {hash, area, t, shift};
        }
        parts.push(best);
    });
    std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.hash < b.hash; });
    std::uint64_t first = 0, second = 0;
    std::array<std::uint64_t, max_squares> name, name2;
    for (int i = 0; i < parts.size(); ++i)
        each_square(parts[i].area, [&](int q) {
            const int to = grid_.image(parts[i].transform)[q] - parts[i].shift;
            name[q] = std::rotl(label_[to], i);
            name2[q] = std::rotl(label2_[to], i);
            first += name[q];
            second += name2[q];
            if constexpr (two_levels)
                if (s.high & square_bit<Word>(q)) first += mix64(name[q]), second += mix64(name2[q]);
        });
    first = mix64(first);
    second = mix64(second);
    for (int c = 0; c < 2; ++c) {
        const Side& side = s.sides[c];
        for (const Group& g : side.groups) {
            std::uint64_t a = g.size + 256u * c, b = a << 20;
            each_square(g.liberties, [&](int q) { a += name[q], b += name2[q]; });
            first += mix64(a);
            second += mix64(b ^ 0x1234567);
        }
        std::uint64_t scores = side.floor;
        for (int i = 0; i < scored_; ++i) scores = scores << 8 | side.closed[i];
        scores = scores << 2 | static_cast<unsigned>(c);
        first += mix64(scores ^ 0xabcdef0123ULL);
        second += mix64(scores ^ 0x9876543210ULL);
    }
    return {mix64(second + turn * 0x9e3779b97f4a7c15ULL), mix64(first ^ (turn << 40))};
}

// Random games.
class TaijiPlayout {
public:
    static constexpr bool double_game = false;
    static std::vector<std::string> layers() { return {"light", "dark"}; }
    using State = TaijituPlayout::State;

    TaijiPlayout(int side, int groups, const std::vector<Taijitu>& placements)
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

}  // namespace litslab
