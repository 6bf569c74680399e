// Reductions, windows and products over dynamic dimensions: unused elements become neutral.
#include <algorithm>

#include "bound/bound_op.h"
#include "ops/combiner.h"
#include "rewrite/combiner_algebra.h"

namespace hlo2cpp {
namespace {

// Masks each array: unused elements become neutral to its combiner, or else the initial value.
BoundOp::Values fold_operands(BoundOp& op) {
    const std::size_t arrays = op.operands.size() / 2;
    const auto combiner = simple_combiner(op.e.computation(op.source.called[0]));
    BoundOp::Values operands;
    for (std::size_t i = 0; i < arrays; ++i) {
        const InstructionId initial = op.operands[arrays + i].array;
        const InstructionId neutral =
            arrays == 1 && combiner ? neutral_of(op, *combiner, op.e.shape_of(initial).type) : InstructionId();
        operands.push_back(op.masked(op.operands[i], neutral.valid() ? neutral : initial));
    }
    for (std::size_t i = arrays; i < op.operands.size(); ++i) operands.push_back(op.operands[i].array);
    return operands;
}

// The size of a dimension of all arrays that are folded together.
InstructionId common_size(const BoundOp& op, std::size_t d) {
    for (const BoundArray& operand : op.operands)
        if (operand.is_dynamic(d)) return operand.sizes[d];
    return {};
}

// Number of places of a window over so many elements, see window.h.
InstructionId places(BoundOp& op, const WindowDimension& w, InstructionId size, std::int64_t bound) {
    const bool moves =
        w.size != 1 || w.stride != 1 || w.padding_low != 0 || w.padding_high != 0 || w.base_dilation != 1;
    if (!moves) return size;
    const InstructionId gaps = op.larger(op.minus(size, op.count(1)), op.count(0));
    const InstructionId base = op.plus(size, op.times(gaps, op.count(w.base_dilation - 1)));
    const std::int64_t window = w.size == 0 ? 0 : (w.size - 1) * w.window_dilation + 1;
    const InstructionId room = op.plus(base, op.count(w.padding_low + w.padding_high - window + w.stride));
    return op.clamped(op.over(op.larger(room, op.count(0)), op.count(w.stride)), bound);
}

void require_static(BoundOp& op, const BoundArray& array, std::int64_t dimension, const std::string& what) {
    if (array.is_dynamic(static_cast<std::size_t>(dimension)))
        op.fail("a convolution whose " + what + " has a dynamic size is not supported: export it with static shapes");
}

} // namespace

InstructionId neutral_of(BoundOp& op, Opcode combiner, ElementType type) {
    const LiteralPtr neutral = neutral_element(combiner, type);
    return neutral ? op.e.builder().constant(neutral) : InstructionId();
}

BoundArrays bound_reduce(BoundOp& op) {
    const std::vector<std::int64_t>& folded = op.e.attributes().dimensions;
    std::vector<InstructionId> sizes;
    for (std::size_t d = 0; d < op.shape_of(op.operands[0]).rank(); ++d)
        if (std::ranges::find(folded, static_cast<std::int64_t>(d)) == folded.end())
            sizes.push_back(common_size(op, d));
    return op.results(op.keep(fold_operands(op)), sizes);
}

BoundArrays bound_reduce_window(BoundOp& op) {
    const Shape& result = op.e.shape().is_tuple() ? op.e.shape().tuple[0] : op.e.shape();
    std::vector<InstructionId> sizes(result.rank());
    for (std::size_t d = 0; d < sizes.size(); ++d)
        if (const InstructionId size = common_size(op, d); size.valid())
            sizes[d] = places(op, op.e.attributes().window[d], size, result.dims[d]);
    return op.results(op.keep(fold_operands(op)), sizes);
}

BoundArrays bound_dot(BoundOp& op) {
    const DotDimensions& dot = *op.e.attributes().dot;
    const BoundArray &lhs = op.operands[0], &rhs = op.operands[1];
    std::vector<InstructionId> sizes;
    for (std::size_t i = 0; i < dot.lhs_batch.size(); ++i) {
        const auto l = static_cast<std::size_t>(dot.lhs_batch[i]), r = static_cast<std::size_t>(dot.rhs_batch[i]);
        sizes.push_back(lhs.is_dynamic(l) ? lhs.sizes[l] : rhs.is_dynamic(r) ? rhs.sizes[r] : InstructionId());
    }
    const auto add_free = [&](const BoundArray& operand, const std::vector<std::int64_t>& batch,
                              const std::vector<std::int64_t>& contracting) {
        for (std::size_t d = 0; d < op.shape_of(operand).rank(); ++d) {
            const auto is_d = [&](std::int64_t dimension) { return dimension == static_cast<std::int64_t>(d); };
            if (std::ranges::none_of(batch, is_d) && std::ranges::none_of(contracting, is_d))
                sizes.push_back(operand.is_dynamic(d) ? operand.sizes[d] : InstructionId());
        }
    };
    add_free(lhs, dot.lhs_batch, dot.lhs_contracting);
    add_free(rhs, dot.rhs_batch, dot.rhs_contracting);
    // Both operands are masked, since unused elements may be infinite; a static dimension takes the other operand's
    // size.
    const auto both = [&](const BoundArray& own, const std::vector<std::int64_t>& own_dims, const BoundArray& other,
                          const std::vector<std::int64_t>& other_dims) {
        BoundArray array{own.array, own.sizes};
        array.sizes.resize(op.shape_of(own).rank());
        for (std::size_t i = 0; i < own_dims.size(); ++i) {
            const auto d = static_cast<std::size_t>(own_dims[i]), o = static_cast<std::size_t>(other_dims[i]);
            if (!array.sizes[d].valid() && other.is_dynamic(o)) array.sizes[d] = other.sizes[o];
        }
        return op.masked(array, own_dims, op.e.number(Shape::scalar(op.shape_of(own).type), 0));
    };
    return op.results(op.keep({both(lhs, dot.lhs_contracting, rhs, dot.rhs_contracting),
                               both(rhs, dot.rhs_contracting, lhs, dot.lhs_contracting)}),
                      sizes);
}

BoundArrays bound_convolution(BoundOp& op) {
    const ConvolutionDimensions& c = *op.e.attributes().convolution;
    const BoundArray &input = op.operands[0], &kernel = op.operands[1];
    std::vector<InstructionId> sizes(op.e.shape().rank());
    const auto at = [](std::int64_t dimension) { return static_cast<std::size_t>(dimension); };
    if (op.e.attributes().batch_group_count > 1) require_static(op, input, c.input_batch, "grouped batch");
    if (op.e.attributes().feature_group_count > 1) require_static(op, input, c.input_feature, "grouped features");
    if (op.e.attributes().feature_group_count > 1 || op.e.attributes().batch_group_count > 1)
        require_static(op, kernel, c.kernel_output_feature, "grouped features");
    for (const std::int64_t d : c.kernel_spatial) require_static(op, kernel, d, "kernel");
    if (input.is_dynamic(at(c.input_batch))) sizes[at(c.output_batch)] = input.sizes[at(c.input_batch)];
    if (kernel.is_dynamic(at(c.kernel_output_feature)))
        sizes[at(c.output_feature)] = kernel.sizes[at(c.kernel_output_feature)];
    std::vector<std::int64_t> summed = {c.input_feature};
    for (std::size_t i = 0; i < c.input_spatial.size(); ++i) {
        summed.push_back(c.input_spatial[i]);
        if (!input.is_dynamic(at(c.input_spatial[i]))) continue;
        const auto to = at(c.output_spatial[i]);
        sizes[to] = places(op, op.e.attributes().window[i], input.sizes[at(c.input_spatial[i])], op.e.shape().dims[to]);
    }
    const auto zero = [&](const BoundArray& array) { return op.e.number(Shape::scalar(op.shape_of(array).type), 0); };
    // Features that only one of both leaves unused are zero in that one and anything finite or not in the other.
    BoundArray inputs{input.array, input.sizes}, kernels{kernel.array, kernel.sizes};
    inputs.sizes.resize(op.shape_of(input).rank());
    kernels.sizes.resize(op.shape_of(kernel).rank());
    if (op.e.attributes().feature_group_count == 1) {
        InstructionId &own = inputs.sizes[at(c.input_feature)], &other = kernels.sizes[at(c.kernel_input_feature)];
        if (!own.valid()) own = other;
        if (!other.valid()) other = own;
    }
    return op.results(
        op.keep({op.masked(inputs, summed, zero(input)), op.masked(kernels, {c.kernel_input_feature}, zero(kernel))}),
        sizes);
}

} // namespace hlo2cpp
