// Reshapes of dynamic dimensions. The elements that are used keep their order, so they stay where they are only if no
// dimension inside of another one is dynamic:
//
//     f32[<=4,3] to f32[<=12]      used: ######......      the same places
//     f32[3,<=4] to f32[<=12]      used: ##..##..##..      to ######......
#include <limits>

#include "bound/bound_op.h"

namespace hlo2cpp {
namespace {

// Dimensions [in_begin, in_end) of the operand that have the same elements as [out_begin, out_end) of the result.
struct Group {
    std::size_t in_begin = 0, in_end = 0, out_begin = 0, out_end = 0;
};

// Smallest groups of dimensions with equal numbers of elements, by the bounds.
std::vector<Group> groups_of(const std::vector<std::int64_t>& in, const std::vector<std::int64_t>& out) {
    std::vector<Group> groups;
    std::size_t i = 0, o = 0;
    while (i < in.size() || o < out.size()) {
        Group group{i, i, o, o};
        std::int64_t held = 1, made = 1;
        if (i < in.size()) held = in[i++];
        if (o < out.size()) made = out[o++];
        while (held != made && (i < in.size() || o < out.size())) {
            if ((held < made && i < in.size()) || o == out.size())
                held *= in[i++];
            else
                made *= out[o++];
        }
        group.in_end = i;
        group.out_end = o;
        groups.push_back(group);
    }
    return groups;
}

bool any_dynamic(const BoundArray& array, std::size_t begin, std::size_t end) {
    for (std::size_t d = begin; d < end; ++d)
        if (array.is_dynamic(d)) return true;
    return false;
}

// True if none of these dimensions is dynamic, except the outermost one that has several elements.
bool starts_full(const std::vector<InstructionId>& sizes, const std::vector<std::int64_t>& dims, std::size_t begin,
                 std::size_t end) {
    while (begin < end && dims[begin] == 1 && !sizes[begin].valid()) ++begin;
    for (std::size_t d = begin + 1; d < end; ++d)
        if (sizes[d].valid()) return false;
    return true;
}

// The one dimension of the result that becomes dynamic in its group.
std::size_t dynamic_dimension(BoundOp& op, const Group& group) {
    std::vector<std::size_t> declared, several;
    for (std::size_t d = group.out_begin; d < group.out_end; ++d) {
        if (op.declares(d)) declared.push_back(d);
        if (op.e.shape().dims[d] != 1) several.push_back(d);
    }
    if (declared.size() == 1) return declared[0];
    if (declared.empty() && several.size() == 1) return several[0];
    op.fail("of a reshape it must be clear which one dimension becomes dynamic: say so in its shape, or export the "
            "function with static shapes");
}

// Numbers of elements are s32.
void require_small(BoundOp& op) {
    if (op.e.shape().elements() > std::numeric_limits<std::int32_t>::max())
        op.fail("a reshape of more than 2^31 elements keeps no dynamic dimension: export it with static shapes");
}

// Index of an element along each dimension of the array, by the element's number among the used ones, in order.
BoundOp::Values split(BoundOp& op, InstructionId number, const BoundArray& array) {
    const std::vector<std::int64_t> dims = op.e.shape_of(number).dims;
    BoundOp::Values index(op.shape_of(array).rank());
    for (std::size_t d = index.size(); d-- > 0;) {
        const InstructionId size = op.e.broadcast(op.larger(op.size(array, d), op.count(1)), dims);
        index[d] = op.e.binary(Opcode::Remainder, number, size);
        number = op.e.binary(Opcode::Divide, number, size);
    }
    return index;
}

// Row-major: ((index[0] * size(1) + index[1]) * size(2) + index[2]) ...
template <typename Size>
InstructionId joined(BoundOp& op, const BoundOp::Values& index, const std::vector<std::int64_t>& dims, Size&& size) {
    InstructionId number = op.e.broadcast(op.count(0), dims);
    for (std::size_t d = 0; d < index.size(); ++d)
        number =
            op.e.binary(Opcode::Add, op.e.binary(Opcode::Multiply, number, op.e.broadcast(size(d), dims)), index[d]);
    return number;
}

// Gathers each element of the result from its place in the operand.
InstructionId moved(BoundOp& op, const BoundArray& from, const std::vector<InstructionId>& sizes) {
    const std::vector<std::int64_t> dims = op.e.shape().dims;
    const std::int64_t elements = op.shape_of(from).elements();
    if (elements == 0) return op.keep({from.array});
    BoundOp::Values place;
    for (std::size_t d = 0; d < dims.size(); ++d)
        place.push_back(op.e.iota(Shape::array(ElementType::S32, dims), static_cast<std::int64_t>(d)));
    const auto used = [&](std::size_t d) { return sizes[d].valid() ? sizes[d] : op.count(dims[d]); };
    const BoundOp::Values index = split(op, joined(op, place, dims, used), from);
    const std::vector<std::int64_t> bounds = op.shape_of(from).dims;
    const InstructionId flat = joined(op, index, dims, [&](std::size_t d) { return op.count(bounds[d]); });
    const InstructionId line = op.e.reshape(from.array, {elements});
    const InstructionId gather =
        op.e.builder().apply(Opcode::Gather, Shape::array(op.e.shape().type, dims), {line, flat});
    op.e.builder()[gather].attributes.gather =
        GatherDimensions{.collapsed_slice_dims = {0},
                         .start_index_map = {0},
                         .index_vector_dim = static_cast<std::int64_t>(dims.size())};
    op.e.builder()[gather].attributes.slice_sizes = {1};
    return gather;
}

} // namespace

BoundArrays bound_reshape(BoundOp& op) {
    const BoundArray& operand = op.operands[0];
    require_small(op);
    const std::vector<std::int64_t> in = op.shape_of(operand).dims, out = op.e.shape().dims;
    std::vector<InstructionId> sizes(out.size());
    bool stays = true;
    for (const Group& group : groups_of(in, out)) {
        if (!any_dynamic(operand, group.in_begin, group.in_end) || group.out_begin == group.out_end) continue;
        const std::size_t to = dynamic_dimension(op, group);
        InstructionId used = op.count(1);
        std::int64_t others = 1;
        for (std::size_t d = group.in_begin; d < group.in_end; ++d) used = op.times(used, op.size(operand, d));
        for (std::size_t d = group.out_begin; d < group.out_end; ++d) others *= d == to ? 1 : out[d];
        sizes[to] = others == 0 ? op.count(0) : op.over(used, op.count(others));
        stays = stays && starts_full(operand.sizes, in, group.in_begin, group.in_end) &&
                starts_full(sizes, out, group.out_begin, group.out_end);
    }
    return {{stays ? op.keep() : moved(op, operand, sizes), sizes}};
}

BoundArrays bound_dynamic_reshape(BoundOp& op) {
    const BoundArray& operand = op.operands[0];
    require_small(op);
    const std::vector<std::int64_t> in = op.shape_of(operand).dims, out = op.e.shape().dims;
    std::vector<InstructionId> sizes(out.size());
    for (std::size_t d = 0; d < out.size(); ++d)
        if (op.declares(d)) sizes[d] = op.clamped(op.operands[d + 1].array, out[d]);
    const bool stays = starts_full(operand.sizes, in, 0, in.size()) && starts_full(sizes, out, 0, out.size());
    return {{stays ? op.e.reshape(operand.array, out) : moved(op, operand, sizes), sizes}};
}

} // namespace hlo2cpp
