// The kernel as a WebAssembly module: plain C functions over numbers, for the page that needs no server.
//
// Lists cross as 32-bit integers in the module's memory. The caller fetches room for a list with `litslab_input`, writes
// it there, and finds what a function answers at `litslab_output`, as many numbers as the function returns; -1 stands for
// an error, whose text `litslab_error` has. What takes long calls `litslab_progress`, which the page defines.
#include "games/factories.hpp"
#include "lits/solver.hpp"
#include "search/engine.hpp"

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#define LITSLAB_EXPORT(name) __attribute__((export_name(#name))) name
#define LITSLAB_IMPORT(name) __attribute__((import_module("litslab"), import_name(#name))) name

extern "C" {
// What is proved so far, and the nodes that it took.
void LITSLAB_IMPORT(litslab_progress)(int lower, int upper, double nodes);
}

namespace litslab {

namespace {

std::vector<std::int32_t> input, output;
std::string error;
std::unique_ptr<Engine> engine;
std::unique_ptr<TranspositionTable> table;
std::unique_ptr<LitsSolver> puzzle_solver;

// Reads the input from its beginning.
class Reader {
public:
    int number() {
        if (at_ == input.size()) throw std::invalid_argument("the input ends too early");
        return input[at_++];
    }
    std::vector<int> list() {
        std::vector<int> numbers(count());
        for (int& each : numbers) each = number();
        return numbers;
    }
    // A shape, a kind, four squares, and a bit for each of them that is black.
    std::vector<TetrominoPlacement> tetrominoes() {
        std::vector<TetrominoPlacement> placements(count());
        for (auto& each : placements) {
            each.shape = number();
            each.kind = number();
            for (int i = 0; i < 4; ++i) each.squares.push_back(number());
            const int black = number();
            for (int i = 0; i < 4; ++i)
                if (black >> i & 1) each.black.push_back(each.squares[i]);
        }
        return placements;
    }
    std::vector<std::pair<int, int>> dominoes() {
        std::vector<std::pair<int, int>> placements(count());
        for (auto& [light, dark] : placements) {
            light = number();
            dark = number();
        }
        return placements;
    }
    std::vector<std::array<int, 3>> stacked_dominoes() {
        std::vector<std::array<int, 3>> placements(count());
        for (auto& placement : placements)
            for (int& each : placement) each = number();
        return placements;
    }
    // Whose turn it is, whether the swap was made, who has the half point, then the placements.
    Question question() {
        Question question;
        question.side = number();
        question.swapped = number() != 0;
        question.last_placer = number();
        question.placed = list();
        return question;
    }

private:
    std::size_t count() {
        const int found = number();
        if (found < 0 || static_cast<std::size_t>(found) > input.size()) throw std::invalid_argument("no such length");
        return static_cast<std::size_t>(found);
    }
    std::size_t at_ = 0;
};

template <class Work>
int answer(Work&& work) {
    output.clear();
    try {
        Reader reader;
        work(reader);
        return static_cast<int>(output.size());
    } catch (const std::exception& thrown) {
        error = thrown.what();
        return -1;
    }
}

const Engine& current() {
    if (!engine) throw std::logic_error("no game was chosen");
    return *engine;
}

// The arguments of the games are read one by one: C++ does not say in what order a call's arguments are evaluated.
std::unique_ptr<Engine> battle_of_lits(Reader& reader) {
    const int columns = reader.number(), rows = reader.number();
    const auto placements = reader.tetrominoes();
    const auto supply = reader.list(), symbols = reader.list();
    return make_battle_of_lits<Engine>(columns, rows, placements, supply, symbols);
}

std::unique_ptr<Engine> tailits(Reader& reader) {
    const int size = reader.number();
    const auto placements = reader.tetrominoes();
    const auto supply = reader.list();
    const bool second_largest = reader.number() != 0;
    return make_tailits<Engine>(size, placements, supply, second_largest);
}

std::unique_ptr<Engine> tailits_taiji(Reader& reader) {
    const int size = reader.number();
    const auto tetrominoes = reader.tetrominoes();
    const auto supply = reader.list();
    const bool second_largest = reader.number() != 0;
    const auto taijitus = reader.dominoes();
    const int groups = reader.number();
    return make_tailits_taiji<Engine>(size, tetrominoes, supply, second_largest, taijitus, groups);
}

std::unique_ptr<Engine> taiji_battle(Reader& reader) {
    const int size = reader.number();
    const auto taijitus = reader.dominoes();
    const auto tetrominoes = reader.tetrominoes();
    const auto supply = reader.list();
    const int groups = reader.number();
    return make_taiji_battle<Engine>(size, taijitus, tetrominoes, supply, groups);
}

std::unique_ptr<Engine> taiji(Reader& reader) {
    const int side = reader.number(), groups = reader.number();
    const auto placements = reader.dominoes();
    return make_taiji<Engine>(side, groups, placements);
}

std::unique_ptr<Engine> wythe(Reader& reader) {
    const int side = reader.number();
    const auto placements = reader.stacked_dominoes();
    return make_wythe<Engine>(side, placements);
}

}  // namespace

}  // namespace litslab

