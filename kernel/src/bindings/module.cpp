// The Python module kernel._kernel: what every door of the kernel offers, and finished positions.
#include "bindings/door.hpp"
#include "finals/enumeration.hpp"
#include "finals/few_pieces.hpp"

// A pair in Python.
template <>
struct nb::detail::type_caster<litslab::Symmetry> {
    NB_TYPE_CASTER(litslab::Symmetry, const_name("tuple"))

    bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) noexcept {
        make_caster<std::pair<std::vector<int>, std::vector<std::uint64_t>>> pair;
        if (!pair.from_python(source, flags, cleanup)) return false;
        auto [image, colourings] = std::pair<std::vector<int>, std::vector<std::uint64_t>>(pair);
        value = {std::move(image), std::move(colourings)};
        return true;
    }
};

namespace litslab {

namespace {

FewPieces find_few_pieces(Run& run, FewPiecesSearch& search, int most, std::vector<int> used_up,
                          std::vector<std::vector<int>> entered, std::vector<int> avoided,
                          std::vector<std::vector<int>> symmetries, std::uint64_t nodes, double seconds) {
    StopToken stop = run.within(seconds, Limits{}.nodes);
    auto answer = search.find({most, std::move(used_up), std::move(entered), std::move(avoided), std::move(symmetries)},
                              nodes, stop);
    answer.interrupted = run.interrupted;
    return answer;
}

// Python's whole numbers have no end.
nb::object to_python(const Natural& number) {
    nb::object whole = nb::int_(0);
    for (auto digit = number.digits().rbegin(); digit != number.digits().rend(); ++digit)
        whole = (whole << nb::int_(64)) | nb::int_(*digit);
    return whole;
}

nb::list whole_positions(const Census& census) {
    nb::list list;
    for (const auto& number : census.by_pieces) list.append(to_python(number / Census::unit));
    return list;
}

// What was counted before a limit or a signal is returned; the caller sees `stopped`.
Census count(Run& run, const Enumeration& enumeration, bool kept, double seconds, std::uint64_t nodes,
             const std::function<void(nb::list)>& progress) {
    Census census;
    StopToken stop = run.within(seconds, nodes, [&] {
        if (progress) progress(whole_positions(census));
    });
    take_census(enumeration, kept, stop, census);
    census.interrupted = run.interrupted;
    return census;
}

// Passes on all finished positions in batches; returns whether these were all.
bool walk(Run& run, const Enumeration& enumeration,
          const std::function<void(const std::vector<std::vector<int>>&)>& take, std::size_t batch, double seconds) {
    StopToken stop = run.within(seconds, Limits{}.nodes);
    std::vector<std::vector<int>> waiting;
    bool complete = true;
    try {
        NodeCounter counter(stop);
        counter.check();
        enumeration.walk(counter, [&](std::span<const int> placed) {
            waiting.emplace_back(placed.begin(), placed.end());
            if (waiting.size() < batch) return;
            take(waiting);
            waiting.clear();
        });
    } catch (const Stopped&) {
        complete = false;
    }
    take(waiting);
    run.raise_if_interrupted();
    return complete;
}

// Fewer than requested if time ran out first.
std::vector<std::pair<double, int>> draw(Run& run, const Enumeration& enumeration, std::uint64_t samples,
                                         std::uint64_t seed, double seconds) {
    StopToken stop = run.within(seconds, Limits{}.nodes);
    std::vector<std::pair<double, int>> rows;
    Random random(seed);
    for (std::uint64_t n = 0; n < samples && !stop.stop_requested(); ++n) {
        const auto drawn = enumeration.draw(random);
        rows.emplace_back(drawn.log_weight, drawn.pieces);
        stop.report(1, true);
    }
    run.raise_if_interrupted();
    return rows;
}

void describe_finals(PythonDoor& door) {
    door.type<FewPieces>("FewPieces")
        .property("placed", &FewPieces::placed)
        .property("nodes", &FewPieces::nodes)
        .property("stopped", &FewPieces::stopped)
        .property("interrupted", &FewPieces::interrupted);
    door.type<FewPiecesSearch>("FewPiecesSearch")
        .method("find", &find_few_pieces, "most", by_name, "used_up", "entered", "avoided", "symmetries", "nodes",
                "seconds");
    door.function("few_pieces_search", &few_pieces_search, "columns", "rows", "placements", "supply");

    door.type<Census>("Census")
        .property("by_pieces", &whole_positions)
        .property("kept", [](const Census& census) { return to_python(census.kept / Census::unit); })
        .property("nodes", &Census::nodes)
        .property("seconds", &Census::seconds)
        .property("stopped", &Census::stopped)
        .property("interrupted", &Census::interrupted);
    door.type<Enumeration>("Enumeration")
        .method("count", &count, by_name, Default{"kept", true}, "seconds", "nodes", Default{"progress", nullptr})
        .method("walk", &walk, "take", by_name, "batch", "seconds")
        .method("draw", &draw, "samples", "seed", by_name, "seconds");
    door.function("finished_layouts", &enumerate_layouts, "columns", "rows", "placements", "supply", "first", "symmetries");
    door.function("finished_packings", &enumerate_packings, "columns", "rows", "dominoes", "colourings", "symmetries");
    door.function("finished_stacks", &enumerate_stacks, "placements", "symmetries");
}

}  // namespace

}  // namespace litslab

NB_MODULE(_kernel, module) {
    // Engines live in caches to the end of the interpreter, which does not always clear them before nanobind looks.
    nb::set_leak_warnings(false);
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const litslab::Interrupted&) {
            PyErr_SetNone(PyExc_KeyboardInterrupt);
        }
    });

    litslab::PythonDoor door{module};
    litslab::describe(door);
    litslab::describe_finals(door);
}
