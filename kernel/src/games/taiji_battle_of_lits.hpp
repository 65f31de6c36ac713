// The double games: one game on top of the other, the scores added, as one exact game over the search template.
//
// Moves are numbered as in the handed-over table: the first phase's placements, then the second phase's, then the swap.
// Values are seen from the person who moves first in the whole game.
#pragma once

#include "games/taijitu_packing.hpp"
#include "games/tailits.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <tuple>
#include <utility>
#include <vector>

namespace litslab {

// Where a taijitu lies: its light and its dark square.
struct Taijitu {
    std::uint8_t light = 0, dark = 0;
};

// A member of `list` of which `holds` is true, each equally likely; there must be one. Returns its number.
template <class Item, class Predicate>
int random_member(const std::vector<Item>& list, Random& random, Predicate&& holds) {
    int rank = random.below(static_cast<int>(std::count_if(list.begin(), list.end(), holds)));
    for (int i = 0;; ++i)
        if (holds(list[i]) && rank-- == 0) return i;
}

// TAILITS+TAIJI. Black begins TAILITS and is the maximiser; the half point of the last tetromino is the value's odd
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
    static constexpr bool can_shrink = false;
    bool should_shrink(const State&, int) const { return false; }

    TailitsTaiji(const PlacementSet& tetrominoes, std::vector<Taijitu> taijitus, int groups_scored,
                 TailitsScoring scoring)
        : first_(tetrominoes, {scoring, true}), packing_(tetrominoes.cols, groups_scored),
          taijitus_(std::move(taijitus)), most_(tetrominoes.rows * tetrominoes.cols / 2) {}

    void start(State& s) const {
        s = State{};
        first_.start(s.first);
        // Where no tetromino fits, the side that could not begin counts as the one that did not place last.
        if (first_.over(s.first)) begin_taiji(s);
        bound(s);
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
        bound(s);
        return s;
    }
    int value_limit() const { return first_.value_limit() + 2 * most_; }

