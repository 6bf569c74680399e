#include "driver/example_call.h"

#include "ir/layout_order.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostElements = 64; // of an argument that is made up, in the example's text

Literal in_memory(const Literal& row_major, const Shape& shape) {
    return {.shape = caller_shape(shape), .bytes = to_layout(row_major.bytes, shape), .tuple = {}};
}

// Writes the first elements of the array over its others; they are left in `memory` alone.
void repeat_elements(Literal& row_major, Literal& memory, const Shape& shape) {
    const std::int64_t elements = memory.shape.elements();
    if (elements <= kMostElements || !padding_text(shape).empty()) return;
    const auto kept = static_cast<std::size_t>(kMostElements * byte_size(memory.shape.type));
    for (std::size_t i = kept; i < memory.bytes.size(); ++i) memory.bytes[i] = memory.bytes[i - kept];
    row_major.bytes = from_layout(memory.bytes, shape);
    memory.bytes.resize(kept);
    memory.shape = Shape::array(memory.shape.type, {kMostElements});
}

} // namespace

ExampleCall example_call_of(const Module& module, const std::vector<StateArray>& state, Arguments arguments) {
    ExampleCall call{.arguments = {}, .results = {}, .given = arguments.given};
    if (call.given && arguments.state_given && !state.empty())
        throw InputError("--project: the example calls the model in its initial state: leave out the --input of state");
    const std::vector<Shape> shapes = leaves_of(module.parameter_shapes);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (initial_value(module, state, i) != nullptr) {
            call.arguments.emplace_back();
            continue;
        }
        Literal memory = in_memory(arguments.leaves[i], shapes[i]);
        if (!call.given) repeat_elements(arguments.leaves[i], memory, shapes[i]);
        call.arguments.emplace_back(std::move(memory));
    }
    const std::vector<Shape> result_shapes = leaves_of(module.result_shape);
    const std::vector<Literal> results = run_evaluator(module, arguments.leaves, kMaxMadeUpRounds);
    for (std::size_t i = 0; i < results.size(); ++i) call.results.push_back(in_memory(results[i], result_shapes[i]));
    return call;
}

} // namespace hlo2cpp
