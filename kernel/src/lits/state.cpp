#include "lits/state.hpp"

#include <bit>

namespace litslab {

void LitsState::clear() {
  const int count = variables();
  clauses_.clear(count);
  known_.assign(2 * count, 0);
  level_.assign(count, 0);
  position_.assign(count, -1);
  reason_.assign(count, {Reason::none, 0});
  trail_.clear();
  next_ = 0;
  marks_.clear();
  domain_.resize(board_.all_words());
  batches_.clear();
  batch_masks_.clear();
  last_batch_.assign(board_.regions(), -1);
  unsettled_.clear();
  is_unsettled_.assign(board_.regions(), 1);
  root_ = -1;
  check_cuts_ = true;
  conflict_.clear();
  propagations_ = 0;
  cuts_.clear();
  for (int c = 0; c < board_.cells(); ++c)
    if (board_.region(c) < 0) known_[no(c)] = 1;
  for (int r = 0; r < board_.regions(); ++r) {
    unsettled_.push_back(r);
    const int placements = board_.placements(r);
    Word* const domain = domain_.data() + board_.first_word(r);
    for (int w = 0; w < board_.words(r); ++w) {
      const int here = std::min(64, placements - 64 * w);
      domain[w] = here <= 0 ? 0 : ~Word{0} >> (64 - here);
    }
  }
}

int LitsState::left(int region) const {
  int n = 0;
  for (int w = 0; w < board_.words(region); ++w)
    n += std::popcount(domain_[board_.first_word(region) + w]);
  return n;
}

int LitsState::the_placement(int region) const {
  for (int w = 0; w < board_.words(region); ++w)
    if (const Word word = domain_[board_.first_word(region) + w])
      return 64 * w + std::countr_zero(word);
  return -1;
}

void LitsState::decide(Lit l) {
  if (level() == 0) {  // permanent knowledge needs no explanation and is never taken back
    batches_.clear();
    batch_masks_.clear();
    std::fill(last_batch_.begin(), last_batch_.end(), -1);
  }
  marks_.push_back({static_cast<int>(trail_.size()), static_cast<int>(batches_.size())});
  assign(l, {Reason::none, 0});
}

void LitsState::back_to(int level) {
  if (level >= this->level()) return;
  const Mark mark = marks_[level];
  marks_.resize(level);
  while (static_cast<int>(batches_.size()) > mark.batches) {
    const Batch& b = batches_.back();
    Word* const domain = domain_.data() + board_.first_word(b.region);
    for (int w = 0; w < board_.words(b.region); ++w) domain[w] |= batch_masks_[b.mask + w];
    last_batch_[b.region] = b.before;
    batch_masks_.resize(b.mask);
    batches_.pop_back();
  }
  for (std::size_t i = mark.trail; i < trail_.size(); ++i) {
    const Lit l = trail_[i];
    known_[l] = 0;
    if (l & 1 && variable(l) < board_.cells()) cuts_.open(variable(l));
  }
  trail_.resize(mark.trail);
  next_ = mark.trail;
  if (root_ >= mark.trail) root_ = -1;
  for (const int r : unsettled_) is_unsettled_[r] = 0;
  unsettled_.clear();
  check_cuts_ = false;  // everything known was already known when this level was left
}

bool LitsState::assign(Lit l, Reason reason) {
  if (known_[l]) return true;
  const int v = variable(l);
  if (known_[negated(l)]) {
    conflict_.clear();
    if (level() == 0) return false;
    explain_reason(l, reason, static_cast<int>(trail_.size()), conflict_);
    if (level_[v] > 0) conflict_.push_back(negated(l));
    return false;
  }
  known_[l] = 1;
  level_[v] = level();
  position_[v] = static_cast<int>(trail_.size());
  reason_[v] = reason;
  trail_.push_back(l);
  if (v < board_.cells()) {
    check_cuts_ = true;
    if (l & 1) cuts_.close(v);
  }
  return true;
}

// Removes the placements of a set, given by its words `mask(word)`.
template <class Mask>
bool LitsState::take(int region, Mask&& mask, Lit first, Lit second, bool window) {
  Word* const domain = domain_.data() + board_.first_word(region);
  const int words = board_.words(region);
  Word any = 0, rest = 0;
  for (int w = 0; w < words; ++w) {
    const Word gone = mask(w);
    any |= domain[w] & gone;
    rest |= domain[w] & ~gone;
  }
  if (!any) return true;
  batches_.push_back({region, last_batch_[region], static_cast<int>(trail_.size()), first, second,
                      window, batch_masks_.size()});
  last_batch_[region] = static_cast<int>(batches_.size()) - 1;
  for (int w = 0; w < words; ++w) {
    const Word gone = domain[w] & mask(w);
    batch_masks_.push_back(gone);
    domain[w] ^= gone;
  }
  if (!rest) {
    conflict_.clear();
    if (level() > 0)
      explain_batches(
          region, static_cast<int>(trail_.size()), [](int) { return ~Word{0}; }, conflict_);
    return false;
  }
  if (!is_unsettled_[region]) {
    is_unsettled_[region] = 1;
    unsettled_.push_back(region);
  }
  return true;
}

bool LitsState::propagate() {
  for (;;) {
    if (next_ < trail_.size()) {
      if (!process(trail_[next_++])) return false;
    } else if (!unsettled_.empty()) {
      const int region = unsettled_.back();
      unsettled_.pop_back();
      is_unsettled_[region] = 0;
      if (!settle(region)) return false;
    } else if (check_cuts_ && root_ >= 0) {
      check_cuts_ = false;
      if (!cuts_.propagate(*this, variable(trail_[root_]))) return false;
    } else {
      return true;
    }
  }
}

// Makes known everything that the placements left in a region have in common.
bool LitsState::settle(int region) {
  const Word* const domain = domain_.data() + board_.first_word(region);
  const int words = board_.words(region);
  const auto look = [&](int v, const Word* having) {
    if (known(v)) return true;
    Word in = 0, out = 0;
    for (int w = 0; w < words; ++w) {
      in |= domain[w] & having[w];
      out |= domain[w] & ~having[w];
    }
    if (in && out) return true;
    return assign(in ? yes(v) : no(v), {Reason::domain, region});
  };
  for (const int c : board_.cells(region))
    if (!look(c, board_.shading(c))) return false;
  for (int k = 0; k < board_.shapes(); ++k)
    if (!look(shape_variable(region, k), board_.shaped(region, k))) return false;
  return true;
}

bool LitsState::process(Lit l) {
  ++propagations_;
  const int v = variable(l);
  const bool holds = (l & 1) == 0;
  if (!process_clauses(negated(l))) return false;
  const bool is_cell = v < board_.cells();
  const int region = is_cell ? board_.region(v) : (v - board_.cells()) / board_.shapes();
  const int shape = is_cell ? -1 : (v - board_.cells()) % board_.shapes();
  const Word* const having = is_cell ? board_.shading(v) : board_.shaped(region, shape);
  const Word unlike = holds ? ~Word{0} : 0;
  if (!take(region, [&](int w) { return having[w] ^ unlike; }, l, no_lit)) return false;
  if (!is_cell)
    return !holds || std::ranges::all_of(board_.cells(region), [&](int c) {
      return !known_[covered(c)] || process_contacts(c, shape);
    });
  if (holds && root_ < 0) root_ = position_[v];
  if (l == covered(v))
    for (int k = 0; k < board_.shapes(); ++k)
      if (known_[yes(shape_variable(region, k))] && !process_contacts(v, k)) return false;
  const int stride = board_.stride();
  if (!holds)
    return board_.rules().blank_blocks ||
           (process_blank_window(v) && process_blank_window(v - 1) &&
            process_blank_window(v - stride) && process_blank_window(v - stride - 1));
  return process_window(v) && process_window(v - 1) && process_window(v - stride) &&
         process_window(v - stride - 1);
}

bool LitsState::process_clauses(Lit falsified) {
  auto& watching = clauses_.watching(falsified);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < watching.size(); ++i) {
    const auto watch = watching[i];
    if (known_[watch.other]) {
      watching[kept++] = watch;
      continue;
    }
    const auto literals = clauses_.literals(watch.clause);
    if (literals[0] == falsified) std::swap(literals[0], literals[1]);
    const LitsClauses::Watch renewed{watch.clause, literals[0]};
    if (literals[0] != watch.other && known_[literals[0]]) {
      watching[kept++] = renewed;
      continue;
    }
    std::size_t free = 2;
    while (free < literals.size() && known_[negated(literals[free])]) ++free;
    if (free < literals.size()) {
      std::swap(literals[1], literals[free]);
      clauses_.watching(literals[1]).push_back(renewed);
      continue;
    }
    watching[kept++] = renewed;
    if (!imply(literals[0], watch.clause)) {
      for (++i; i < watching.size(); ++i) watching[kept++] = watching[i];
      watching.resize(kept);
      return false;
    }
  }
  watching.resize(kept);
  return true;
}

