// The state of a LITS puzzle during a search: known literals, the placements left in every region,
// and the reasons.
//
// Each region has the set of its possible placements. A literal that becomes known removes a
// *batch* of placements. Then everything that the region's remaining placements have in common
// becomes known. Batches serve for backtracking and for explanations: a literal that follows from
// the remaining placements follows from the literals whose batches removed the others. Explanations
// are built only when they are needed.
#pragma once

#include "lits/board.hpp"

#include <algorithm>
#include <tuple>

namespace litslab {

// A variable is a cell (is it shaded?) or a region with a shape (does its tetromino have that
// shape?). A literal is twice the variable, plus one if it is negated.
using Lit = std::int32_t;

inline constexpr Lit no_lit = -1;
inline Lit yes(int variable) { return 2 * variable; }
inline Lit no(int variable) { return 2 * variable + 1; }
inline Lit negated(Lit l) { return l ^ 1; }
inline int variable(Lit l) { return l >> 1; }

// Clauses found while solving. Every clause watches its first two literals.
class LitsClauses {
 public:
  struct Watch {
    std::uint32_t clause;
    Lit other;  // if true, the clause need not be examined
  };

  void clear(int variables) {
    for (auto& list : watches_) list.clear();
    if (static_cast<int>(watches_.size()) < 2 * variables) watches_.resize(2 * variables);
    words_.clear();
    learnt_.clear();
  }

  // Adds a clause of at least two literals; the first two are watched. `glue` 0 keeps it for good.
  std::uint32_t add(const std::vector<Lit>& literals, int glue) {
    const auto at = static_cast<std::uint32_t>(words_.size());
    words_.push_back(static_cast<Lit>(literals.size()));
    words_.push_back(glue);
    words_.insert(words_.end(), literals.begin(), literals.end());
    watch(at);
    learnt_.push_back(at);
    return at;
  }

  std::span<Lit> literals(std::uint32_t clause) {
    return {words_.data() + clause + 2, static_cast<std::size_t>(words_[clause])};
  }
  // The clauses to examine when `l` has become false.
  std::vector<Watch>& watching(Lit l) { return watches_[l]; }
  std::size_t size() const { return learnt_.size(); }

  // Drops the worse half: many levels, then long, then old. Nothing may rely on a clause meanwhile.
  void reduce() {
    const auto by_worth = [this](std::uint32_t a, std::uint32_t b) {
      return std::tie(words_[a + 1], words_[a], b) < std::tie(words_[b + 1], words_[b], a);
    };
    auto kept = learnt_;
    std::sort(kept.begin(), kept.end(), by_worth);
    std::size_t keep = kept.size() / 2;
    while (keep < kept.size() && words_[kept[keep] + 1] <= 2) ++keep;
    kept.resize(keep);
    std::sort(kept.begin(), kept.end());
    for (auto& list : watches_) list.clear();
    std::uint32_t to = 0;
    for (auto& at : kept) {
      const std::uint32_t length = 2 + words_[at];
      std::copy(words_.begin() + at, words_.begin() + at + length, words_.begin() + to);
      at = to;
      watch(to);
      to += length;
    }
    words_.resize(to);
    learnt_ = std::move(kept);
  }

 private:
  void watch(std::uint32_t at) {
    const Lit a = words_[at + 2], b = words_[at + 3];
    watches_[a].push_back({at, b});
    watches_[b].push_back({at, a});
  }

  std::vector<std::vector<Watch>> watches_;
  std::vector<Lit> words_;  // of each clause: the number of literals, its glue, the literals
  std::vector<std::uint32_t> learnt_;
};

class LitsState;

// Connectivity: all shaded squares form one orthogonally connected area.
//
// One depth-first search from a shaded cell, the root, covers all cells that are not unshaded.
// Cells that can no longer be reached stay unshaded. Cells that are the only way to something that
// must be reached are shaded. Both are explained by the unshaded cells around the part in question
// that the other side touches.
class LitsCuts {
 public:
  explicit LitsCuts(const LitsBoard& board) : board_(board) {}

  void clear();

  // For a cell that became unshaded, or is open again.
  void close(int cell) {
    ground_[cell] = closed;
    --open_cells_;
    --open_[board_.region(cell)];
  }
  void open(int cell) {
    ground_[cell] = fresh;
    ++open_cells_;
    ++open_[board_.region(cell)];
  }

  // Draws the conclusions from the shaded cell `root`; false if there is a conflict.
  bool propagate(LitsState& state, int root);

  // The premises, known before the trail had length `at`, that separate the cell `beyond` from the
  // root. If `gate` is a cell, the path through it is omitted, and the premises include the reasons
  // that both sides have a shaded cell; otherwise `beyond` itself is assumed to be shaded.
  void explain(const LitsState& state, int root, int gate, int beyond, int at,
               std::vector<Lit>& premises);

 private:
  // Instead of a place: not visited yet, and never on a path.
  static constexpr int fresh = -1;
  static constexpr int closed = 1 << 30;

  // A cell on the path from the root to the current cell of the search.
  struct Step {
    int cell, place;
    int low;  // the least place adjacent to the cells visited from here on
    // The greatest first place of the regions whose last cell was visited from here on.
    int last_of_region;
    int way;
    bool shaded;  // this cell or one visited from here on is
  };

