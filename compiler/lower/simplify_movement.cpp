// Rules about where elements come from. Names: x, y values; p, q permutations.
#include <algorithm>

#include "ir/computation_builder.h"
#include "lower/simplify.h"

namespace hlo2cpp {
namespace {

bool same_sizes(const Rewrite& r) {
    return r.operand(0).shape.dims == r.instruction.shape.dims;
}

// copy(x) = x; reshape(x) to its own sizes and slice(x) of all of it = x
Outcome drop_of_same_sizes(const Rewrite& r) {
    return same_sizes(r) ? r.keep(0) : Outcome{};
}

// reshape(reshape(x)) = reshape(x)
Outcome reshape_of_reshape(const Rewrite& r) {
    return r.skip_operand();
}

// reshape(scalar) = broadcast(scalar)
Outcome reshape_to_broadcast(const Rewrite& r) {
    if (!r.operand(0).shape.is_scalar() || r.instruction.shape.is_scalar()) return {};
    return r.become(Opcode::Broadcast);
}

// The sizes other than 1, which a reshape must keep to add or remove only dimensions of size 1.
std::vector<std::int64_t> sizes_above_one(const Shape& shape) {
    std::vector<std::int64_t> sizes = shape.dims;
    std::erase(sizes, 1);
    return sizes;
}

// For each dimension of a shape whose size is not 1, its number in another shape of the same such sizes.
std::vector<std::int64_t> matched_sizes(const Shape& from, const Shape& to) {
    std::vector<std::int64_t> where(from.rank());
    std::size_t at = 0;
    for (std::size_t d = 0; d < from.rank(); ++d) {
        if (from.dims[d] == 1) continue;
        while (to.dims[at] == 1) ++at;
        where[d] = static_cast<std::int64_t>(at++);
    }
    return where;
}

// reshape(broadcast(x) or iota) that adds or removes only dimensions of size 1 = broadcast(x) or iota, where x has none
// of these dimensions
Outcome reshape_of_broadcast(const Rewrite& r) {
    const Instruction& inner = r.operand(0);
    const std::vector<std::int64_t>& dimensions = inner.attributes.dimensions;
    if ((inner.opcode != Opcode::Broadcast && inner.opcode != Opcode::Iota) || dimensions.empty()) return {};
    const auto is_one = [&](std::int64_t d) { return inner.shape.dims[static_cast<std::size_t>(d)] == 1; };
    if (std::ranges::any_of(dimensions, is_one)) return {};
    if (sizes_above_one(inner.shape) != sizes_above_one(r.instruction.shape)) return {};
    r.instruction.opcode = inner.opcode;
    r.instruction.attributes.dimensions = permuted(matched_sizes(inner.shape, r.instruction.shape), dimensions);
    return r.skip_operand();
}

// reshape, slice or dynamic-slice of broadcast(scalar) = broadcast(scalar)
Outcome part_of_splat(const Rewrite& r) {
    if (!r.operand(0).attributes.dimensions.empty()) return {};
    r.skip_operand();
    return r.become(Opcode::Broadcast);
}

// transpose(x) that only moves dimensions of size 1 = reshape(x)
Outcome transpose_to_reshape(const Rewrite& r) {
    std::int64_t last = -1;
    for (std::size_t d = 0; d < r.instruction.shape.rank(); ++d) {
        if (r.instruction.shape.dims[d] == 1) continue;
        const std::int64_t from = r.instruction.attributes.dimensions[d];
        if (from < last) return {};
        last = from;
    }
    return r.become(Opcode::Reshape);
}

// transpose(transpose(x, p), q) = transpose(x, p after q)
Outcome transpose_of_transpose(const Rewrite& r) {
    std::vector<std::int64_t>& order = r.instruction.attributes.dimensions;
    order = permuted(r.operand(0).attributes.dimensions, order);
    return r.skip_operand();
}

// transpose(broadcast(x)) = broadcast(x)
Outcome transpose_of_broadcast(const Rewrite& r) {
    const std::vector<std::int64_t> where = inverse_permutation(r.instruction.attributes.dimensions);
    r.instruction.opcode = Opcode::Broadcast;
    r.instruction.attributes.dimensions = permuted(where, r.operand(0).attributes.dimensions);
    return r.skip_operand();
}

// broadcast(x) to its own sizes, dimensions in order, = x
Outcome drop_broadcast(const Rewrite& r) {
    if (!same_sizes(r) || !is_identity(r.instruction.attributes.dimensions)) return {};
    return r.keep(0);
}

// broadcast(x) that only adds dimensions of size 1 = reshape(x); that of a scalar stays, as other rules know a splat
Outcome broadcast_to_reshape(const Rewrite& r) {
    const std::vector<std::int64_t>& dimensions = r.instruction.attributes.dimensions;
    if (dimensions.empty() || !std::ranges::is_sorted(dimensions)) return {};
    if (sizes_above_one(r.operand(0).shape) != sizes_above_one(r.instruction.shape)) return {};
    return r.become(Opcode::Reshape);
}

// broadcast(reshape(x)) to one element = reshape(x)
Outcome broadcast_of_only_element(const Rewrite& r) {
    if (r.instruction.shape.elements() != 1) return {};
    r.skip_operand();
    return r.become(Opcode::Reshape);
}

// broadcast(reshape(x)) = broadcast(x), where the reshape only adds dimensions of size 1
Outcome broadcast_of_added_ones(const Rewrite& r) {
    const Instruction& inner = r.operand(0);
    const std::vector<std::int64_t>&from = r.computation[inner.operands[0]].shape.dims, &to = inner.shape.dims;
    std::vector<std::int64_t> kept;
    for (std::size_t d = 0; d < to.size(); ++d) {
        if (kept.size() < from.size() && from[kept.size()] == to[d])
            kept.push_back(r.instruction.attributes.dimensions[d]);
        else if (to[d] != 1)
            return {};
    }
    if (kept.size() != from.size()) return {};
    r.instruction.attributes.dimensions = std::move(kept);
    return r.skip_operand();
}

// broadcast(broadcast(x)) = broadcast(x)
Outcome broadcast_of_broadcast(const Rewrite& r) {
    std::vector<std::int64_t>& where = r.instruction.attributes.dimensions;
    where = permuted(where, r.operand(0).attributes.dimensions);
    return r.skip_operand();
}

// broadcast(iota) = iota
Outcome broadcast_of_iota(const Rewrite& r) {
    const auto along = static_cast<std::size_t>(r.operand(0).attributes.dimensions[0]);
    r.instruction.opcode = Opcode::Iota;
    r.instruction.attributes.dimensions = {r.instruction.attributes.dimensions[along]};
    return r.skip_operand();
}

// slice(slice(x)) = slice(x)
Outcome slice_of_slice(const Rewrite& r) {
    const Instruction& inner = r.operand(0);
    for (std::size_t d = 0; d < r.instruction.attributes.slice.size(); ++d) {
        SliceDimension& outer = r.instruction.attributes.slice[d];
        const SliceDimension& first = inner.attributes.slice[d];
        const std::int64_t count = r.instruction.shape.dims[d];
        if (count != 0) outer.start = first.start + outer.start * first.stride;
        if (count == 0) {
            outer = {};
        } else if (count == 1) { // the product of strides could be too large
            outer = {.start = outer.start, .limit = outer.start + 1, .stride = 1};
        } else {
            outer.stride *= first.stride;
            outer.limit = outer.start + (count - 1) * outer.stride + 1;
        }
    }
    return r.skip_operand();
}

// slice(concatenate(x, y)) of elements of x alone = slice(x)
Outcome slice_of_concatenate(const Rewrite& r) {
    const Instruction& whole = r.operand(0);
    if (r.instruction.shape.elements() == 0) return {};
    const auto d = static_cast<std::size_t>(whole.attributes.dimensions[0]);
    SliceDimension& slice = r.instruction.attributes.slice[d];
    std::int64_t begin = 0;
    for (const InstructionId piece : whole.operands) {
        const std::int64_t end = begin + r.computation[piece].shape.dims[d];
        if (slice.start >= begin && slice.limit <= end) {
            slice.start -= begin;
            slice.limit -= begin;
            r.instruction.operands = {piece};
            return Outcome::rewritten();
        }
        begin = end;
    }
    return {};
}

// pad(x) by nothing = x
Outcome drop_pad(const Rewrite& r) {
    for (std::size_t d = 0; d < r.instruction.attributes.padding.size(); ++d) {
        const PaddingDimension& p = r.instruction.attributes.padding[d];
        if (p.low != 0 || p.high != 0 || (p.interior != 0 && r.instruction.shape.dims[d] > 1)) return {};
    }
    return r.keep(0);
}

// pad(pad(x, v), v), neither of which cuts anything off = pad(x, v)
Outcome pad_of_pad(const Rewrite& r) {
    const Instruction& inner = r.operand(0);
    const auto adds = [](const PaddingDimension& p) { return p.low >= 0 && p.high >= 0 && p.interior == 0; };
    if (inner.operands[1] != r.instruction.operands[1] || !std::ranges::all_of(inner.attributes.padding, adds) ||
        !std::ranges::all_of(r.instruction.attributes.padding, adds))
        return {};
    for (std::size_t d = 0; d < inner.attributes.padding.size(); ++d) {
        r.instruction.attributes.padding[d].low += inner.attributes.padding[d].low;
        r.instruction.attributes.padding[d].high += inner.attributes.padding[d].high;
    }
    return r.skip_operand();
}

// reverse(x) of dimensions of size 1 = x
Outcome drop_reverse(const Rewrite& r) {
    for (const std::int64_t d : r.instruction.attributes.dimensions)
        if (r.instruction.shape.dims[static_cast<std::size_t>(d)] > 1) return {};
    return r.keep(0);
}

// concatenate(x, nothing, y) = concatenate(x, y); concatenate(x) = x
Outcome concatenate_less(const Rewrite& r) {
    std::vector<InstructionId>& operands = r.instruction.operands;
    if (operands.size() == 1) return Outcome::replace(operands[0]);
    if (r.instruction.shape.elements() == 0) return {};
    const auto last = std::remove_if(operands.begin(), operands.end(),
                                     [&](InstructionId id) { return r.computation[id].shape.elements() == 0; });
    if (last == operands.end()) return {};
    operands.erase(last, operands.end());
    return Outcome::rewritten();
}

// dynamic-slice(x) as large as x = x; with constant starts = slice(x)
Outcome dynamic_slice_to_slice(const Rewrite& r) {
    if (same_sizes(r)) return r.keep(0);
    std::vector<SliceDimension> slice;
    for (std::size_t d = 0; d < r.instruction.shape.rank(); ++d) {
        const std::int64_t size = r.instruction.shape.dims[d], room = r.operand(0).shape.dims[d] - size;
        const Instruction& start = r.operand(d + 1);
        if (room != 0 && start.opcode != Opcode::Constant) return {};
        const std::int64_t at = room == 0 ? 0 : std::clamp<std::int64_t>(integer_of(*start.literal), 0, room);
        slice.push_back({.start = at, .limit = at + size, .stride = 1});
    }
    r.instruction.opcode = Opcode::Slice;
    r.instruction.operands.resize(1);
    r.instruction.attributes.slice_sizes.clear();
    r.instruction.attributes.slice = std::move(slice);
    return Outcome::rewritten();
}

// dynamic-update-slice(x, update as large as x) = update; of no element = x
Outcome update_all_or_nothing(const Rewrite& r) {
    if (r.operand(1).shape.dims == r.instruction.shape.dims) return r.keep(1);
    if (r.operand(1).shape.elements() == 0) return r.keep(0);
    return {};
}

// A result without elements needs nobody to make it.
Outcome empty_to_constant(const Rewrite& r) {
    const Shape& shape = r.instruction.shape;
    return shape.is_array() && shape.elements() == 0 ? r.become(Literal::zeros(shape)) : Outcome{};
}

// iota of one element = 0
Outcome iota_of_one(const Rewrite& r) {
    const Shape& shape = r.instruction.shape;
    return shape.elements() == 1 ? r.become(Literal::zeros(shape)) : Outcome{};
}

constexpr Rule kMovementRules[] = {
    {Opcode::GetTupleElement, empty_to_constant},
    {Opcode::Copy, drop_of_same_sizes},
    {Opcode::Reshape, drop_of_same_sizes},
    {Opcode::Reshape, reshape_of_reshape, Opcode::Reshape},
    {Opcode::Reshape, reshape_to_broadcast},
    {Opcode::Reshape, part_of_splat, Opcode::Broadcast},
    {Opcode::Reshape, reshape_of_broadcast},
    {Opcode::Transpose, transpose_to_reshape},
    {Opcode::Transpose, transpose_of_transpose, Opcode::Transpose},
    {Opcode::Transpose, transpose_of_broadcast, Opcode::Broadcast},
    {Opcode::Broadcast, drop_broadcast},
    {Opcode::Broadcast, broadcast_to_reshape},
    {Opcode::Broadcast, broadcast_of_broadcast, Opcode::Broadcast},
    {Opcode::Broadcast, broadcast_of_only_element, Opcode::Reshape},
    {Opcode::Broadcast, broadcast_of_added_ones, Opcode::Reshape},
    {Opcode::Broadcast, broadcast_of_iota, Opcode::Iota},
    {Opcode::Iota, iota_of_one},
    {Opcode::Slice, drop_of_same_sizes},
    {Opcode::Slice, slice_of_slice, Opcode::Slice},
    {Opcode::Slice, slice_of_concatenate, Opcode::Concatenate},
    {Opcode::Slice, part_of_splat, Opcode::Broadcast},
    {Opcode::Pad, drop_pad},
    {Opcode::Pad, pad_of_pad, Opcode::Pad},
    {Opcode::Reverse, drop_reverse},
    {Opcode::Concatenate, concatenate_less},
    {Opcode::DynamicSlice, dynamic_slice_to_slice},
    {Opcode::DynamicSlice, part_of_splat, Opcode::Broadcast},
    {Opcode::DynamicUpdateSlice, update_all_or_nothing},
};

} // namespace

std::span<const Rule> movement_rules() {
    return kMovementRules;
}

} // namespace hlo2cpp
