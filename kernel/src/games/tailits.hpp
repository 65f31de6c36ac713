// TAILITS: rules, key and bounds for the search template.
//
// The rules of placing know nothing of colours, so the sets here are sets of *bodies* (a shape on its squares); a body
// carries one *variant* for every way its squares may be coloured, and a move is a variant. On 11x11 that makes 1616
// bodies where the coloured table has up to 9696 rows.
//
// A coloured square matters in two ways only: by the size of its group, and by the squares at which the group can
// still grow or be joined to others. So the board's colours are kept as
//   groups   for each colour, every group that can still grow: (the paintable squares beside it, its size),
//   closed   the largest sizes that stay whatever happens.
// "Paintable" is a square that some placement which can still come could give that colour.
#pragma once

#include "search/engine.hpp"
#include "core/inline_vector.hpp"
#include "core/tetromino_rules.hpp"
#include "core/random.hpp"
#include "search/search.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

namespace litslab {

enum class TailitsScoring : std::uint8_t { largest, second };

struct TailitsScore {
    TailitsScoring scoring = TailitsScoring::largest;
    bool half_point = false;  // ties go to the last placer with any scoring (TAILITS+TAIJI)
};

// Switches for measuring; the defaults are the fastest.
struct TailitsOptions {
    bool drop = true;       // forget groups that cannot matter any more
    bool settle = true;     // scores that are settled are an offset, not part of the key
    bool dominate = true;   // of a body's variants, leave out those that another one makes pointless
    bool growth = true;     // bounds from what each group can still come to touch
    int growth_most = 24;   // where at most so much is left; earlier they decide too little
    bool single = true;     // the same, exactly, where only one piece can come
    bool last = true;       // exact values of moves that end the game
    bool tight = true;      // bounds of each move from what it leaves
    bool shrink = true;
    int shrink_least = 24;
    int symmetric_plies = 3;  // positions of at most so many pieces are looked up under the board's symmetries (<= 4)
    int promise_bounds = 16, promise_replies = 64, promise_open = 4;
};

struct TailitsGroup {
    Squares touch;  // the squares at which it can still grow
    std::uint8_t size = 0;
};

struct TailitsColour {
    static constexpr int max_groups = 36;  // groups apart from each other: one for each 2x2 block of 11x11 at most
    InlineVector<TailitsGroup, max_groups> groups;
    // The two largest certain sizes; with scoring `largest` only the first is used, and it counts open groups too.
    std::array<std::uint8_t, 2> closed{};
    // Bounds on the final largest and second-largest group.
    std::array<std::uint8_t, 2> least{}, most{};
};

// What of a state does not depend on the width of the sets.
struct TailitsCommon {
    static constexpr int max_classes = 30;  // L and S have two hands where pieces may not be turned over
    static constexpr int kept_names = 4;
    Squares covered;
    std::array<std::uint8_t, max_classes> supply{};
    std::array<TailitsColour, 2> colours;
    std::array<std::uint16_t, kept_names> names{};  // the first pieces of the game, for the symmetries
    std::uint8_t side = 0;                          // 0 = Black, the maximiser, to move
    std::uint8_t placed = 0;
    std::int16_t lower = -30000, upper = 30000;  // bounds on the value
};

// One coloured placement.
struct TailitsVariant {
    std::uint16_t body = 0;
    std::uint16_t name = 0;  // index in the table handed over
    std::uint8_t supply_class = 0;
    std::array<std::array<std::uint8_t, 2>, 2> squares{};  // the black ones, the white ones
};

// How many bodies the coloured placements lie on.
inline std::size_t count_bodies(const PlacementSet& placements) {
    std::set<std::pair<int, std::array<std::uint8_t, 4>>> bodies;
    for (const auto& placement : placements.placements) bodies.insert({placement.shape, placement.squares});
    return bodies.size();
}

template <int Words>
class Tailits {
public:
    using Set = Bits<Words>;
    using Options = TailitsOptions;
    static constexpr int black = 0, white = 1;
    static constexpr int max_classes = TailitsCommon::max_classes, kept_names = TailitsCommon::kept_names;
    static constexpr int max_groups = TailitsColour::max_groups;
    static constexpr int max_variants = 6;  // the ways to make two of four squares black

    using Group = TailitsGroup;
    using Colour = TailitsColour;
    using Common = TailitsCommon;
    struct State : Common {
        Set open;   // the bodies that can still come to be placed
        Set legal;  // those of `open` that can be placed at once
    };

    // The same game on the bodies that are still left, in narrower sets; see Search.
    static constexpr int smaller_words = Words > 8 ? 8 : Words / 2;
    static constexpr bool can_shrink = smaller_words >= 1;
    using Smaller = Tailits<std::max(smaller_words, 1)>;

    Tailits() = default;

    // `placements` are coloured; several may lie on the same squares.
    Tailits(const PlacementSet& placements, TailitsScore score, Options options = {})
        : score_(score), options_(options), supply_(placements.supply) {
        if (supply_.size() > max_classes) throw std::invalid_argument("too many kinds of pieces");
        build_bodies(placements);
        grid_ = KingGrid(placements.rows, placements.cols);
        build_symmetries(placements);
        Hasher h;
        hash_placements(placements, h);
        h.add(static_cast<std::uint64_t>(score_.scoring) << 1 | score_.half_point);
        salt_ = h.key();
    }

