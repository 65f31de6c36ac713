// What a build can assert: with LITSLAB_CHECKED (an option of CMakeLists.txt, on with the sanitizers) the search compares
// what it claims with plain search, see search/checks.hpp. Any other build does none of it, and pays nothing.
#pragma once

#include <stdexcept>
#include <string>

namespace litslab {

#ifdef LITSLAB_CHECKED
inline constexpr bool checked = true;
#else
inline constexpr bool checked = false;
#endif

// A claim of the kernel that is not true.
struct FailedCheck : std::logic_error { using std::logic_error::logic_error; };

}  // namespace litslab