// The tetromino that covers a cell has a known shape: no other of that shape may cover an adjacent
// cell.
bool LitsState::process_contacts(int cell, int shape) {
  const int region = board_.region(cell);
  for (const int adjacent : board_.neighbours(cell)) {
    const int other = board_.region(adjacent);
    if (other < 0 || other == region || known_[negated(covered(adjacent))]) continue;
    const Word* const shaped = board_.shaped(other, shape);
    const auto equal = [&](int w) { return board_.covering(adjacent, w) & shaped[w]; };
    if (!take(other, equal, covered(cell), yes(shape_variable(region, shape)))) return false;
  }
  return true;
}

template <class Literal>
bool LitsState::fail_on_window(int corner, Literal&& literal) {
  conflict_.clear();
  for (const int c : board_.window(corner))
    if (level_[c] > 0) conflict_.push_back(literal(c));
  return false;
}

// No 2x2 window is fully shaded, except by an O. If the cells that are not known to be shaded lie
// in one region, it loses the placements that shade all of them.
bool LitsState::process_window(int corner) {
  const auto cells = board_.window(corner);
  std::array<int, 4> open;
  int count = 0;
  for (const int c : cells) {
    if (known_[no(c)]) return true;
    if (!known_[yes(c)]) open[count++] = c;
  }
  // Within one region only an O fills a window. No other shaded tetromino does, and an unshaded one
  // is not among the placements if the rest of its region does.
  const auto in_first_region = [&](int c) { return board_.region(c) == board_.region(cells[0]); };
  if (board_.shapes() > 4 && std::ranges::all_of(cells, in_first_region)) return true;
  if (count == 0) return fail_on_window(corner, yes);
  if (count == 1) return assign(no(open[0]), {Reason::window, corner});
  const int region = board_.region(open[0]);
  for (int i = 1; i < count; ++i)
    if (board_.region(open[i]) != region) return true;
  const auto shading_all = [&](int w) {
    Word all = board_.shading(open[0])[w];
    for (int i = 1; i < count; ++i) all &= board_.shading(open[i])[w];
    return all;
  };
  return take(region, shading_all, no_lit, corner, true);
}

