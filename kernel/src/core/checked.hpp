// Assertions: with LITSLAB_CHECKED (an option of CMakeLists.txt, on with the sanitizers) the search
// compares its claims with plain search, see search/checks.hpp. Other builds contain none of it.
#pragma once

#include <stdexcept>

namespace litslab {

#ifdef LITSLAB_CHECKED
inline constexpr bool checked = true;
#else
inline constexpr bool checked = false;
#endif

// A false claim of the kernel.
struct FailedCheck : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace litslab
