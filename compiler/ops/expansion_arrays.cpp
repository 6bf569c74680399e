// Array operations, products and sorts of an expansion.
#include "ops/expansion.h"

namespace hlo2cpp {

InstructionId Expansion::iota(const Shape& shape, std::int64_t dimension) {
    const InstructionId id = builder_.apply(Opcode::Iota, Shape::array(shape.type, shape.dims), {});
    builder_[id].attributes.dimensions = {dimension};
    return id;
}

InstructionId Expansion::spread(InstructionId array, const std::vector<std::int64_t>& dims,
                                std::vector<std::int64_t> dimensions) {
    return shape_of(array).dims == dims ? array : builder_.broadcast(array, dims, std::move(dimensions));
}

InstructionId Expansion::slice(InstructionId array, std::size_t dimension, std::int64_t begin, std::int64_t end,
                               std::int64_t stride) {
    Shape shape = Shape::array(shape_of(array).type, shape_of(array).dims);
    if (begin == 0 && end == shape.dims[dimension] && stride == 1) return array;
    std::vector<SliceDimension> slice;
    for (const std::int64_t size : shape.dims) slice.push_back({.start = 0, .limit = size});
    slice[dimension] = {.start = begin, .limit = end, .stride = stride};
    shape.dims[dimension] = (end - begin + stride - 1) / stride;
    const InstructionId id = builder_.apply(Opcode::Slice, shape, {array});
    builder_[id].attributes.slice = std::move(slice);
    return id;
}

InstructionId Expansion::reverse(InstructionId array, std::int64_t dimension) {
    const InstructionId id = unary(Opcode::Reverse, array);
    builder_[id].attributes.dimensions = {dimension};
    return id;
}

InstructionId Expansion::concatenate(const Values& pieces, std::int64_t dimension) {
    Shape shape = Shape::array(shape_of(pieces[0]).type, shape_of(pieces[0]).dims);
    const auto d = static_cast<std::size_t>(dimension);
    shape.dims[d] = 0;
    for (const InstructionId piece : pieces) shape.dims[d] += shape_of(piece).dims[d];
    const InstructionId id = builder_.apply(Opcode::Concatenate, shape, pieces);
    builder_[id].attributes.dimensions = {dimension};
    return id;
}

InstructionId Expansion::piece(InstructionId array, const Values& start, std::vector<std::int64_t> sizes) {
    Values operands = {array};
    operands.insert(operands.end(), start.begin(), start.end());
    const InstructionId id =
        builder_.apply(Opcode::DynamicSlice, Shape::array(shape_of(array).type, sizes), std::move(operands));
    builder_[id].attributes.slice_sizes = std::move(sizes);
    return id;
}

InstructionId Expansion::with_piece(InstructionId array, const Values& start, InstructionId piece,
                                    std::vector<std::int64_t> strides) {
    Values operands = {array, piece};
    operands.insert(operands.end(), start.begin(), start.end());
    const Shape shape = Shape::array(shape_of(array).type, shape_of(array).dims);
    const InstructionId id = builder_.apply(Opcode::DynamicUpdateSlice, shape, std::move(operands));
    builder_[id].attributes.update_strides = std::move(strides);
    return id;
}

InstructionId Expansion::dot(InstructionId lhs, InstructionId rhs, DotDimensions dimensions, const Shape& result) {
    const InstructionId id = builder_.apply(Opcode::Dot, result, {lhs, rhs});
    builder_[id].attributes.dot = std::move(dimensions);
    return id;
}

InstructionId Expansion::map(const Values& arrays,
                             const std::function<InstructionId(Expansion&, const Values&)>& function) {
    ComputationBuilder scalar(instruction_.name + ".map");
    scalar.stand_for(instruction_);
    Values elements;
    for (const InstructionId array : arrays) elements.push_back(scalar.parameter(Shape::scalar(shape_of(array).type)));
    Expansion inside(scalar, instruction_, computations_);
    const InstructionId root = function(inside, elements);
    const Shape shape = Shape::array(inside.shape_of(root).type, shape_of(arrays[0]).dims);
    const InstructionId id = builder_.apply(Opcode::Map, shape, arrays);
    builder_[id].called = {computations_.add(std::move(scalar).build(root))};
    return id;
}

Expansion::Values Expansion::sort(const Values& arrays, std::int64_t dimension, const Before& before) {
    ComputationBuilder comparator(instruction_.name + ".before");
    comparator.stand_for(instruction_);
    std::vector<Shape> shapes;
    Values elements;
    for (const InstructionId array : arrays) {
        shapes.push_back(Shape::array(shape_of(array).type, shape_of(array).dims));
        for (int i = 0; i < 2; ++i) elements.push_back(comparator.parameter(Shape::scalar(shapes.back().type)));
    }
    Expansion inside(comparator, instruction_, computations_);
    const InstructionId root = before(inside, elements[0], elements[1]);
    const InstructionId id =
        builder_.apply(Opcode::Sort, shapes.size() == 1 ? shapes[0] : Shape::tuple_of(shapes), arrays);
    builder_[id].attributes.dimensions = {dimension};
    builder_[id].attributes.is_stable = true;
    builder_[id].called = {computations_.add(std::move(comparator).build(root))};
    Values results = {id};
    if (shapes.size() > 1) results.clear();
    for (std::size_t i = 0; i < shapes.size() && shapes.size() > 1; ++i)
        results.push_back(builder_.get_tuple_element(id, i));
    return results;
}

} // namespace hlo2cpp
