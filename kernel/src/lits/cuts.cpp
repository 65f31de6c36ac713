#include "lits/state.hpp"

#include <limits>

namespace litslab {

void LitsCuts::clear() {
  const auto cells = static_cast<std::size_t>(board_.cells());
  if (side_.size() < cells) {
    side_.resize(cells, 0);
    fence_.resize(cells, 0);
    outer_.resize(cells, 0);
    way_.resize(cells);
  }
  place_.resize(cells);
  ground_.resize(cells);
  open_cells_ = 0;
  for (int c = 0; c < board_.cells(); ++c) {
    ground_[c] = board_.region(c) < 0 ? closed : fresh;
    open_cells_ += board_.region(c) >= 0;
  }
  open_.resize(board_.regions());
  for (int r = 0; r < board_.regions(); ++r) open_[r] = static_cast<int>(board_.cells(r).size());
  first_of_.resize(board_.regions());
  second_of_.resize(board_.regions());
}

// Depth first from the root, over all cells that are not unshaded.
bool LitsCuts::propagate(LitsState& state, int root) {
  const int stride = board_.stride();
  const int steps[4] = {1, stride, -1, -stride};
  std::copy(ground_.begin(), ground_.begin() + board_.cells(), place_.begin());
  met_of_.assign(board_.regions(), 0);
  int* const places = place_.data();
  const auto* const known = state.known_.data();
  Step* top = way_.data();
  met_ = 0;
  const auto enter = [&](int cell) {
    const int region = board_.region(cell);
    const int place = met_;
    ++met_;
    places[cell] = place;
    ++met_of_[region];
    const int met = met_of_[region];
    if (met == 1) first_of_[region] = place;
    if (met == 2) second_of_[region] = place;
    const bool is_last = met == open_[region] && board_.is_met(region);
    *top = {cell, place, place, is_last ? first_of_[region] : -1, 0, known[yes(cell)] != 0};
  };
  enter(root);
  for (;;) {
    const int next = top->cell + steps[top->way];
    ++top->way;
    if (places[next] == fresh) {
      ++top;
      enter(next);
      continue;
    }
    top->low = std::min(top->low, places[next]);
    while (top->way == 4) {
      if (top == way_.data()) return met_ == open_cells_ || close_parts(state);
      const Step& done = *top;
      --top;
      top->low = std::min(top->low, done.low);
      top->last_of_region = std::max(top->last_of_region, done.last_of_region);
      top->shaded |= done.shaded;
      if (done.low == top->place && !shade_gate(state, *top, done)) return false;
    }
  }
}

// The cells beyond the gate have no other way to the root. The gate is shaded if one of them is
// shaded, or if all open cells of some region are among them (or on the gate).
bool LitsCuts::shade_gate(LitsState& state, Step& gate, const Step& beyond) {
  if (state.known_[yes(gate.cell)]) return true;
  const int region = board_.region(gate.cell);
  const auto holds_rest_of_region = [&] {
    return beyond.last_of_region >= beyond.place ||
           (board_.is_met(region) && met_of_[region] == open_[region] &&
            first_of_[region] == gate.place && met_of_[region] > 1 &&
            second_of_[region] >= beyond.place);
  };
  if (!beyond.shaded && !holds_rest_of_region()) return true;
  gate.shaded = true;
  return state.assign(yes(gate.cell), {LitsState::Reason::cut, beyond.cell});
}

// Cells that were not reached are unshaded.
bool LitsCuts::close_parts(LitsState& state) {
  for (int r = 0; r < board_.regions(); ++r) {
    if (met_of_[r] == open_[r]) continue;
    for (const int c : board_.cells(r))
      if (place_[c] == fresh && !state.assign(no(c), {LitsState::Reason::part, 0})) return false;
  }
  return true;
}

void LitsCuts::explain(const LitsState& state, int root, int gate, int beyond, int at,
                       std::vector<Lit>& premises) {
  const auto unshaded = [&](int cell) {
    return state.known_[no(cell)] && state.position_[cell] < at;
  };
  const auto for_good = [&](int cell) { return state.known_[no(cell)] && state.level_[cell] == 0; };
  if (++clock_ == std::numeric_limits<int>::max()) {
    for (auto* marks : {&side_, &fence_, &outer_}) std::fill(marks->begin(), marks->end(), 0);
    clock_ = 1;
  }

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

  // The cells reached from the root outside the fence; only the cells of the fence that are reached
  // are needed.
  stack_.assign(1, root);
  outer_[root] = clock_;
  while (!stack_.empty()) {
    const int cell = stack_.back();
    stack_.pop_back();
    for (const int next : board_.neighbours(cell)) {
      if (next == gate || outer_[next] == clock_ || for_good(next)) continue;
      outer_[next] = clock_;
      if (fence_[next] != clock_)
        stack_.push_back(next);
      else
        premises.push_back(no(next));
    }
  }

  // The reasons that both sides have a shaded cell; the best one is a region that lies entirely on
  // one side.
  bool root_sure = state.level_[root] == 0;
  bool beyond_sure = gate < 0 || (anchor >= 0 && state.level_[anchor] == 0);
  int fewest = anchor >= 0 ? 1 : closed;
  int closest = -1;
  for (int r = 0; r < board_.regions() && !(root_sure && beyond_sure); ++r) {
    if (!board_.is_met(r)) continue;
    int outside = 0, inside = 0;
    bool all_known = true;
    for (const int c : board_.cells(r)) {
      if (for_good(c)) continue;
      if (outer_[c] != clock_ || c == gate) {
        ++inside;
      } else if (fence_[c] != clock_) {
        ++outside;
        all_known = all_known && unshaded(c);
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
  if (closest < 0) return premises.push_back(yes(anchor));
  for (const int c : board_.cells(closest))
    if (outer_[c] == clock_ && fence_[c] != clock_ && !for_good(c)) premises.push_back(no(c));
}

}  // namespace litslab
