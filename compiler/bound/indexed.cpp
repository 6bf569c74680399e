// Ops with indices, and sort: where elements are at run time, over dynamic dimensions.
#include <algorithm>
#include <limits>

#include "bound/bound_op.h"
#include "ops/combiner.h"

namespace hlo2cpp {
namespace {

bool contains(const std::vector<std::int64_t>& numbers, std::size_t number) {
    return std::ranges::find(numbers, static_cast<std::int64_t>(number)) != numbers.end();
}

// The comparison of a sort, for elements with a flag each: used elements compare as before, unused ones come last.
Computation with_unused_last(BoundOp& op, const Computation& compare) {
    ComputationBuilder builder(compare.name + ".used");
    std::vector<InstructionId> now(compare.instructions.size());
    for (const InstructionId parameter : compare.parameters) {
        builder.stand_for(compare[parameter]);
        now[parameter.index()] = builder.parameter(compare[parameter].shape);
    }
    for (std::size_t i = 0; i < now.size(); ++i) {
        Instruction instruction = compare.instructions[i];
        if (instruction.opcode == Opcode::Parameter) continue;
        for (InstructionId& operand : instruction.operands) operand = now[operand.index()];
        now[i] = builder.add(std::move(instruction));
    }
    builder.stand_for(op.source);
    const Shape pred = Shape::scalar(ElementType::Pred);
    const InstructionId a = builder.parameter(pred), b = builder.parameter(pred); // true if used
    const InstructionId differ = builder.apply(Opcode::Xor, pred, {a, b});
    const InstructionId before = now[compare.root.index()];
    const InstructionId root = builder.apply(Opcode::Select, pred, {differ, a, before});
    return std::move(builder).build(root);
}

// Indices as s32, or as s64 if s32 does not hold them.
InstructionId wide_index(BoundOp& op, InstructionId index) {
    const Shape shape = op.e.shape_of(index);
    const bool narrow = info(shape.type).bits < 32 || shape.type == ElementType::S32;
    if (shape.type == ElementType::U64)
        index = op.e.binary(Opcode::Minimum, index, op.e.integer(shape, std::numeric_limits<std::int64_t>::max()));
    return op.e.convert(narrow ? ElementType::S32 : ElementType::S64, index);
}

} // namespace

BoundArrays bound_sort(BoundOp& op) {
    const auto along = static_cast<std::size_t>(op.e.attributes().dimensions[0]);
    const Shape shape = op.shape_of(op.operands[0]);
    std::vector<InstructionId> sizes(shape.rank());
    BoundOp::Values arrays;
    for (const BoundArray& operand : op.operands) {
        arrays.push_back(operand.array);
        for (std::size_t d = 0; d < sizes.size(); ++d)
            if (operand.is_dynamic(d)) sizes[d] = operand.sizes[d];
    }
    if (!sizes[along].valid()) return op.results(op.keep(), sizes);
    BoundArray used{op.operands[0].array, std::vector<InstructionId>(sizes.size())};
    used.sizes[along] = sizes[along];
    arrays.push_back(op.inside(used));
    std::vector<Shape> shapes;
    for (const InstructionId array : arrays) shapes.push_back(Shape::array(op.e.shape_of(array).type, shape.dims));
    const InstructionId sort = op.e.builder().apply(Opcode::Sort, Shape::tuple_of(shapes), arrays);
    op.e.builder()[sort].attributes = op.e.attributes();
    op.e.builder()[sort].called = {op.add(with_unused_last(op, op.e.computation(op.source.called[0])))};
    BoundArrays results = op.results(sort, sizes);
    results.pop_back();
    return results;
}

BoundArrays bound_gather(BoundOp& op) {
    const GatherDimensions& g = *op.e.attributes().gather;
    const BoundArray &operand = op.operands[0], &indices = op.operands[1];
    std::vector<InstructionId> sizes(op.e.shape().rank());
    std::size_t offset = 0, vector = 0;
    for (std::size_t d = 0; d < op.shape_of(operand).rank(); ++d) {
        if (contains(g.collapsed_slice_dims, d) || contains(g.operand_batching_dims, d)) continue;
        const auto to = static_cast<std::size_t>(g.offset_dims[offset++]);
        const bool whole = op.e.attributes().slice_sizes[d] == op.shape_of(operand).dims[d];
        if (whole && operand.is_dynamic(d)) sizes[to] = operand.sizes[d];
    }
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (contains(g.offset_dims, d)) continue;
        if (static_cast<std::int64_t>(vector) == g.index_vector_dim) ++vector;
        if (indices.is_dynamic(vector)) sizes[d] = indices.sizes[vector];
        ++vector;
    }
    return op.results(op.keep(), sizes);
}

