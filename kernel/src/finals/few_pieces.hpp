// An exhaustive search for finished positions of few tetrominoes.
#pragma once

#include "core/in_use.hpp"
#include "core/limits.hpp"
#include "core/placement_set.hpp"

#include <memory>

namespace litslab {

// Asks for a finished position of at most `most` pieces, and at least one.
struct FewPiecesQuestion {
  int most = 0;
  std::vector<int> used_up;  // the kinds whose pieces are all placed; of any other kind one is left
  std::vector<std::vector<int>> entered;  // sets of squares; at least one of each is covered
  std::vector<int> avoided;               // squares that stay free
  // Permutations of the placements that keep the question as it is: a branch at the root stands for
  // all its images.
  std::vector<std::vector<int>> symmetries;
};

struct FewPieces {
  // A finished position; empty if there is none, or none was found in time.
  std::vector<int> placed;
  std::uint64_t nodes = 0;
  bool stopped = false;  // by a limit: then an empty result proves nothing
};

class FewPiecesSearch {
 public:
  virtual ~FewPiecesSearch() = default;
  // Visits at most `nodes` positions.
  virtual FewPieces find(const FewPiecesQuestion& question, std::uint64_t nodes,
                         StopToken& stop) = 0;

  InUse in_use;
};

std::shared_ptr<FewPiecesSearch> few_pieces_search(
    int columns, int rows, const std::vector<TetrominoPlacement>& placements,
    const std::vector<int>& supply);

}  // namespace litslab
