#include "lits_cuts.hpp"

#include "lits_state.hpp"

#include <algorithm>

namespace litslab {

namespace {
constexpr int nowhere = 1 << 30;
}

void LitsCuts::clear() {
    const auto cells = static_cast<std::size_t>(board_.cells());
    if (place_.size() < cells) {
        place_.resize(cells);
        way_.resize(cells);
        side_.assign(cells, 0);
        fence_.assign(cells, 0);
        outer_.assign(cells, 0);
        parent_.resize(cells);
        low_.resize(cells);
        end_.resize(cells);
        shaded_.resize(cells);
        least_last_.resize(cells);
        clock_ = 0;
    }
    first_place_.resize(board_.regions());
    second_place_.resize(board_.regions());
    last_place_.resize(board_.regions());
}

// Depth first from the root, over all cells that are not unshaded.
void LitsCuts::walk(const LitsState& state, int root) {
    const int stride = board_.stride();
    const int step[4] = {1, stride, -1, -stride};
    const auto* known = state.known_.data();
    std::fill(place_.begin(), place_.begin() + board_.cells(), -1);
    order_.clear();
    stack_.clear();
    order_.push_back(root);
    place_[root] = 0;
    parent_[0] = -1;
    way_[root] = 0;
    stack_.push_back(root);
    while (!stack_.empty()) {
        const int cell = stack_.back();
        if (way_[cell] == 4) {
            stack_.pop_back();
            continue;
        }
        const int next = cell + step[way_[cell]++];
        if (place_[next] >= 0 || known[no(next)]) continue;
        const int place = static_cast<int>(order_.size());
        place_[next] = place;
        parent_[place] = place_[cell];
        order_.push_back(next);
        way_[next] = 0;
        stack_.push_back(next);
    }
}

bool LitsCuts::propagate(LitsState& state, int root) {
    walk(state, root);
    for (int r = 0; r < board_.regions(); ++r) {
        int first = nowhere, second = nowhere, last = -1;
        for (const std::uint16_t* c = board_.begin(r); c != board_.end(r); ++c) {
            const int place = place_[*c];
            if (place < 0) {
                if (!state.known_[no(*c)] && !state.assign(no(*c), {LitsState::Reason::part, 0})) return false;
                continue;
            }
            if (place < first) {
                second = first;
                first = place;
            } else if (place < second) {
                second = place;
            }
            last = std::max(last, place);
        }
        first_place_[r] = first;
        second_place_[r] = second;
        last_place_[r] = last;
    }
    return shade_gates(state);
}

// A cell is a gate where a part of the walk behind it has no other way out. It is shaded where something in that part is
// shaded, or all that is left of some region lies in it (or on the gate).
bool LitsCuts::shade_gates(LitsState& state) {
    const int count = static_cast<int>(order_.size());
    for (int i = 0; i < count; ++i) {
        const int region = board_.region(order_[i]);
        low_[i] = i;
        end_[i] = i;
        shaded_[i] = state.known_[yes(order_[i])];
        least_last_[i] = first_place_[region] == i ? last_place_[region] : nowhere;
    }
    for (int i = count - 1; i > 0; --i) {
        const int up = parent_[i];
        int low = low_[i];
        for (const int next : board_.neighbours(order_[i]))
            if (const int place = place_[next]; place >= 0 && place != up) low = std::min(low, place);
        low_[up] = std::min(low_[up], low);
        end_[up] = std::max(end_[up], end_[i]);
        shaded_[up] |= shaded_[i];
        least_last_[up] = std::min(least_last_[up], least_last_[i]);
        const int gate = order_[up];
        if (low < up || state.known_[yes(gate)]) continue;
        const int region = board_.region(gate);
        const bool needed = shaded_[i] || least_last_[i] <= end_[i] ||
                            (first_place_[region] == up && second_place_[region] >= i && last_place_[region] <= end_[i]);
        if (needed && !state.assign(yes(gate), {LitsState::Reason::cut, order_[i]})) return false;
    }
    return true;
}

void LitsCuts::explain(const LitsState& state, int root, int gate, int beyond, int at, std::vector<Lit>& premises) {
    const auto unshaded = [&](int cell) { return state.known_[no(cell)] && state.position_[cell] < at; };
    const auto for_ever = [&](int cell) { return state.known_[no(cell)] && state.level_[cell] == 0; };
    ++clock_;

    // The part beyond, and the unshaded cells around it: a fence.
    int anchor = -1;
    stack_.assign(1, beyond);
    side_[beyond] = clock_;
    while (!stack_.empty()) {
        const int cell = stack_.back();
        stack_.pop_back();
        if (state.known_[yes(cell)] && state.position_[cell] < at &&
            (anchor < 0 || state.position_[cell] < state.position_[anchor]))
            anchor = cell;
        for (const int next : board_.neighbours(cell)) {
            if (next == gate || side_[next] == clock_) continue;
            if (unshaded(next)) {
                fence_[next] = clock_;
            } else {
                side_[next] = clock_;
                stack_.push_back(next);
            }
        }
    }

    // Whatever can be reached from the root outside the fence; of the fence only what is reached is needed.
    stack_.assign(1, root);
    outer_[root] = clock_;
    while (!stack_.empty()) {
        const int cell = stack_.back();
        stack_.pop_back();
        for (const int next : board_.neighbours(cell)) {
            if (next == gate || outer_[next] == clock_ || for_ever(next)) continue;
            outer_[next] = clock_;
            if (fence_[next] == clock_)
                premises.push_back(no(next));
            else
                stack_.push_back(next);
        }
    }

    // Why both sides hold something shaded: best, a region that lies on one side as a whole.
    bool root_sure = state.level_[root] == 0, beyond_sure = gate < 0 || (anchor >= 0 && state.level_[anchor] == 0);
    int fewest = anchor >= 0 ? 1 : nowhere, closest = -1;
    for (int r = 0; r < board_.regions() && !(root_sure && beyond_sure); ++r) {
        int outside = 0, inside = 0;
        bool all_known = true;
        for (const std::uint16_t* c = board_.begin(r); c != board_.end(r); ++c) {
            if (for_ever(*c)) continue;
            if (outer_[*c] != clock_ || *c == gate) {
                ++inside;
            } else if (fence_[*c] != clock_) {
                ++outside;
                all_known = all_known && unshaded(*c);
            }
        }
        if (inside == 0) root_sure = true;
        if (all_known && outside < fewest) {
            fewest = outside;
            closest = r;
            if (outside == 0) beyond_sure = true;
        }
    }
    if (!root_sure) premises.push_back(yes(root));
    if (gate < 0 || beyond_sure) return;
    if (closest < 0) {
        premises.push_back(yes(anchor));
        return;
    }
    for (const std::uint16_t* c = board_.begin(closest); c != board_.end(closest); ++c)
        if (outer_[*c] == clock_ && fence_[*c] != clock_ && !for_ever(*c)) premises.push_back(no(*c));
}

}  // namespace litslab