    // Makes this the game that `from` has become in state `s`, and `mine` that state.
    template <int From>
    void restrict_to(const Tailits<From>& from, const typename Tailits<From>::State& s, State& mine) {
        t_.restrict_to(from.t_, s.open);
        score_ = from.score_, options_ = from.options_, classes_ = from.classes_;
        grid_ = from.grid_;
        salt_ = from.salt_;
        paint_.clear(), variants_.clear(), variants_of_.clear(), of_class_.clear();
        s.open.for_each([&](int p) {
            paint_.push_back(from.paint_[p]);
            variants_of_.emplace_back();
            for (const int v : from.variants_of_[p]) {
                variants_of_.back().push(static_cast<std::uint16_t>(variants_.size()));
                variants_.push_back(from.variants_[v]);
                variants_.back().body = static_cast<std::uint16_t>(variants_of_.size() - 1);
            }
        });
        for (const auto& set : from.of_class_) of_class_.push_back(extract<Words>(set, s.open));
        static_cast<Common&>(mine) = s;
        mine.open = t_.everything;
        mine.legal = extract<Words>(s.legal, s.open);
    }
    bool should_shrink([[maybe_unused]] const State& s, [[maybe_unused]] int weight) const {
        if constexpr (can_shrink)
            return options_.shrink && !symmetric(s) && weight <= Smaller::Set::capacity &&
                   weight >= options_.shrink_least;
        return false;
    }
    int name(int v) const { return variants_[v].name; }
    int move_count() const { return static_cast<int>(variants_.size()); }
    bool is_legal(const State& s, int v) const {
        return s.legal.test(variants_[v].body) && s.supply[variants_[v].supply_class];
    }

    void start(State& s) const {
        s = State{};
        s.open = t_.everything;
        for (int c = 0; c < classes_; ++c) s.supply[c] = static_cast<std::uint8_t>(supply_[c]);
        for (int c = 0; c < classes_; ++c)
            if (!s.supply[c]) s.open -= exhausted(s.supply, c);
        // The first tetromino covers the centre.
        s.legal = s.open & t_.covering[t_.rows * t_.cols / 2];
        s.open = closure(t_, s.open, s.legal);
        look(s);
    }

    // The position that consists of the given placements.
    State state_of(const Question& question) const {
        State s;
        start(s);
        play_all(*this, question.placed, s);
        set_side(s, question.side);
        return s;
    }
    // Gives the move to a side. Only a finished position's bounds know whose it is: by the tie rule.
    void set_side(State& s, int side) const {
        s.side = static_cast<std::uint8_t>(side);
        if (over(s)) s.lower = s.upper = static_cast<std::int16_t>(value(s));
    }
    const Key& salt() const { return salt_; }
    // Half of each piece's squares are of one colour.
    int value_limit() const { return 2 * (t_.rows * t_.cols / 2) + 1; }

    // All legal moves, the pointless ones too; `moves` leaves those out.
    void legal(const State& s, std::vector<int>& list) const {
        s.legal.for_each([&](int p) {
            for (const int v : variants_of_[p])
                if (s.supply[variants_[v].supply_class]) list.push_back(v);
        });
    }
    // A body and a way to colour it, drawn anew until there is such a piece: so each is equally likely.
    int random_move(const State& s, Random& random) const {
        for (const int bodies = s.legal.count();;) {
            const auto& variants = variants_of_[s.legal.nth(random.below(bodies))];
            const int chosen = random.below(most_variants_);
            if (chosen < variants.size() && s.supply[variants_[variants[chosen]].supply_class]) return variants[chosen];
        }
    }

    // Whether the position is looked up under the board's symmetries: only near the root, where they can happen at all.
    bool symmetric(const State& s) const {
        return !symmetries_.empty() && s.placed <= std::min(options_.symmetric_plies, kept_names);
    }
    int side(const State& s) const { return s.side; }
    bool over(const State& s) const { return s.legal.none(); }
    int value(const State& s) const { return value_of(s.colours[black].closed, s.colours[white].closed, !s.side); }
    int weight(const State& s) const { return s.open.count(); }

    // The last placer wins a tie; with scoring `second` only where the largest groups are equal too.
    int value_of(const std::array<std::uint8_t, 2>& b, const std::array<std::uint8_t, 2>& w, int last_placer) const {
        const int last = last_placer == black ? 1 : -1;
        if (score_.scoring == TailitsScoring::largest) return 2 * (b[0] - w[0]) + last;
        if (score_.half_point) return 2 * (b[1] - w[1]) + last;
        return 2 * (b[1] - w[1]) + (b[0] > w[0] ? 1 : b[0] < w[0] ? -1 : last);
    }

    Bounds bounds(const State& s) const { return {s.lower, s.upper}; }
    int after_reply(const State& s, int bound) const {
        // The bound is in favour of the side that has just moved.
        return s.side == black ? std::max<int>(bound, s.lower) : std::min<int>(bound, s.upper);
    }

