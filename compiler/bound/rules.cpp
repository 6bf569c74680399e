// Rules for ops that move elements or work on each: dynamic dimensions of results follow from those of operands.
#include <algorithm>
#include <map>

#include "bound/bound_op.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

// Repeats the only element along dimension d if the size is 1 at run time: sizes 1 and n broadcast.
InstructionId repeated(BoundOp& op, InstructionId array, std::size_t d, InstructionId size) {
    const std::vector<std::int64_t> dims = op.e.shape_of(array).dims;
    std::vector<std::int64_t> others, from;
    for (std::size_t k = 0; k < dims.size(); ++k)
        if (k != d) {
            others.push_back(dims[k]);
            from.push_back(static_cast<std::int64_t>(k));
        }
    const InstructionId first = op.e.reshape(op.e.slice(array, d, 0, 1), others);
    const InstructionId single = op.e.compare(ComparisonDirection::Eq, size, op.count(1));
    return op.e.select(op.e.broadcast(single, dims), op.e.builder().broadcast(first, dims, from), array);
}

// Each element of the result comes from the operands' elements at its place; scalars serve all.
BoundArrays elementwise(BoundOp& op) {
    if (!op.source.shape.is_array()) op.fail("several arrays with dynamic dimensions are not supported here");
    BoundOp::Values arrays;
    std::vector<InstructionId> sizes(op.source.shape.rank());
    for (const BoundArray& operand : op.operands) {
        arrays.push_back(operand.array);
        if (op.shape_of(operand).rank() != sizes.size()) continue; // a scalar, or one number a feature
        for (std::size_t d = 0; d < sizes.size(); ++d)
            if (!sizes[d].valid() && operand.is_dynamic(d)) sizes[d] = operand.sizes[d];
    }
    for (std::size_t d = 0; d < sizes.size() && arrays.size() == 2; ++d) {
        const BoundArray &a = op.operands[0], &b = op.operands[1];
        if (!a.is_dynamic(d) || !b.is_dynamic(d) || a.sizes[d] == b.sizes[d] || op.e.shape().dims[d] == 0) continue;
        const InstructionId smaller = op.e.binary(Opcode::Minimum, a.sizes[d], b.sizes[d]);
        const InstructionId single = op.e.compare(ComparisonDirection::Eq, smaller, op.count(1));
        sizes[d] = op.e.select(single, op.larger(a.sizes[d], b.sizes[d]), smaller);
        arrays[0] = repeated(op, arrays[0], d, a.sizes[d]);
        arrays[1] = repeated(op, arrays[1], d, b.sizes[d]);
    }
    return op.results(op.keep(arrays), sizes);
}

BoundArrays bitcast_convert(BoundOp& op) {
    if (op.e.shape().rank() == op.shape_of(op.operands[0]).rank()) return elementwise(op);
    op.fail("a bitcast-convert between types of different widths keeps no dynamic dimension: export it with static "
            "shapes");
}

BoundArrays get_dimension_size(BoundOp& op) {
    return {{op.size(op.operands[0], static_cast<std::size_t>(op.e.attributes().dimensions[0])), {}}};
}

// The bound as a constant makes the dimension static.
BoundArrays set_dimension_size(BoundOp& op) {
    const auto d = static_cast<std::size_t>(op.e.attributes().dimensions[0]);
    BoundArray result = op.operands[0];
    const std::int64_t bound = op.shape_of(result).dims[d];
    result.sizes.resize(op.e.shape().rank());
    const InstructionId size = op.operands[1].array;
    const Instruction& made = op.e.builder()[size];
    const bool is_bound = made.opcode == Opcode::Constant && made.literal->at<std::int32_t>(0) == bound;
    result.sizes[d] = is_bound ? InstructionId() : op.clamped(size, bound);
    return {result};
}

BoundArrays broadcast(BoundOp& op) {
    std::vector<InstructionId> sizes(op.e.shape().rank());
    const std::vector<std::int64_t>& to = op.e.attributes().dimensions;
    for (std::size_t d = 0; d < to.size(); ++d)
        if (op.operands[0].is_dynamic(d)) sizes[static_cast<std::size_t>(to[d])] = op.operands[0].sizes[d];
    return op.results(op.keep(), sizes);
}

BoundArrays transpose(BoundOp& op) {
    std::vector<InstructionId> sizes;
    for (const std::int64_t from : op.e.attributes().dimensions)
        sizes.push_back(op.operands[0].sizes[static_cast<std::size_t>(from)]);
    return op.results(op.keep(), sizes);
}

// Used elements come last after reversing, and are moved to the front.
BoundArrays reverse(BoundOp& op) {
    const BoundArray& operand = op.operands[0];
    InstructionId array = op.keep();
    for (const std::int64_t dimension : op.e.attributes().dimensions) {
        const auto d = static_cast<std::size_t>(dimension);
        if (operand.is_dynamic(d))
            array = op.shifted(array, d, op.minus(op.count(op.shape_of(operand).dims[d]), operand.sizes[d]));
    }
    return {{array, operand.sizes}};
}

