// TAILITS: random games.
#pragma once

#include "core/largest.hpp"
#include "games/tailits_state.hpp"
#include "games/tetromino_playout.hpp"

#include <array>
#include <string>
#include <vector>

namespace litslab {

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
