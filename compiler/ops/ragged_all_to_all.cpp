// ragged-all-to-all: operand 1 with rows of operand 0 of each member of the group in it. Operands 2 to 5 are arrays of
// [members * pieces] numbers: piece p for member m begins at input_offsets[m * pieces + p], has send_sizes rows, and
// goes to row output_offsets of that member, which expects recv_sizes from this device
#include "evaluate/tensor.h"
#include "ops/collective.h"
#include "ops/device_groups.h"
#include "ops/exchange.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

enum Operand : std::size_t { kInput, kOutput, kInputOffsets, kSendSizes, kOutputOffsets, kRecvSizes, kOperands };

Shape infer_ragged_all_to_all(const InferContext& context) {
    const std::int64_t members = require_group_size(context);
    context.require_operands(kOperands);
    const Shape &input = context.array_operand(kInput), &output = context.array_operand(kOutput);
    context.require(input.type == output.type && input.rank() > 0 && input.rank() == output.rank() &&
                        std::equal(input.dims.begin() + 1, input.dims.end(), output.dims.begin() + 1),
                    "its first two operands must be arrays of equal rows");
    for (std::size_t i = kInputOffsets; i < kOperands; ++i) {
        const Shape& numbers = context.array_operand(i);
        const bool fits = numbers.rank() == 1 && (kind_of(numbers.type) & kIntegers) != 0 &&
                          numbers.dims == context.array_operand(kInputOffsets).dims && numbers.dims[0] % members == 0;
        context.require(fits, "operand " + std::to_string(i) + " must have integers for each of the " +
                                  std::to_string(members) + " devices, as many as the others");
    }
    return output;
}

Tensor evaluate_ragged_all_to_all(const EvaluateContext& context) {
    const Members all = members(context);
    Tensor result = context.operand(kOutput);
    const std::int64_t rows = result.shape.dims[0], row = rows == 0 ? 0 : result.elements() / rows;
    const std::int64_t pieces = context.operand(kSendSizes).elements() / static_cast<std::int64_t>(all.operands.size());
    for (std::size_t m = 0; m < all.operands.size(); ++m)
        for (std::int64_t p = 0; p < pieces; ++p) {
            const std::vector<Tensor>& theirs = all.operands[m];
            const std::int64_t at = static_cast<std::int64_t>(all.place) * pieces + p;
            const std::int64_t count = theirs[kSendSizes].integers()(at), from = theirs[kInputOffsets].integers()(at);
            const std::int64_t to = theirs[kOutputOffsets].integers()(at);
            const bool inside = count >= 0 && from >= 0 && to >= 0 && to + count <= rows &&
                                from + count <= theirs[kInput].shape.dims[0];
            if (!inside || count != context.operand(kRecvSizes).integers()(static_cast<std::int64_t>(m) * pieces + p))
                throw InputError("ragged-all-to-all: rows that are sent do not fit where they go, or are not expected");
            for (std::int64_t i = 0; i < count * row; ++i)
                result.copy_element(to * row + i, theirs[kInput], from * row + i);
        }
    return result;
}

// The operand's numbers for piece `piece` of each member, s32[members].
InstructionId numbers_of_piece(Expansion& e, std::size_t operand, std::int64_t members, std::int64_t piece) {
    const InstructionId numbers = e.convert(ElementType::S32, e.operand(operand));
    const std::int64_t pieces = e.shape_of(numbers).elements() / members;
    if (pieces == 1) return numbers;
    return e.reshape(e.slice(e.reshape(numbers, {members, pieces}), 1, piece, piece + 1), {members});
}

// The rows of this device where the members' rows go; an exchange gets them from the members, which know them.
InstructionId own_offsets(Expansion& e, const DeviceGroups& groups, InstructionId offsets) {
    const auto members = static_cast<std::int64_t>(groups[0].size());
    const Shape column = Shape::array(ElementType::S32, {members, 1});
    const InstructionId there =
        start_exchange(e, Exchange::AllToAll, groups, column, {e.reshape(offsets, column.dims)});
    return e.reshape(wait_for(e, there), {members});
}

