// The condition of a quotient of integers that rounds down, as JAX writes a // b: a remainder that is no 0 has the sign
// of the dividend, so that no sign is computed.
//
//     sign(x) != 1 and x % d != 0     is     x < 0 and x % d != 0        where d > 0
#include "lower/pass.h"
#include "lower/replace.h"
#include "lower/simplify.h"

namespace hlo2cpp {
namespace {

// The number that an integer is compared with by NE; none: it is no such comparison.
std::optional<std::int64_t> differs_from(const Computation& computation, const Instruction& comparison) {
    if (comparison.opcode != Opcode::Compare || comparison.attributes.direction != ComparisonDirection::Ne) return {};
    const Literal* const number = splat_of(computation, comparison.operands[1]);
    return number != nullptr && is_integer(number->shape.type) ? std::optional(integer_of(*number)) : std::nullopt;
}

std::optional<InstructionId> compare_dividend(Expansion& e) {
    const Computation& computation = e.builder().computation();
    for (const std::size_t i : {0U, 1U}) {
        const Instruction &sign = computation[e.operand(i)], &rest = computation[e.operand(1 - i)];
        if (differs_from(computation, sign) != 1 || differs_from(computation, rest) != 0) continue;
        const Instruction &of = computation[sign.operands[0]], &remainder = computation[rest.operands[0]];
        if (of.opcode != Opcode::Sign || remainder.opcode != Opcode::Remainder) continue;
        const Literal* const divisor = splat_of(computation, remainder.operands[1]);
        const InstructionId x = of.operands[0];
        if (remainder.operands[0] != x || divisor == nullptr || integer_of(*divisor) <= 0) continue;
        const Shape shape = of.shape;
        const InstructionId remains = e.operand(1 - i);
        return e.binary(Opcode::And, e.compare(ComparisonDirection::Lt, x, e.number(shape, 0)), remains);
    }
    return std::nullopt;
}

} // namespace

bool compare_dividends(Module& module) {
    return replace_each(module, Opcode::And, compare_dividend);
}

} // namespace hlo2cpp
