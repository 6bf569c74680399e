#include "kernel/bit_field.h"

#include <algorithm>
#include <cstring>

#include "kernel/analysis.h"

namespace hlo2cpp {
namespace {

constexpr std::int32_t kWordBits = 32;

ExprId add_word(ExprGraph& exprs, Opcode opcode, std::vector<ExprId> operands) {
    return exprs.add(
        {.kind = ExprKind::Apply, .type = ElementType::S32, .operands = std::move(operands), .opcode = opcode});
}

// True for an application of one of the ops to s32.
bool applies(const Expr& expr, std::initializer_list<Opcode> opcodes) {
    return expr.kind == ExprKind::Apply && expr.type == ElementType::S32 &&
           std::ranges::find(opcodes, expr.opcode) != opcodes.end();
}

} // namespace

ExprId add_bit_field(ExprGraph& exprs, Expr load, const Index& low, int bits) {
    const bool sign = is_signed(load.type);
    const std::int32_t down = kWordBits - bits;
    Expr constant{.kind = ExprKind::Constant, .type = ElementType::S32};
    constant.bits.resize(sizeof down);
    std::memcpy(constant.bits.data(), &down, sizeof down);
    const ExprId up = exprs.add({.kind = ExprKind::IndexValue, .type = ElementType::S32, .index = {Index(down) - low}});
    const ExprId byte = add_word(exprs, Opcode::Convert, {exprs.add(std::move(load))});
    return add_word(exprs, sign ? Opcode::ShiftRightArithmetic : Opcode::ShiftRightLogical,
                    {add_word(exprs, Opcode::ShiftLeft, {byte, up}), exprs.add(std::move(constant))});
}

std::optional<BitField> bit_field(const Kernel& kernel, ExprId number) {
    const ExprGraph& exprs = kernel.exprs;
    const Expr& right = exprs[number];
    if (!applies(right, {Opcode::ShiftRightArithmetic, Opcode::ShiftRightLogical})) return std::nullopt;
    const Expr &left = exprs[right.operands[0]], &down = exprs[right.operands[1]];
    if (!applies(left, {Opcode::ShiftLeft}) || down.kind != ExprKind::Constant) return std::nullopt;
    const Expr &byte = exprs[left.operands[0]], &up = exprs[left.operands[1]];
    if (!applies(byte, {Opcode::Convert}) || up.kind != ExprKind::IndexValue) return std::nullopt;
    const Expr& load = exprs[byte.operands[0]];
    std::int32_t unused = 0;
    std::memcpy(&unused, down.bits.data(), sizeof unused);
    const Range ups = kernel.space.range(up.index[0]);
    const bool inside = unused > kWordBits - 8 && unused < kWordBits && ups.begin >= 0 && ups.end <= kWordBits;
    const ElementType type = right.opcode == Opcode::ShiftRightArithmetic ? ElementType::S8 : ElementType::U8;
    if (load.kind != ExprKind::Load || load.type != type || !inside) return std::nullopt;
    return BitField{.load = byte.operands[0], .up = left.operands[1], .bits = kWordBits - unused};
}

std::vector<BitField> bit_fields(const Kernel& kernel, ExprId root) {
    std::vector<BitField> fields;
    for (const ExprId id : parts_of(kernel, root))
        if (const std::optional<BitField> field = bit_field(kernel, id)) fields.push_back(*field);
    return fields;
}

} // namespace hlo2cpp
