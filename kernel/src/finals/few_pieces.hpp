// Finished positions of tetrominoes with few pieces: whether there is one, decided by an exhaustive search.
#pragma once

#include "core/limits.hpp"
#include "core/placement_set.hpp"

#include <cstdint>
#include <vector>

namespace litslab {

struct FewPieces {
    std::vector<int> placed;  // a finished position; empty if there is none, or none was found in time
    std::uint64_t nodes = 0;
    bool stopped = false;      // by a limit or by a signal: then nothing found proves nothing
    bool interrupted = false;  // it was a signal
};

// Looks for a finished position of at most `most` pieces that contains the placement `first` and none of `without`.
FewPieces find_few_pieces(int columns, int rows, const std::vector<TetrominoPlacement>& placements,
                          const std::vector<int>& supply, int first, const std::vector<int>& without, int most,
                          StopToken& stop);

}  // namespace litslab