    // How good a move looks to its mover, given the state after it: the middle of what is possible, and the fewer
    // replies the better (a smaller tree).
    int promise(const State&, int, const State& child) const {
        const int middle = child.lower + child.upper;
        return options_.promise_bounds * (child.side == white ? middle : -middle) -
               options_.promise_replies * child.legal.count() / 16 - options_.promise_open * child.open.count() / 16;
    }

    void play(const State& s, int v, State& child) const {
        const Variant& variant = variants_[v];
        const int p = variant.body;
        child.covered = s.covered | t_.squares[p];
        child.supply = s.supply;
        child.side = !s.side;
        child.names = s.names;
        if (s.placed < kept_names) child.names[s.placed] = variant.name;
        child.placed = static_cast<std::uint8_t>(s.placed + 1);
        Set open = s.open - t_.excludes[p] - t_.completions(p, s.covered);
        if (--child.supply[variant.supply_class] == 0) open -= exhausted(child.supply, variant.supply_class);
        child.legal = ((s.placed ? s.legal | t_.touches[p] : t_.touches[p]) & open);
        child.open = closure(t_, open, child.legal);
        const auto paint = paintable(child.open);
        for (int c : {black, white}) colour(s.colours[c], variant.squares[c], paint[c], child.colours[c]);
        look(child);
    }

    // Settled scores are certain to be part of the value, and nothing else depends on them.
    int offset(const State& s) const {
        if (!options_.settle || symmetric(s)) return 0;
        if (score_.scoring == TailitsScoring::second)
            return settled(s) ? 2 * (s.colours[black].closed[1] - s.colours[white].closed[1]) : 0;
        return 2 * (settled_part(s.colours[black]) - settled_part(s.colours[white]));
    }

    // Everything the rest of the game depends on, and nothing else: two states of equal keys differ in value by
    // their offsets.
    Key key(const State& s) const {
        if (symmetric(s)) return symmetric_key(s);
        Key key = salt_;
        const auto add = [&key](const Key& k) { key.low ^= k.low, key.high ^= k.high; };
        Squares coverable;
        s.open.for_each([&](int p) {
            add(t_.code[p][0]);
            coverable |= t_.squares[p];
        });
        s.legal.for_each([&](int p) { add(t_.code[p][1]); });
        Hasher h;
        h.add(key.low);
        h.add(key.high);
        relevant_cover(grid_, s.covered, coverable).hash_into(h);
        hash_supply(s, h);
        hash_colours(s, h);
        return h.key();
    }

    // Appends the legal moves that can matter, each with honest bounds on the value after it. (A variant that another
    // one of the same body makes pointless is left out; `legal` lists them all.)
    void moves(const State& s, [[maybe_unused]] int target, std::vector<Move>& list) const {
        const Outlook view(*this, s, !options_.tight || !looks_closely(s));
        std::array<Effect, max_variants> effects;
        s.legal.for_each([&](int p) {
            int count = 0;
            for (const int v : variants_of_[p])
                if (s.supply[variants_[v].supply_class]) effects[count++] = effect(s, view, v);
            if (options_.dominate && count > 1) count = undominated(s, view, effects.data(), count);
            const Set left = s.open - t_.excludes[p] - t_.completions(p, s.covered);
            if (options_.last && left.none())
                for (int i = 0; i < count; ++i) append_last(s, effects[i], list);
            else
                append(s, view, left, effects.data(), count, list);
        });
    }

private:
    using Variant = TailitsVariant;
    // ---- what is still possible

    // The bodies that go with the last piece of a kind: those that no other kind left in the supply can provide.
    Set exhausted(const std::array<std::uint8_t, max_classes>& supply, int gone) const {
        Set result = of_class_[gone];
        for (int c = 0; c < classes_; ++c)
            if (supply[c]) result -= of_class_[c];
        return result;
    }

    std::array<Squares, 2> paintable(const Set& open) const {
        std::array<Squares, 2> result;
        open.for_each([&](int p) {
            result[black] |= paint_[p][black];
            result[white] |= paint_[p][white];
        });
        return result;
    }

    // ---- groups

    static void close(Colour& colour, int size) {
        for (auto& kept : colour.closed)
            if (size > kept) {
                const int smaller = kept;
                kept = static_cast<std::uint8_t>(size);
                size = smaller;
            }
    }

    // The groups of a colour once its two squares of a piece are there.
    void colour(const Colour& from, const std::array<std::uint8_t, 2>& at, const Squares& paint, Colour& to) const {
        std::array<Group, 2> fresh{Group{grid_.around[at[0]], 1}, Group{grid_.around[at[1]], 1}};
        bool one = grid_.around[at[0]].test(at[1]);
        to.groups.clear();
        to.closed = from.closed;
        const auto keep = [&](Group g) {
            g.touch &= paint;
            if (g.touch.any())
                to.groups.push(g);
            else
                close(to, g.size);
        };
        for (const Group& g : from.groups) {
            const bool first = g.touch.test(at[0]), second = g.touch.test(at[1]);
            if (!first && !second) {
                keep(g);
                continue;
            }
            one |= first && second;
            Group& into = fresh[!first];
            into.touch |= g.touch;
            into.size = static_cast<std::uint8_t>(into.size + g.size);
        }
        if (one) {
            fresh[0].touch |= fresh[1].touch;
            fresh[0].size = static_cast<std::uint8_t>(fresh[0].size + fresh[1].size);
            keep(fresh[0]);
        } else {
            keep(fresh[0]);
            keep(fresh[1]);
        }
    }

