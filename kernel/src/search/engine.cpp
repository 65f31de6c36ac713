#include "search/engine.hpp"

#include <algorithm>
#include <system_error>
#include <thread>

namespace litslab {

namespace {

// One null-window query by several threads that share the table and mostly search different moves; the first answer
// counts.
std::optional<int> query(const Engine& engine, const Question& question, int target, TranspositionTable& table,
                         StopToken& stop, int threads) {
    std::atomic<bool> answered{false};
    std::atomic<int> result{0};
    const auto busy = threads > 1 ? std::make_unique<BusyMoves>() : nullptr;
    const auto work = [&](int thread_id) {
        try {
            NodeCounter counter(stop, thread_id == 0, &answered);
            const int found = engine.query(question, target, table, counter, busy.get());
            if (!answered.exchange(true)) result = found;
        } catch (const Stopped&) {
        }
    };
#ifdef __wasm__  // has one thread
    static_cast<void>(threads);
    work(0);
#else
    std::vector<std::thread> others;
    try {
        for (int thread_id = 1; thread_id < threads; ++thread_id) others.emplace_back(work, thread_id);
    } catch (const std::system_error&) {  // the system gives no more threads: fewer find the same answer
    }
    work(0);
    for (auto& other : others) other.join();
#endif
    // `result` is written after `answered` by the winner, which has been joined or is this thread.
    return answered ? std::optional<int>(result) : std::nullopt;
}

}  // namespace

Answer solve(const Engine& engine, const Question& question, Bounds window, int guess, TranspositionTable& table,
             StopToken& stop, int threads, const std::function<void(Bounds)>& progress) {
    Answer answer;
    auto& bounds = answer.bounds;
    bounds = window;
    if (const auto value = engine.final_value(question)) {
        bounds = {*value, *value};
    } else {
        if (bounds.upper - bounds.lower > 2) guess = engine.first_guess(question, guess);
        int target = std::clamp(guess, bounds.lower + 2, std::max(bounds.lower + 2, bounds.upper));
        while (bounds.lower < bounds.upper) {
            const auto found = query(engine, question, target, table, stop, threads);
            if (!found) {
                answer.stopped = true;
                break;
            }
            if (*found >= target) {
                bounds.lower = std::clamp(*found, bounds.lower, bounds.upper);
                target = bounds.lower + 2;
            } else {
                bounds.upper = std::clamp(*found, bounds.lower, bounds.upper);
                target = bounds.upper;
            }
            if (progress) progress(bounds);
        }
    }
    answer.nodes = stop.nodes();
    answer.seconds = stop.seconds();
    return answer;
}

}  // namespace litslab
