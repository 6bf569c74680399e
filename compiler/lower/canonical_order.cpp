// Comparisons in total order of canonical floats, which have one zero and one NaN, the largest number:
//
//     canonical(x) = select(x != x, NaN, select(x == 0, 0, x))
//
// need neither: canonical(a) < canonical(b) is not (a >= b) and a == a. So numpy's order, in which JAX sorts, takes two
// comparisons in place of the bits of both numbers.
#include <cmath>

#include "evaluate/tensor.h"
#include "lower/pass.h"
#include "lower/replace.h"
#include "lower/simplify.h"

namespace hlo2cpp {
namespace {

const Instruction* comparison_of(const Computation& computation, InstructionId id, ComparisonDirection direction) {
    const Instruction& instruction = computation[id];
    const bool found = instruction.opcode == Opcode::Compare && instruction.attributes.direction == direction &&
                       !instruction.attributes.total_order;
    return found ? &instruction : nullptr;
}

std::optional<double> positive_splat(const Computation& computation, InstructionId id) {
    const Literal* scalar = splat_of(computation, id);
    if (scalar == nullptr || !is_float(scalar->shape.type)) return {};
    const double value = to_tensor(*scalar).reals()(0);
    return std::signbit(value) ? std::nullopt : std::optional(value);
}

// x, where the value is canonical(x).
std::optional<InstructionId> canonical_operand(const Computation& computation, InstructionId id) {
    const Instruction& outer = computation[id];
    if (outer.opcode != Opcode::Select) return {};
    const Instruction* const is_nan = comparison_of(computation, outer.operands[0], ComparisonDirection::Ne);
    const Instruction& inner = computation[outer.operands[2]];
    if (is_nan == nullptr || inner.opcode != Opcode::Select) return {};
    const InstructionId x = inner.operands[2];
    const Instruction* const is_zero = comparison_of(computation, inner.operands[0], ComparisonDirection::Eq);
    const std::optional<double> nan = positive_splat(computation, outer.operands[1]),
                                zero = positive_splat(computation, inner.operands[1]);
    const bool canonical = is_nan->operands[0] == x && is_nan->operands[1] == x && is_zero != nullptr &&
                           is_zero->operands[0] == x && positive_splat(computation, is_zero->operands[1]) == 0.0 &&
                           nan && std::isnan(*nan) && zero == 0.0;
    return canonical ? std::optional(x) : std::nullopt;
}

// The comparison of canonical(a) and canonical(b).
InstructionId compared(Expansion& e, ComparisonDirection direction, InstructionId a, InstructionId b) {
    const auto is_nan = [&](InstructionId x) { return e.compare(ComparisonDirection::Ne, x, x); };
    const auto negated = [&](InstructionId x) { return e.unary(Opcode::Not, x); };
    switch (direction) {
    case ComparisonDirection::Lt: {
        const InstructionId is_number = e.compare(ComparisonDirection::Eq, a, a);
        return e.binary(Opcode::And, negated(e.compare(ComparisonDirection::Ge, a, b)), is_number);
    }
    case ComparisonDirection::Gt: return compared(e, ComparisonDirection::Lt, b, a);
    case ComparisonDirection::Le: {
        const InstructionId plain = e.compare(ComparisonDirection::Le, a, b);
        return e.binary(Opcode::Or, plain, is_nan(b));
    }
    case ComparisonDirection::Ge: return compared(e, ComparisonDirection::Le, b, a);
    case ComparisonDirection::Eq: {
        const InstructionId plain = e.compare(ComparisonDirection::Eq, a, b), b_is_nan = is_nan(b);
        return e.binary(Opcode::Or, plain, e.binary(Opcode::And, is_nan(a), b_is_nan));
    }
    case ComparisonDirection::Ne: break;
    }
    return negated(compared(e, ComparisonDirection::Eq, a, b));
}

std::optional<InstructionId> compare_plainly(Expansion& e) {
    const Computation& computation = e.builder().computation();
    const auto a = canonical_operand(computation, e.operand(0)), b = canonical_operand(computation, e.operand(1));
    return a && b ? std::optional(compared(e, *e.attributes().direction, *a, *b)) : std::nullopt;
}

} // namespace

bool compare_canonical(Module& module) {
    const auto in_total_order = [](const Instruction& i) { return i.attributes.total_order; };
    return replace_each(module, in_total_order, compare_plainly);
}

} // namespace hlo2cpp