    // ---- bounds

    // What is left, seen from outside: the open bodies divided into cliques of bodies that share a square (so each
    // clique brings at most one piece, that is two squares of each colour), the cliques gathered into components of
    // coverable squares, and for each colour which groups a piece of a clique can touch.
    struct Outlook {
        static constexpr int max_cliques = std::min(64 * Words, 128);
        using Mask = std::uint64_t;  // a set of groups
        struct Clique {
            Set members;
            std::uint8_t component = 0;
            std::array<InlineVector<Mask, 12>, 2> touched;  // maximal sets of groups that one piece can touch
            std::array<std::uint8_t, 2> worth{};             // the most one piece can bring to a group that it joins
        };
        InlineVector<Clique, max_cliques> cliques;
        std::array<int, 36> alone{};  // number of cliques in each component
        int components = 0;
        std::array<std::array<Mask, Squares::capacity>, 2> near;  // of each paintable square: the groups it touches
        std::array<std::uint8_t, 2> top{};                        // the size of the largest group that can grow
        std::array<Squares, 2> paint;

        Outlook(const Tailits& game, const State& s, bool rough) {
            paint = game.paintable(s.open);
            for (int c : {black, white}) mark(s.colours[c], paint[c], near[c], top[c]);
            gather_cliques(game, s.open);
            if (!rough) gather_worth(game, s);
        }

        static void mark(const Colour& colour, const Squares& paint, std::array<Mask, Squares::capacity>& near,
                         std::uint8_t& top) {
            paint.for_each([&](int q) { near[q] = 0; });
            for (int i = 0; i < colour.groups.size(); ++i) {
                colour.groups[i].touch.for_each([&](int q) { near[q] |= Mask{1} << i; });
                top = std::max(top, colour.groups[i].size);
            }
        }

        void gather_cliques(const Tailits& game, const Set& open) {
            Squares rest_area = paint[black] | paint[white];
            Squares area;
            Set rest = open;
            while (rest.any()) {
                if (cliques.size() == max_cliques) throw std::logic_error("more cliques than a board has room for");
                cliques.push({});
                const int square = take_clique(game.t_, rest, cliques.back().members);
                square_of[cliques.size() - 1] = static_cast<std::uint8_t>(square);
            }
            // Components of coverable squares; a body lies in one of them.
            while (rest_area.any()) {
                Squares seed;
                seed.set(rest_area.first());
                area = game.grid_.flood(seed, rest_area);
                rest_area -= area;
                bool used = false;
                for (int k = 0; k < cliques.size(); ++k)
                    if (area.test(square_of[k])) {
                        cliques[k].component = static_cast<std::uint8_t>(components);
                        ++alone[components];
                        used = true;
                    }
                if (used) component_area[components++] = area;
            }
        }

        void gather_worth(const Tailits& game, const State& s) {
            for (Clique& k : cliques)
                k.members.for_each([&](int p) {
                    for (const int v : game.variants_of_[p]) {
                        const Variant& variant = game.variants_[v];
                        if (!s.supply[variant.supply_class]) continue;
                        for (int c : {black, white}) {
                            const auto& at = variant.squares[c];
                            insert(k.touched[c], near[c][at[0]] | near[c][at[1]]);
                        }
                    }
                });
            for (Clique& k : cliques)
                for (int c : {black, white})
                    for (Mask m : k.touched[c])
                        k.worth[c] = static_cast<std::uint8_t>(std::max<int>(k.worth[c], 2 + sum(s.colours[c], m)));
        }

        // Keeps the maximal sets; where there are too many, joins some.
        static void insert(InlineVector<Mask, 12>& sets, Mask m) {
            for (int i = 0; i < sets.size(); ++i) {
                if ((sets[i] | m) == sets[i]) return;
                if ((sets[i] | m) == m) sets.swap_out(i--);
            }
            if (sets.size() < 12)
                sets.push(m);
            else
                sets[0] |= m;
        }
        static int sum(const Colour& colour, Mask groups) {
            int total = 0;
            for (; groups; groups &= groups - 1) total += colour.groups[std::countr_zero(groups)].size;
            return total;
        }

        std::array<std::uint8_t, max_cliques> square_of{};
        std::array<Squares, 36> component_area;
    };

    // Whether the costlier bounds are worth their while.
    bool looks_closely(const State& s) const { return options_.growth && s.open.count() <= options_.growth_most; }

