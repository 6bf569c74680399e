#include "lowering.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "evaluate/evaluator.h"
#include "ir/computation_builder.h"
#include "lower/lower.h"
#include "lower/lower_verify.h"
#include "precompute/precompute.h"
#include "read/reader.h"
#include "support/diagnostics.h"
#include "verify/verify.h"

namespace hlo2cpp::passes {
namespace {

// 1, 2, 3, ... and on, in the small numbers that every type has.
Tensor numbered(const Shape& shape, std::int64_t& next) {
    Tensor tensor(Shape::array(shape.type, shape.dims));
    for (std::int64_t i = 0; i < tensor.elements(); ++i) {
        const std::int64_t value = 1 + next++ % 100;
        if (is_float(shape.type))
            tensor.reals()(i) = static_cast<double>(value);
        else
            tensor.integers()(i) = is_pred(shape.type) ? value & 1 : value;
    }
    return tensor;
}

// The logical array as the row-major array of its physical order.
Tensor in_memory(const Tensor& logical, const Shape& shape) {
    std::vector<std::int64_t> order = shape.minor_to_major();
    std::reverse(order.begin(), order.end());
    Tensor memory(Shape::array(shape.type, permuted(shape.dims, order)));
    const std::vector<std::int64_t> logical_strides = row_major_strides(shape.dims), strides = layout_strides(shape);
    for (std::int64_t i = 0; i < logical.elements(); ++i) {
        std::int64_t to = 0;
        for (std::size_t d = 0; d < strides.size(); ++d) to += i / logical_strides[d] % shape.dims[d] * strides[d];
        memory.copy_element(to, logical, i);
    }
    return memory;
}

void require_same_results(const Module& source, const Module& lowered) {
    std::vector<Tensor> logical, memory;
    std::int64_t next = 0;
    for (const Shape& leaf : leaves_of(source.parameter_shapes)) {
        logical.push_back(numbered(leaf, next));
        memory.push_back(in_memory(logical.back(), leaf));
    }
    const std::vector<Tensor> expected = evaluate(source, logical), actual = evaluate(lowered, memory);
    const std::vector<Shape> results = leaves_of(source.result_shape);
    REQUIRE(actual.size() == expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i)
        CHECK(to_literal(actual[i]).bytes == to_literal(in_memory(expected[i], results[i])).bytes);
}

Module verified_source(const std::string& text) {
    Module source = read_module_bytes(text);
    Diagnostics diagnostics;
    verify(source, diagnostics);
    INFO(diagnostics.render("test"));
    REQUIRE(!diagnostics.has_errors());
    return source;
}

Module checked(const Module& source, Module module) {
    verify_lowering(module);
    require_same_results(source, module);
    return module;
}

} // namespace

Module lowered(const std::string& text) {
    const Module source = verified_source(text);
    return checked(source, lower(source));
}

Module lowered_entry(const std::string& instructions) {
    return lowered("HloModule m\nENTRY e {\n x = f32[2,3] parameter(0)\n y = f32[2,3] parameter(1)\n"
                   " n = s32[4] parameter(2)\n" +
                   instructions + "\n}");
}

Module precomputed(const std::string& text, const Target& target, const Goal& goal) {
    const Module source = verified_source(text);
    return checked(source, precompute(lower(source), target, goal));
}

Module lowered_by(const std::string& text, const std::function<void(Module&)>& pass) {
    const Module source = verified_source(text);
    Module module = simplified(source);
    pass(module);
    return checked(source, std::move(module));
}

std::size_t count(const Module& module, Opcode opcode) {
    std::size_t found = 0;
    for (const Computation& computation : module.computations)
        for (const Instruction& instruction : computation.instructions)
            if (instruction.opcode == opcode) ++found;
    return found;
}

std::size_t count_in_entry(const Module& module, Opcode opcode) {
    const std::vector<Instruction>& all = module.entry_computation().instructions;
    const auto found = std::count_if(all.begin(), all.end(), [&](const Instruction& i) { return i.opcode == opcode; });
    return static_cast<std::size_t>(found);
}

const Instruction& result(const Module& module, std::size_t leaf) {
    const Computation& entry = module.entry_computation();
    return entry[entry[entry.root].operands.at(leaf)];
}

const Instruction& operand(const Module& module, const Instruction& instruction, std::size_t i) {
    return module.entry_computation()[instruction.operands.at(i)];
}

const Instruction& only_while(const Module& module) {
    REQUIRE(count_in_entry(module, Opcode::While) == 1);
    const std::vector<Instruction>& all = module.entry_computation().instructions;
    return *std::find_if(all.begin(), all.end(), [](const Instruction& i) { return i.opcode == Opcode::While; });
}

std::vector<float> floats(const Literal& literal) {
    std::vector<float> values;
    for (std::int64_t i = 0; i < literal.shape.elements(); ++i) values.push_back(literal.at<float>(i));
    return values;
}

} // namespace hlo2cpp::passes
