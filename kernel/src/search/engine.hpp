// What the outside world asks of any game: legal placements, final values, and exact values within limits.
#pragma once

#include "search/transposition.hpp"
#include "core/limits.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace litslab {

// A position as Python hands it over: placements in an order in which each lies on those before it.
struct Question {
    std::vector<int> placed;
    int side = 0;           // 0 = the side (in double games the person) that moves first in the game
    bool swapped = false;
    int last_placer = 0;    // TAILITS+TAIJI, second phase: who has the half point
};

struct Bounds {
    int lower = 0;
    int upper = 0;
    bool exact() const { return lower == upper; }
};

struct Answer {
    Bounds bounds;
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool stopped = false;      // by a limit or from outside, before the window was closed
    bool interrupted = false;  // by a signal
};

// What Monte-Carlo tree search has seen of one move.
struct MoveStatistics {
    int move = 0;
    std::uint32_t visits = 0;
    double mean = 0;  // of results for side 0: 1 a win, 0 a loss, plus a little for the margin
};

// One thread's search of one question.
class Tester {
public:
    virtual ~Tester() = default;
    // Whether the value is at least `target` (odd): a result >= target is a lower bound of the value, any other an
    // upper bound. Throws Stopped.
    virtual int test(int target) = 0;
};

class Engine {
public:
    virtual ~Engine() = default;

    // The moves that decide the value, as table indices; the swap of a double game is the index after the last.
    virtual std::vector<int> choices(const Question&) const = 0;
    // The value of a finished position; nothing where the game goes on.
    virtual std::optional<int> final_value(const Question&) const = 0;
    // A number that no value exceeds, nor its negative undercuts.
    virtual int value_limit() const = 0;
    // `lane` is 0 for the thread that asked; others search in another order. `ticker` outlives the tester.
    virtual std::unique_ptr<Tester> tester(const Question&, TranspositionTable&, Ticker& ticker, int lane) const = 0;
    // Monte-Carlo tree search until the watch ends it; every playout counts as a node.
    virtual std::vector<MoveStatistics> mcts(const Question&, std::uint64_t seed, Watch& watch) const = 0;
};

// Asks tests until the window is closed or the watch ends it. What is known before the stop are honest bounds.
Answer solve(const Engine& engine, const Question& question, Bounds window, int guess, TranspositionTable& table,
             Watch& watch, int threads, const std::function<void(Bounds)>& progress);

}  // namespace litslab
