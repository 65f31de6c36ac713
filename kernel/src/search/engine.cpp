#include "search/engine.hpp"

#include <algorithm>
#include <optional>
#include <thread>

namespace litslab {

namespace {

// One test by several threads that share the table and differ in their order of moves; the first answer counts.
std::optional<int> test(const Engine& engine, const Question& question, int target, TranspositionTable& table,
                        Watch& watch, int threads) {
    std::atomic<bool> answered{false};
    std::atomic<int> result{0};
    const auto work = [&](int lane) {
        try {
            Ticker ticker(watch, lane == 0, &answered);
            const auto tester = engine.tester(question, table, ticker, lane);
            const int found = tester->test(target);
            if (!answered.exchange(true)) result = found;
        } catch (const Stopped&) {
        }
    };
    std::vector<std::thread> helpers;
    for (int lane = 1; lane < threads; ++lane) helpers.emplace_back(work, lane);
    work(0);
    for (auto& helper : helpers) helper.join();
    // `result` is written after `answered` by the winner, which has been joined or is this thread.
    return answered ? std::optional<int>(result) : std::nullopt;
}

}  // namespace

Answer solve(const Engine& engine, const Question& question, Bounds window, int guess, TranspositionTable& table,
             Watch& watch, int threads, const std::function<void(Bounds)>& progress) {
    Answer answer;
    auto& bounds = answer.bounds;
    bounds = window;
    if (const auto value = engine.final_value(question)) {
        bounds = {*value, *value};
    } else {
        int target = std::clamp(guess, bounds.lower + 2, std::max(bounds.lower + 2, bounds.upper));
        while (bounds.lower < bounds.upper) {
            const auto found = test(engine, question, target, table, watch, threads);
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
    answer.nodes = watch.nodes();
    answer.seconds = watch.seconds();
    return answer;
}

}  // namespace litslab
