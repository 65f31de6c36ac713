// TAILITS: state, key and bounds for the search template; random games.
//
// The rules of placing know nothing of colours, so the sets here are sets of *bodies* (a shape on its squares); a body
// carries one *variant* for every way its squares may be coloured, and a move is a variant. On 11x11 that makes 1616
// bodies where the coloured table has up to 9696 rows.
//
// A coloured square matters in two ways only: by the size of its group, and by the squares at which the group can
// still grow or be joined to others. So the board's colours are kept as
//   groups   for each colour, every group that can still grow: (the adjacent paintable squares, its size),
//   closed   the largest sizes that are certain whatever happens.
// "Paintable" is a square that some placement which can still come could give that colour.
#pragma once

#include "core/inline_vector.hpp"
#include "core/largest.hpp"
#include "core/random.hpp"
#include "core/remaining.hpp"
#include "core/tetromino_rules.hpp"
#include "games/tetromino_playout.hpp"
#include "search/engine.hpp"
#include "search/game.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace litslab {

enum class TailitsScoring : std::uint8_t { largest, second };

struct TailitsScore {
    TailitsScoring scoring = TailitsScoring::largest;
    bool half_point = false;  // ties go to the last placer with any scoring (TAILITS+TAIJI)
};

struct TailitsIdeas {
    // The first positions are looked up under the board's symmetries.
    static constexpr bool symmetries = with("tailits/symmetries");
    // Bounds: what each group can still reach; the same, exactly, if only one piece can still be placed; what each move
    // leaves; exact values of moves that end the game.
    static constexpr bool reach = with("tailits/reach");
    static constexpr bool single_piece = with("tailits/single-piece");
    static constexpr bool move_bounds = with("tailits/move-bounds");
    static constexpr bool last_moves = with("tailits/last-moves");
    // Of a body's variants, those that another one makes pointless are left out.
    static constexpr bool dominance = with("tailits/dominance");
    // Groups that cannot matter any more are forgotten; scores that are settled are an offset, not part of the key.
    static constexpr bool forgetting = with("tailits/forgetting");
    static constexpr bool settled_scores = with("tailits/settled-scores");
    // Groups are looked at closely only where coarser bounds do not answer the query; moves are listed only up to one that
    // does. Both save time, and no nodes to speak of.
    static constexpr bool bounds_as_needed = with("tailits/bounds-as-needed");
    static constexpr bool stop_at_good_moves = with("tailits/stop-at-good-moves");
    static constexpr bool narrower_sets = with("tailits/narrower-sets");
    // The order of moves: few replies and little left first.
    static constexpr bool replies_order = with("tailits/few-replies-first");
};

struct TailitsGroup {
    Squares touch;  // the squares at which it can still grow
    std::uint8_t size = 0;
};

struct TailitsColour {
    static constexpr int max_groups = 36;  // that do not touch: one for each 2x2 block of 11x11 at most
    InlineVector<TailitsGroup, max_groups> groups;
    // The two largest certain sizes; with scoring `largest` only the first is used, and it counts open groups too.
    std::array<std::uint8_t, 2> closed{};
    // Bounds on the final largest and second-largest group.
    std::array<std::uint8_t, 2> least{}, most{};
};

// What of a state does not depend on the width of the sets. L and S have two mirror images if pieces may not be
// turned over, which makes six shapes in five colourings at most.
struct TailitsBoard : TetrominoBoard<30> {
    static constexpr int kept_ids = 4;
    std::array<TailitsColour, 2> colours;
    std::array<Squares, 2> paint;                     // the squares that can still take each colour
    std::array<std::uint16_t, kept_ids> first_ids{};  // the first pieces of the game, for the symmetries
    std::uint8_t side = 0;                            // 0 = Black, the maximiser, to move
    std::int16_t lower = -30000, upper = 30000;       // bounds on the value
};

// One coloured placement.
struct TailitsVariant {
    std::uint16_t body = 0;
    std::uint16_t original = 0;  // index in the table handed over
    std::uint8_t kind = 0;
    std::array<std::array<std::uint8_t, 2>, 2> squares{};  // the black ones, the white ones
};

