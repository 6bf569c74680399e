// bitcast: result and operand are the same bytes in memory; a reshape if both are row-major and of one type
#include "ops/bitcast_convert.h"
#include "ops/op.h"
#include "ops/reshape.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

Shape infer_bitcast(const InferContext& context) {
    const Shape& operand = context.array_operand(0);
    const Shape& declared = context.instruction.shape;
    Shape shape = infer_reshape(context);
    const bool may_change_type = info(operand.type).bits == info(declared.type).bits && !is_complex(operand.type) &&
                                 !is_complex(declared.type) && declared.is_array();
    if (may_change_type) shape.type = declared.type;
    const bool tiled = !operand.layout.tiles.empty() || !declared.layout.tiles.empty();
    const bool same_places = operand.dims == declared.dims && operand.minor_to_major() == declared.minor_to_major() &&
                             operand.layout.tiles == declared.layout.tiles;
    if (tiled && !same_places && operand.elements() > 1)
        context.fail("a bitcast shows the tiles of its layout, which are not supported: export the module before XLA's "
                     "own passes ran");
    if (!operand.layout.padded_dims.empty() || !declared.layout.padded_dims.empty())
        context.fail("a bitcast shows the padding of its layout, which only arguments and results may have");
    return shape;
}

// Physical order of an array as a shape: the sizes from the slowest dimension to the fastest.
Shape physical(const Shape& shape) {
    const std::vector<std::int64_t> order = shape.minor_to_major();
    Shape result = Shape::array(shape.type, {});
    for (std::size_t i = order.size(); i-- > 0;) result.dims.push_back(shape.dims[static_cast<std::size_t>(order[i])]);
    return result;
}

Tensor evaluate_bitcast(const EvaluateContext& context) {
    const Shape& to = context.shape();
    Tensor source = context.take(0);
    const Shape same_sizes = Shape::array(to.type, source.shape.dims);
    source = with_bits_of(std::move(source), same_sizes);
    // Logical order to memory order: dimension i of the physical shape is dimension order[rank - 1 - i] of the logical
    // one.
    Tensor memory;
    const Shape& operand = context.computation[context.instruction.operands[0]].shape;
    if (operand.row_major()) {
        memory = std::move(source);
    } else {
        const std::vector<std::int64_t> logical = row_major_strides(source.shape.dims),
                                        order = operand.minor_to_major();
        std::vector<std::int64_t> strides;
        for (std::size_t i = order.size(); i-- > 0;) strides.push_back(logical[static_cast<std::size_t>(order[i])]);
        Shape memory_order = physical(operand);
        memory_order.type = to.type;
        memory = read_strided(memory_order, source, 0, strides);
    }
    if (!to.row_major()) return read_strided(to, memory, 0, layout_strides(to));
    memory.shape = to;
    return memory;
}

} // namespace

const OpDefinition op_bitcast = {.infer = infer_bitcast,
                                 .evaluate = evaluate_bitcast,
                                 .form = ElementForm{.element = reshape_element},
                                 .cost = Cost::Free,
                                 .access = Access::Bitcast,
                                 .exact = true,
                                 .declares_shape = true};

} // namespace hlo2cpp
