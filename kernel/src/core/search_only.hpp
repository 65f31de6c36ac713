// What a build can leave out: the page without a server asks for exact values alone, and fetches all that is built.
#pragma once

namespace litslab {

// Whether there are no random games, no Monte-Carlo search and no strategies.
#ifdef LITSLAB_SEARCH_ONLY
inline constexpr bool search_only = true;
#else
inline constexpr bool search_only = false;
#endif

}  // namespace litslab
