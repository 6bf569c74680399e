// bitcast-convert: the same bits as elements of another type. Where that is narrower, each element becomes a row of
// them, the lowest bits first; where it is wider, each row becomes one element.
#include <cstring>

#include "ops/bitcast_convert.h"

#include "evaluate/tensor.h"
#include "ops/elementwise.h"
#include "ops/infer_checks.h"

namespace hlo2cpp {
namespace {

Shape infer(const InferContext& context) {
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

// The bits of an element, the rest zero.
std::uint64_t bits_of(const Tensor& tensor, std::int64_t i) {
    const ElementType type = tensor.shape.type;
    if (!is_float(type)) return low_bits(type, tensor.integers()(i));
    Tensor scalar(Shape::scalar(type));
    scalar.reals()(0) = round_to(type, tensor.reals()(i));
    const Literal literal = to_literal(scalar);
    std::uint64_t bits = 0;
    std::memcpy(&bits, literal.bytes.data(), literal.bytes.size());
    return bits;
}

void set_bits(Tensor& tensor, std::int64_t i, std::uint64_t bits) {
    const ElementType type = tensor.shape.type;
    if (!is_float(type)) {
        tensor.integers()(i) = wrap_to(type, as_signed(bits));
        return;
    }
    Literal literal = Literal::zeros(Shape::scalar(type));
    std::memcpy(literal.bytes.data(), &bits, literal.bytes.size());
    tensor.copy_element(i, to_tensor(literal), 0);
}

Tensor evaluate(const EvaluateContext& context) {
    const Tensor& operand = context.operand(0);
    Tensor result(context.shape());
    const int from = info(operand.shape.type).bits, to = info(result.shape.type).bits;
    if (is_complex(operand.shape.type)) return context.take(0);
    const std::int64_t pieces = from < to ? to / from : 1, parts = from > to ? from / to : 1;
    for (std::int64_t i = 0; i < result.elements(); ++i) {
        std::uint64_t bits = 0;
        for (std::int64_t k = 0; k < pieces; ++k) bits |= bits_of(operand, i / parts * pieces + k) << (k * from);
        set_bits(result, i, bits >> (i % parts * to));
    }
    return result;
}

} // namespace

Tensor with_bits_of(Tensor tensor, ElementType type) {
    if (tensor.shape.type == type) return tensor;
    Tensor result(Shape::array(type, tensor.shape.dims));
    for (std::int64_t i = 0; i < result.elements(); ++i) set_bits(result, i, bits_of(tensor, i));
    return result;
}

namespace {

ElementType unsigned_of(int bits) {
    switch (bits) {
    case 1: return ElementType::Pred;
    case 2: return ElementType::U2;
    case 4: return ElementType::U4;
    case 8: return ElementType::U8;
    case 16: return ElementType::U16;
    case 32: return ElementType::U32;
    default: return ElementType::U64;
    }
}

ExprId same_width(ElementBuilder& builder, ElementType type, ExprId value) {
    return builder.exprs()[value].type == type ? value : builder.apply(Opcode::BitcastConvert, type, {value});
}

std::vector<ExprId> element(ElementBuilder& builder, const ElementIndex& index) {
    const ElementType from = builder.operand_shape(0).type, to = builder.shape().type;
    const int from_bits = info(from).bits, to_bits = info(to).bits;
    if (from_bits == to_bits) return {same_width(builder, to, builder.operand(0, index))};
    const ElementType narrow = unsigned_of(std::min(from_bits, to_bits)),
                      wide = unsigned_of(std::max(from_bits, to_bits));
    if (from_bits > to_bits) {
        const ElementIndex whole(index.begin(), index.end() - 1);
        const ExprId bits = same_width(builder, wide, builder.operand(0, whole));
        const ExprId places = builder.index_value(wide, index.back() * to_bits);
        const ExprId moved = builder.apply(Opcode::ShiftRightLogical, wide, {bits, places});
        const ExprId low =
            is_pred(narrow) ? builder.apply(Opcode::And, wide, {moved, builder.constant(wide, 1)}) : moved;
        return {same_width(builder, to, builder.convert(narrow, low))};
    }
    ExprId bits;
    for (int k = 0; k < to_bits / from_bits; ++k) {
        ElementIndex part = index;
        part.emplace_back(k);
        ExprId piece = builder.convert(wide, same_width(builder, narrow, builder.operand(0, part)));
        if (k > 0) piece = builder.apply(Opcode::ShiftLeft, wide, {piece, builder.constant(wide, k * from_bits)});
        bits = k == 0 ? piece : builder.apply(Opcode::Or, wide, {bits, piece});
    }
    return {same_width(builder, to, bits)};
}

std::string name(ElementType type) {
    return std::string(info(type).name);
}

// Of equal widths. A value of a narrow float is an f32 that it can represent.
tree::Expression print(const PrintContext& context) {
    const ElementType from = context.types[0], to = context.type();
    tree::Expression x = context.operands[0];
    if (from == to) return x;
    ElementType held = from; // by x
    if (is_float(from)) {
        x = is_narrow_float(from) ? tree::call(name(from) + "_bits", {x}) : tree::call("bits_from", from, {x});
        held = unsigned_of(info(from).bits);
    }
    const ElementType needed = is_float(to) ? unsigned_of(info(to).bits) : to;
    if (held != needed) x = wrapped(needed, tree::cast(needed, x));
    if (!is_float(to)) return x;
    return is_narrow_float(to) ? tree::call("f32_from", to, {x}) : tree::call(name(to) + "_from_bits", {x});
}

} // namespace

const OpDefinition op_bitcast_convert = {.infer = infer,
                                         .evaluate = evaluate,
                                         .form = ElementForm{.element = element, .print = print},
                                         .exact = true,
                                         .declares_shape = true,
                                         .rounds_operands = true};

} // namespace hlo2cpp
