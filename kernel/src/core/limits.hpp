// Limits of a running search: time, nodes, and a stop from outside (Ctrl-C, or another thread that
// has found the answer). Every search calls `NodeCounter::count` once for each node; the clock is
// read only once in many nodes.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

namespace litslab {

struct Stopped {};

struct Limits {
  double seconds = 1e18;
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
};

// Shared by all threads of one search: the number of nodes they have visited, and the request to
// stop.
class StopToken {
 public:
  using Clock = std::chrono::steady_clock;

  // The calling thread calls `poll` about twenty times a second; it returns false to stop.
  explicit StopToken(const Limits& limits, std::function<bool()> poll = {})
      : limits_(limits), poll_(std::move(poll)), started_(Clock::now()), next_poll_(started_) {}

  double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  // Returns whether a limit or a call of `request_stop` has stopped the search.
  bool stop_requested() const { return stop_requested_.load(std::memory_order_relaxed); }
  void request_stop() { stop_requested_.store(true, std::memory_order_relaxed); }

  // Adds the nodes that one thread has visited since its last report. Only the calling thread reads
  // the clock and polls.
  void report(std::uint64_t nodes, bool is_calling_thread) {
    const auto total = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
    if (total >= limits_.nodes) request_stop();
    if (!is_calling_thread) return;
    const auto now = Clock::now();
    if (std::chrono::duration<double>(now - started_).count() >= limits_.seconds) request_stop();
    if (poll_ && now >= next_poll_) {
      next_poll_ = now + std::chrono::milliseconds(50);
      if (!poll_()) request_stop();
    }
  }

 private:
  Limits limits_;
  std::function<bool()> poll_;
  Clock::time_point started_, next_poll_;
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<bool> stop_requested_{false};
};

// Counts the nodes of one thread.
class NodeCounter {
 public:
  // `answered`, if given, is set as soon as another thread has answered the same query.
  explicit NodeCounter(StopToken& stop, bool is_calling_thread = true,
                       const std::atomic<bool>* answered = nullptr)
      : stop_(stop), is_calling_thread_(is_calling_thread), answered_(answered) {}
  ~NodeCounter() { stop_.report(pending_, false); }
  NodeCounter(const NodeCounter&) = delete;
  NodeCounter& operator=(const NodeCounter&) = delete;

  // Counts a node; throws Stopped when the search has to end.
  void count() {
    ++total_;
    if (++pending_ >= stride) check();
  }
  std::uint64_t total() const { return total_; }

  // Throws Stopped when the search has to end.
  void check() {
    stop_.report(pending_, is_calling_thread_);
    pending_ = 0;
    if (stop_.stop_requested() || (answered_ && answered_->load(std::memory_order_relaxed)))
      throw Stopped{};
  }

 private:
  static constexpr std::uint64_t stride = 512;
  StopToken& stop_;
  bool is_calling_thread_;
  const std::atomic<bool>* answered_;
  std::uint64_t pending_ = 0, total_ = 0;
};

// Calls a search with a counter; returns false if the search was stopped.
template <class Search>
bool run_until_stopped(StopToken& stop, Search&& search) {
  NodeCounter counter(stop);
  try {
    search(counter);
  } catch (const Stopped&) {
    return false;
  }
  return true;
}

}  // namespace litslab