template <int Words>
class Tailits {
public:
    using Ideas = TailitsIdeas;
    using Set = Bits<Words>;
    static constexpr int black = 0, white = 1;
    static constexpr int kept_ids = TailitsBoard::kept_ids;
    static constexpr int max_groups = TailitsColour::max_groups;
    static constexpr int max_variants = 6;  // the ways to make two of four squares black

    using Group = TailitsGroup;
    using Colour = TailitsColour;
    using State = TetrominoState<Words, TailitsBoard>;  // the sets are sets of bodies

    static constexpr SearchIdeas search_ideas{.table = with("tailits/table"),
                                              .child_bounds = with("tailits/child-bounds"),
                                              .shared_replies = with("tailits/shared-replies"),
                                              .any_gain = true};

    // The same game on the bodies that are still left, in narrower sets; see Narrowable.
    static constexpr int narrower_words = Words > 8 ? 8 : Words / 2;
    static constexpr bool can_narrow = narrower_words >= 1;
    using Narrower = Tailits<std::max(narrower_words, 1)>;

    Tailits() = default;

    // `placements` are coloured; several may lie on the same squares.
    Tailits(const PlacementSet& placements, TailitsScore score)
        : Tailits(placements, Bodies::sorted(placements), score) {}

    // Makes this the game that `from` has become in state `s`, and `mine` that state.
    template <int From>
    void restrict_to(const Tailits<From>& from, const typename Tailits<From>::State& s, State& mine) {
        t_.restrict_to(from.t_, s.open, s.covered);
        score_ = from.score_;
        grid_ = from.grid_;
        salt_ = from.salt_;
        symmetries_ = from.symmetries_;
        several_kinds_ = from.several_kinds_;
        paint_.clear(), variants_.clear(), variants_of_.clear();
        internal_.assign(from.internal_.size(), -1);
        s.open.for_each([&](int p) {
            paint_.push_back(from.paint_[p]);
            variants_of_.emplace_back();
            for (const int v : from.variants_of_[p]) {
                internal_[from.variants_[v].original] = static_cast<std::int16_t>(variants_.size());
                variants_of_.back().push(static_cast<std::uint16_t>(variants_.size()));
                variants_.push_back(from.variants_[v]);
                variants_.back().body = static_cast<std::uint16_t>(variants_of_.size() - 1);
            }
        });
        static_cast<TailitsBoard&>(mine) = s;
        mine.open = t_.everything;
        mine.legal = extract<Words>(s.legal, s.open);
    }
    bool should_narrow([[maybe_unused]] const State& s, [[maybe_unused]] int weight) const {
        if constexpr (can_narrow)
            return Ideas::narrower_sets && weight <= Narrower::Set::capacity && weight >= 24;
        return false;
    }
    int external_id(int v) const { return variants_[v].original; }
    int internal_id(int external) const { return internal_[external]; }
    // Where less is left, trying a reply costs as much as a search.
    bool worth_suggesting(int weight) const { return weight >= least_weight_for_replies; }
    int move_count() const { return static_cast<int>(variants_.size()); }
    bool is_legal(const State& s, int v) const { return s.legal.test(variants_[v].body) && s.supply[variants_[v].kind]; }

