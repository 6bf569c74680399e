#include "bound/bound_op.h"

#include <algorithm>

#include "support/diagnostics.h"

namespace hlo2cpp {

bool BoundArray::is_dynamic() const {
    return std::ranges::any_of(sizes, [](InstructionId size) { return size.valid(); });
}

void BoundOp::fail(const std::string& message) const {
    throw InputError(Diagnostic{.message = message,
                                .instruction = describe(computation_, source),
                                .op_name = describe_origin(source.metadata),
                                .place = source.place});
}

InstructionId BoundOp::keep(Values arrays) {
    Instruction kept = instruction_;
    kept.operands = std::move(arrays);
    return builder_.add(std::move(kept));
}

InstructionId BoundOp::keep() {
    return keep(instruction_.operands);
}

BoundArrays BoundOp::results(InstructionId kept, std::vector<InstructionId> sizes) {
    const Shape& shape = e.shape_of(kept);
    sizes.resize(shape.is_array() ? shape.rank() : shape.tuple.empty() ? 0 : shape.tuple[0].rank());
    if (shape.is_array()) return {{kept, std::move(sizes)}};
    BoundArrays results;
    const std::size_t count = shape.tuple.size();
    for (std::size_t i = 0; i < count; ++i) results.push_back({builder_.get_tuple_element(kept, i), sizes});
    return results;
}

InstructionId BoundOp::count(std::int64_t number) {
    InstructionId& id = numbers_.constants[number];
    if (!id.valid()) id = e.integer(Shape::scalar(ElementType::S32), static_cast<std::uint64_t>(number));
    return id;
}

InstructionId BoundOp::number(Opcode opcode, Values sizes) {
    InstructionId& id = numbers_.made[{opcode, sizes}];
    if (!id.valid()) id = builder_.apply(opcode, Shape::scalar(ElementType::S32), std::move(sizes));
    return id;
}

InstructionId BoundOp::size(const BoundArray& array, std::size_t d) {
    return array.is_dynamic(d) ? array.sizes[d] : count(shape_of(array).dims[d]);
}

InstructionId BoundOp::clamped(InstructionId size, std::int64_t bound) {
    return number(Opcode::Clamp, {count(0), size, count(bound)});
}

InstructionId BoundOp::plus(InstructionId a, InstructionId b) {
    return number(Opcode::Add, {a, b});
}

InstructionId BoundOp::minus(InstructionId a, InstructionId b) {
    return number(Opcode::Subtract, {a, b});
}

InstructionId BoundOp::times(InstructionId a, InstructionId b) {
    return number(Opcode::Multiply, {a, b});
}

InstructionId BoundOp::over(InstructionId a, InstructionId b) {
    return number(Opcode::Divide, {a, b});
}

InstructionId BoundOp::larger(InstructionId a, InstructionId b) {
    return number(Opcode::Maximum, {a, b});
}

InstructionId BoundOp::inside(const BoundArray& array) {
    const std::vector<std::int64_t> dims = shape_of(array).dims;
    InstructionId all;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        if (!array.is_dynamic(d)) continue;
        const InstructionId index = e.iota(Shape::array(ElementType::S32, dims), static_cast<std::int64_t>(d));
        const InstructionId used = e.compare(ComparisonDirection::Lt, index, e.broadcast(array.sizes[d], dims));
        all = all.valid() ? e.binary(Opcode::And, all, used) : used;
    }
    return all.valid() ? all : e.integer(Shape::array(ElementType::Pred, dims), 1);
}

InstructionId BoundOp::masked(const BoundArray& array, InstructionId scalar) {
    if (!array.is_dynamic()) return array.array;
    return e.select(inside(array), array.array, e.broadcast(scalar, shape_of(array).dims));
}

InstructionId BoundOp::masked(const BoundArray& array, const std::vector<std::int64_t>& dimensions,
                              InstructionId scalar) {
    BoundArray along{array.array, array.sizes};
    for (std::size_t d = 0; d < along.sizes.size(); ++d)
        if (std::ranges::find(dimensions, static_cast<std::int64_t>(d)) == dimensions.end()) along.sizes[d] = {};
    return masked(along, scalar);
}

InstructionId BoundOp::shifted(InstructionId array, std::size_t d, InstructionId by) {
    const std::vector<std::int64_t> dims = e.shape_of(array).dims;
    Values start(dims.size(), count(0));
    start[d] = by;
    return e.piece(e.concatenate({array, array}, static_cast<std::int64_t>(d)), start, dims);
}

} // namespace hlo2cpp
