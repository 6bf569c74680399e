#include "ops/loop_index.h"

namespace hlo2cpp {

InstructionId number(Expansion& at, std::int64_t value) {
    return at.integer(Shape::scalar(ElementType::S64), static_cast<std::uint64_t>(value));
}

std::int64_t product(const std::vector<std::int64_t>& dims) {
    std::int64_t result = 1;
    for (const std::int64_t size : dims) result *= size;
    return result;
}

Expansion::Values parts_of(Expansion& at, InstructionId linear, const std::vector<std::int64_t>& dims) {
    Expansion::Values parts;
    std::int64_t inner = product(dims);
    for (const std::int64_t size : dims) {
        inner /= size;
        const InstructionId quotient = at.binary(Opcode::Divide, linear, number(at, inner));
        parts.push_back(at.binary(Opcode::Remainder, quotient, number(at, size)));
    }
    return parts;
}

InstructionId linear_of(Expansion& at, const Expansion::Values& index, const std::vector<std::int64_t>& dims) {
    InstructionId linear = number(at, 0);
    for (std::size_t d = 0; d < dims.size(); ++d)
        linear = at.binary(Opcode::Add, at.binary(Opcode::Multiply, linear, number(at, dims[d])), index[d]);
    return linear;
}

InstructionId is_between(Expansion& at, InstructionId index, std::int64_t a, std::int64_t b) {
    return at.binary(Opcode::And, at.compare(ComparisonDirection::Ge, index, number(at, a)),
                     at.compare(ComparisonDirection::Lt, index, number(at, b)));
}

SeenElement seen_element(Expansion& at, const Window& window, const std::vector<std::int64_t>& dims,
                         const Expansion::Values& place, const Expansion::Values& point) {
    SeenElement seen{.holds = at.number(Shape::scalar(ElementType::Pred), 1), .index = {}};
    for (std::size_t d = 0; d < dims.size(); ++d) {
        const WindowDimension& w = window[d];
        const InstructionId from_place = at.binary(Opcode::Multiply, place[d], number(at, w.stride));
        const InstructionId from_point = at.binary(Opcode::Multiply, point[d], number(at, w.window_dilation));
        const InstructionId sum = at.binary(Opcode::Add, from_place, from_point);
        const InstructionId position = at.binary(Opcode::Subtract, sum, number(at, w.padding_low));
        const InstructionId base = number(at, w.base_dilation), none = at.binary(Opcode::Remainder, position, base);
        const InstructionId in_array = is_between(at, position, 0, dims[d] * w.base_dilation);
        const InstructionId on_element = at.compare(ComparisonDirection::Eq, none, number(at, 0));
        seen.holds = at.binary(Opcode::And, seen.holds, at.binary(Opcode::And, in_array, on_element));
        seen.index.push_back(at.binary(Opcode::Divide, position, base));
    }
    return seen;
}

} // namespace hlo2cpp
