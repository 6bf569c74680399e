// Annotations go, allocations are zeros, linear algebra becomes loops. A host call takes and gives arrays in the
// layouts that its instruction says: they become row-major arrays of permuted sizes, with transposes around the call.
#include "ir/exchange.h"
#include "linalg/library_call.h"
#include "lower/pass.h"
#include "lower/replace.h"
#include "ops/custom_call.h"

namespace hlo2cpp {
namespace {

bool lies_row_major(const Shape& shape) {
    bool row_major = true;
    for_each_leaf(shape, [&](const Shape& leaf) { row_major = row_major && is_identity(physical_order(leaf)); });
    return row_major;
}

// The array, or each of a tuple, from or to the order in memory that the layout of `shape` gives.
InstructionId reordered(Expansion& e, InstructionId value, const Shape& shape, bool to_memory) {
    if (lies_row_major(shape)) return value;
    if (!shape.is_tuple()) {
        const std::vector<std::int64_t> order = physical_order(shape);
        return e.transpose(value, to_memory ? order : inverse_permutation(order));
    }
    Expansion::Values leaves;
    for (std::size_t i = 0; i < shape.tuple.size(); ++i)
        leaves.push_back(reordered(e, e.builder().get_tuple_element(value, i), shape.tuple[i], to_memory));
    return e.tuple(leaves);
}

// Row-major, of the sizes in memory.
Shape in_memory(const Shape& shape) {
    if (shape.is_array()) return Shape::array(shape.type, permuted(shape.dims, physical_order(shape)));
    if (!shape.is_tuple()) return shape;
    std::vector<Shape> leaves;
    for (const Shape& leaf : shape.tuple) leaves.push_back(in_memory(leaf));
    return Shape::tuple_of(std::move(leaves));
}

std::optional<InstructionId> expand_host_call(Expansion& e) {
    Instruction call = e.instruction();
    if (is_annotation(call)) return call.operands.size() == 1 ? call.operands[0] : e.tuple(call.operands);
    if (const auto linalg = linalg_call(e.builder().computation(), call)) return expand_linalg(e, *linalg);
    if (exchange_of(call) != Exchange::None) return std::nullopt;
    if (is_allocation(call)) return e.number(call.shape, 0);
    for (std::size_t i = 0; i < call.operands.size(); ++i) {
        const Shape operand = e.shape_of(call.operands[i]);
        if (operand.is_token()) continue;
        const bool constrained = i < call.attributes.operand_shapes.size();
        call.operands[i] =
            reordered(e, call.operands[i], constrained ? call.attributes.operand_shapes[i] : operand, true);
    }
    call.attributes.operand_shapes.clear();
    call.shape = in_memory(e.shape());
    return reordered(e, e.builder().add(std::move(call)), e.shape(), false);
}

} // namespace

bool expand_host_calls(Module& module) {
    return replace_each(module, Opcode::CustomCall, expand_host_call);
}

} // namespace hlo2cpp
