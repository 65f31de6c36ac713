// A LITS puzzle, and its rules and those of its neighbours; the defaults are those of LITS.
#pragma once

#include <string>
#include <vector>

namespace litslab {

struct LitsRules {
    bool with_o = false;        // the O tetromino is allowed, and the 2x2 block that it shades by itself
    bool inverse = false;       // the tetromino of a region is what stays unshaded there; all else is shaded
    bool optional = false;      // a region may be left out: it has at most one tetromino
    bool blank_blocks = true;   // 2x2 blocks may stay unshaded
};

// Region numbers (-1: none) and givens ('?', '#', '.' or the letter of a shape) a square, bottom row first; no givens at
// all may be the empty string.
struct LitsPuzzle {
    int columns = 0, rows = 0;
    std::vector<int> regions;
    std::string givens;
    LitsRules rules;
};

}  // namespace litslab
