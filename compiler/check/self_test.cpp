#include "check/self_test.h"

#include <algorithm>
#include <cmath>

#include "check/compare.h"
#include "check/decompositions.h"
#include "check/moved.h"
#include "ir/layout_order.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostSums = 256; // of a result

bool has_floats(const Module& module) {
    return std::ranges::any_of(module.computations, [](const Computation& computation) {
        return std::ranges::any_of(computation.instructions, [](const Instruction& instruction) {
            return instruction.shape.is_array() && is_float(part_type(instruction.shape.type));
        });
    });
}

ElementType sum_type(ElementType type) {
    if (is_float(type)) return type == ElementType::F64 ? type : ElementType::F32;
    return info(type).bits == 64 ? ElementType::U64 : ElementType::U32;
}

// Calls add(element, sum) with the number of the sum that the element is in.
template <typename Elements, typename Add>
void for_each_element(const Elements& elements, std::int64_t run, Add&& add) {
    for (std::int64_t i = 0; i < elements.size(); ++i) add(elements(i), i / run);
}

// Neighbours of the result, which is as it lies in memory, are added up.
Tensor sums_of(const Tensor& memory, std::int64_t run) {
    Tensor sums(Shape::array(sum_type(memory.shape.type), {(memory.elements() + run - 1) / run}));
    if (is_float(memory.shape.type)) {
        for_each_element(memory.reals(), run, [&](double element, std::int64_t sum) { sums.reals()(sum) += element; });
        for (double& sum : sums.reals()) sum = round_to(sums.shape.type, sum);
        return sums;
    }
    for_each_element(memory.integers(), run, [&](std::int64_t element, std::int64_t sum) {
        std::int64_t& into = sums.integers()(sum);
        into = static_cast<std::int64_t>(static_cast<std::uint64_t>(into) + static_cast<std::uint64_t>(element));
    });
    for (std::int64_t& sum : sums.integers()) sum = wrap_to(sums.shape.type, sum);
    return sums;
}

double largest_element(const Tensor& memory) {
    double largest = 1;
    for (const double element : memory.reals())
        if (std::isfinite(element)) largest = std::max(largest, std::abs(element));
    return largest;
}

// The distance of sums that wrap around counts from the nearer side, and all are added up.
std::int64_t distance(const Tensor& sums, const Tensor& others) {
    std::int64_t total = 0;
    for (std::int64_t i = 0; i < sums.integers().size(); ++i) {
        const auto apart = [&](const Tensor& a, const Tensor& b) {
            const std::uint64_t difference =
                static_cast<std::uint64_t>(a.integers()(i)) - static_cast<std::uint64_t>(b.integers()(i));
            return static_cast<std::uint64_t>(wrap_to(sums.shape.type, static_cast<std::int64_t>(difference)));
        };
        total += static_cast<std::int64_t>(std::min(apart(sums, others), apart(others, sums)));
    }
    return total;
}

// Widens the tolerance of sums by the distance that rounding moves them.
void allow_move(SelfTest::Result& expected, const Tensor& sums, const Tensor& moved, const Tolerance& tolerance) {
    if (!is_float(sums.shape.type)) {
        expected.most = std::max(expected.most, distance(sums, moved));
        return;
    }
    const double move = tolerance.moves * largest_move(sums, moved);
    expected.absolute = std::max(expected.absolute, move);
    const auto is_less = [&](double sum) { return std::abs(sum) < move; };
    expected.by_rounding = expected.by_rounding || (sums.elements() > 0 && std::ranges::all_of(sums.reals(), is_less));
}

// `moved`: the same result of moved evaluations.
SelfTest::Result expected(const Tensor& result, const std::vector<const Tensor*>& moved, const Shape& shape,
                          bool rounded) {
    const auto in_memory = [&](const Tensor& tensor) {
        return to_tensor(
            {.shape = caller_shape(shape), .bytes = to_layout(to_literal(tensor).bytes, shape), .tuple = {}});
    };
    const Tensor memory = in_memory(result);
    const Tolerance tolerance = result_tolerance(memory.shape.type);
    SelfTest::Result expected;
    expected.run = std::max<std::int64_t>((memory.elements() + kMostSums - 1) / kMostSums, 1);
    const Tensor sums = sums_of(memory, expected.run);
    expected.sums = to_literal(sums);
    if (is_float(memory.shape.type)) {
        expected.relative = tolerance.relative;
        expected.absolute = tolerance.absolute * largest_element(memory) * static_cast<double>(expected.run);
    } else if (rounded) {
        expected.most = static_cast<std::int64_t>(tolerance.flips * static_cast<double>(memory.elements()));
    }
    for (const Tensor* other : moved) allow_move(expected, sums, sums_of(in_memory(*other), expected.run), tolerance);
    return expected;
}

} // namespace

std::int64_t SelfTest::stored_bytes() const {
    std::size_t bytes = 0;
    for (const Argument& argument : arguments)
        if (argument.stored) bytes += argument.stored->bytes.size();
    for (const Result& result : results) bytes += result.sums.bytes.size();
    return static_cast<std::int64_t>(bytes);
}

SelfTest make_self_test(const Module& module, const std::vector<Literal>& arguments) {
    SelfTest test;
    std::vector<Tensor> tensors;
    const std::vector<Shape> parameter_shapes = leaves_of(module.parameter_shapes);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        tensors.push_back(to_tensor(arguments[i]));
        test.arguments.push_back({.stored = Literal{.shape = caller_shape(parameter_shapes[i]),
                                                    .bytes = to_layout(arguments[i].bytes, parameter_shapes[i]),
                                                    .tuple = {}}});
    }
    DecompositionJudge judge(module);
    const MovedResults evaluated = evaluate_moved(
        module, tensors, [] { return nullptr; }, &judge);
    if (judge.first())
        throw InputError(Diagnostic{.message = "--self-test has nothing to compare with: " + judge.first()->message,
                                    .instruction = judge.first()->instruction,
                                    .op_name = judge.first()->op_name});
    const std::vector<Shape> result_shapes = leaves_of(module.result_shape);
    const bool rounded = has_floats(module);
    for (std::size_t i = 0; i < evaluated.results.size(); ++i) {
        std::vector<const Tensor*> moved;
        for (const std::vector<Tensor>& results : evaluated.moved) moved.push_back(&results[i]);
        test.results.push_back(expected(evaluated.results[i], moved, result_shapes[i], rounded));
    }
    return test;
}

} // namespace hlo2cpp