// If blank blocks are forbidden, no 2x2 window of cells inside regions is fully unshaded.
bool LitsState::process_blank_window(int corner) {
  int open = -1;
  for (const int c : board_.window(corner)) {
    if (board_.region(c) < 0 || known_[yes(c)]) return true;
    if (known_[no(c)]) continue;
    if (open >= 0) return true;
    open = c;
  }
  return open < 0 ? fail_on_window(corner, no) : assign(yes(open), {Reason::blank, corner});
}

void LitsState::explain(Lit l, std::vector<Lit>& premises) {
  const int v = variable(l);
  explain_reason(l, reason_[v], position_[v], premises);
}

void LitsState::explain_reason(Lit l, Reason reason, int at, std::vector<Lit>& premises) {
  const int v = variable(l);
  const bool holds = (l & 1) == 0;
  switch (reason.kind) {
    case Reason::none:
      break;
    case Reason::clause:
      for (const Lit other : clauses_.literals(reason.data))
        if (other != l && level_[variable(other)] > 0) premises.push_back(negated(other));
      break;
    case Reason::domain: {
      const int region = reason.data;
      const bool is_cell = v < board_.cells();
      const int shape = (v - board_.cells()) % board_.shapes();
      const Word* const having = is_cell ? board_.shading(v) : board_.shaped(region, shape);
      explain_batches(region, at, [&](int w) { return holds ? ~having[w] : having[w]; }, premises);
      break;
    }
    case Reason::window:
    case Reason::blank:
      for (const int other : board_.window(reason.data))
        if (other != v && level_[other] > 0)
          premises.push_back(reason.kind == Reason::window ? yes(other) : no(other));
      break;
    case Reason::cut:
      cuts_.explain(*this, variable(trail_[root_]), v, reason.data, at, premises);
      break;
    case Reason::part:
      cuts_.explain(*this, variable(trail_[root_]), -1, v, at, premises);
      break;
  }
}

// Adds the premises of the batches, made before the trail had length `at`, that removed any of the
// placements `needed`.
template <class Mask>
void LitsState::explain_batches(int region, int at, Mask&& needed, std::vector<Lit>& premises) {
  const int words = board_.words(region);
  const auto add = [&](Lit l) {
    if (level_[variable(l)] > 0) premises.push_back(l);
  };
  for (int i = last_batch_[region]; i >= 0; i = batches_[i].before) {
    const Batch& b = batches_[i];
    if (b.at > at) continue;
    Word any = 0;
    for (int w = 0; w < words; ++w) any |= batch_masks_[b.mask + w] & needed(w);
    if (!any) continue;
    if (!b.window) {
      add(b.first);
      if (b.second != no_lit) add(b.second);
      continue;
    }
    for (const int cell : board_.window(b.second))
      if (known_[yes(cell)] && position_[cell] < b.at) add(yes(cell));
  }
}

}  // namespace litslab
