// The kernel as a WebAssembly module: plain C functions over numbers, for a browser without a compiler.
//
// Every function takes a list of 32-bit integers and returns one. The caller fetches room for its list with
// `litslab_input`, writes it there, and finds what a function answers at `litslab_output`, as many numbers as the function
// returns; -1 stands for an error, whose text `litslab_error` has, and -2 for a lack of memory. A number of 64 bits is two
// numbers, the lower half first; a real number is the two halves of its bits; a list is preceded by its length. Objects
// live here, and are named by the handles that the functions that make them return. What takes long calls
// `litslab_progress`, which the host defines. `kernel/webassembly.py` is the other side.
#include "games/factories.hpp"
#include "lits/solver.hpp"
#include "search/engine.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <new>
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

// Objects by handles, which begin at 1 and are not given again.
template <class T>
class Store {
public:
    int add(std::unique_ptr<T> object) {
        objects_.emplace(++last_, std::move(object));
        return last_;
    }
    T& at(int handle) const {
        const auto found = objects_.find(handle);
        if (found == objects_.end()) throw std::invalid_argument("no such object in the kernel");
        return *found->second;
    }
    void remove(int handle) { objects_.erase(handle); }

private:
    std::map<int, std::unique_ptr<T>> objects_;
    int last_ = 0;
};

Store<Engine> engines;
Store<TranspositionTable> tables;
Store<TreeSearch> trees;
Store<Simulator> simulators;
Store<LitsSolver> solvers;

// Reads the input from its beginning.
class Reader {
public:
    int number() {
        if (at_ == input.size()) throw std::invalid_argument("the input ends too early");
        return input[at_++];
    }
    std::uint64_t wide() {
        const auto low = static_cast<std::uint32_t>(number());
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(number())) << 32 | low;
    }
    double real() { return std::bit_cast<double>(wide()); }
    template <class T = int>
    std::vector<T> list() {
        std::vector<T> numbers(count());
        for (T& each : numbers) each = static_cast<T>(number());
        return numbers;
    }
    template <class T = int>
    std::vector<std::vector<T>> lists() {
        std::vector<std::vector<T>> all(count());
        for (auto& each : all) each = list<T>();
        return all;
    }
    std::vector<std::uint64_t> wides() {
        std::vector<std::uint64_t> numbers(count());
        for (auto& each : numbers) each = wide();
        return numbers;
    }
    std::string text() {
        std::string characters;
        for (const int each : list()) characters.push_back(static_cast<char>(each));
        return characters;
    }
    // A shape, a kind, then the squares and those of them that are black.
    std::vector<TetrominoPlacement> tetrominoes() {
        std::vector<TetrominoPlacement> placements(count());
        for (auto& each : placements) {
            each.shape = number();
            each.kind = number();
            each.squares = list();
            each.black = list();
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
    Limits limits() {
        Limits limits;
        limits.seconds = real();
        limits.nodes = wide();
        return limits;
    }
    LitsRules lits_rules() {
        LitsRules rules;
        rules.with_o = number() != 0;
        rules.inverse = number() != 0;
        rules.optional = number() != 0;
        rules.blank_blocks = number() != 0;
        return rules;
    }

private:
    std::size_t count() {
        const int found = number();
        if (found < 0 || static_cast<std::size_t>(found) > input.size()) throw std::invalid_argument("no such length");
        return static_cast<std::size_t>(found);
    }
    std::size_t at_ = 0;
};

void put(int number) { output.push_back(number); }
void put_wide(std::uint64_t number) {
    put(static_cast<std::int32_t>(number));
    put(static_cast<std::int32_t>(number >> 32));
}
void put_real(double number) { put_wide(std::bit_cast<std::uint64_t>(number)); }
template <class T>
void put_list(const std::vector<T>& numbers) {
    put(static_cast<int>(numbers.size()));
    for (const T each : numbers) put(static_cast<int>(each));
}
void put_wides(const std::vector<std::uint64_t>& numbers) {
    put(static_cast<int>(numbers.size()));
    for (const auto each : numbers) put_wide(each);
}

template <class Work>
int answer(Work&& work) {
    output.clear();
    try {
        Reader reader;
        work(reader);
        return static_cast<int>(output.size());
    } catch (const std::bad_alloc&) {
        error = "out of memory";
        return -2;
    } catch (const std::exception& thrown) {
        error = thrown.what();
        return -1;
    }
}

// The arguments of the games are read one by one: C++ does not say in what order a call's arguments are evaluated.
template <class Product>
std::unique_ptr<Product> read_battle_of_lits(Reader& reader) {
    const int columns = reader.number(), rows = reader.number();
    const auto placements = reader.tetrominoes();
    const auto supply = reader.list(), symbols = reader.list();
    return make_battle_of_lits<Product>(columns, rows, placements, supply, symbols);
}

template <class Product>
std::unique_ptr<Product> read_tailits(Reader& reader) {
    const int size = reader.number();
    const auto placements = reader.tetrominoes();
    const auto supply = reader.list();
    const bool second_largest = reader.number() != 0;
    return make_tailits<Product>(size, placements, supply, second_largest);
}

template <class Product>
std::unique_ptr<Product> read_tailits_taiji(Reader& reader) {
    const int size = reader.number();
    const auto tetrominoes = reader.tetrominoes();
    const auto supply = reader.list();
    const bool second_largest = reader.number() != 0;
    const auto taijitus = reader.dominoes();
    const int groups = reader.number();
    return make_tailits_taiji<Product>(size, tetrominoes, supply, second_largest, taijitus, groups);
}

template <class Product>
std::unique_ptr<Product> read_taiji_battle(Reader& reader) {
    const int size = reader.number();
    const auto taijitus = reader.dominoes();
    const auto tetrominoes = reader.tetrominoes();
    const auto supply = reader.list();
    const int groups = reader.number();
    return make_taiji_battle<Product>(size, taijitus, tetrominoes, supply, groups);
}

template <class Product>
std::unique_ptr<Product> read_taiji(Reader& reader) {
    const int side = reader.number(), groups = reader.number();
    const auto placements = reader.dominoes();
    return make_taiji<Product>(side, groups, placements);
}

template <class Product>
std::unique_ptr<Product> read_wythe(Reader& reader) {
    const int side = reader.number();
    const auto placements = reader.stacked_dominoes();
    return make_wythe<Product>(side, placements);
}

// The solver that the input names, with the puzzle in it loaded: columns, rows, regions, givens and rules.
LitsSolver& loaded(Reader& reader) {
    LitsSolver& solver = solvers.at(reader.number());
    const int columns = reader.number(), rows = reader.number();
    const auto regions = reader.list();
    const auto givens = reader.text();
    solver.load(columns, rows, regions, givens, reader.lits_rules());
    return solver;
}

}  // namespace

}  // namespace litslab