  bool shade_gate(LitsState& state, Step& gate, const Step& beyond);
  bool close_parts(LitsState& state);

  const LitsBoard& board_;

  std::vector<int> ground_, place_;  // by cell: the places before a search, and during it
  std::vector<int> open_;            // by region: the number of cells that are not unshaded
  int open_cells_ = 0;
  std::vector<Step> way_;
  int met_ = 0;
  std::vector<int> met_of_;                // by region: the number of visited cells
  std::vector<int> first_of_, second_of_;  // by region: the places of the first two

  // The explanation: marks, equal to the clock if set.
  std::vector<int> stack_, side_, fence_, outer_;
  int clock_ = 0;
};

class LitsState {
 public:
  using Word = LitsBoard::Word;

  explicit LitsState(const LitsBoard& board) : board_(board), cuts_(board) {}

  // Forgets everything; every placement is possible again.
  void clear();

  int variables() const { return board_.cells() + board_.shapes() * board_.regions(); }
  int shape_variable(int region, int shape) const {
    return board_.cells() + board_.shapes() * region + shape;
  }

  // The literal that says that a cell belongs to its region's tetromino.
  Lit covered(int cell) const { return yes(cell) ^ static_cast<Lit>(board_.rules().inverse); }
  bool known(int variable) const { return known_[yes(variable)] | known_[no(variable)]; }
  bool is_true(Lit l) const { return known_[l]; }
  int level() const { return static_cast<int>(marks_.size()); }
  int level_of(int variable) const { return level_[variable]; }
  const std::vector<Lit>& trail() const { return trail_; }
  int left(int region) const;           // the number of placements left
  int the_placement(int region) const;  // the first one left
  std::uint64_t propagations() const { return propagations_; }

  // Assumes a literal on a new level; backtracks to a level.
  void decide(Lit l);
  void back_to(int level);

  // States a literal on the present level, by a clause whose first literal it is, or as known for
  // good on level 0. Both return false if it is known to be false; the conflict is then open.
  bool imply(Lit l, std::uint32_t clause) {
    return assign(l, {Reason::clause, static_cast<int>(clause)});
  }
  bool state(Lit l) { return assign(l, {Reason::none, 0}); }

  // Draws all conclusions; false if there is a conflict.
  bool propagate();

  // True literals that contradict each other, after a conflict; true literals from which a known
  // literal follows.
  const std::vector<Lit>& conflict() const { return conflict_; }
  void explain(Lit l, std::vector<Lit>& premises);
  bool explains_cheaply(int variable) const {
    return reason_[variable].kind != Reason::cut && reason_[variable].kind != Reason::part;
  }
  bool has_reason(int variable) const { return reason_[variable].kind != Reason::none; }

  LitsClauses& clauses() { return clauses_; }

 private:
  friend class LitsCuts;

  struct Reason {
    enum Kind : std::uint8_t {
      none,    // a decision, or known for good
      clause,  // data: the clause
      domain,  // the placements left in the region
      window,  // data: the lowest, leftmost cell of a 2x2 window whose other cells are shaded
      blank,   // the same for a window whose other cells are unshaded
      cut,     // data: a cell beyond the one in question, which is the only way there
      part,    // the cell is cut off from the shaded squares
    };
    Kind kind;
    int data;
  };

  // Placements that were removed from a region together: because of two true literals, or (`second`
  // is the window) because the shaded cells of a window left no room for them.
  struct Batch {
    int region, before;  // the region's batch before this one
    int at;              // the length of the trail
    Lit first, second;
    bool window;
    std::size_t mask;
  };

  struct Mark {
    int trail, batches;
  };

  bool assign(Lit l, Reason reason);
  template <class Mask>
  bool take(int region, Mask&& mask, Lit first, Lit second, bool window = false);
  bool process(Lit l);
  bool process_clauses(Lit falsified);
  bool process_contacts(int cell, int shape);
  bool process_window(int corner);
  bool process_blank_window(int corner);
  template <class Literal>
  bool fail_on_window(int corner, Literal&& literal);
  bool settle(int region);
  void explain_reason(Lit l, Reason reason, int at, std::vector<Lit>& premises);
  template <class Mask>
  void explain_batches(int region, int at, Mask&& needed, std::vector<Lit>& premises);

  const LitsBoard& board_;
  LitsCuts cuts_;
  LitsClauses clauses_;

  std::vector<std::uint8_t> known_;  // by literal
  std::vector<int> level_, position_;
  std::vector<Reason> reason_;
  std::vector<Lit> trail_;
  std::size_t next_ = 0;
  std::vector<Mark> marks_;

  std::vector<Word> domain_;
  std::vector<Batch> batches_;
  std::vector<Word> batch_masks_;
  std::vector<int> last_batch_;
  std::vector<int> unsettled_;
  std::vector<std::uint8_t> is_unsettled_;
  int root_ = -1;  // the place of the first shaded cell in the trail
  bool check_cuts_ = true;
  std::vector<Lit> conflict_;
  std::uint64_t propagations_ = 0;
};

}  // namespace litslab