// A slice along a dynamic dimension is static unless the source declares otherwise.
BoundArrays slice(BoundOp& op) {
    const BoundArray& operand = op.operands[0];
    std::vector<InstructionId> sizes(op.e.shape().rank());
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (!operand.is_dynamic(d)) continue;
        const SliceDimension& part = op.e.attributes().slice[d];
        const bool whole = part.start == 0 && part.limit == op.shape_of(operand).dims[d] && part.stride == 1;
        if (whole) sizes[d] = operand.sizes[d];
        if (whole || !op.declares(d)) continue;
        const InstructionId room = op.plus(operand.sizes[d], op.count(part.stride - 1 - part.start));
        sizes[d] = op.clamped(op.over(op.larger(room, op.count(0)), op.count(part.stride)), op.e.shape().dims[d]);
    }
    return op.results(op.keep(), sizes);
}

// Unused elements become padding, like the padding behind them.
BoundArrays pad(BoundOp& op) {
    const BoundArray& operand = op.operands[0];
    std::vector<InstructionId> sizes(op.e.shape().rank());
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (!operand.is_dynamic(d)) continue;
        const PaddingDimension& padding = op.e.attributes().padding[d];
        const InstructionId size = operand.sizes[d];
        const InstructionId gaps = op.larger(op.minus(size, op.count(1)), op.count(0));
        const InstructionId stretched = op.plus(size, op.times(gaps, op.count(padding.interior)));
        sizes[d] = op.clamped(op.plus(stretched, op.count(padding.low + padding.high)), op.e.shape().dims[d]);
    }
    return op.results(op.keep({op.masked(operand, op.operands[1].array), op.operands[1].array}), sizes);
}

// Writes each operand behind the used elements of the one before, over unused elements.
BoundArrays concatenate(BoundOp& op) {
    const auto along = static_cast<std::size_t>(op.e.attributes().dimensions[0]);
    const std::size_t rank = op.e.shape().rank();
    std::vector<InstructionId> sizes(rank);
    for (const BoundArray& operand : op.operands)
        for (std::size_t d = 0; d < rank; ++d)
            if (d != along && operand.is_dynamic(d)) sizes[d] = operand.sizes[d];
    InstructionId array = op.keep(), end = op.size(op.operands[0], along);
    const bool moves = std::ranges::any_of(op.operands, [&](const BoundArray& o) { return o.is_dynamic(along); });
    for (std::size_t i = 1; moves && i < op.operands.size(); ++i) {
        BoundOp::Values start(rank, op.count(0));
        start[along] = end;
        array = op.e.with_piece(array, start, op.operands[i].array);
        end = op.plus(end, op.size(op.operands[i], along));
    }
    if (moves) sizes[along] = end;
    return {{array, sizes}};
}

const std::map<Opcode, BoundRule>& rules() {
    static const std::map<Opcode, BoundRule> kRules = {
        {Opcode::AllReduce, elementwise},
        {Opcode::BatchNormInference, elementwise},
        {Opcode::BitcastConvert, bitcast_convert},
        {Opcode::Broadcast, broadcast},
        {Opcode::Concatenate, concatenate},
        {Opcode::Convolution, bound_convolution},
        {Opcode::Copy, elementwise},
        {Opcode::Dot, bound_dot},
        {Opcode::DynamicReshape, bound_dynamic_reshape},
        {Opcode::DynamicSlice, bound_dynamic_slice},
        {Opcode::DynamicUpdateSlice, bound_dynamic_update_slice},
        {Opcode::Gather, bound_gather},
        {Opcode::GetDimensionSize, get_dimension_size},
        {Opcode::Map, elementwise},
        {Opcode::OptBarrier, elementwise},
        {Opcode::Pad, pad},
        {Opcode::Reduce, bound_reduce},
        {Opcode::ReducePrecision, elementwise},
        {Opcode::ReduceWindow, bound_reduce_window},
        {Opcode::Reshape, bound_reshape},
        {Opcode::Reverse, reverse},
        {Opcode::Scatter, bound_scatter},
        {Opcode::SetDimensionSize, set_dimension_size},
        {Opcode::Slice, slice},
        {Opcode::Sort, bound_sort},
        {Opcode::StochasticConvert, elementwise},
        {Opcode::Transpose, transpose},
    };
    return kRules;
}

} // namespace

BoundRule bound_rule(Opcode opcode) {
    const auto rule = rules().find(opcode);
    return rule != rules().end() ? rule->second : is_elementwise(opcode) ? elementwise : nullptr;
}

} // namespace hlo2cpp
