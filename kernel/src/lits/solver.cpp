#include "lits/solver.hpp"

#include "core/arguments.hpp"

#include <algorithm>

namespace litslab {

namespace {

constexpr double decay = 1 / 0.95;
constexpr std::uint64_t restart_unit = 64;

// The Luby sequence 1 1 2 1 1 2 4 …: term i from 1.
std::uint64_t luby(std::uint64_t i) {
  for (std::uint64_t k = 1;; ++k) {
    const std::uint64_t full = (std::uint64_t{1} << k) - 1;
    if (i == full) return (full + 1) / 2;
    if (i < full) return luby(i - full / 2);
  }
}

// A permutation of the squares maps each region to one region, and the others to each other.
void expect_regions_kept(const std::string& name, const std::vector<int>& regions,
                         const std::vector<int>& image) {
  std::vector<int> image_of(regions.size() + 1, -2);  // of each region, and of none, the first
  image_of[0] = -1;
  for (std::size_t s = 0; s < regions.size(); ++s) {
    int& known = image_of[regions[s] + 1];
    const int found = regions[image[s]];
    if (known == -2) known = found;
    if (known != found)
      refuse(name, "splits region " + std::to_string(regions[s]), "regions as images of regions");
  }
}

}  // namespace

void LitsSolver::load(const LitsPuzzle& puzzle) {
  const auto& givens = puzzle.givens;
  board_.load(puzzle.columns, puzzle.rows, puzzle.regions, puzzle.rules);
  if (!givens.empty()) expect_length("givens", givens.size(), puzzle.regions.size(), "square");
  const std::string allowed = puzzle.rules.with_o ? "?#.LITSO" : "?#.LITS";
  const auto other = givens.find_first_not_of(allowed);
  if (other != std::string::npos)
    refuse(member("givens", other), "is another character", "one of " + allowed);
  givens_ = givens;
}

// Begins the puzzle; false if the givens already contradict each other or a region has no
// placement.
bool LitsSolver::start() {
  state_.clear();
  conflicts_ = 0;
  for (int r = 0; r < board_.regions(); ++r)
    if (board_.placements(r) == 0) return false;
  for (std::size_t square = 0; square < givens_.size(); ++square) {
    const char given = givens_[square];
    if (given == '?') continue;
    const int cell = board_.cell(static_cast<int>(square));
    if (board_.region(cell) < 0) {
      if (given != '.') return false;
      continue;
    }
    const auto shape = std::string("LITSO").find(given);
    const bool is_letter = shape != std::string::npos;
    Lit colour = given == '.' ? no(cell) : yes(cell);
    if (is_letter) colour = state_.covered(cell);
    if (!state_.state(colour)) return false;
    if (!is_letter) continue;
    if (!state_.state(yes(state_.shape_variable(board_.region(cell), static_cast<int>(shape)))))
      return false;
  }
  return state_.propagate();
}

LitsAnswer LitsSolver::solve(const LitsPuzzle& puzzle, std::size_t wanted, StopToken& stop) {
  load(puzzle);
  LitsAnswer answer;
  run_until_stopped(stop, [&](NodeCounter& counter) {
    answer.complete = !start() || search(wanted, counter, answer);
  });
  answer.nodes = stop.nodes();
  answer.propagations = state_.propagations();
  answer.conflicts = conflicts_;
  answer.seconds = stop.seconds();
  return answer;
}

// Returns true if all solutions are found, false if the wanted number is found and there may be
// more.
bool LitsSolver::search(std::size_t wanted, NodeCounter& counter, LitsAnswer& answer) {
  if (wanted == 0) return false;
  rank_variables();
  std::uint64_t restart = 1;
  std::uint64_t until_restart = restart_unit;
  std::uint64_t most_clauses = 2000 + 4 * static_cast<std::uint64_t>(board_.cells());
  for (;;) {
    if (!state_.propagate()) {
      ++conflicts_;
      if (state_.level() == 0) return true;
      learn();
      if (state_.level() == 0 && clause_.empty()) return true;
      if (until_restart > 0) --until_restart;
      continue;
    }
    if (until_restart == 0 && state_.level() > 0) {
      ++restart;
      until_restart = restart_unit * luby(restart);
      back_to(0);
      if (state_.clauses().size() > most_clauses) {
        state_.clauses().reduce();
        most_clauses += most_clauses / 10;
      }
      continue;
    }
    const Lit l = choose();
    if (l == no_lit) {
      record(answer);
      if (!block()) return true;
      if (answer.solutions.size() == wanted) return false;
      continue;
    }
    counter.count();
    counter.check();  // nodes are few, and slow enough to read the clock at each
    state_.decide(l);
  }
}

// Learns a clause from the open conflict, backtracks and asserts it. An empty clause ends the
// search.
void LitsSolver::learn() {
  // The conflict may lie below the present level if a rule was applied late.
  const auto deepest = [&](const std::vector<Lit>& literals) {
    int level = 0;
    for (const Lit l : literals) level = std::max(level, state_.level_of(variable(l)));
    return level;
  };
  premises_ = state_.conflict();
  const int level = deepest(premises_);
  clause_.clear();
  if (level == 0) return back_to(0);
  clause_.push_back(no_lit);
  to_clear_.clear();
  int open = 0;
  const auto& trail = state_.trail();
  std::size_t at = trail.size();
  for (;;) {
    for (const Lit l : premises_) {
      const int v = variable(l);
      if (seen_[v] || state_.level_of(v) == 0) continue;
      seen_[v] = 1;
      to_clear_.push_back(v);
      bump(v);
      if (state_.level_of(v) == level)
        ++open;
      else
        clause_.push_back(negated(l));
    }
    do {
      --at;
    } while (!seen_[variable(trail[at])] || state_.level_of(variable(trail[at])) != level);
    const Lit l = trail[at];
    --open;
    if (open == 0) {
      clause_[0] = negated(l);
      break;
    }
    premises_.clear();
    state_.explain(l, premises_);
  }
  std::size_t kept = 1;
  for (std::size_t i = 1; i < clause_.size(); ++i)
    if (!is_redundant(negated(clause_[i]))) clause_[kept++] = clause_[i];
  clause_.resize(kept);
  for (const int v : to_clear_) seen_[v] = 0;
  bump_ *= decay;

  // The second place is for a literal of the level to backtrack to.
  int back = 0;
  for (std::size_t i = 1; i < clause_.size(); ++i) {
    const int here = state_.level_of(variable(clause_[i]));
    if (here > back) {
      back = here;
      std::swap(clause_[1], clause_[i]);
    }
  }
  premises_.clear();
  for (const Lit l : clause_) premises_.push_back(state_.level_of(variable(l)));
  std::sort(premises_.begin(), premises_.end());
  int glue = 1;  // the number of different levels
  for (std::size_t i = 1; i < premises_.size(); ++i) glue += premises_[i] != premises_[i - 1];

  back_to(back);
  if (clause_.size() == 1)
    state_.state(clause_[0]);
  else
    state_.imply(clause_[0], state_.clauses().add(clause_, glue));
}

// Returns whether a premise follows from others in the clause.
bool LitsSolver::is_redundant(Lit premise) {
  const int v = variable(premise);
  if (!state_.has_reason(v) || !state_.explains_cheaply(v)) return false;
  redundant_.clear();
  state_.explain(premise, redundant_);
  return std::all_of(redundant_.begin(), redundant_.end(),
                     [&](Lit l) { return seen_[variable(l)]; });
}

void LitsSolver::record(LitsAnswer& answer) {
  LitsSolution solution;
  solution.squares.reserve(4 * board_.regions());
  for (int r = 0; r < board_.regions(); ++r) {
    for (const int c : board_.cells(r))
      if (state_.is_true(yes(c))) solution.squares.push_back(board_.square(c));
    solution.shapes.push_back(board_.placement(r, state_.the_placement(r)).shape);
  }
  answer.solutions.push_back(std::move(solution));
}

// Forbids the solution found: another one differs in a decision. Returns false if there was no
// decision.
bool LitsSolver::block() {
  const int level = state_.level();
  if (level == 0) return false;
  clause_.clear();
  const auto& trail = state_.trail();
  for (std::size_t i = trail.size(); i-- > 0;) {
    const int v = variable(trail[i]);
    if (!state_.has_reason(v) && state_.level_of(v) > 0) clause_.push_back(negated(trail[i]));
  }
  back_to(level - 1);
  if (clause_.size() == 1)
    state_.state(clause_[0]);
  else
    state_.imply(clause_[0], state_.clauses().add(clause_, 0));
  return true;
}

// Backtracks to a level. Variables that are open again can be chosen again, with their former
// colour.
void LitsSolver::back_to(int level) {
  const auto& trail = state_.trail();
  for (std::size_t i = trail.size(); i-- > 0 && state_.level_of(variable(trail[i])) > level;) {
    const int v = variable(trail[i]);
    phase_[v] = !(trail[i] & 1);
    put_back(v);
  }
  state_.back_to(level);
}

Lit LitsSolver::choose() {
  while (!heap_.empty()) {
    const int v = take_best();
    if (!state_.known(v)) return phase_[v] ? yes(v) : no(v);
  }
  return no_lit;
}

void LitsSolver::rank_variables() {
  const int count = state_.variables();
  seen_.assign(count, 0);
  activity_.assign(count, 0);
  phase_.assign(count, true);
  heap_at_.assign(count, -1);
  heap_.clear();
  bump_ = 1;
  for (int r = 0; r < board_.regions(); ++r) {
    const int left = state_.left(r);
    if (left == 1) continue;
    for (const int c : board_.cells(r)) {
      if (state_.known(c)) continue;
      activity_[c] = 1.0 / left;
      heap_at_[c] = static_cast<int>(heap_.size());
      heap_.push_back(c);
    }
  }
  for (int i = static_cast<int>(heap_.size()) / 2; i-- > 0;) sift_down(i);
}

void LitsSolver::bump(int v) {
  activity_[v] += bump_;
  if (activity_[v] > 1e100) {
    for (auto& a : activity_) a *= 1e-100;
    bump_ *= 1e-100;
  }
  if (heap_at_[v] >= 0) sift_up(heap_at_[v]);
}

void LitsSolver::sift_up(int at) {
  const int v = heap_[at];
  while (at > 0) {
    const int up = (at - 1) / 2;
    if (activity_[heap_[up]] >= activity_[v]) break;
    heap_[at] = heap_[up];
    heap_at_[heap_[at]] = at;
    at = up;
  }
  heap_[at] = v;
  heap_at_[v] = at;
}

void LitsSolver::sift_down(int at) {
  const int v = heap_[at];
  const int size = static_cast<int>(heap_.size());
  for (;;) {
    int down = 2 * at + 1;
    if (down >= size) break;
    if (down + 1 < size && activity_[heap_[down + 1]] > activity_[heap_[down]]) ++down;
    if (activity_[heap_[down]] <= activity_[v]) break;
    heap_[at] = heap_[down];
    heap_at_[heap_[at]] = at;
    at = down;
  }
  heap_[at] = v;
  heap_at_[v] = at;
}

void LitsSolver::put_back(int v) {
  if (v >= board_.cells() || heap_at_[v] >= 0) return;
  heap_.push_back(v);
  heap_at_[v] = static_cast<int>(heap_.size()) - 1;
  sift_up(heap_at_[v]);
}

int LitsSolver::take_best() {
  const int best = heap_[0];
  const int last = heap_.back();
  heap_at_[best] = -1;
  heap_.pop_back();
  if (!heap_.empty()) {
    heap_[0] = last;
    heap_at_[last] = 0;
    sift_down(0);
  }
  return best;
}

LitsConclusions LitsSolver::conclude(const LitsPuzzle& puzzle, bool trials) {
  load(puzzle);
  LitsConclusions conclusions;
  conclusions.possible = start() && (!trials || try_all(state_.variables(), [] { return true; }));
  for (int c = 0; c < board_.cells(); ++c) {
    if (board_.region(c) < 0) continue;
    const int square = board_.square(c);
    if (!state_.known(c))
      conclusions.open.push_back(square);
    else if (state_.is_true(yes(c)))
      conclusions.shaded.push_back(square);
    else
      conclusions.unshaded.push_back(square);
  }
  conclusions.propagations = state_.propagations();
  return conclusions;
}

// Assumes each open literal of the first `variables` and asserts its opposite if that fails, until
// nothing changes. Returns false for a contradiction. `follow` draws more conclusions after each
// propagation, and returns false for a conflict.
template <class Follow>
bool LitsSolver::try_all(int variables, Follow&& follow) {
  // If an assumption leads to no contradiction, neither do its consequences, from which less
  // follows. So only literals that no trial has reached since the last assertion are worth a trial.
  std::uint32_t stated = 1;
  met_.assign(2 * state_.variables(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const bool shaded : {true, false})
      for (int v = 0; v < variables; ++v) {
        const Lit l = shaded ? yes(v) : no(v);
        if (state_.known(v) || met_[l] == stated) continue;
        const std::size_t before = state_.trail().size();
        state_.decide(l);
        const bool holds = state_.propagate() && follow();
        if (holds)
          for (std::size_t i = before; i < state_.trail().size(); ++i)
            met_[state_.trail()[i]] = stated;
        state_.back_to(0);
        if (holds) continue;
        changed = true;
        ++stated;
        if (!state_.state(negated(l)) || !state_.propagate() || !follow()) return false;
      }
  }
  return true;
}

bool LitsSolver::may_be_symmetric(const LitsPuzzle& puzzle,
                                  const std::vector<std::vector<int>>& images) {
  load(puzzle);
  // Images of cells instead of squares: then a literal needs no conversion.
  std::vector<std::vector<int>> cells;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const auto name = member("images", i);
    expect_permutation(name, images[i], puzzle.regions.size());
    expect_regions_kept(name, puzzle.regions, images[i]);
    cells.emplace_back(board_.cells(), -1);
    for (std::size_t s = 0; s < images[i].size(); ++s)
      cells.back()[board_.cell(static_cast<int>(s))] = board_.cell(images[i][s]);
  }
  const auto follow = [&] { return take_images(cells); };
  return start() && follow() && try_all(board_.cells(), follow);
}

// Gives the image of every known cell the same colour; returns false if there is a conflict.
bool LitsSolver::take_images(const std::vector<std::vector<int>>& images) {
  const auto& trail = state_.trail();
  for (std::size_t at = 0; at < trail.size(); ++at) {
    const Lit l = trail[at];
    if (variable(l) >= board_.cells()) continue;
    for (const auto& image : images) {
      const int there = image[variable(l)];
      const Lit same = l & 1 ? no(there) : yes(there);
      if (state_.is_true(same)) continue;
      if (state_.known(there)) return false;
      if (state_.level() == 0)
        state_.state(same);
      else
        state_.decide(same);
      if (!state_.propagate()) return false;
    }
  }
  return true;
}

}  // namespace litslab