    int move_count() const { return first_.move_count() + static_cast<int>(taijitus_.size()); }
    int name(int id) const { return id < first_.move_count() ? first_.name(id) : id; }
    bool is_legal(const State& s, int id) const {
        if (id < first_.move_count()) return !s.taiji && first_.is_legal(s.first, id);
        return s.taiji && allowed(s, taijitu(id));
    }
    // All legal moves; `moves` leaves out variants of tetrominoes that can not matter.
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
    int promise(const State& s, int id, const State& child) const {
        if (!child.taiji) return first_.promise(s.first, id, child.first);
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
        bound(child);
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
            const Key first = first_.key(s.first);
            h.add(first.low);
            h.add(first.high);
            if (!first_.symmetric(s.first)) s.first.covered.hash_into(h);
        }
        return h.key();
    }

    void moves(const State& s, int target, std::vector<Move>& list) const {
        if (!s.taiji) {
            const auto before = list.size();
            first_.moves(s.first, target, list);
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

    void bound(State& s) const {
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

// TAIJI+Battle of LITS. White (light) begins both phases; the person who begins as White is the maximiser. On Black's
// first turn of the second phase the people may exchange colours; the points of TAIJI stay with the people.
template <int Words>
class TaijiBattle {
public:
    using Set = Bits<Words>;
    static constexpr int max_shapes = 4;

    struct State {
        Packing first;
        Squares light, dark;        // the taijitus' squares, covered ones included
        Squares covered;            // by tetrominoes
        Set open, legal;            // tetrominoes that can still come, and at once
        std::array<std::uint8_t, max_shapes> supply{};
        std::int16_t points = 0;    // TAIJI: the first person's margin
        std::int16_t visible = 0;   // light squares less dark squares not covered by tetrominoes
        std::uint8_t side = 0;      // the person to move
        std::uint8_t placed = 0;    // tetrominoes, counted up to 2
        bool battle = false;        // the second phase has begun
        bool swapped = false;
        std::int16_t lower = -30000, upper = 30000;
    };

    // The same second phase on the tetrominoes that are still left, in narrower sets; see Search.
    static constexpr int smaller_words = Words > 8 ? 8 : Words / 2;
    static constexpr bool can_shrink = smaller_words >= 2;
    using Smaller = TaijiBattle<std::max(smaller_words, 1)>;

    TaijiBattle() = default;
    TaijiBattle(std::vector<Taijitu> taijitus, const PlacementSet& tetrominoes, int groups_scored)
        : t_(tetrominoes), grid_(tetrominoes.rows, tetrominoes.cols), packing_(tetrominoes.cols, groups_scored),
          taijitus_(std::move(taijitus)), supply_(tetrominoes.supply),
          first_tetromino_(static_cast<int>(taijitus_.size())), swap_(first_tetromino_ + t_.count) {
        if (supply_.size() > max_shapes) throw std::invalid_argument("too many kinds of tetrominoes");
        Hasher h;
        hash_placements(tetrominoes, h);
        h.add(groups_scored);
        salt_ = h.key();
    }

    template <int From>
    void restrict_to(const TaijiBattle<From>& from, const typename TaijiBattle<From>::State& s, State& mine) {
        t_.restrict_to(from.t_, s.open);
        grid_ = from.grid_;
        salt_ = from.salt_;
        first_tetromino_ = 0;
        swap_ = t_.count;
        swap_name_ = from.swap_name_ >= 0 ? from.swap_name_ : from.swap_;
        name_offset_ = from.name_offset_ >= 0 ? from.name_offset_ : from.first_tetromino_;
        mine.light = s.light, mine.dark = s.dark, mine.covered = s.covered;
        mine.supply = s.supply;
        mine.points = s.points, mine.visible = s.visible;
        mine.side = s.side, mine.placed = s.placed, mine.battle = s.battle, mine.swapped = s.swapped;
        mine.lower = s.lower, mine.upper = s.upper;
        mine.open = t_.everything;
        mine.legal = extract<Words>(s.legal, s.open);
    }
    bool should_shrink([[maybe_unused]] const State& s, [[maybe_unused]] int weight) const {
        if constexpr (can_shrink) return s.battle && weight <= Smaller::Set::capacity && weight >= 40;
        return false;
    }

    void start(State& s) const {
        s = State{};
        for (std::size_t c = 0; c < supply_.size(); ++c) s.supply[c] = static_cast<std::uint8_t>(supply_[c]);
        packing_.start({}, s.first);
        if (s.first.live.none()) begin_battle(s);
        bound(s);
    }

    // The position that consists of the given placements.
    State state_of(const Question& question) const {
        State s;
        start(s);
        play_all(*this, question.placed, s);
        s.swapped = question.swapped;
        s.side = static_cast<std::uint8_t>(question.side);
        bound(s);
        return s;
    }
    // The largest groups of one colour, and all of its squares left visible.
    int value_limit() const { return 4 * (t_.rows * t_.cols / 2) + 1; }

    int name(int id) const {
        if (id == swap_) return swap_name_ >= 0 ? swap_name_ : swap_;
        if (id < first_tetromino_) return id;
        return (name_offset_ >= 0 ? name_offset_ : first_tetromino_) + t_.name[id - first_tetromino_];
    }
    bool is_legal(const State& s, int id) const {
        if (id == swap_) return can_swap(s) && s.legal.any();
        if (id >= first_tetromino_) return s.battle && s.legal.test(id - first_tetromino_);
        return !s.battle && allowed(s, taijitus_[id]);
    }
    // Whether it is Black's first turn of the second phase.
    bool can_swap(const State& s) const { return s.battle && s.placed == 1 && s.side == 1 && !s.swapped; }

    void legal(const State& s, std::vector<int>& list) const {
        if (!s.battle) {
            for (int id = 0; id < first_tetromino_; ++id)
                if (allowed(s, taijitus_[id])) list.push_back(id);
            return;
        }
        s.legal.for_each([&](int p) { list.push_back(first_tetromino_ + p); });
        if (is_legal(s, swap_)) list.push_back(swap_);
    }
    // A placement: the swap, which places nothing, is not part of random games.
    int random_move(const State& s, Random& random) const {
        if (!s.battle) return random_member(taijitus_, random, [&](const Taijitu& t) { return allowed(s, t); });
        return first_tetromino_ + s.legal.nth(random.below(s.legal.count()));
    }

    int side(const State& s) const { return s.side; }
    bool over(const State& s) const { return s.battle && s.legal.none(); }
    // The person who placed last wins a tie.
    int value(const State& s) const { return 2 * margin(s) + (s.side ? 1 : -1); }
    Bounds bounds(const State& s) const { return {s.lower, s.upper}; }
    int after_reply(const State& s, int bound) const {
        return s.side == 0 ? std::max<int>(bound, s.lower) : std::min<int>(bound, s.upper);
    }
    int weight(const State& s) const { return s.battle ? s.open.count() : 8 * Set::capacity + s.first.live.count(); }
    int promise(const State& s, int id, const State& child) const {
        if (!s.battle) return s.side == 0 ? child.lower + child.upper : -child.lower - child.upper;
        if (id == swap_) return 1 << 20;
        const int gain = sign(s) * (child.visible - s.visible);
        return 16 * (s.side == 0 ? gain : -gain) - 4 * child.legal.count() - child.open.count();
    }

    void play(const State& s, int id, State& child) const {
        copy_frame(s, child);
        if (id == swap_) {
            child.open = s.open, child.legal = s.legal;
            child.swapped = true;
            child.side = !s.side;
        } else if (id >= first_tetromino_) {
            place_tetromino(s, id - first_tetromino_, child);
        } else {
            const auto [light, dark] = taijitus_[id];
            child.light.set(light), child.dark.set(dark);
            packing_.place(s.first, light, dark, {}, child.first);
            child.side = !s.side;
            if (child.first.live.none()) begin_battle(child);
        }
        bound(child);
    }

    // In the second phase what has been won is won, but for the swap, which exchanges the visible squares.
    int offset(const State& s) const {
        if (!s.battle) return 0;
        return 2 * (swap_ahead(s) ? s.points : margin(s));
    }

    Key key(const State& s) const {
        if (!s.battle) return symmetric_key(s);
        Key sum = salt_;
        const auto add = [&sum](const Key& k) { sum.low ^= k.low, sum.high ^= k.high; };
        Squares coverable;
        s.open.for_each([&](int p) {
            add(t_.code[p][0]);
            coverable |= t_.squares[p];
        });
        s.legal.for_each([&](int p) { add(t_.code[p][1]); });
        Hasher h;
        h.add(sum.low);
        h.add(sum.high);
        relevant_cover(grid_, s.covered, coverable).hash_into(h);
        // The symbols, by person once the colours are given for good.
        const bool ahead = swap_ahead(s), exchanged = !ahead && s.swapped;
        ((exchanged ? s.dark : s.light) & coverable).hash_into(h);
        ((exchanged ? s.light : s.dark) & coverable).hash_into(h);
        std::uint64_t rest = s.side | (s.placed ? 0 : 2) | (ahead ? 4 : 0);
        for (std::size_t c = 0; c < t_.of_class.size(); ++c)
            rest = rest << 8 | (can_run_out(t_, s.open & t_.of_class[c], s.supply[c]) ? s.supply[c] : 255);
        h.add(rest);
        h.add(ahead ? static_cast<std::uint64_t>(s.visible + 1000) : 0);
        return h.key();
    }

    void moves(const State& s, int, std::vector<Move>& list) const {
        if (!s.battle) {
            for (int id = 0; id < first_tetromino_; ++id)
                if (allowed(s, taijitus_[id])) list.push_back({static_cast<std::uint16_t>(id), s.lower, s.upper});
            return;
        }
        if (is_legal(s, swap_)) list.push_back({static_cast<std::uint16_t>(swap_), s.lower, s.upper});
        const Swing swing(*this, s);
        const bool ahead = s.placed == 0;  // the swap may still come after this move
        s.legal.for_each([&](int p) {
            const Set left = s.open - t_.excludes[p];
            int up = 0, down = 0;
            for (int i = 0; i < swing.count; ++i)
                if (swing.cliques[i].members.intersects(left)) up += swing.cliques[i].up, down += swing.cliques[i].down;
            const int visible = s.visible + gain(s, p);
            Move m;
            m.id = static_cast<std::uint16_t>(first_tetromino_ + p);
            range(s, ahead, visible - down, visible + up, m.lower, m.upper);
            list.push_back(m);
        });
    }

private:
    template <int>
    friend class TaijiBattle;

    bool allowed(const State& s, const Taijitu& t) const { return packing_.allowed(s.first, t.light, t.dark, {}); }

    static int sign(const State& s) { return s.swapped ? -1 : 1; }
    static int margin(const State& s) { return s.points + sign(s) * s.visible; }
    // Whether the people may still exchange colours.
    bool swap_ahead(const State& s) const { return s.placed == 0 || can_swap(s); }

    static void copy_frame(const State& s, State& child) {
        child.light = s.light, child.dark = s.dark, child.covered = s.covered;
        child.supply = s.supply;
        child.points = s.points, child.visible = s.visible;
        child.placed = s.placed, child.battle = s.battle, child.swapped = s.swapped;
    }

    int gain(const State& s, int p) const {
        return t_.squares[p].count_and(s.dark) - t_.squares[p].count_and(s.light);
    }

    void begin_battle(State& s) const {
        const auto score = [&](int c) { return static_cast<int>(s.first.colours[c].least); };
        s.battle = true;
        s.side = 0;
        s.points = static_cast<std::int16_t>(score(Packing::light) - score(Packing::dark));
        s.visible = static_cast<std::int16_t>(s.light.count() - s.dark.count());
        s.open = t_.everything;
        for (std::size_t c = 0; c < supply_.size(); ++c)
            if (!s.supply[c]) s.open -= t_.of_class[c];
        s.legal = s.open;
    }

    void place_tetromino(const State& s, int p, State& child) const {
        child.covered |= t_.squares[p];
        child.visible = static_cast<std::int16_t>(s.visible + gain(s, p));
        child.placed = static_cast<std::uint8_t>(std::min(2, s.placed + 1));
        child.side = !s.side;
        Set open = s.open - t_.excludes[p] - t_.completions(p, s.covered);
        const int pile = t_.placements[p].supply_class;
        if (--child.supply[pile] == 0) open -= t_.of_class[pile];
        child.legal = (s.placed ? s.legal | t_.touches[p] : t_.touches[p]) & open;
        child.open = closure(t_, open, child.legal);
    }

    // The most that the visible difference can still move either way: of each clique one tetromino at most.
    struct Swing {
        struct Clique {
            Set members;
            int up = 0, down = 0;
        };
        int count = 0;
        int up = 0, down = 0;
        std::array<Clique, Squares::capacity> cliques;

        Swing(const TaijiBattle& game, const State& s) {
            for (Set rest = s.open; rest.any(); ++count) {
                Clique& clique = cliques[count];
                take_clique(game.t_, rest, clique.members);
                clique.members.for_each([&](int p) {
                    const int g = game.gain(s, p);
                    clique.up = std::max(clique.up, g);
                    clique.down = std::max(clique.down, -g);
                });
                up += clique.up, down += clique.down;
            }
        }
    };

    // The values that a visible difference between `low` and `high` makes possible.
    static void range(const State& s, bool ahead, int low, int high, std::int16_t& lower, std::int16_t& upper) {
        int least = s.swapped ? -high : low, most = s.swapped ? -low : high;
        if (ahead) {
            most = std::max(std::abs(low), std::abs(high));
            least = -most;
        }
        lower = static_cast<std::int16_t>(2 * (s.points + least) - 1);
        upper = static_cast<std::int16_t>(2 * (s.points + most) + 1);
    }

    void bound(State& s) const {
        if (over(s)) {
            s.lower = s.upper = static_cast<std::int16_t>(value(s));
        } else if (s.battle) {
            const Swing swing(*this, s);
            range(s, swap_ahead(s), s.visible - swing.down, s.visible + swing.up, s.lower, s.upper);
        } else {
            const auto &light = s.first.colours[Packing::light], &dark = s.first.colours[Packing::dark];
            const int swing = t_.rows * t_.cols / 2;
            s.lower = static_cast<std::int16_t>(2 * (light.least - dark.most - swing) - 1);
            s.upper = static_cast<std::int16_t>(2 * (light.most - dark.least + swing) + 1);
        }
    }

    // The first phase is looked up under the symmetries of the board; all of its colours matter later.
    Key symmetric_key(const State& s) const {
        Key best{~std::uint64_t{0}, ~std::uint64_t{0}};
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
            const auto& image = packing_.grid().image(symmetry);
            Squares light, dark;
            s.light.for_each([&](int q) { light.set(image[q]); });
            s.dark.for_each([&](int q) { dark.set(image[q]); });
            Hasher h;
            h.add(salt_.low);
            h.add(s.side);
            light.hash_into(h);
            dark.hash_into(h);
            const Key key = h.key();
            if (std::tie(key.low, key.high) < std::tie(best.low, best.high)) best = key;
        }
        return best;
    }

    PlacementTable<Words> t_;
    KingGrid grid_;
    PackingRules packing_{1};  // a restricted game needs none: its first phase is over
    std::vector<Taijitu> taijitus_;
    std::vector<int> supply_;
    int first_tetromino_ = 0;  // number of the first tetromino move
    int swap_ = 0;             // number of the swap
    int swap_name_ = -1, name_offset_ = -1;  // in a restricted game: the numbers of the full one
    Key salt_;  // of the board and the rules, so that several games may share a table
};

}  // namespace litslab
