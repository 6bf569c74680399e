#include "ir/builder/arrays.h"

#include <algorithm>
#include <numeric>

#include "evaluate/tensor.h"
#include "support/diagnostics.h"
#include "support/index.h"

namespace hlo2cpp::builder {
namespace {

// `dimension`, which must be one of the operand's.
std::int64_t dimension_of(Op operand, std::int64_t dimension) {
    if (dimension < 0 || dimension >= static_cast<std::int64_t>(operand.shape().rank()))
        throw InputError(to_string(operand.shape()) + " has no dimension " + std::to_string(dimension));
    return dimension;
}

Op broadcast(Op operand, Sizes sizes, Sizes dimensions) {
    return operand.builder().AddInstruction({.opcode = Opcode::Broadcast,
                                             .shape = Shape::array(operand.shape().type, std::move(sizes)),
                                             .attributes = {.dimensions = std::move(dimensions)}},
                                            {operand});
}

bool all_equal(const Literal& literal) {
    const std::int64_t size = byte_size(literal.shape.type);
    return std::equal(literal.bytes.begin() + size, literal.bytes.end(), literal.bytes.begin());
}

void check_literal(const Literal& literal) {
    const Shape& shape = literal.shape;
    if (!shape.is_array() || static_cast<std::int64_t>(literal.bytes.size()) != shape.bytes())
        throw InputError("a constant of " + to_string(shape) + " has " + std::to_string(literal.bytes.size()) +
                         " bytes");
}

Op constant(Builder& builder, Literal literal) {
    const Shape shape = Shape::array(literal.shape.type, literal.shape.dims);
    return builder.AddInstruction(
        {.opcode = Opcode::Constant, .shape = shape, .literal = std::make_shared<const Literal>(std::move(literal))},
        {});
}

} // namespace

Op Parameter(Builder& builder, std::int64_t parameter_number, const Shape& shape, const std::string& name) {
    if (parameter_number < 0)
        throw InputError("a parameter cannot have the number " + std::to_string(parameter_number));
    return builder.AddInstruction({.name = name,
                                   .opcode = Opcode::Parameter,
                                   .shape = shape,
                                   .attributes = {.parameter_number = parameter_number}},
                                  {});
}

Op ConstantLiteral(Builder& builder, Literal literal) {
    check_literal(literal);
    if (literal.shape.elements() < 2 || !all_equal(literal)) return constant(builder, std::move(literal));
    const Sizes sizes = literal.shape.dims;
    literal.shape = Shape::scalar(literal.shape.type);
    literal.bytes.resize(at(literal.shape.bytes()));
    return Broadcast(constant(builder, std::move(literal)), sizes);
}

void require_row_length(std::int64_t length, std::int64_t columns) {
    if (length != columns)
        throw InputError("rows of a constant have " + std::to_string(columns) + " and " + std::to_string(length) +
                         " elements");
}

Op ConstantR0WithType(Builder& builder, ElementType type, double value) {
    return constant(builder, *scalar_literal(type, value));
}

Op ScalarLike(Op prototype, double value) {
    return ConstantR0WithType(prototype.builder(), prototype.shape().type, value);
}

Op Iota(Builder& builder, const Shape& shape, std::int64_t iota_dimension) {
    return builder.AddInstruction(
        {.opcode = Opcode::Iota, .shape = shape, .attributes = {.dimensions = {iota_dimension}}}, {});
}

Op Iota(Builder& builder, ElementType type, std::int64_t size) {
    return Iota(builder, Shape::array(type, {size}), 0);
}

Op Broadcast(Op operand, const Sizes& broadcast_sizes) {
    Sizes sizes = broadcast_sizes;
    const Sizes& dims = operand.shape().dims;
    sizes.insert(sizes.end(), dims.begin(), dims.end());
    Sizes dimensions(dims.size());
    std::iota(dimensions.begin(), dimensions.end(), static_cast<std::int64_t>(broadcast_sizes.size()));
    return broadcast(operand, std::move(sizes), std::move(dimensions));
}

Op BroadcastInDim(Op operand, const Sizes& out_dim_size, const Sizes& broadcast_dimensions) {
    const Shape& shape = operand.shape();
    Sizes sizes = out_dim_size;
    for (std::size_t i = 0; i < std::min(broadcast_dimensions.size(), shape.rank()); ++i) {
        const std::int64_t d = broadcast_dimensions[i];
        if (d >= 0 && d < static_cast<std::int64_t>(sizes.size()) && shape.dims[i] == 1) sizes[at(d)] = 1;
    }
    return ExpandInDim(broadcast(operand, sizes, broadcast_dimensions), out_dim_size);
}

Op ExpandInDim(Op operand, const Sizes& sizes) {
    const Shape shape = operand.shape();
    if (shape.dims == sizes) return operand;
    if (shape.is_scalar()) return broadcast(operand, sizes, {});
    if (shape.rank() != sizes.size())
        throw InputError(to_string(shape) + " does not expand to " + std::to_string(sizes.size()) + " dimensions");
    Sizes kept, dimensions;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (shape.dims[i] != sizes[i] && shape.dims[i] != 1)
            throw InputError("dimension " + std::to_string(i) + " of " + to_string(shape) + " does not expand to " +
                             std::to_string(sizes[i]));
        if (shape.dims[i] != sizes[i]) continue;
        kept.push_back(sizes[i]);
        dimensions.push_back(static_cast<std::int64_t>(i));
    }
    return broadcast(Reshape(operand, kept), sizes, dimensions);
}