// An index vector that is not used names an element outside of the operand, which changes none.
BoundArrays bound_scatter(BoundOp& op) {
    const ScatterDimensions& s = *op.e.attributes().scatter;
    const std::size_t arrays = op.operands.size() / 2;
    BoundArray indices = op.operands[arrays];
    indices.sizes.resize(op.shape_of(indices).rank());
    if (s.index_vector_dim < static_cast<std::int64_t>(indices.sizes.size()) &&
        indices.is_dynamic(static_cast<std::size_t>(s.index_vector_dim)))
        op.fail("index vectors of a dynamic size are not supported: export it with static shapes");
    const auto combiner = simple_combiner(op.e.computation(op.source.called[0]));
    BoundOp::Values updates;
    for (std::size_t i = 0; i < arrays; ++i) {
        const BoundArray &input = op.operands[i], &update = op.operands[arrays + 1 + i];
        BoundArray window{update.array, std::vector<InstructionId>(op.shape_of(update).rank())};
        std::size_t vector = 0, within = 0;
        for (std::size_t d = 0; d < window.sizes.size(); ++d) {
            if (!contains(s.update_window_dims, d)) {
                if (static_cast<std::int64_t>(vector) == s.index_vector_dim) ++vector;
                if (update.is_dynamic(d) && !indices.is_dynamic(vector)) indices.sizes[vector] = update.sizes[d];
                ++vector;
                continue;
            }
            while (contains(s.inserted_window_dims, within) || contains(s.input_batching_dims, within)) ++within;
            // If the window is as large as the input, its unused elements fall on the input's unused elements.
            const bool falls_outside = input.is_dynamic(within) && update.is_dynamic(d) &&
                                       input.sizes[within] == update.sizes[d] &&
                                       op.shape_of(input).dims[within] == op.shape_of(update).dims[d];
            if (update.is_dynamic(d) && !falls_outside) window.sizes[d] = update.sizes[d];
            ++within;
        }
        const InstructionId neutral = window.is_dynamic() && arrays == 1 && combiner
                                          ? neutral_of(op, *combiner, op.shape_of(update).type)
                                          : InstructionId();
        if (window.is_dynamic() && !neutral.valid())
            op.fail("a scatter of windows of a dynamic size is only supported where its computation is one op such as "
                    "add or maximum: export it with static shapes");
        updates.push_back(window.is_dynamic() ? op.masked(window, neutral) : update.array);
    }
    BoundOp::Values operands;
    for (std::size_t i = 0; i < arrays; ++i) operands.push_back(op.operands[i].array);
    const InstructionId wide = wide_index(op, indices.array);
    operands.push_back(op.masked({wide, indices.sizes},
                                 op.e.integer(Shape::scalar(op.e.shape_of(wide).type), ~std::uint64_t{0}))); // -1
    operands.insert(operands.end(), updates.begin(), updates.end());
    BoundArrays results = op.results(op.keep(operands), {});
    for (std::size_t i = 0; i < arrays; ++i) results[i].sizes = op.operands[i].sizes;
    return results;
}

// A slice as large as the operand is all of it, wherever it should begin; any other slice is static.
BoundArrays bound_dynamic_slice(BoundOp& op) {
    const BoundArray& operand = op.operands[0];
    std::vector<InstructionId> sizes(op.e.shape().rank());
    for (std::size_t d = 0; d < sizes.size(); ++d)
        if (operand.is_dynamic(d) && op.e.shape().dims[d] == op.shape_of(operand).dims[d]) sizes[d] = operand.sizes[d];
    return op.results(op.keep(), sizes);
}

// Unused elements of the update leave the operand as it is.
BoundArrays bound_dynamic_update_slice(BoundOp& op) {
    BoundArray operand = op.operands[0], update = op.operands[1];
    const std::size_t rank = op.e.shape().rank();
    operand.sizes.resize(rank);
    update.sizes.resize(rank);
    for (std::size_t d = 0; d < rank; ++d) {
        const bool whole = op.shape_of(update).dims[d] == op.shape_of(operand).dims[d]; // begins at 0
        if (!whole || !update.is_dynamic(d) || !op.declares(d)) continue;
        operand.sizes[d] = update.sizes[d]; // unused elements meet unused ones
        update.sizes[d] = {};
    }
    if (!update.is_dynamic()) return {{op.keep(), operand.sizes}};
    const std::vector<std::int64_t> dims = op.e.shape().dims, part = op.shape_of(update).dims;
    BoundOp::Values start;
    InstructionId room = operand.array; // so that a part may begin anywhere in the operand
    for (std::size_t d = 0; d < rank; ++d) {
        const InstructionId index = wide_index(op, op.operands[2 + d].array);
        const InstructionId last = op.larger(op.minus(op.size(operand, d), op.size(update, d)), op.count(0));
        const ElementType type = op.e.shape_of(index).type;
        start.push_back(op.e.builder().apply(Opcode::Clamp, Shape::scalar(type),
                                             {op.e.integer(Shape::scalar(type), 0), index, op.e.convert(type, last)}));
        if (update.is_dynamic(d)) room = op.e.concatenate({room, room}, static_cast<std::int64_t>(d));
    }
    const bool wide =
        std::ranges::any_of(start, [&](InstructionId index) { return op.e.shape_of(index).type == ElementType::S64; });
    for (InstructionId& index : start) index = op.e.convert(wide ? ElementType::S64 : ElementType::S32, index);
    const InstructionId mixed = op.e.select(op.inside(update), update.array, op.e.piece(room, start, part));
    InstructionId result = op.e.with_piece(room, start, mixed);
    for (std::size_t d = 0; d < rank; ++d) result = op.e.slice(result, d, 0, dims[d]);
    return {{result, operand.sizes}};
}

} // namespace hlo2cpp
