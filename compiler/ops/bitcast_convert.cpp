// bitcast-convert: the same bits as elements of another type. A narrower type makes a row of each element, the lowest
// bits first; a wider type makes one element of each row.
#include <cstddef>
#include <utility>
#include <vector>

#include "ops/bitcast_convert.h"

#include "evaluate/tensor.h"
#include "ops/elementwise.h"
#include "ops/infer_checks.h"

namespace hlo2cpp {
namespace {

Shape infer_bitcast_convert(const InferContext& context) {
    context.require_operands(1);
    const Shape& operand = context.array_operand(0);
    context.require(context.instruction.shape.is_array(),
                    "bitcast-convert makes an array, not " + to_string(context.instruction.shape));
    const ElementType type = context.instruction.shape.type;
    if (is_complex(operand.type) != is_complex(type))
        context.fail("the bits of " + to_string(operand) + " are not those of " + std::string(info(type).name) +
                     ": take the real and imaginary parts");
    const int from = info(operand.type).bits, to = info(type).bits;
    std::vector<std::int64_t> dims = operand.dims;
    if (from > to) dims.push_back(from / to);
    if (from < to) {
        if (dims.empty() || dims.back() != to / from)
            context.fail("the last dimension of " + to_string(operand) + " must be " + std::to_string(to / from) +
                         ", the elements that make one " + std::string(info(type).name));
        dims.pop_back();
    }
    return inferred_array(context, type, std::move(dims));
}

bool bit(const std::vector<std::byte>& bytes, std::size_t place) {
    return std::to_integer<int>(bytes[place / 8] >> (place % 8) & std::byte{1}) != 0;
}

void set_bit(std::vector<std::byte>& bytes, std::size_t place) {
    bytes[place / 8] |= std::byte{1} << (place % 8);
}

// The elements as they lie in memory, with elements of fewer bits than a byte packed.
std::vector<std::byte> packed(const Literal& literal) {
    const auto width = static_cast<std::size_t>(info(literal.shape.type).bits);
    if (width >= 8) return literal.bytes;
    std::vector<std::byte> bytes((literal.bytes.size() * width + 7) / 8);
    for (std::size_t i = 0; i < literal.bytes.size(); ++i)
        for (std::size_t k = 0; k < width; ++k)
            if (bit(literal.bytes, 8 * i + k)) set_bit(bytes, width * i + k);
    return bytes;
}

Literal unpacked(const Shape& shape, std::vector<std::byte> bytes) {
    Literal literal = Literal::zeros(shape);
    const auto width = static_cast<std::size_t>(info(shape.type).bits);
    if (width >= 8) {
        literal.bytes = std::move(bytes);
        return literal;
    }
    for (std::size_t i = 0; i < literal.bytes.size(); ++i)
        for (std::size_t k = 0; k < width; ++k)
            if (bit(bytes, width * i + k)) set_bit(literal.bytes, 8 * i + k);
    return literal;
}

Tensor evaluate_bitcast_convert(const EvaluateContext& context) {
    return with_bits_of(context.take(0), context.shape());
}

} // namespace

Tensor with_bits_of(Tensor tensor, const Shape& shape) {
    const ElementType type = tensor.shape.type;
    if (type == shape.type) return tensor;
    if (is_narrow_float(type))
        for (double& number : tensor.reals()) number = round_to(type, number);
    return to_tensor(unpacked(shape, packed(to_literal(tensor))));
}

namespace {

ExprId same_width(ElementBuilder& builder, ElementType type, ExprId value) {
    return builder.exprs()[value].type == type ? value : builder.apply(Opcode::BitcastConvert, type, {value});
}

// An element of the type from the bits at `place`.
ExprId low_part(ElementBuilder& builder, ElementType type, ExprId bits, const Index& place) {
    const ElementType wide = builder.exprs()[bits].type, narrow = unsigned_type(info(type).bits);
    const ExprId moved = builder.apply(Opcode::ShiftRightLogical, wide, {bits, builder.index_value(wide, place)});
    const ExprId low = is_pred(narrow) ? builder.apply(Opcode::And, wide, {moved, builder.constant(wide, 1)}) : moved;
    return same_width(builder, type, builder.convert(narrow, low));
}

// An element of the type from the bits of all parts, the first one lowest.
ExprId joined(ElementBuilder& builder, ElementType type, const std::vector<ExprId>& parts) {
    const ElementType wide = unsigned_type(info(type).bits);
    ExprId bits;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const int width = info(builder.exprs()[parts[k]].type).bits;
        ExprId piece = builder.convert(wide, same_width(builder, unsigned_type(width), parts[k]));
        const double place = static_cast<double>(k) * width;
        if (k > 0) piece = builder.apply(Opcode::ShiftLeft, wide, {piece, builder.constant(wide, place)});
        bits = k == 0 ? piece : builder.apply(Opcode::Or, wide, {bits, piece});
    }
    return same_width(builder, type, bits);
}

// Each part of a c128 has the bits of one c64.
std::vector<ExprId> complex_element(ElementBuilder& builder, const ElementIndex& index) {
    const auto real = [&](ElementType type, ExprId z) { return builder.apply(Opcode::Real, type, {z}); };
    const auto imag = [&](ElementType type, ExprId z) { return builder.apply(Opcode::Imag, type, {z}); };
    if (builder.shape().type == ElementType::C128) {
        const auto part = [&](std::int64_t k) {
            ElementIndex at = index;
            at.emplace_back(k);
            const ExprId z = builder.operand(0, at);
            return joined(builder, ElementType::F64, {real(ElementType::F32, z), imag(ElementType::F32, z)});
        };
        return {builder.apply(Opcode::Complex, ElementType::C128, {part(0), part(1)})};
    }
    const ExprId z = builder.operand(0, {index.begin(), index.end() - 1});
    const ExprId part = builder.guard({Condition{.index = index.back(), .low = 0, .high = 1}},
                                      real(ElementType::F64, z), imag(ElementType::F64, z));
    const ExprId bits = same_width(builder, ElementType::U64, part);
    return {
        builder.apply(Opcode::Complex, ElementType::C64,
                      {low_part(builder, ElementType::F32, bits, 0), low_part(builder, ElementType::F32, bits, 32)})};
}

std::vector<ExprId> element_bitcast_convert(ElementBuilder& builder, const ElementIndex& index) {
    const ElementType from = builder.operand_shape(0).type, to = builder.shape().type;
    const int from_bits = info(from).bits, to_bits = info(to).bits;
    if (from_bits == to_bits) return {same_width(builder, to, builder.operand(0, index))};
    if (is_complex(from)) return complex_element(builder, index);
    if (from_bits > to_bits) {
        const ExprId whole = builder.operand(0, {index.begin(), index.end() - 1});
        return {low_part(builder, to, same_width(builder, unsigned_type(from_bits), whole), index.back() * to_bits)};
    }
    std::vector<ExprId> parts;
    for (int k = 0; k < to_bits / from_bits; ++k) {
        ElementIndex part = index;
        part.emplace_back(k);
        parts.push_back(builder.operand(0, part));
    }
    return {joined(builder, to, parts)};
}

std::string memory_name(ElementType type) {
    return std::string(info(type).name);
}

// Prints the conversion between types of equal width. A value of a narrow float is an f32 that it can represent.
tree::Expression print_bitcast_convert(const PrintContext& context) {
    const ElementType from = context.types[0], to = context.type();
    tree::Expression x = context.operands[0];
    if (from == to) return x;
    ElementType held = from; // by x
    if (is_float(from)) {
        x = is_narrow_float(from) ? tree::call(memory_name(from) + "_bits", {x}) : tree::call("bits_from", from, {x});
        held = unsigned_type(info(from).bits);
    }
    const ElementType needed = is_float(to) ? unsigned_type(info(to).bits) : to;
    if (held != needed) x = wrapped(needed, tree::cast(needed, x));
    if (!is_float(to)) return x;
    return is_narrow_float(to) ? tree::call("f32_from", to, {x}) : tree::call(memory_name(to) + "_from_bits", {x});
}

} // namespace

const OpDefinition op_bitcast_convert = {
    .infer = infer_bitcast_convert,
    .evaluate = evaluate_bitcast_convert,
    .form = ElementForm{.element = element_bitcast_convert, .print = print_bitcast_convert},
    .exact = true,
    .declares_shape = true,
    .rounds_operands = true,
    .moves_bits = true};

} // namespace hlo2cpp