    // Bounds a fresh state, and forgets the groups that cannot matter in it.
    void look(State& s) const {
        if (s.legal.none()) {
            for (Colour& c : s.colours) c.least = c.most = c.closed;
            s.lower = s.upper = static_cast<std::int16_t>(value(s));
            return;
        }
        const bool closely = looks_closely(s);
        const Outlook view(*this, s, !closely);
        for (int c : {black, white}) look(view, closely, c, s.colours[c]);
        const auto &b = s.colours[black], &w = s.colours[white];
        if (score_.scoring == TailitsScoring::largest) {
            s.lower = static_cast<std::int16_t>(2 * (b.least[0] - w.most[0]) - 1);
            s.upper = static_cast<std::int16_t>(2 * (b.most[0] - w.least[0]) + 1);
        } else {
            const bool black_ahead = !score_.half_point && b.least[0] > w.most[0];
            const bool white_ahead = !score_.half_point && b.most[0] < w.least[0];
            s.lower = static_cast<std::int16_t>(2 * (b.least[1] - w.most[1]) + (black_ahead ? 1 : -1));
            s.upper = static_cast<std::int16_t>(2 * (b.most[1] - w.least[1]) + (white_ahead ? -1 : 1));
        }
    }

    struct Region {
        std::uint64_t components = 0;
        Squares area;
        int potential = 0;  // all of its groups and all that can come, in one
        int top = 0;        // its largest present group
    };
    using Regions = InlineVector<Region, 36>;

    // The components of coverable squares, joined where a group of the colour lies at several.
    Regions regions(const Outlook& view, const Colour& colour) const {
        Regions result;
        for (int i = 0; i < view.components; ++i)
            result.push({std::uint64_t{1} << i, view.component_area[i], 2 * view.alone[i], 0});
        for (const Group& g : colour.groups) {
            int into = -1;
            for (int i = 0; i < result.size(); ++i) {
                if (!result[i].area.intersects(g.touch)) continue;
                if (into < 0) {
                    into = i;
                    result[i].potential += g.size;
                    result[i].top = std::max<int>(result[i].top, g.size);
                    continue;
                }
                Region& home = result[into];
                home.components |= result[i].components;
                home.area |= result[i].area;
                home.potential += result[i].potential;
                home.top = std::max(home.top, result[i].top);
                result.swap_out(i--);
            }
        }
        return result;
    }

    // The largest final group with group `i` in it: beside the group itself, every further piece brings two squares and
    // the groups that it touches.
    int reach(const Outlook& view, const Colour& colour, int c, int i, const Region& home) const {
        int most = colour.groups[i].size;
        const bool lone = std::has_single_bit(home.components);
        if (lone && options_.single && view.alone[std::countr_zero(home.components)] == 1)
            return most + single_gain(view, colour, c, i, std::countr_zero(home.components));
        for (const auto& k : view.cliques) {
            if (!(home.components >> k.component & 1)) continue;
            int best = 0;
            for (const auto m : k.touched[c]) {
                // The only piece of a component joins nothing new there, so it helps by touching groups only: this
                // one, where no other component can bring it others.
                if (view.alone[k.component] == 1 && (lone ? !(m >> i & 1) : !m)) continue;
                best = std::max(best, 2 + Outlook::sum(colour, m & ~(std::uint64_t{1} << i)));
            }
            most += best;
            if (most >= home.potential) return home.potential;
        }
        return most;
    }

    // What group `i` gains at most from the only piece that can still come near it.
    int single_gain(const Outlook& view, const Colour& colour, int c, int i, int component) const {
        const auto* clique = view.cliques.begin();
        while (clique->component != component) ++clique;
        int best = 0;
        clique->members.for_each([&](int p) {
            for (const int v : variants_of_[p]) {
                const auto at = variants_[v].squares[c];
                auto first = view.near[c][at[0]], second = view.near[c][at[1]];
                int fresh = 1;
                if (grid_.around[at[0]].test(at[1]) || (first & second)) first = second = first | second, fresh = 2;
                for (auto touched : {first, second})
                    if (touched >> i & 1)
                        best = std::max(best, fresh + Outlook::sum(colour, touched & ~(std::uint64_t{1} << i)));
            }
        });
        return best;
    }

    static void insert(std::array<int, 2>& top, int value) {
        if (value > top[0]) std::swap(value, top[0]);
        if (value > top[1]) top[1] = value;
    }

    void look(const Outlook& view, bool closely, int c, Colour& colour) const {
        const bool largest = score_.scoring == TailitsScoring::largest;
        const Regions home = regions(view, colour);
        std::array<int, 2> least{}, most{}, by_region{};
        int floor = 0;
        for (int size : colour.closed) insert(least, size), insert(most, size), insert(by_region, size);
        for (const Group& g : colour.groups) floor = std::max<int>(floor, g.size);
        // Groups of different regions stay apart: the largest of each are so many different final groups at least.
        for (const Region& r : home) insert(least, r.top);
        least[0] = std::max(least[0], floor);
        std::array<int, max_groups> reached;
        for (int i = 0; i < colour.groups.size(); ++i) {
            int r = 0;
            while (!home[r].area.intersects(colour.groups[i].touch)) ++r;
            reached[i] = closely ? reach(view, colour, c, i, home[r]) : home[r].potential;
            insert(most, reached[i]);
        }
        // A group may be wholly new, and there may be two of them.
        for (int i = 0; i < view.components; ++i) insert(most, 2 * view.alone[i]), insert(most, 2 * view.alone[i]);
        // Two final groups of one region share its potential.
        int halved = 0;
        for (const Region& r : home) {
            insert(by_region, r.potential);
            halved = std::max(halved, r.potential / 2);
        }
        by_region[1] = std::max(by_region[1], halved);
        for (int i : {0, 1}) {
            colour.least[i] = static_cast<std::uint8_t>(least[i]);
            colour.most[i] = static_cast<std::uint8_t>(std::max(least[i], std::min(most[i], by_region[i])));
        }
        if (options_.drop) forget(colour, reached, largest ? least[0] : least[1]);
        if (largest) colour.closed = {colour.least[0], 0};
    }

