#include "check/self_test.h"

#include <algorithm>
#include <cmath>

#include "check/compare.h"
#include "evaluate/tensor.h"
#include "ir/layout_order.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostSums = 256; // of a result

std::vector<Shape> leaves_of(const std::vector<Shape>& shapes) {
    std::vector<Shape> leaves;
    for (const Shape& shape : shapes) for_each_leaf(shape, [&](const Shape& leaf) { leaves.push_back(leaf); });
    return leaves;
}

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
    for (std::int64_t i = 0; i < elements.size(); ++i) add(elements(i), static_cast<std::int64_t>(i / run));
}

SelfTest::Result expected(const Literal& result, const Shape& shape, bool rounded) {
    const Tensor memory =
        to_tensor({.shape = caller_shape(shape), .bytes = to_layout(result.bytes, shape), .tuple = {}});
    const Tolerance tolerance = result_tolerance(memory.shape.type);
    SelfTest::Result expected;
    expected.run = std::max<std::int64_t>((memory.elements() + kMostSums - 1) / kMostSums, 1);
    Tensor sums(Shape::array(sum_type(memory.shape.type), {(memory.elements() + expected.run - 1) / expected.run}));
    if (is_float(memory.shape.type)) {
        double largest = 1;
        for_each_element(memory.reals(), expected.run, [&](double element, std::int64_t sum) {
            if (std::isfinite(element)) largest = std::max(largest, std::abs(element));
            sums.reals()(sum) += element;
        });
        for (double& sum : sums.reals()) sum = round_to(sums.shape.type, sum);
        expected.relative = tolerance.relative;
        expected.absolute = tolerance.absolute * largest * static_cast<double>(expected.run);
    } else {
        for_each_element(memory.integers(), expected.run, [&](std::int64_t element, std::int64_t sum) {
            std::int64_t& into = sums.integers()(sum);
            into = static_cast<std::int64_t>(static_cast<std::uint64_t>(into) + static_cast<std::uint64_t>(element));
        });
        for (std::int64_t& sum : sums.integers()) sum = wrap_to(sums.shape.type, sum);
        if (rounded)
            expected.most = static_cast<std::int64_t>(tolerance.flips * static_cast<double>(memory.elements()));
    }
    expected.sums = to_literal(sums);
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

SelfTest make_self_test(const Module& module, const std::vector<Literal>& arguments,
                        const std::vector<Literal>& results) {
    SelfTest test;
    const std::vector<Shape> parameter_shapes = leaves_of(module.parameter_shapes);
    for (std::size_t i = 0; i < arguments.size(); ++i)
        test.arguments.push_back({.stored = Literal{.shape = caller_shape(parameter_shapes[i]),
                                                    .bytes = to_layout(arguments[i].bytes, parameter_shapes[i]),
                                                    .tuple = {}}});
    const std::vector<Shape> result_shapes = leaves_of({module.result_shape});
    const bool rounded = has_floats(module);
    for (std::size_t i = 0; i < results.size(); ++i)
        test.results.push_back(expected(results[i], result_shapes[i], rounded));
    return test;
}

} // namespace hlo2cpp
