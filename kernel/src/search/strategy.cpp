#include "search/strategy.hpp"

#include "search/search.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <unordered_set>

namespace litslab {

std::vector<int> likely_moves(Positions& positions, const TranspositionTable& table, int target) {
  struct Ranked {
    int score, id;
  };
  constexpr int root = 0, child = 1;
  constexpr int known_good = std::numeric_limits<int>::max();
  constexpr int known_bad = std::numeric_limits<int>::min();
  const auto rank = [&](int value_lower, int value_upper) {
    if (value_lower >= target) return positions.side(root) == 0 ? known_good : known_bad;
    if (value_upper < target) return positions.side(root) == 0 ? known_bad : known_good;
    return 0;
  };
  const int preferred = positions.table_move(root, table, target);
  std::vector<int> ids;
  positions.legal(root, ids);
  std::vector<Ranked> ranked;
  for (const int id : ids) {
    positions.play(root, id, child);
    if (positions.over(child)) {
      const int value = positions.value(child);
      ranked.push_back({rank(value, value), id});
      continue;
    }
    int score = 0;
    if (const auto known = positions.known_bounds(child, table, target))
      score = rank(known->lower, known->upper);
    if (!score)
      score = id == preferred ? known_good - 1 : positions.move_score(root, id, child, target);
    ranked.push_back({score, id});
  }
  std::ranges::stable_sort(ranked, std::ranges::greater(), &Ranked::score);
  std::ranges::transform(ranked, ids.begin(), &Ranked::id);
  return ids;
}

namespace {

// The walk. Positions are numbered by their depth.
class Strategist {
 public:
  Strategist(Positions& positions, SearchContext& context, const StrategyTask& task,
             std::atomic<std::uint64_t>& met)
      : positions_(positions), context_(context), task_(task), reported_(met) {}

  Strategy from_root() {
    try {
      Frame& frame = frame_at(0);
      frame.keys.assign(task_.symmetries.size(), Key{});
      meet(frame.keys);
      if (!positions_.over(0)) visit(0);
    } catch (const Stopped&) {
      found_.ending = StrategyEnding::stopped;
    } catch (StrategyEnding ending) {
      found_.ending = ending;
    }
    found_.positions = met_.size();
    return std::move(found_);
  }

 private:
  struct Reply {
    std::uint32_t rank;
    int id;
  };
  struct Candidate {
    int score;
    std::uint32_t number;  // of the move among all moves in the order of their ranks
  };

  // Memory of one depth, reused from position to position.
  struct Frame {
    std::vector<int> legal;
    std::vector<Reply> replies;
    std::vector<Candidate> candidates;
    std::vector<Key> keys;  // of the position, one for each symmetry
  };

  struct Hash {
    std::size_t operator()(const Key& key) const { return key.low; }
  };

  Frame& frame_at(int ply) {
    if (static_cast<int>(frames_.size()) <= ply) frames_.resize(ply + 1);
    return frames_[ply];  // a deque: references stay valid while deeper frames are added
  }

  // A position that is not over, whose keys are in its frame.
  void visit(int ply) {
    Frame& frame = frame_at(ply);
    frame.legal.clear();
    positions_.legal(ply, frame.legal);
    frame.replies.clear();
    for (const int id : frame.legal) frame.replies.push_back({task_.rank.at(id), id});
    std::ranges::sort(frame.replies, {}, &Reply::rank);
    if (positions_.side(ply) == task_.side) {
      const std::uint32_t number = keeping_move(ply);
      if (found_.choices.size() >= task_.most_moves) throw StrategyEnding::too_many_moves;
      found_.choices.push_back(number);
      follow(frame.replies[number].id, ply);
    } else {
      for (const Reply& reply : frame.replies) follow(reply.id, ply);
    }
  }

  void follow(int id, int ply) {
    if (!meet(keys_after(id, ply))) return;
    positions_.play(ply, id, ply + 1);
    if (!positions_.over(ply + 1)) visit(ply + 1);
  }

  // The keys of the position after a move, in the frame of the next depth.
  const std::vector<Key>& keys_after(int id, int ply) {
    const Frame& frame = frame_at(ply);
    auto& keys = frame_at(ply + 1).keys;
    keys = frame.keys;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto image = task_.symmetries[i].at(id);
      keys[i] ^= Key{mix64(2 * std::uint64_t{image} + 1), mix64(~std::uint64_t{image})};
    }
    return keys;
  }

  static const Key& canonical(const std::vector<Key>& keys) {
    return *std::min_element(keys.begin(), keys.end());
  }

  // Returns whether the position is met for the first time.
  bool meet(const std::vector<Key>& keys) {
    if (!met_.insert(canonical(keys)).second) return false;
    context_.counter.count();
    reported_.store(met_.size(), std::memory_order_relaxed);
    if (met_.size() > task_.most_positions) throw StrategyEnding::too_many_positions;
    return true;
  }

  // A move that keeps the value, preferably one that is cheap to prove: to a position that has been
  // met, which the strategy has proved or will; else to the end of the game; else the first by the
  // table or the order of moves.
  std::uint32_t keeping_move(int ply) {
    Frame& frame = frame_at(ply);
    const auto& replies = frame.replies;
    const int child = ply + 1;
    for (std::uint32_t i = 0; i < replies.size(); ++i)
      if (met_.contains(canonical(keys_after(replies[i].id, ply)))) return i;
    const auto preferred = positions_.table_move(ply, context_.table, target());
    auto& candidates = frame.candidates;
    candidates.clear();
    for (std::uint32_t i = 0; i < replies.size(); ++i) {
      const int id = replies[i].id;
      positions_.play(ply, id, child);
      if (positions_.over(child)) {
        if (good(positions_.value(child))) return i;
        continue;
      }
      const int score = id == preferred ? std::numeric_limits<int>::max()
                                        : positions_.move_score(ply, id, child, target());
      candidates.push_back({score, i});
    }
    std::ranges::stable_sort(candidates, std::ranges::greater(), &Candidate::score);
    for (const Candidate& candidate : candidates) {
      positions_.play(ply, replies[candidate.number].id, child);
      if (good(positions_.query(child, target(), context_))) return candidate.number;
    }
    throw StrategyEnding::refuted;
  }

  // The first side claims that the value is at least `target`; the second side denies it.
  int target() const { return task_.side == 0 ? task_.value : task_.value + 2; }
  bool good(int value) const { return task_.side == 0 ? value >= target() : value < target(); }

  Positions& positions_;
  SearchContext& context_;
  const StrategyTask& task_;
  std::atomic<std::uint64_t>& reported_;
  std::unordered_set<Key, Hash> met_;
  std::deque<Frame> frames_;
  Strategy found_;
};

}  // namespace

Strategy strategy_from(Positions& positions, SearchContext& context, const StrategyTask& task,
                       std::atomic<std::uint64_t>& met) {
  return Strategist(positions, context, task, met).from_root();
}

}  // namespace litslab