    // Forgets the groups that can be part of no final group above `floor`, which the score reaches without them; a
    // group that cannot grow at all is closed.
    void forget(Colour& colour, const std::array<int, max_groups>& reached, int floor) const {
        int kept = 0;
        for (int i = 0; i < colour.groups.size(); ++i) {
            const Group g = colour.groups[i];
            if (reached[i] == g.size)
                close(colour, g.size);
            else if (reached[i] > floor)
                colour.groups[kept++] = g;
        }
        colour.groups.truncate(kept);
    }

    // ---- moves

    // What a variant does at once: for each colour, the one or two new groups that its squares make.
    struct Effect {
        struct Part {
            std::uint64_t joins = 0;  // groups
            Squares touch;            // squares beside it that can still be painted
            std::uint8_t fresh = 0;   // new squares
        };
        std::uint16_t id = 0;
        std::array<std::array<Part, 2>, 2> parts;
        std::array<std::uint8_t, 2> count{};    // of parts
        std::array<std::uint8_t, 2> size{};     // of the largest new group
        std::array<std::uint8_t, 2> worth{};    // of everything touched together
    };

    Effect effect(const State& s, const Outlook& view, int v) const {
        Effect e;
        e.id = static_cast<std::uint16_t>(v);
        const Variant& variant = variants_[v];
        for (int c : {black, white}) {
            auto& [first, second] = e.parts[c];
            const auto at = variant.squares[c];
            const Squares free = view.paint[c] - t_.squares[variant.body];
            first = {view.near[c][at[0]], grid_.around[at[0]] & free, 1};
            second = {view.near[c][at[1]], grid_.around[at[1]] & free, 1};
            const Colour& colour = s.colours[c];
            e.worth[c] = static_cast<std::uint8_t>(2 + Outlook::sum(colour, first.joins | second.joins));
            if (grid_.around[at[0]].test(at[1]) || (first.joins & second.joins)) {
                first = {first.joins | second.joins, first.touch | second.touch, 2};
                e.count[c] = 1;
                e.size[c] = e.worth[c];
            } else {
                e.count[c] = 2;
                e.size[c] = static_cast<std::uint8_t>(
                    1 + std::max(Outlook::sum(colour, first.joins), Outlook::sum(colour, second.joins)));
            }
        }
        return e;
    }

    // Whether effect `a` is at least as good for colour c as `b`: the groups that b makes are all within groups that a
    // makes. (A group of b that touches nothing and is no larger than what is certain anyway counts for nothing.)
    bool covers(const Colour& colour, const Effect& a, const Effect& b, int c) const {
        const int floor = score_.scoring == TailitsScoring::largest ? colour.least[0] : colour.closed[1];
        std::array<const typename Effect::Part*, 2> need{};
        int needed = 0;
        for (int i = 0; i < b.count[c]; ++i) {
            const auto& part = b.parts[c][i];
            if (part.joins || part.touch.any() || part.fresh > floor) need[needed++] = &part;
        }
        const auto within = [&](const auto& inner, const auto& outer) {
            return !(inner.joins & ~outer.joins) && outer.touch.contains(inner.touch) && inner.fresh <= outer.fresh;
        };
        const auto& has = a.parts[c];
        if (needed == 0) return true;
        if (needed == 1) return within(*need[0], has[0]) || (a.count[c] == 2 && within(*need[0], has[1]));
        if (a.count[c] == 1) return within(*need[0], has[0]) && within(*need[1], has[0]);
        return (within(*need[0], has[0]) && within(*need[1], has[1])) ||
               (within(*need[0], has[1]) && within(*need[1], has[0]));
    }

