// A parameter with a layout = transpose(row-major parameter of the sizes in physical order); a result the other way round.
#include <algorithm>

#include "ir/builder.h"
#include "lower/pass.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::vector<Shape> leaves_of(const std::vector<Shape>& shapes) {
    std::vector<Shape> leaves;
    for (const Shape& shape : shapes) for_each_leaf(shape, [&](const Shape& leaf) { leaves.push_back(leaf); });
    return leaves;
}

// Dimensions of the array, slowest first.
std::vector<std::int64_t> physical_order(const Shape& shape) {
    std::vector<std::int64_t> order = shape.minor_to_major();
    std::reverse(order.begin(), order.end());
    return order;
}

InstructionId from_physical(ComputationBuilder& builder, Instruction& parameter, const Shape& boundary) {
    const std::vector<std::int64_t> order = physical_order(boundary);
    if (is_identity(order)) return builder.add(std::move(parameter));
    builder.stand_for(parameter);
    parameter.shape.dims = permuted(boundary.dims, order);
    return builder.transpose(builder.add(std::move(parameter)), inverse_permutation(order));
}

InstructionId to_physical(ComputationBuilder& builder, Instruction& root, const std::vector<Shape>& boundary) {
    builder.stand_for(root);
    for (std::size_t i = 0; i < root.operands.size(); ++i) {
        const std::vector<std::int64_t> order = physical_order(boundary[i]);
        if (is_identity(order)) continue;
        root.operands[i] = builder.transpose(root.operands[i], order);
        root.shape.tuple[i] = builder[root.operands[i]].shape;
    }
    return builder.add(std::move(root));
}

} // namespace

bool permute_boundary(Module& module) {
    const std::vector<Shape> parameters = leaves_of(module.parameter_shapes);
    const std::vector<Shape> results = leaves_of({module.result_shape});
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
