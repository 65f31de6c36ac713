// What a running search obeys: a time limit, a node limit, and a stop from outside (Ctrl-C, or another thread that has
// found the answer). Every search calls `count` once a node; the clock is read only every thousand nodes or so.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

namespace litslab {

struct Stopped {};

struct Limits {
    double seconds = 1e18;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
};

// Shared by all threads of one question.
class Watch {
public:
    using Clock = std::chrono::steady_clock;

    // `poll` is called about twenty times a second by the thread that asked; it returns false to stop.
    explicit Watch(const Limits& limits, std::function<bool()> poll = {})
        : limits_(limits), poll_(std::move(poll)), started_(Clock::now()), next_poll_(started_) {}

    double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    bool ended() const { return ended_.load(std::memory_order_relaxed); }  // by a limit or from outside: for good
    void end() { ended_.store(true, std::memory_order_relaxed); }

    // Adds the nodes of one thread since it last looked; only the asking thread reads the clock and polls.
    void look(std::uint64_t nodes, bool asking) {
        const auto total = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
        if (total >= limits_.nodes) end();
        if (!asking) return;
        const auto now = Clock::now();
        if (std::chrono::duration<double>(now - started_).count() >= limits_.seconds) end();
        if (poll_ && now >= next_poll_) {
            next_poll_ = now + std::chrono::milliseconds(50);
            if (!poll_()) end();
        }
    }

private:
    Limits limits_;
    std::function<bool()> poll_;
    Clock::time_point started_, next_poll_;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<bool> ended_{false};
};

// One thread's view of the watch.
class Ticker {
public:
    Ticker(Watch& watch, bool asking, const std::atomic<bool>* answered) : watch_(watch), asking_(asking), answered_(answered) {}
    ~Ticker() { watch_.look(pending_, false); }
    Ticker(const Ticker&) = delete;
    Ticker& operator=(const Ticker&) = delete;

    // Counts a node; throws Stopped where the search is to end.
    void count() {
        ++total_;
        if (++pending_ >= stride) look();
    }
    std::uint64_t total() const { return total_; }

    void look() {
        watch_.look(pending_, asking_);
        pending_ = 0;
        if (watch_.ended() || (answered_ && answered_->load(std::memory_order_relaxed))) throw Stopped{};
    }

private:
    static constexpr std::uint64_t stride = 512;
    Watch& watch_;
    bool asking_;
    const std::atomic<bool>* answered_;  // another thread has answered the same question
    std::uint64_t pending_ = 0, total_ = 0;
};

}  // namespace litslab