    // Leaves out variants of one body that are pointless beside another. Largest groups only grow with what is there,
    // whatever is placed later, so more of one's own colour and less of the other is never worse. Second-largest groups
    // may shrink (two groups join), so there only equal effects are merged.
    int undominated(const State& s, const Outlook& view, Effect* effects, int count) const {
        int kept = 0;
        const bool both = score_.scoring == TailitsScoring::second;
        const auto pointless = [&](const Effect& a, const Effect& by) {
            const int x = variants_[a.id].supply_class, y = variants_[by.id].supply_class;
            if (x != y && (s.supply[x] <= view.cliques.size() || s.supply[y] <= view.cliques.size())) return false;
            const int own = s.side, other = !s.side;
            if (!covers(s.colours[own], by, a, own) || !covers(s.colours[other], a, by, other)) return false;
            return !both || (covers(s.colours[own], a, by, own) && covers(s.colours[other], by, a, other));
        };
        for (int i = 0; i < count; ++i) {
            bool drop = false;
            for (int j = 0; j < kept && !drop; ++j) drop = pointless(effects[i], effects[j]);
            if (drop) continue;
            int left = 0;
            for (int j = 0; j < kept; ++j)
                if (!pointless(effects[j], effects[i])) effects[left++] = effects[j];
            kept = left;
            effects[kept++] = effects[i];
        }
        return kept;
    }

    // A move after which nothing can be placed: its value is known.
    void append_last(const State& s, const Effect& e, std::vector<Move>& list) const {
        std::array<std::array<std::uint8_t, 2>, 2> final;
        for (int c : {black, white}) {
            const Colour& colour = s.colours[c];
            std::array<int, 2> top{};
            for (int size : colour.closed) insert(top, size);
            std::uint64_t gone = 0;
            for (int i = 0; i < e.count[c]; ++i) {
                const auto& part = e.parts[c][i];
                gone |= part.joins;
                insert(top, part.fresh + Outlook::sum(colour, part.joins));
            }
            for (int i = 0; i < colour.groups.size(); ++i)
                if (!(gone >> i & 1)) insert(top, colour.groups[i].size);
            final[c] = {static_cast<std::uint8_t>(top[0]), static_cast<std::uint8_t>(top[1])};
        }
        Move m;
        m.id = e.id;
        m.lower = m.upper = static_cast<std::int16_t>(value_of(final[black], final[white], s.side));
        list.push_back(m);
    }

    // Any other moves, all of one body.
    void append(const State& s, const Outlook& view, const Set& left, const Effect* effects, int count,
                std::vector<Move>& list) const {
        const bool tight = options_.tight && looks_closely(s) && score_.scoring == TailitsScoring::largest;
        std::array<int, 2> coming{};
        if (tight)
            for (const auto& k : view.cliques)
                if (k.members.intersects(left))
                    for (int c : {black, white}) coming[c] += k.worth[c];
        for (int i = 0; i < count; ++i) {
            const Effect& e = effects[i];
            int lower = s.lower, upper = s.upper;
            if (tight) {
                std::array<int, 2> least, most;
                for (int c : {black, white}) {
                    const Colour& colour = s.colours[c];
                    least[c] = std::max(colour.least[0], e.size[c]);
                    const int reach = std::max(view.top[c], e.worth[c]) + coming[c];
                    most[c] = std::max<int>(least[c], std::min<int>(colour.most[0], reach));
                }
                lower = std::max(lower, 2 * (least[black] - most[white]) - 1);
                upper = std::min(upper, 2 * (most[black] - least[white]) + 1);
            }
            Move m;
            m.id = e.id;
            m.lower = static_cast<std::int16_t>(lower), m.upper = static_cast<std::int16_t>(upper);
            list.push_back(m);
        }
    }

    // ---- key

    bool settled(const Colour& c) const {
        return c.groups.empty() && c.least[0] == c.most[0] && c.least[1] == c.most[1];
    }
    bool settled(const State& s) const { return settled(s.colours[black]) && settled(s.colours[white]); }
    // With scoring `largest`: what of a colour's score is certain and separable from the rest.
    int settled_part(const Colour& c) const { return c.groups.empty() && c.least[0] == c.most[0] ? c.closed[0] : 0; }

    void hash_colours(const State& s, Hasher& h) const {
        const bool second = score_.scoring == TailitsScoring::second;
        if (second && options_.settle && settled(s)) {
            const int difference = s.colours[black].closed[0] - s.colours[white].closed[0];
            h.add(0xfe00 + (difference > 0) - (difference < 0));
            return;
        }
        for (int c : {black, white}) {
            const Colour& colour = s.colours[c];
            std::uint64_t low = 0, high = 0;
            for (const Group& g : colour.groups) {
                Hasher each;
                g.touch.hash_into(each);
                each.add(g.size);
                low += each.key().low, high += each.key().high;
            }
            const bool apart = !second && options_.settle && settled_part(colour);
            h.add(low);
            h.add(high);
            h.add(apart ? 0xffff : colour.closed[0] | colour.closed[1] << 8);
        }
    }

    void hash_supply(const State& s, Hasher& h) const {
        std::uint64_t rest = s.side | (s.placed ? 0 : 2);
        for (int c = 0; c < classes_; ++c) {
            std::uint64_t left = s.supply[c];
            if (!can_run_out(t_, s.open & of_class_[c], s.supply[c])) left = 255;
            rest = rest << 8 | left;
            if (c % 6 == 5) {
                h.add(rest);
                rest = 0;
            }
        }
        h.add(rest);
    }

    // ---- symmetry