Op Collapse(Op operand, const Sizes& dimensions) {
    if (dimensions.size() <= 1) return operand; // the same array
    Sizes sizes = operand.shape().dims;
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        if (dimension_of(operand, dimensions[i]) != dimensions[0] + static_cast<std::int64_t>(i))
            throw InputError("the dimensions to collapse must follow each other, in order");
    const auto first = sizes.begin() + dimensions[0];
    const auto end = first + static_cast<std::int64_t>(dimensions.size());
    *first = std::accumulate(first, end, std::int64_t{1}, std::multiplies<>());
    sizes.erase(first + 1, end);
    return Reshape(operand, sizes);
}

Op Reshape(Op operand, const Sizes& dimensions) {
    return operand.builder().AddInstruction(
        {.opcode = Opcode::Reshape, .shape = Shape::array(operand.shape().type, dimensions)}, {operand});
}

Op Reshape(Op operand, const Sizes& dimensions, const Sizes& new_sizes) {
    const bool in_order = dimensions.size() == operand.shape().rank() && is_identity(dimensions);
    return Reshape(in_order ? operand : Transpose(operand, dimensions), new_sizes);
}

Op DynamicReshape(Op operand, const Ops& dim_sizes, const Sizes& new_size_bounds,
                  const std::vector<bool>& dims_are_dynamic) {
    if (dim_sizes.size() != new_size_bounds.size() || dims_are_dynamic.size() != new_size_bounds.size())
        throw InputError("DynamicReshape needs a size, a bound, and whether it is dynamic for each dimension");
    Shape shape = Shape::array(operand.shape().type, new_size_bounds);
    shape.dynamic = dims_are_dynamic;
    Ops operands = {operand};
    operands.insert(operands.end(), dim_sizes.begin(), dim_sizes.end());
    return operand.builder().AddInstruction({.opcode = Opcode::DynamicReshape, .shape = std::move(shape)}, operands);
}

Op Transpose(Op operand, const Sizes& permutation) {
    return operand.builder().AddInstruction({.opcode = Opcode::Transpose, .attributes = {.dimensions = permutation}},
                                            {operand});
}

Op Rev(Op operand, const Sizes& dimensions) {
    return operand.builder().AddInstruction({.opcode = Opcode::Reverse, .attributes = {.dimensions = dimensions}},
                                            {operand});
}

Op Pad(Op operand, Op padding_value, const std::vector<PaddingDimension>& padding_config) {
    return operand.builder().AddInstruction({.opcode = Opcode::Pad, .attributes = {.padding = padding_config}},
                                            {operand, padding_value});
}

Op PadInDim(Op operand, Op padding_value, std::int64_t dimno, std::int64_t pad_lo, std::int64_t pad_hi) {
    std::vector<PaddingDimension> padding(operand.shape().rank());
    padding[at(dimension_of(operand, dimno))] = {.low = pad_lo, .high = pad_hi};
    return Pad(operand, padding_value, padding);
}