    void start(State& s) const {
        t_.start(s);
        // The first tetromino covers the centre.
        s.legal &= t_.covering[t_.rows * t_.columns / 2];
        s.open = reachable(t_, s.open, s.legal);
        s.paint = paintable(s.open);
        update_bounds(s);
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
    int value_limit() const { return 2 * (t_.rows * t_.columns / 2) + 1; }

    // All legal moves, the pointless ones too; `moves` leaves those out.
    void legal(const State& s, std::vector<int>& list) const {
        s.legal.for_each([&](int p) {
            for (const int v : variants_of_[p])
                if (s.supply[variants_[v].kind]) list.push_back(v);
        });
    }
    // A body and a way to colour it, drawn again until there is such a piece: so each is equally likely.
    int random_move(const State& s, Random& random) const {
        for (const int bodies = s.legal.count();;) {
            const auto& variants = variants_of_[s.legal.nth(random.below(bodies))];
            const int chosen = random.below(most_variants_);
            if (chosen < variants.size() && s.supply[variants_[variants[chosen]].kind]) return variants[chosen];
        }
    }

    // Whether the position is looked up under the board's symmetries: only near the root, where they can happen at all.
    bool symmetric(const State& s) const {
        return Ideas::symmetries && symmetries_ && s.placed <= symmetric_plies;
    }
    // How much larger the groups are that a move makes for its mover than those that it makes for the other.
    int quick_gain(const State& s, int v) const {
        int gain = 0;
        for (int c : {black, white}) {
            int size = 0;
            for (const Group& g : s.colours[c].groups)
                if (g.touch.test(variants_[v].squares[c][0]) || g.touch.test(variants_[v].squares[c][1])) size += g.size;
            gain += c == s.side ? size : -size;
        }
        return gain;
    }

    int side(const State& s) const { return s.side; }
    bool over(const State& s) const { return s.legal.none(); }
    int value(const State& s) const { return value_of(s.colours[black].closed, s.colours[white].closed, !s.side); }
    int weight(const State& s) const { return s.open.count(); }

    // The last placer wins a tie; with scoring `second` only if the largest groups are equal too.
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

    // The middle of what is possible; the fewer replies, and the less is left, the better (a smaller tree).
    int move_score(const State&, int, const State& child) const {
        const int middle = child.lower + child.upper;
        const int score = 16 * (child.side == white ? middle : -middle);
        return Ideas::replies_order ? score - 32 * child.legal.count() - 4 * child.open.count() : score;
    }

    void play(const State& s, int v, State& child) const {
        place(s, v, child);
        update_bounds(child);
    }
    // The same for a query: the bounds are made closer only where coarse ones do not answer it. A child whose bounds answer
    // is never searched, so every state that has a key has the same bounds and groups as without a query.
    void play(const State& s, int v, int target, State& child) const {
        place(s, v, child);
        if constexpr (Ideas::bounds_as_needed)
            update_bounds(child, target);
        else
            update_bounds(child);
    }

    void place(const State& s, int v, State& child) const {
        const Variant& variant = variants_[v];
        t_.place(s, variant.body, variant.kind, child);
        child.side = !s.side;
        child.first_ids = s.first_ids;
        if (s.placed < kept_ids) child.first_ids[s.placed] = variant.original;
        child.open = reachable(t_, child.open, child.legal);
        child.paint = paintable(child.open);
        for (int c : {black, white}) colour(s.colours[c], variant.squares[c], child.paint[c], child.colours[c]);
    }

    // Settled scores are certain to be part of the value, and nothing else depends on them.
    int offset(const State& s) const {
        if (!Ideas::settled_scores || symmetric(s)) return 0;
        if (score_.scoring == TailitsScoring::second)
            return settled(s) ? 2 * (s.colours[black].closed[1] - s.colours[white].closed[1]) : 0;
        return 2 * (settled_part(s.colours[black]) - settled_part(s.colours[white]));
    }

    // All that the rest of the game depends on: two states of equal keys differ in value by their offsets.
    Key key(const State& s) const {
        if (symmetric(s)) return symmetric_key(s);
        Squares coverable;
        Hasher h;
        h.add(hash_remaining(t_, s.open, s.legal, salt_, coverable));
        relevant_cover(grid_, s.covered, coverable).hash_into(h);
        hash_supply(s, h);
        hash_colours(s, h);
        return h.key();
    }

    // Appends the legal moves that can matter, each with proved bounds on the value after it. (A variant that another
    // one of the same body makes pointless is left out; `legal` lists them all.) One that answers "at least target?" in
    // favour of the mover is the last: the rest makes no difference.
    void moves(const State& s, int target, std::vector<Move>& list) const {
        each_body_moves(s, list, [&](std::size_t before) {
            for (auto i = before; Ideas::stop_at_good_moves && i < list.size(); ++i)
                if (s.side == black ? list[i].lower >= target : list[i].upper < target) return true;
            return false;
        });
    }
    // All that can matter.
    void moves(const State& s, std::vector<Move>& list) const {
        each_body_moves(s, list, [](std::size_t) { return false; });
    }

private:
    using Variant = TailitsVariant;
    using Symmetries = std::vector<std::vector<std::uint16_t>>;  // as images of the placements handed over

    static constexpr int symmetric_plies = 3;  // positions of at most as many pieces are looked up under the symmetries
    static constexpr int closely_weight = 24;  // groups are looked at closely while no more bodies are left: earlier that
                                               // decides too little
    static constexpr int last_moves_weight = 64;  // with more bodies left a move hardly ever ends the game
    static constexpr int least_weight_for_replies = 6;
    static_assert(symmetric_plies <= kept_ids);

    // ---- what is still possible

    std::array<Squares, 2> paintable(const Set& open) const {
        std::array<Squares, 2> result;
        open.for_each([&](int p) {
            result[black] |= paint_[p][black];
            result[white] |= paint_[p][white];
        });
        return result;
    }

    // ---- groups

    // The groups of a colour once its two squares of a piece are there.
    void colour(const Colour& from, const std::array<std::uint8_t, 2>& at, const Squares& paint, Colour& to) const {
        std::array<Group, 2> joined{Group{grid_.neighbours(at[0]), 1}, Group{grid_.neighbours(at[1]), 1}};
        bool one = grid_.neighbours(at[0]).test(at[1]);
        to.groups.clear();
        to.closed = from.closed;
        const auto keep = [&](Group g) {
            g.touch &= paint;
            if (g.touch.any())
                to.groups.push(g);
            else
                insert_largest(to.closed, g.size);
        };
        for (const Group& g : from.groups) {
            const bool first = g.touch.test(at[0]), second = g.touch.test(at[1]);
            if (!first && !second) {
                keep(g);
                continue;
            }
            one |= first && second;
            Group& into = joined[!first];
            into.touch |= g.touch;
            into.size = static_cast<std::uint8_t>(into.size + g.size);
        }
        if (one) {
            joined[0].touch |= joined[1].touch;
            joined[0].size = static_cast<std::uint8_t>(joined[0].size + joined[1].size);
            keep(joined[0]);
        } else {
            keep(joined[0]);
            keep(joined[1]);
        }
    }

    // ---- bounds

    // What is left, seen from outside: the open bodies divided into cliques of bodies that share a square (so each
    // clique brings at most one piece, that is two squares of each colour), the cliques gathered into components of
    // coverable squares, and for each colour which groups a piece of a clique can touch.
    struct Outlook {
        static constexpr int max_cliques = std::min(64 * Words, 128);
        using Mask = std::uint64_t;  // a set of groups
        struct Touched {
            Mask groups;
            int size;  // of these together
        };
        struct Clique {
            Set members;
            std::uint8_t component = 0;
            std::array<InlineVector<Touched, 12>, 2> touched;  // maximal sets of groups that one piece can touch
            std::array<std::uint8_t, 2> worth{};             // the most one piece can bring to a group that it joins
        };
        InlineVector<Clique, max_cliques> cliques;
        InlineVector<int, 36> clique_count;        // in each component
        InlineVector<Squares, 36> component_area;
        std::array<std::array<Mask, Squares::capacity>, 2> near;  // of each paintable square: the groups it touches
        std::array<std::uint8_t, 2> top{};                        // the size of the largest group that can grow
        const std::array<Squares, 2>& paint;

        // What each square touches; then, where it is needed, the cliques; then what a piece of each can bring.
        explicit Outlook(const State& s) : paint(s.paint) {
            for (int c : {black, white}) mark(s.colours[c], paint[c], near[c], top[c]);
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
            Set rest = open;
            while (rest.any()) {
                if (cliques.size() == max_cliques) throw std::logic_error("more cliques than a board has room for");
                cliques.push({});
                const int square = take_clique(game.t_, rest, cliques.back().members);
                square_of[cliques.size() - 1] = static_cast<std::uint8_t>(square);
            }
        }
        // Components of coverable squares; a body lies in one of them.
        void gather_components(const Tailits& game) {
            game.grid_.each_king_component(wide(paint[black] | paint[white]), [&](Word128 component) {
                const Squares area = narrow(component);
                int used = 0;
                for (int k = 0; k < cliques.size(); ++k)
                    if (area.test(square_of[k])) {
                        cliques[k].component = static_cast<std::uint8_t>(component_area.size());
                        ++used;
                    }
                if (!used) return;
                component_area.push(area);
                clique_count.push(used);
            });
        }

        void gather_worth(const Tailits& game, const State& s) {
            for (Clique& k : cliques)
                k.members.for_each([&](int p) {
                    for (const int v : game.variants_of_[p]) {
                        const Variant& variant = game.variants_[v];
                        if (!s.supply[variant.kind]) continue;
                        for (int c : {black, white}) {
                            const auto& at = variant.squares[c];
                            insert(k.touched[c], near[c][at[0]] | near[c][at[1]]);
                        }
                    }
                });
            for (Clique& k : cliques)
                for (int c : {black, white})
                    for (Touched& t : k.touched[c]) {
                        t.size = sum(s.colours[c], t.groups);
                        k.worth[c] = static_cast<std::uint8_t>(std::max<int>(k.worth[c], 2 + t.size));
                    }
        }

        // Keeps the maximal sets; if there are too many, joins some.
        static void insert(InlineVector<Touched, 12>& sets, Mask m) {
            for (int i = 0; i < sets.size(); ++i) {
                const Mask other = sets[i].groups;
                if ((other | m) == other) return;
                if ((other | m) == m) sets.swap_out(i--);
            }
            if (sets.size() < 12)
                sets.push({m, 0});
            else
                sets[0].groups |= m;
        }
        static int sum(const Colour& colour, Mask groups) {
            int total = 0;
            for (; groups; groups &= groups - 1) total += colour.groups[std::countr_zero(groups)].size;
            return total;
        }

        std::array<std::uint8_t, max_cliques> square_of;  // of each clique
    };

    // Whether the costlier bounds are worth their cost.
    bool looks_closely(const State& s) const { return Ideas::reach && s.open.count() <= closely_weight; }

    // Bounds a new state, and forgets the groups that cannot matter in it.
    void update_bounds(State& s, std::optional<int> target = {}) const {
        if (s.legal.none()) {
            for (Colour& c : s.colours) c.least = c.most = c.closed;
            s.lower = s.upper = static_cast<std::int16_t>(value(s));
            return;
        }
        Outlook view(s);
        view.gather_cliques(*this, s.open);
        view.gather_components(*this);
        const std::array<Regions, 2> home{regions(view, s.colours[black]), regions(view, s.colours[white])};
        std::array<Reached, 2> reached;
        for (int c : {black, white}) reached[c] = bound(view, false, c, home[c], s.colours[c]);
        bound_value(s);
        if (looks_closely(s)) {
            if (target && (s.lower >= *target || s.upper < *target)) return;
            view.gather_worth(*this, s);
            for (int c : {black, white}) reached[c] = bound(view, true, c, home[c], s.colours[c]);
            bound_value(s);
        }
        for (int c : {black, white}) forget(s.colours[c], reached[c]);
    }

    // From the bounds of both colours.
    void bound_value(State& s) const {
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
    using Reached = std::array<int, max_groups>;  // of each group

    // The components of coverable squares, joined if a group of the colour lies at several.
    Regions regions(const Outlook& view, const Colour& colour) const {
        Regions result;
        for (int i = 0; i < view.component_area.size(); ++i)
            result.push({std::uint64_t{1} << i, view.component_area[i], 2 * view.clique_count[i], 0});
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

    // The largest final group with group `i` in it: besides the group itself, every further piece brings two squares and
    // the groups that it touches.
    int reach(const Outlook& view, const Colour& colour, int c, int i, const Region& home) const {
        int most = colour.groups[i].size;
        const bool lone = std::has_single_bit(home.components);
        if (lone && Ideas::single_piece && view.clique_count[std::countr_zero(home.components)] == 1)
            return most + single_gain(view, colour, c, i, std::countr_zero(home.components));
        for (const auto& k : view.cliques) {
            if (!(home.components >> k.component & 1)) continue;
            int best = 0;
            const bool single = view.clique_count[k.component] == 1;
            for (const auto& t : k.touched[c]) {
                // The only piece of a component joins nothing new there, so it helps by touching groups only: this
                // one, where no other component can bring it others.
                const bool touches = t.groups >> i & 1;
                if (single && (lone ? !touches : !t.groups)) continue;
                best = std::max(best, 2 + t.size - (touches ? colour.groups[i].size : 0));
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
                int added = 1;
                if (grid_.neighbours(at[0]).test(at[1]) || (first & second)) first = second = first | second, added = 2;
                for (auto touched : {first, second})
                    if (touched >> i & 1)
                        best = std::max(best, added + Outlook::sum(colour, touched & ~(std::uint64_t{1} << i)));
            }
        });
        return best;
    }

    // Bounds a colour; returns the size of the largest final group that each of its groups can be part of.
    Reached bound(const Outlook& view, bool closely, int c, const Regions& home, Colour& colour) const {
        const bool largest = score_.scoring == TailitsScoring::largest;
        std::array<int, 2> least{}, most{}, by_region{};
        int floor = 0;
        for (int size : colour.closed)
            for (auto* sizes : {&least, &most, &by_region}) insert_largest(*sizes, size);
        for (const Group& g : colour.groups) floor = std::max<int>(floor, g.size);
        // Groups of different regions never join: the largest of each are different final groups.
        for (const Region& r : home) insert_largest(least, r.top);
        least[0] = std::max(least[0], floor);
        Reached reached;
        for (int i = 0; i < colour.groups.size(); ++i) {
            int r = 0;
            while (!home[r].area.intersects(colour.groups[i].touch)) ++r;
            reached[i] = home[r].potential;
            // What is not above a size that is certain anyway bounds nothing, and the group is forgotten either way.
            if (closely && reached[i] > (largest ? least[0] : least[1])) reached[i] = reach(view, colour, c, i, home[r]);
            insert_largest(most, reached[i]);
        }
        // A group may be wholly new, and there may be two of them.
        for (int i = 0; i < view.component_area.size(); ++i)
            for (int k = 0; k < 2; ++k) insert_largest(most, 2 * view.clique_count[i]);
        // Two final groups of one region share its potential.
        int halved = 0;
        for (const Region& r : home) {
            insert_largest(by_region, r.potential);
            halved = std::max(halved, r.potential / 2);
        }
        by_region[1] = std::max(by_region[1], halved);
        for (int i : {0, 1}) {
            colour.least[i] = static_cast<std::uint8_t>(least[i]);
            colour.most[i] = static_cast<std::uint8_t>(std::max(least[i], std::min(most[i], by_region[i])));
        }
        return reached;
    }

    // Forgets the groups that can be part of no final group above `floor`, which the score reaches without them; a
    // group that cannot grow at all is closed.
    void forget(Colour& colour, const Reached& reached) const {
        const bool largest = score_.scoring == TailitsScoring::largest;
        const int floor = largest ? colour.least[0] : colour.least[1];
        int kept = 0;
        for (int i = 0; i < colour.groups.size(); ++i) {
            const Group g = colour.groups[i];
            if (!Ideas::forgetting)
                ++kept;
            else if (reached[i] == g.size)
                insert_largest(colour.closed, g.size);
            else if (reached[i] > floor)
                colour.groups[kept++] = g;
        }
        colour.groups.truncate(kept);
        if (largest) colour.closed = {colour.least[0], 0};
    }

    // ---- moves

    // Appends the moves of one body after the other, until `enough(where those of the last one begin)`.
    template <class Enough>
    void each_body_moves(const State& s, std::vector<Move>& list, Enough&& enough) const {
        Outlook view(s);
        const bool closely = Ideas::move_bounds && looks_closely(s);
        if (closely || several_kinds_) view.gather_cliques(*this, s.open);
        if (closely) view.gather_worth(*this, s);
        const bool few = s.open.count() <= last_moves_weight;
        std::array<Effect, max_variants> effects;
        s.legal.for_each_while([&](int p) {
            const auto before = list.size();
            Set left;
            if (few) left = t_.open_after(s.open, p, s.covered);
            const bool last = Ideas::last_moves && few && left.none();
            int count = 0;
            for (const int v : variants_of_[p])
                if (s.supply[variants_[v].kind]) effects[count++].id = static_cast<std::uint16_t>(v);
            if (last || closely || (Ideas::dominance && count > 1))
                for (int i = 0; i < count; ++i) effects[i] = effect(s, view, effects[i].id);
            if (Ideas::dominance && count > 1) count = undominated(s, view, effects.data(), count);
            if (last)
                for (int i = 0; i < count; ++i) append_last(s, effects[i], list);
            else
                append(s, view, left, effects.data(), count, list);
            return !enough(before);
        });
    }

    // What a variant does at once: for each colour, the one or two new groups that its squares make.
    struct Effect {
        struct Part {
            std::uint64_t joins = 0;  // groups
            Squares touch;            // adjacent squares that can still be painted
            std::uint8_t added = 0;   // new squares
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
            first = {view.near[c][at[0]], grid_.neighbours(at[0]) & free, 1};
            second = {view.near[c][at[1]], grid_.neighbours(at[1]) & free, 1};
            const Colour& colour = s.colours[c];
            e.worth[c] = static_cast<std::uint8_t>(2 + Outlook::sum(colour, first.joins | second.joins));
            if (grid_.neighbours(at[0]).test(at[1]) || (first.joins & second.joins)) {
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
            if (part.joins || part.touch.any() || part.added > floor) need[needed++] = &part;
        }
        const auto within = [&](const auto& inner, const auto& outer) {
            return !(inner.joins & ~outer.joins) && outer.touch.contains(inner.touch) && inner.added <= outer.added;
        };
        const auto& has = a.parts[c];
        if (needed == 0) return true;
        if (needed == 1) return within(*need[0], has[0]) || (a.count[c] == 2 && within(*need[0], has[1]));
        if (a.count[c] == 1) return within(*need[0], has[0]) && within(*need[1], has[0]);
        return (within(*need[0], has[0]) && within(*need[1], has[1])) ||
               (within(*need[0], has[1]) && within(*need[1], has[0]));
    }

    // Leaves out variants of one body that another one makes pointless. Largest groups only grow with what is there,
    // whatever is placed later, so more of one's own colour and less of the other is never worse. Second-largest groups
    // may shrink (two groups join), so there only equal effects are merged.
    int undominated(const State& s, const Outlook& view, Effect* effects, int count) const {
        int kept = 0;
        const bool both = score_.scoring == TailitsScoring::second;
        const auto pointless = [&](const Effect& a, const Effect& by) {
            const int x = variants_[a.id].kind, y = variants_[by.id].kind;
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
            for (int size : colour.closed) insert_largest(top, size);
            std::uint64_t gone = 0;
            for (int i = 0; i < e.count[c]; ++i) {
                const auto& part = e.parts[c][i];
                gone |= part.joins;
                insert_largest(top, part.added + Outlook::sum(colour, part.joins));
            }
            for (int i = 0; i < colour.groups.size(); ++i)
                if (!(gone >> i & 1)) insert_largest(top, colour.groups[i].size);
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
        const bool tight = Ideas::move_bounds && looks_closely(s) && score_.scoring == TailitsScoring::largest;
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
        if (second && Ideas::settled_scores && settled(s)) {
            const int difference = s.colours[black].closed[0] - s.colours[white].closed[0];
            h.add(0xfe00 + (difference > 0) - (difference < 0));
            return;
        }
        for (int c : {black, white}) {
            const Colour& colour = s.colours[c];
            Key groups;  // in any order
            for (const Group& g : colour.groups) {
                Hasher each;
                g.touch.hash_into(each);
                each.add(g.size);
                groups += each.key();
            }
            const bool separate = !second && Ideas::settled_scores && settled_part(colour);
            h.add(groups);
            h.add(separate ? 0xffff : colour.closed[0] | colour.closed[1] << 8);
        }
    }

    void hash_supply(const State& s, Hasher& h) const {
        std::uint64_t rest = s.side | (s.placed ? 0 : 2);
        for (int c = 0; c < static_cast<int>(t_.of_kind.size()); ++c) {
            std::uint64_t left = s.supply[c];
            if (!can_run_out(t_, s.open & t_.of_kind[c], s.supply[c])) left = 255;
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
        Key best = Key::greatest();
        for (const auto& image : *symmetries_) {
            Key pieces;  // in any order
            for (int i = 0; i < s.placed; ++i) {
                Hasher each;
                each.add(image[s.first_ids[i]]);
                pieces += each.key();
            }
            Hasher h;
            h.add(salt_.low);
            h.add(pieces);
            h.add(s.placed * 2 + s.side);
            best = std::min(best, h.key());
        }
        return best;
    }

    // ---- construction

    Tailits(const PlacementSet& placements, const Bodies& bodies, TailitsScore score)
        : t_(bodies, placements, State::max_kinds), score_(score), grid_(placements.columns, placements.rows) {
        for (int body = 0; body < t_.count; ++body) {
            variants_of_.emplace_back();
            for (const int i : bodies.placements_of[body]) variants_of_.back().push(static_cast<std::uint16_t>(i));
            most_variants_ = std::max(most_variants_, variants_of_.back().size());
        }
        paint_.resize(t_.count);
        for (std::size_t i = 0; i < placements.placements.size(); ++i) {
            variants_.push_back(variant_of(placements.placements[i], bodies.body_of[i], static_cast<int>(i)));
            internal_.push_back(static_cast<std::int16_t>(i));
            several_kinds_ |= variants_.back().kind != bodies.set.placements[variants_.back().body].kind;
            for (int c : {black, white})
                for (int q : variants_[i].squares[c]) paint_[variants_[i].body][c].set(q);
        }
        build_symmetries(placements);
        Hasher h;
        hash_placements(placements, h);
        h.add(static_cast<std::uint64_t>(score_.scoring) << 1 | score_.half_point);
        salt_ = h.key();
    }

    static Variant variant_of(const Placement& given, int body, int original) {
        Variant v;
        v.body = static_cast<std::uint16_t>(body);
        v.original = static_cast<std::uint16_t>(original);
        v.kind = given.kind;
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
        if (t_.rows != t_.columns) return;
        auto found = std::make_shared<Symmetries>();
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
            Coloured result{p.shape, p.kind, {}, 0};
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
            if (images.size() == given.placements.size()) found->push_back(std::move(images));
        }
        symmetries_ = std::move(found);
    }

    template <int>
    friend class Tailits;

    TetrominoRules<Words> t_;  // of bodies
    TailitsScore score_;
    std::vector<Variant> variants_;  // on the full board: in the order of the table handed over
    std::vector<std::int16_t> internal_;  // of each variant of the table handed over: its number here, or -1
    std::vector<InlineVector<std::uint16_t, max_variants>> variants_of_;  // of each body
    std::vector<std::array<Squares, 2>> paint_;  // of each body: the squares that some variant makes black, or white
    bool several_kinds_ = false;                 // on one body
    int most_variants_ = 1;                      // of one body
    KingGrid grid_;
    Key salt_;  // of the board and the rules, so that several games may share a table
    std::shared_ptr<const Symmetries> symmetries_;  // shared with the narrower games
};

// The scores of TAILITS: the sizes of the groups that are compared, where diagonal neighbours connect too.
class TailitsScores {
public:
    TailitsScores(int size, TailitsScoring scoring) : grid_(size, size), rank_(scoring == TailitsScoring::second) {}

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

// Random games.
template <int Words>
class TailitsPlayout : public TetrominoGames<Words> {
public:
    static std::vector<std::string> layers() { return {"black", "white"}; }

    TailitsPlayout(const PlacementSet& placements, TailitsScore score)
        : TetrominoGames<Words>(placements, placements.rows * placements.columns / 2),
          scores_(placements.columns, score.scoring) {}

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
