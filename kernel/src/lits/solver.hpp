// Exact solving of LITS puzzles: propagation, then, if squares are still open, search that learns a
// clause from every conflict (first unique implication point, restarts, activities).
#pragma once

#include "core/limits.hpp"
#include "lits/state.hpp"

#include <string>
#include <vector>

namespace litslab {

struct LitsSolution {
  std::vector<int> squares;  // the shaded ones, in the order of regions
  std::vector<int> shapes;  // one per region: 0 to 4 for L, I, T, S, O; 5 if the region is left out
};

struct LitsAnswer {
  std::vector<LitsSolution> solutions;
  bool complete = false;  // there is no other solution
  std::uint64_t nodes = 0, propagations = 0, conflicts = 0;
  double seconds = 0;
};

// Conclusions from a puzzle without search.
struct LitsConclusions {
  bool possible = true;                     // no contradiction was met
  std::vector<int> shaded, unshaded, open;  // squares inside regions
  std::uint64_t propagations = 0;
};

// Reuses its memory from puzzle to puzzle.
class LitsSolver {
 public:
  LitsSolver() : state_(board_) {}
  LitsSolver(const LitsSolver&) = delete;
  LitsSolver& operator=(const LitsSolver&) = delete;

  // Each throws std::invalid_argument for an invalid puzzle.

  // Looks for `wanted` different solutions.
  LitsAnswer solve(const LitsPuzzle& puzzle, std::size_t wanted, StopToken& stop);

  // Propagates; with `trials` it also assumes each open literal once and asserts the opposite if
  // that fails, until nothing changes.
  LitsConclusions conclude(const LitsPuzzle& puzzle, bool trials);

  // Returns whether propagation and trials leave room for a solution that is its own image under
  // each of some symmetries, which map squares to squares and regions to regions. Throws
  // std::invalid_argument for anything else.
  bool may_be_symmetric(const LitsPuzzle& puzzle, const std::vector<std::vector<int>>& images);

 private:
  void load(const LitsPuzzle& puzzle);
  bool start();
  bool search(std::size_t wanted, NodeCounter& counter, LitsAnswer& answer);
  void learn();
  bool is_redundant(Lit premise);
  void record(LitsAnswer& answer);
  bool block();
  void back_to(int level);
  Lit choose();
  template <class Follow>
  bool try_all(int variables, Follow&& follow);
  bool take_images(const std::vector<std::vector<int>>& images);

  void rank_variables();
  void bump(int variable);
  void sift_up(int at);
  void sift_down(int at);
  void put_back(int variable);
  int take_best();

  LitsBoard board_;
  LitsState state_;
  std::string givens_;

  std::vector<Lit> clause_, premises_, redundant_;
  std::vector<std::uint8_t> seen_;
  // By literal: the last time that a trial without contradiction reached it.
  std::vector<std::uint32_t> met_;
  std::vector<int> to_clear_;
  std::vector<double> activity_;
  double bump_ = 1;
  std::vector<int> heap_, heap_at_;  // cells by activity
  std::vector<std::uint8_t> phase_;
  std::uint64_t conflicts_ = 0;
};

}  // namespace litslab
