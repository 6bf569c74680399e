// Pieces of arrays, maps and sorts that an expansion makes.
#include "ops/expansion.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

Computation addition(ElementType type) {
    ComputationBuilder builder("add");
    Instruction source;
    source.name = "sum";
    source.origins = {source.name};
    builder.stand_for(source);
    const InstructionId a = builder.parameter(Shape::scalar(type)), b = builder.parameter(Shape::scalar(type));
    const InstructionId root = builder.apply(Opcode::Add, Shape::scalar(type), {a, b});
    return std::move(builder).build(root);
}

} // namespace

InstructionId Expansion::piece(InstructionId array, const Values& start, std::vector<std::int64_t> sizes) {
    Values operands = {array};
    operands.insert(operands.end(), start.begin(), start.end());
    const InstructionId id =
        builder().apply(Opcode::DynamicSlice, Shape::array(shape_of(array).type, sizes), std::move(operands));
    builder()[id].attributes.slice_sizes = std::move(sizes);
    return id;
}

InstructionId Expansion::with_piece(InstructionId array, const Values& start, InstructionId piece) {
    Values operands = {array, piece};
    operands.insert(operands.end(), start.begin(), start.end());
    const Shape shape = Shape::array(shape_of(array).type, shape_of(array).dims);
    return builder().apply(Opcode::DynamicUpdateSlice, shape, std::move(operands));
}

InstructionId Expansion::element(InstructionId array, const Values& start) {
    const std::size_t rank = shape_of(array).rank();
    return rank == 0 ? array : reshape(piece(array, start, std::vector<std::int64_t>(rank, 1)), {});
}

InstructionId Expansion::with_element(InstructionId array, const Values& start, InstructionId scalar) {
    const std::size_t rank = shape_of(array).rank();
    return rank == 0 ? scalar : with_piece(array, start, reshape(scalar, std::vector<std::int64_t>(rank, 1)));
}

InstructionId Expansion::stored(InstructionId a) {
    builder().stand_for(builder()[a]);
    const InstructionId copy = builder().apply(Opcode::Copy, Shape(shape_of(a)), {a});
    builder().stand_for(instruction_);
    return copy;
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
    const InstructionId id = builder().apply(Opcode::Map, shape, arrays);
    builder()[id].called = {computations_.add(std::move(scalar).build(root))};
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
        builder().apply(Opcode::Sort, shapes.size() == 1 ? shapes[0] : Shape::tuple_of(shapes), arrays);
    builder()[id].attributes.dimensions = {dimension};
    builder()[id].attributes.is_stable = true;
    builder()[id].called = {computations_.add(std::move(comparator).build(root))};
    Values results = {id};
    if (shapes.size() > 1) results.clear();
    for (std::size_t i = 0; i < shapes.size() && shapes.size() > 1; ++i)
        results.push_back(builder().get_tuple_element(id, i));
    return results;
}

InstructionId Expansion::sum_to(InstructionId array, std::int64_t dimension) {
    return sum_over_others(array, {dimension});
}

InstructionId Expansion::sum_over_others(InstructionId array, const std::vector<std::int64_t>& kept) {
    const Shape shape = shape_of(array);
    Shape sums = Shape::array(shape.type, {});
    std::vector<std::int64_t> summed;
    for (std::size_t d = 0; d < shape.rank(); ++d) {
        const bool is_kept = std::ranges::find(kept, static_cast<std::int64_t>(d)) != kept.end();
        if (is_kept)
            sums.dims.push_back(shape.dims[d]);
        else
            summed.push_back(static_cast<std::int64_t>(d));
    }
    const InstructionId sum = builder().apply(Opcode::Reduce, sums, {array, number(Shape::scalar(shape.type), 0)});
    builder()[sum].attributes.dimensions = std::move(summed);
    builder()[sum].called = {computations_.add(addition(shape.type))};
    return sum;
}

} // namespace hlo2cpp