// Clamps the numbers s32[members] to [0, most]. Wrong numbers move wrong rows, but none outside of the arrays; if
// sender and receiver count differently the host may end the run with an error.
InstructionId bounded(Expansion& e, InstructionId numbers, InstructionId most) {
    const InstructionId zero = e.integer(e.shape_of(numbers), 0);
    return e.binary(Opcode::Minimum, e.binary(Opcode::Maximum, numbers, zero), most);
}

// Counts and begins of rows, clamped so that they lie inside an array.
struct Rows {
    InstructionId begin, count;
};
Rows rows_inside(Expansion& e, InstructionId begin, InstructionId count, InstructionId array) {
    const auto rows = static_cast<std::uint64_t>(e.shape_of(array).dims[0]);
    const InstructionId all = e.integer(e.shape_of(count), rows), some = bounded(e, count, all);
    return {bounded(e, begin, e.binary(Opcode::Subtract, all, some)), some};
}

// Copies row after row on a device that is alone in its group.
InstructionId moved_within(Expansion& e, InstructionId output, std::int64_t piece) {
    const auto number = [&](std::size_t operand) { return e.reshape(numbers_of_piece(e, operand, 1, piece), {}); };
    const InstructionId zero = e.integer(Shape::scalar(ElementType::S32), 0);
    Expansion::Values state = {output, e.operand(kInput), number(kInputOffsets), number(kOutputOffsets)};
    const auto round = [](Expansion& inside, InstructionId row, const Expansion::Values& now) {
        std::vector<std::int64_t> sizes = inside.shape_of(now[1]).dims;
        sizes[0] = 1;
        const InstructionId first = inside.integer(Shape::scalar(ElementType::S32), 0);
        Expansion::Values from(sizes.size(), first), to(sizes.size(), first);
        from[0] = inside.binary(Opcode::Add, now[2], row);
        to[0] = inside.binary(Opcode::Add, now[3], row);
        const InstructionId moved = inside.piece(now[1], from, sizes);
        return Expansion::Values{inside.with_piece(now[0], to, moved), now[1], now[2], now[3]};
    };
    return e.count(zero, number(kSendSizes), std::move(state), round)[0];
}

Expansion::Values begin_ragged_all_to_all(Expansion&) {
    return {}; // a piece goes into the result of the piece before
}

Expansion::Values finish_ragged_all_to_all(Expansion& e, const Expansion::Values&) {
    const DeviceGroups groups = device_groups(e.instruction(), e.module().devices);
    const auto members = static_cast<std::int64_t>(groups[0].size());
    const std::int64_t pieces = e.shape_of(e.operand(kSendSizes)).elements() / members;
    const Shape shape = Shape::array(e.shape_of(e.operand(kOutput)).type, e.shape_of(e.operand(kOutput)).dims);
    InstructionId output = e.operand(kOutput);
    if (shape.elements() == 0 || e.shape_of(e.operand(kInput)).elements() == 0) return {output};
    for (std::int64_t piece = 0; piece < pieces; ++piece) {
        if (members == 1) {
            output = moved_within(e, output, piece);
            continue;
        }
        const auto numbers = [&](std::size_t operand) { return numbers_of_piece(e, operand, members, piece); };
        const Rows from = rows_inside(e, numbers(kInputOffsets), numbers(kSendSizes), e.operand(kInput));
        const InstructionId own = own_offsets(e, groups, numbers(kOutputOffsets));
        const Rows to = rows_inside(e, own, numbers(kRecvSizes), output);
        output = wait_for(e, start_exchange(e, Exchange::AllToAllRagged, groups, shape,
                                            {e.operand(kInput), output, from.begin, from.count, to.begin, to.count}));
    }
    return {output};
}

} // namespace

const OpDefinition op_ragged_all_to_all = {
    .infer = infer_ragged_all_to_all,
    .evaluate = evaluate_ragged_all_to_all,
    .form = CollectiveForm{.begin = begin_ragged_all_to_all, .finish = finish_ragged_all_to_all},
    .cost = Cost::Expensive,
    .collective = Collective::Separate};

} // namespace hlo2cpp
