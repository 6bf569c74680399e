// collective-permute: the operands of this device's source by the pairs; zeros without a source. With slice_sizes its
// operands are (array, into, from..., to...): a slice of the source's array is put into `into`, which stays as it is
// without a source
#include "evaluate/tensor.h"
#include "ops/collective.h"
#include "ops/device_groups.h"
#include "ops/exchange.h"
#include "ops/infer_checks.h"

namespace hlo2cpp {
namespace {

bool moves_slice(const Attributes& attributes) {
    return !attributes.slice_sizes.empty();
}

// True if the shape is the start of a slice: a tuple of integers, or one integer for an array of one dimension.
bool begins_slice(const Shape& start, std::size_t rank) {
    const auto is_index = [](const Shape& shape) {
        return shape.is_array() && shape.rank() == 0 && (kind_of(shape.type) & kIntegers) != 0;
    };
    if (!start.is_tuple()) return rank == 1 && is_index(start);
    return start.tuple.size() == rank && std::ranges::all_of(start.tuple, is_index);
}

Shape infer_slice(const InferContext& context) {
    context.require_operands(4);
    const Shape &array = context.array_operand(0), &into = context.array_operand(1);
    require_rank(context, "slice_sizes", context.attributes().slice_sizes.size(), array);
    require_rank(context, "slice_sizes", context.attributes().slice_sizes.size(), into);
    context.require(array.type == into.type, "its arrays must be of one type");
    for (std::size_t i = 2; i < 4; ++i)
        context.require(begins_slice(context.operand(i), array.rank()),
                        "operand " + std::to_string(i) + " must have an integer for each dimension");
    for (std::size_t d = 0; d < array.rank(); ++d) {
        const std::int64_t size = context.attributes().slice_sizes[d];
        context.require(size >= 0 && size <= std::min(array.dims[d], into.dims[d]), "its slice must fit both arrays");
    }
    return into;
}

Shape infer_permute(const InferContext& context) {
    require_pairs(context);
    return moves_slice(context.attributes()) ? infer_slice(context) : infer_all(context);
}

std::vector<std::int64_t> start_of_slice(const Tensor& start, const Shape& array, const Attributes& attributes) {
    std::vector<std::int64_t> index;
    for (std::size_t d = 0; d < array.rank(); ++d) {
        const Tensor& one = start.tuple.empty() ? start : start.tuple[d];
        index.push_back(std::clamp<std::int64_t>(one.integers()(0), 0, array.dims[d] - attributes.slice_sizes[d]));
    }
    return index;
}

std::int64_t offset_in(const Shape& array, const std::vector<std::int64_t>& start, std::int64_t element,
                       const std::vector<std::int64_t>& sizes) {
    std::int64_t offset = 0, stride = 1;
    for (std::size_t d = array.rank(); d-- > 0; element /= sizes[d]) {
        offset += (start[d] + element % sizes[d]) * stride;
        stride *= array.dims[d];
    }
    return offset;
}

Tensor evaluate_slice(const EvaluateContext& context, const std::vector<SourceTarget>& pairs) {
    const std::vector<std::int64_t>& sizes = context.attributes().slice_sizes;
    Tensor result = context.operand(1);
    const std::optional<std::vector<Tensor>> theirs = from_source(context, pairs);
    if (!theirs) return result;
    const Tensor& array = (*theirs)[0];
    const auto from = start_of_slice((*theirs)[2], array.shape, context.attributes());
    const auto to = start_of_slice(context.operand(3), result.shape, context.attributes());
    std::int64_t count = 1;
    for (const std::int64_t size : sizes) count *= size;
    for (std::int64_t i = 0; i < count; ++i)
        result.copy_element(offset_in(result.shape, to, i, sizes), array, offset_in(array.shape, from, i, sizes));
    return result;
}

Tensor evaluate_permute(const EvaluateContext& context) {
    const std::vector<SourceTarget> pairs = device_pairs(context.instruction, context.module.devices);
    if (moves_slice(context.attributes())) return evaluate_slice(context, pairs);
    return all_of(transferred(context, pairs));
}

Expansion::Values index_of_slice(Expansion& e, InstructionId start) {
    if (!e.shape_of(start).is_tuple()) return {start};
    Expansion::Values index;
    for (std::size_t d = 0; d < e.shape_of(start).tuple.size(); ++d)
        index.push_back(e.builder().get_tuple_element(start, d));
    return index;
}

// The arrays to send.
Expansion::Values sent(Expansion& e) {
    if (!moves_slice(e.attributes())) return e.instruction().operands;
    return {e.piece(e.operand(0), index_of_slice(e, e.operand(2)), e.attributes().slice_sizes)};
}

Expansion::Values begin_permute(Expansion& e) {
    const std::vector<SourceTarget> pairs = device_pairs(e.instruction(), e.module().devices);
    Expansion::Values under_way;
    for (const InstructionId array : sent(e)) {
        const Shape shape = Shape::array(e.shape_of(array).type, e.shape_of(array).dims);
        if (pairs.empty())
            under_way.push_back(e.broadcast(e.constant(Tensor(Shape::scalar(shape.type))), shape.dims));
        else
            under_way.push_back(e.module().devices.count() <= 1 ? array : start_permute(e, pairs, array));
    }
    return under_way;
}

// pred[]: true if this device has a source.
InstructionId receives(Expansion& e) {
    Tensor table(Shape::array(ElementType::Pred, {std::max<std::int64_t>(e.module().devices.count(), 1)}));
    for (const SourceTarget& pair : device_pairs(e.instruction(), e.module().devices))
        table.integers()(pair.target) = 1;
    if (table.elements() == 1) return e.constant(table);
    return e.element(e.constant(table), {device_number(e)});
}

Expansion::Values finish_permute(Expansion& e, const Expansion::Values& under_way) {
    Expansion::Values results;
    for (const InstructionId one : under_way)
        results.push_back(starts(exchange_of(e.builder()[one])) ? wait_for(e, one) : one);
    if (!moves_slice(e.attributes())) return results;
    const Expansion::Values to = index_of_slice(e, e.operand(3));
    const InstructionId stays = e.piece(e.operand(1), to, e.attributes().slice_sizes);
    const InstructionId has_source = e.broadcast(e.reshape(receives(e), {}), e.attributes().slice_sizes);
    return {e.with_piece(e.operand(1), to, e.select(has_source, results[0], stays))};
}

} // namespace

const OpDefinition op_collective_permute = {.infer = infer_permute,
                                            .evaluate = evaluate_permute,
                                            .form = CollectiveForm{.begin = begin_permute, .finish = finish_permute},
                                            .cost = Cost::Expensive,
                                            .collective = Collective::Pairs};

} // namespace hlo2cpp