using namespace litslab;

// A function of the module: what stands in the braces reads its input and puts its output.
#define LITSLAB_FUNCTION(name) \
    static void name##_answer([[maybe_unused]] Reader& reader); \
    extern "C" int LITSLAB_EXPORT(name)() { return answer(name##_answer); } \
    static void name##_answer([[maybe_unused]] Reader& reader)

// Each makes a game, and what plays it at random.
#define LITSLAB_GAME(name) \
    LITSLAB_FUNCTION(name) { put(engines.add(read_##name<Engine>(reader))); } \
    LITSLAB_FUNCTION(simulate_##name) { put(simulators.add(read_##name<Simulator>(reader))); }

extern "C" {
std::int32_t* LITSLAB_EXPORT(litslab_input)(int count) {
    input.assign(static_cast<std::size_t>(count), 0);
    return input.data();
}
const std::int32_t* LITSLAB_EXPORT(litslab_output)() { return output.data(); }
const char* LITSLAB_EXPORT(litslab_error)() { return error.c_str(); }
}

LITSLAB_GAME(battle_of_lits)
LITSLAB_GAME(tailits)
LITSLAB_GAME(tailits_taiji)
LITSLAB_GAME(taiji_battle)
LITSLAB_GAME(taiji)
LITSLAB_GAME(wythe)

LITSLAB_FUNCTION(engine_release) { engines.remove(reader.number()); }
LITSLAB_FUNCTION(engine_value_limit) { put(engines.at(reader.number()).value_limit()); }

LITSLAB_FUNCTION(engine_choices) {
    const Engine& engine = engines.at(reader.number());
    put_list(engine.choices(reader.question()));
}

LITSLAB_FUNCTION(engine_likely_moves) {
    const Engine& engine = engines.at(reader.number());
    const TranspositionTable& table = tables.at(reader.number());
    const int target = reader.number();
    put_list(engine.likely_moves(reader.question(), table, target));
}

// The value, or nothing if the game is not over.
LITSLAB_FUNCTION(engine_final_value) {
    const Engine& engine = engines.at(reader.number());
    if (const auto value = engine.final_value(reader.question())) put(*value);
}

LITSLAB_FUNCTION(engine_solve) {
    const Engine& engine = engines.at(reader.number());
    TranspositionTable& table = tables.at(reader.number());
    const int lower = reader.number(), upper = reader.number(), guess = reader.number();
    const Limits limits = reader.limits();
    StopToken stop(limits);
    const auto report = [&](Bounds bounds) {
        litslab_progress(bounds.lower, bounds.upper, static_cast<double>(stop.nodes()));
    };
    const auto found = solve(engine, reader.question(), {lower, upper}, guess, table, stop, 1, report);
    put(found.bounds.lower);
    put(found.bounds.upper);
    put_wide(found.nodes);
    put_real(found.seconds);
    put(found.stopped);
}

// The ending, positions, nodes and choices.
LITSLAB_FUNCTION(engine_strategy) {
    const Engine& engine = engines.at(reader.number());
    TranspositionTable& table = tables.at(reader.number());
    const Limits limits = reader.limits();
    StrategyTask task;
    task.side = reader.number();
    task.value = reader.number();
    task.rank = reader.list<std::uint32_t>();
    task.symmetries = reader.lists<std::uint32_t>();
    task.most_moves = reader.wide();
    task.most_positions = reader.wide();
    StopToken stop(limits);
    std::atomic<std::uint64_t> met{0};
    const auto found = engine.strategy(reader.question(), task, table, stop, met);
    put(static_cast<int>(found.ending));
    put_wide(found.positions);
    put_wide(found.nodes);
    put_list(found.choices);
}

LITSLAB_FUNCTION(engine_tree_search) {
    const Engine& engine = engines.at(reader.number());
    const std::uint64_t seed = reader.wide();
    put(trees.add(engine.tree_search(reader.question(), seed)));
}

LITSLAB_FUNCTION(table_new) {
    put(tables.add(std::make_unique<TranspositionTable>(static_cast<std::size_t>(reader.wide()))));
}
LITSLAB_FUNCTION(table_release) { tables.remove(reader.number()); }
LITSLAB_FUNCTION(table_bytes_in_use) { put_wide(tables.at(reader.number()).bytes_in_use()); }
LITSLAB_FUNCTION(table_clear) { tables.at(reader.number()).clear(); }

LITSLAB_FUNCTION(tree_release) { trees.remove(reader.number()); }

LITSLAB_FUNCTION(tree_run) {
    TreeSearch& tree = trees.at(reader.number());
    StopToken stop(reader.limits());
    tree.run(stop);
}

LITSLAB_FUNCTION(tree_state) {
    const TreeSearch& tree = trees.at(reader.number());
    put_wide(tree.playouts());
    put(tree.proved().lower);
    put(tree.proved().upper);
}

LITSLAB_FUNCTION(tree_moves) {
    for (const MoveStatistics& each : trees.at(reader.number()).moves()) {
        put(each.move);
        put_wide(each.visits);
        put_wide(each.wins);
        put_wide(static_cast<std::uint64_t>(each.values));
        put_real(each.mean);
        put(each.proved.lower);
        put(each.proved.upper);
    }
}

LITSLAB_FUNCTION(tree_line) { put_list(trees.at(reader.number()).line()); }

LITSLAB_FUNCTION(simulator_release) { simulators.remove(reader.number()); }

// The layers' names, each as a list of characters.
LITSLAB_FUNCTION(simulator_layers) {
    for (const std::string& name : simulators.at(reader.number()).layers())
        put_list(std::vector<int>(name.begin(), name.end()));
}

LITSLAB_FUNCTION(simulator_simulate) {
    const Simulator& simulator = simulators.at(reader.number());
    const bool keep_moves = reader.number() != 0;
    const auto seeds = reader.wides();
    const auto found = simulator.simulate(reader.question(), seeds.data(), seeds.size(), keep_moves);
    put_list(found.length);
    put_list(found.scores);
    put_list(found.winner);
    put_list(found.opening);
    put_list(found.branching);
    put_list(found.moves);
    put_list(found.first_length);
    put_list(found.first_scores);
    put_wides(found.occupancy);
}

LITSLAB_FUNCTION(lits_new) { put(solvers.add(std::make_unique<LitsSolver>())); }
LITSLAB_FUNCTION(lits_release) { solvers.remove(reader.number()); }

// Whether there is no other solution, nodes, propagations, conflicts and seconds, then the solutions' squares and shapes.
LITSLAB_FUNCTION(lits_solve) {
    LitsSolver& solver = loaded(reader);
    const auto wanted = static_cast<std::size_t>(reader.number());
    StopToken stop(reader.limits());
    const auto found = solver.solve(wanted, stop);
    put(found.complete);
    put_wide(found.nodes);
    put_wide(found.propagations);
    put_wide(found.conflicts);
    put_real(found.seconds);
    for (const auto& solution : found.solutions) {
        put_list(solution.squares);
        put_list(solution.shapes);
    }
}

LITSLAB_FUNCTION(lits_conclude) {
    LitsSolver& solver = loaded(reader);
    const auto found = solver.conclude(reader.number() != 0);
    put(found.possible);
    put_wide(found.propagations);
    put_list(found.shaded);
    put_list(found.unshaded);
    put_list(found.open);
}

LITSLAB_FUNCTION(lits_may_be_symmetric) {
    LitsSolver& solver = loaded(reader);
    put(solver.may_be_symmetric(reader.lists()));
}