Op Slice(Op operand, const Sizes& start_indices, const Sizes& limit_indices, const Sizes& strides) {
    if (start_indices.size() != limit_indices.size() || start_indices.size() != strides.size())
        throw InputError("Slice needs a start, a limit and a stride for each dimension");
    std::vector<SliceDimension> slice;
    for (std::size_t i = 0; i < strides.size(); ++i)
        slice.push_back({.start = start_indices[i], .limit = limit_indices[i], .stride = strides[i]});
    return operand.builder().AddInstruction({.opcode = Opcode::Slice, .attributes = {.slice = std::move(slice)}},
                                            {operand});
}

Op SliceInDim(Op operand, std::int64_t start_index, std::int64_t limit_index, std::int64_t stride, std::int64_t dimno) {
    Sizes starts(operand.shape().rank()), limits = operand.shape().dims, strides(limits.size(), 1);
    const std::size_t d = at(dimension_of(operand, dimno));
    starts[d] = start_index;
    limits[d] = limit_index;
    strides[d] = stride;
    return Slice(operand, starts, limits, strides);
}

Op DynamicSlice(Op operand, const Ops& start_indices, const Sizes& slice_sizes) {
    Ops operands = {operand};
    operands.insert(operands.end(), start_indices.begin(), start_indices.end());
    return operand.builder().AddInstruction(
        {.opcode = Opcode::DynamicSlice, .attributes = {.slice_sizes = slice_sizes}}, operands);
}

Op DynamicUpdateSlice(Op operand, Op update, const Ops& start_indices) {
    Ops operands = {operand, update};
    operands.insert(operands.end(), start_indices.begin(), start_indices.end());
    return operand.builder().AddInstruction({.opcode = Opcode::DynamicUpdateSlice}, operands);
}

Op ConcatInDim(Builder& builder, const Ops& operands, std::int64_t dimension) {
    return builder.AddInstruction({.opcode = Opcode::Concatenate, .attributes = {.dimensions = {dimension}}}, operands);
}

Op Gather(Op input, Op start_indices, const GatherDimensions& dimension_numbers, const Sizes& slice_sizes) {
    return input.builder().AddInstruction(
        {.opcode = Opcode::Gather, .attributes = {.gather = dimension_numbers, .slice_sizes = slice_sizes}},
        {input, start_indices});
}

Op Tuple(Builder& builder, const Ops& elements) {
    return builder.AddInstruction({.opcode = Opcode::Tuple}, elements);
}

Op GetTupleElement(Op tuple_data, std::int64_t index) {
    return tuple_data.builder().AddInstruction(
        {.opcode = Opcode::GetTupleElement, .attributes = {.tuple_index = index}}, {tuple_data});
}

Op GetDimensionSize(Op operand, std::int64_t dimension) {
    const Shape& shape = operand.shape();
    const std::size_t d = at(dimension_of(operand, dimension));
    if (shape.dynamic.empty() || !shape.dynamic[d])
        return ConstantR0<std::int32_t>(operand.builder(), static_cast<std::int32_t>(shape.dims[d]));
    return operand.builder().AddInstruction(
        {.opcode = Opcode::GetDimensionSize, .attributes = {.dimensions = {dimension}}}, {operand});
}

Op SetDimensionSize(Op operand, Op val, std::int64_t dimension) {
    Shape shape = Shape::array(operand.shape().type, operand.shape().dims);
    shape.dynamic = operand.shape().dynamic;
    shape.dynamic.resize(shape.rank());
    shape.dynamic[at(dimension_of(operand, dimension))] = true;
    return operand.builder().AddInstruction(
        {.opcode = Opcode::SetDimensionSize, .shape = std::move(shape), .attributes = {.dimensions = {dimension}}},
        {operand, val});
}

Op RemoveDynamicDimension(Op operand, std::int64_t dimension) {
    const std::int64_t bound = operand.shape().dims[at(dimension_of(operand, dimension))];
    Shape shape = operand.shape();
    shape.dynamic.resize(shape.rank());
    shape.dynamic[at(dimension)] = false;
    return operand.builder().AddInstruction(
        {.opcode = Opcode::SetDimensionSize, .shape = std::move(shape), .attributes = {.dimensions = {dimension}}},
        {operand, ConstantR0<std::int32_t>(operand.builder(), static_cast<std::int32_t>(bound))});
}

} // namespace hlo2cpp::builder
