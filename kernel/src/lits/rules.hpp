// The rules of a LITS puzzle and of its neighbours; the defaults are those of LITS.
#pragma once

namespace litslab {

struct LitsRules {
    bool with_o = false;        // the O tetromino is allowed, and the 2x2 block that it shades by itself
    bool inverse = false;       // the tetromino of a region is what stays unshaded there; all else is shaded
    bool optional = false;      // a region may be left out: it has at most one tetromino
    bool blank_blocks = true;   // 2x2 blocks may stay unshaded
};

}  // namespace litslab
