// Tests for the thread sanitizer (`make threads`): the transposition table while it grows, and a search. Prints errors
// and returns 1, or returns 0.
#include "games/taiji.hpp"
#include "search/game_engine.hpp"

#include <cstdio>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace litslab;

constexpr int most_threads = 4;

// A position's key, and a bound from which the position is known again.
Key key_of(std::uint64_t position) { return {mix64(2 * position), mix64(2 * position + 1)}; }
std::int16_t value_of(std::uint64_t position) { return static_cast<std::int16_t>(2 * (position % 1000) - 999); }

// Every entry found belongs to its position, while any thread stores entries and doubles the table.
bool table_is_right() {
    constexpr std::uint64_t positions = 1 << 19, steps = 1 << 18;
    TranspositionTable table(std::size_t{1} << 26);
    const auto at_first = table.bytes_in_use();
    std::atomic<std::uint64_t> found{0}, wrong{0};
    std::vector<std::thread> threads;
    for (int number = 0; number < most_threads; ++number)
        threads.emplace_back([&, number] {
            for (std::uint64_t step = 0; step < steps; ++step) {
                const auto stored = mix64(step * most_threads + static_cast<std::uint64_t>(number)) % positions;
                TableEntry entry;
                entry.lower = value_of(stored);
                entry.work = static_cast<std::uint8_t>(stored % 20);
                table.store(key_of(stored), entry);
                // Mostly a position near those stored recently, by this thread or another.
                const auto asked = mix64((step - step % 64) * most_threads + step % most_threads) % positions;
                const auto answer = table.find(key_of(asked));
                if (!answer) continue;
                ++found;
                if (answer->lower != value_of(asked)) ++wrong;
            }
        });
    for (auto& thread : threads) thread.join();
    const bool has_grown = table.bytes_in_use() > at_first;
    std::printf("table: %llu entries found, %llu wrong, %zu to %zu bytes\n", static_cast<unsigned long long>(found),
                static_cast<unsigned long long>(wrong), at_first, table.bytes_in_use());
    return found > steps && wrong == 0 && has_grown;
}

std::vector<Taijitu> taijitus(int side) {
    std::vector<Taijitu> all;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
            for (const auto& [down, right] : {std::pair{0, 1}, std::pair{1, 0}}) {
                if (row + down == side || column + right == side) continue;
                const auto here = static_cast<std::uint8_t>(row * side + column);
                const auto there = static_cast<std::uint8_t>((row + down) * side + column + right);
                all.push_back({here, there});
                all.push_back({there, here});
            }
    return all;
}

// TAIJI 4x4 with one group scored is worth -1, for any number of threads, with one table for all queries.
bool search_is_right() {
    const GameEngine<Taiji<Word64>> engine(4, 1, taijitus(4));
    TranspositionTable table(std::size_t{1} << 20);
    bool right = true;
    for (int threads = 1; threads <= most_threads; ++threads) {
        StopToken stop{Limits{}};
        const int limit = engine.value_limit();
        const auto answer = solve(engine, {}, {-limit, limit}, 1, table, stop, threads, {});
        std::printf("search with %d threads: value %d, %llu nodes\n", threads, answer.bounds.lower,
                    static_cast<unsigned long long>(answer.nodes));
        right = right && answer.bounds.exact() && answer.bounds.lower == -1;
        table.clear();
    }
    return right;
}

}  // namespace

int main() {
    const bool table = table_is_right();
    const bool search = search_is_right();
    return table && search ? 0 : 1;
}