    // The least hash of the set of pieces among its images.
    Key symmetric_key(const State& s) const {
        Key best{~std::uint64_t{0}, ~std::uint64_t{0}};
        for (const auto& image : symmetries_) {
            Key pieces;  // in any order
            for (int i = 0; i < s.placed; ++i) {
                Hasher each;
                each.add(image[s.names[i]]);
                pieces.low += each.key().low, pieces.high += each.key().high;
            }
            Hasher h;
            h.add(salt_.low);
            h.add(pieces.low);
            h.add(pieces.high);
            h.add(s.placed * 2 + s.side);
            const Key key = h.key();
            if (std::tie(key.low, key.high) < std::tie(best.low, best.high)) best = key;
        }
        return best;
    }

    // ---- construction

    void build_bodies(const PlacementSet& given) {
        std::map<std::pair<int, std::array<std::uint8_t, 4>>, std::vector<int>> found;
        for (std::size_t i = 0; i < given.placements.size(); ++i)
            found[{given.placements[i].shape, given.placements[i].squares}].push_back(static_cast<int>(i));
        if (found.size() > static_cast<std::size_t>(Set::capacity)) throw std::invalid_argument("board too large");
        PlacementSet bodies{given.rows, given.cols, {}, {0, 0, 0, 0}};
        classes_ = static_cast<int>(supply_.size());
        of_class_.resize(classes_);
        variants_.resize(given.placements.size());
        for (const auto& [body, variants] : found) {
            const int p = static_cast<int>(bodies.placements.size());
            bodies.placements.push_back(given.placements[variants.front()]);
            bodies.placements.back().supply_class = bodies.placements.back().shape;
            variants_of_.emplace_back();
            paint_.push_back({});
            for (int i : variants) {
                variants_[i] = variant_of(given.placements[i], p, i);
                variants_of_.back().push(static_cast<std::uint16_t>(i));
                of_class_.at(given.placements[i].supply_class).set(p);
                for (int c : {black, white})
                    for (int q : variants_[i].squares[c]) paint_.back()[c].set(q);
            }
            most_variants_ = std::max(most_variants_, variants_of_.back().size());
        }
        t_ = PlacementTable<Words>(bodies);
    }

    static Variant variant_of(const Placement& given, int body, int name) {
        Variant v;
        v.body = static_cast<std::uint16_t>(body);
        v.name = static_cast<std::uint16_t>(name);
        v.supply_class = given.supply_class;
        std::array<int, 2> count{};
        for (int i = 0; i < 4; ++i) {
            const int c = given.colours >> i & 1 ? black : white;
            if (count[c] == 2) throw std::invalid_argument("a TAILITS piece has two squares of each colour");
            v.squares[c][count[c]++] = given.squares[i];
        }
        return v;
    }

    // The symmetries of the board that the pieces allow (without flips, no reflections), as images of placements.
    void build_symmetries(const PlacementSet& given) {
        if (t_.rows != t_.cols) return;
        using Coloured = std::tuple<int, int, std::array<std::uint8_t, 4>, int>;
        const int n = t_.rows;
        std::map<Coloured, int> index;
        const auto image = [&](const Placement& p, int turn) {
            std::array<std::pair<std::uint8_t, bool>, 4> moved;
            for (int i = 0; i < 4; ++i) {
                int r = p.squares[i] / n, c = p.squares[i] % n;
                if (turn & 1) r = n - 1 - r;
                if (turn & 2) c = n - 1 - c;
                if (turn & 4) std::swap(r, c);
                moved[i] = {static_cast<std::uint8_t>(r * n + c), p.colours >> i & 1};
            }
            std::sort(moved.begin(), moved.end());
            Coloured result{p.shape, p.supply_class, {}, 0};
            for (int i = 0; i < 4; ++i) {
                std::get<2>(result)[i] = moved[i].first;
                std::get<3>(result) |= moved[i].second << i;
            }
            return result;
        };
        for (std::size_t i = 0; i < given.placements.size(); ++i)
            index[image(given.placements[i], 0)] = static_cast<int>(i);
        for (int turn = 0; turn < 8; ++turn) {
            std::vector<std::uint16_t> images;
            for (const auto& p : given.placements) {
                const auto it = index.find(image(p, turn));
                if (it == index.end()) break;
                images.push_back(static_cast<std::uint16_t>(it->second));
            }
            if (images.size() == given.placements.size()) symmetries_.push_back(std::move(images));
        }
    }

    template <int>
    friend class Tailits;

    PlacementTable<Words> t_;  // of bodies
    TailitsScore score_;
    Options options_;
    std::vector<int> supply_;  // at the start
    int classes_ = 0;
    std::vector<Variant> variants_;  // on the full board: in the order of the table handed over
    std::vector<InlineVector<std::uint16_t, max_variants>> variants_of_;  // of each body
    std::vector<std::array<Squares, 2>> paint_;  // of each body: the squares that some variant makes black, or white
    std::vector<Set> of_class_;                  // bodies that have a variant of the kind
    int most_variants_ = 1;                      // of one body
    KingGrid grid_;
    Key salt_;  // of the board and the rules, so that several games may share a table
    std::vector<std::vector<std::uint16_t>> symmetries_;  // as images of placements; empty where it is restricted
};

}  // namespace litslab
