// A parameter with a layout = transpose(slice of the row-major array that its memory is); a result = pad(transpose) of
// it.
#include <algorithm>
#include <cmath>

#include "evaluate/tensor.h"
#include "ir/computation_builder.h"
#include "ir/float_format.h"
#include "lower/pass.h"
#include "ops/array_builder.h"
#include "rewrite/combiner_algebra.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// The largest number of a type without infinities.
double largest(ElementType type) {
    double largest = 0; // decodes the patterns below the one of all ones, the first of which may be NaNs
    for (std::uint64_t bits = (std::uint64_t{1} << (info(type).bits - 1)) - 1; largest == 0 && bits > 0; --bits)
        if (std::isfinite(decode_float(type, bits))) largest = decode_float(type, bits);
    return largest;
}

LiteralPtr padding_literal(const Shape& boundary) {
    const LayoutPadding padding = boundary.layout.padding;
    const bool highest = padding == LayoutPadding::Highest, lowest = padding == LayoutPadding::Lowest;
    if (is_complex(boundary.type) || (!highest && !lowest))
        return scalar_literal(boundary.type, padding == LayoutPadding::One ? 1 : 0);
    // No number is higher than the neutral one of the minimum.
    if (LiteralPtr end = neutral_element(highest ? Opcode::Minimum : Opcode::Maximum, boundary.type)) return end;
    return scalar_literal(boundary.type, highest ? largest(boundary.type) : -largest(boundary.type));
}

InstructionId without_padding(ComputationBuilder& builder, InstructionId memory, std::vector<std::int64_t> dims) {
    const Shape from = builder[memory].shape;
    if (from.dims == dims) return memory;
    std::vector<SliceDimension> slice;
    for (const std::int64_t size : dims) slice.push_back({.start = 0, .limit = size, .stride = 1});
    const InstructionId id = builder.apply(Opcode::Slice, Shape::array(from.type, std::move(dims)), {memory});
    builder[id].attributes.slice = std::move(slice);
    return id;
}

InstructionId with_padding(ComputationBuilder& builder, InstructionId array, const Shape& boundary) {
    const std::vector<std::int64_t> dims = memory_shape(boundary).dims, own = builder[array].shape.dims;
    if (own == dims) return array;
    const InstructionId value = builder.constant(padding_literal(boundary));
    const InstructionId id = builder.apply(Opcode::Pad, Shape::array(boundary.type, dims), {array, value});
    for (std::size_t d = 0; d < dims.size(); ++d)
        builder[id].attributes.padding.push_back({.low = 0, .high = dims[d] - own[d], .interior = 0});
    return id;
}

InstructionId from_physical(ComputationBuilder& builder, Instruction& parameter, const Shape& boundary) {
    if (boundary.row_major()) return builder.add(std::move(parameter));
    const std::vector<std::int64_t> order = physical_order(boundary);
    builder.stand_for(parameter);
    parameter.shape.dims = memory_shape(boundary).dims;
    const InstructionId memory = builder.add(std::move(parameter));
    return ArrayBuilder(builder).transpose(without_padding(builder, memory, permuted(boundary.dims, order)),
                                           inverse_permutation(order));
}

InstructionId to_physical(ComputationBuilder& builder, Instruction& root, const std::vector<Shape>& boundary) {
    builder.stand_for(root);
    for (std::size_t i = 0; i < root.operands.size(); ++i) {
        if (boundary[i].row_major()) continue;
        const InstructionId array = ArrayBuilder(builder).transpose(root.operands[i], physical_order(boundary[i]));
        root.operands[i] = with_padding(builder, array, boundary[i]);
        root.shape.tuple[i] = builder[root.operands[i]].shape;
    }
    return builder.add(std::move(root));
}

} // namespace

bool permute_boundary(Module& module) {
    const std::vector<Shape> parameters = leaves_of(module.parameter_shapes);
    const std::vector<Shape> results = leaves_of(module.result_shape);
    const auto row_major = [](const std::vector<Shape>& shapes) {
        return std::all_of(shapes.begin(), shapes.end(), [](const Shape& shape) { return shape.row_major(); });
    };
    if (row_major(parameters) && row_major(results)) return false;
    Computation& entry = module[module.entry];
    check_internal(parameters.size() == entry.parameters.size(), "one parameter of the entry a leaf");
    check_internal(results.size() == entry[entry.root].operands.size(), "one result of the entry a leaf");
    std::size_t seen = 0;
    const std::size_t root = entry.root.index();
    rebuild(entry, [&](ComputationBuilder& builder, Instruction& instruction) {
        const bool is_root = seen++ == root;
        if (is_root) return to_physical(builder, instruction, results);
        if (instruction.opcode != Opcode::Parameter) return builder.add(std::move(instruction));
        const auto number = static_cast<std::size_t>(instruction.attributes.parameter_number);
        return from_physical(builder, instruction, parameters[number]);
    });
    return true;
}

} // namespace hlo2cpp