using namespace litslab;

extern "C" {

std::int32_t* LITSLAB_EXPORT(litslab_input)(int count) {
    input.assign(static_cast<std::size_t>(count), 0);
    return input.data();
}
const std::int32_t* LITSLAB_EXPORT(litslab_output)() { return output.data(); }
const char* LITSLAB_EXPORT(litslab_error)() { return error.c_str(); }

// Each makes the game in the input the one that the functions below are about.
int LITSLAB_EXPORT(battle_of_lits)() { return answer([](Reader& reader) { engine = battle_of_lits(reader); }); }
int LITSLAB_EXPORT(tailits)() { return answer([](Reader& reader) { engine = tailits(reader); }); }
int LITSLAB_EXPORT(tailits_taiji)() { return answer([](Reader& reader) { engine = tailits_taiji(reader); }); }
int LITSLAB_EXPORT(taiji_battle)() { return answer([](Reader& reader) { engine = taiji_battle(reader); }); }
int LITSLAB_EXPORT(taiji)() { return answer([](Reader& reader) { engine = taiji(reader); }); }
int LITSLAB_EXPORT(wythe)() { return answer([](Reader& reader) { engine = wythe(reader); }); }

// The moves that decide the value in the position in the input.
int LITSLAB_EXPORT(choices)() {
    return answer([](Reader& reader) {
        const auto found = current().choices(reader.question());
        output.assign(found.begin(), found.end());
    });
}

// The value of the position in the input, or nothing if the game is not over.
int LITSLAB_EXPORT(final_value)() {
    return answer([](Reader& reader) {
        if (const auto value = current().final_value(reader.question())) output.push_back(*value);
    });
}

// A number that no value exceeds.
int LITSLAB_EXPORT(value_limit)() {
    return answer([](Reader&) { output.push_back(current().value_limit()); });
}

// All legal moves of the position in the input, those first that most likely reach a target.
int LITSLAB_EXPORT(likely_moves)(int target) {
    return answer([target](Reader& reader) {
        if (!table) throw std::logic_error("no table was made");
        const auto found = current().likely_moves(reader.question(), *table, target);
        output.assign(found.begin(), found.end());
    });
}

// Forgets what was proved, and makes a table of this many bytes for what is proved next.
int LITSLAB_EXPORT(new_table)(int bytes) {
    return answer([bytes](Reader&) {
        table.reset();
        table = std::make_unique<TranspositionTable>(static_cast<std::size_t>(bytes));
    });
}

// Narrows bounds on the value of the position in the input, starting with a guess: the bounds, whether a limit came
// first, then the nodes' low and high 32 bits.
int LITSLAB_EXPORT(solve)(int lower, int upper, int guess, double seconds, double nodes) {
    return answer([&](Reader& reader) {
        if (!table) throw std::logic_error("no table was made");
        Limits limits;
        limits.seconds = seconds;
        if (nodes < 1e18) limits.nodes = static_cast<std::uint64_t>(nodes);
        StopToken stop(limits);
        const auto report = [&](Bounds bounds) {
            litslab_progress(bounds.lower, bounds.upper, static_cast<double>(stop.nodes()));
        };
        const auto found = solve(current(), reader.question(), {lower, upper}, guess, *table, stop, 1, report);
        output = {found.bounds.lower, found.bounds.upper, found.stopped, static_cast<std::int32_t>(found.nodes),
                  static_cast<std::int32_t>(found.nodes >> 32)};
    });
}

// Solves the puzzle in the input (columns, rows, the region of each square, -1 for none): whether there is no other
// solution, the nodes, then of each solution four squares per region and a shape per region.
int LITSLAB_EXPORT(solve_puzzle)(int wanted, double seconds) {
    return answer([&](Reader& reader) {
        const int columns = reader.number(), rows = reader.number();
        const auto regions = reader.list();
        if (!puzzle_solver) puzzle_solver = std::make_unique<LitsSolver>();
        puzzle_solver->load(columns, rows, regions, "");
        Limits limits;
        limits.seconds = seconds;
        StopToken stop(limits);
        const auto found = puzzle_solver->solve(static_cast<std::size_t>(wanted), stop);
        output = {found.complete, static_cast<std::int32_t>(found.nodes)};
        for (const auto& solution : found.solutions) {
            output.insert(output.end(), solution.squares.begin(), solution.squares.end());
            output.insert(output.end(), solution.shapes.begin(), solution.shapes.end());
        }
    });
}

}
