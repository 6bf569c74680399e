// Comparisons in total order of canonical floats, which have one zero and one NaN, the largest number:
//
//     canonical(x) = select(x != x, NaN, select(x == 0, 0, x))
//
// need neither: canonical(a) < canonical(b) is not (a >= b) and a == a. So numpy's order, in which JAX sorts, takes two
// comparisons in place of the bits of both numbers.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "ir/computation_builder.h"
#include "ir/float_format.h"
#include "lower/pass.h"
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
    std::uint64_t bits = 0;
    std::memcpy(&bits, scalar->bytes.data(), scalar->bytes.size());
    const double value = decode_float(scalar->shape.type, bits);
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

struct CanonicalOperands {
    InstructionId a, b;
};

std::optional<CanonicalOperands> canonical_operands(const Computation& computation, const Instruction& compare) {
    if (compare.opcode != Opcode::Compare || !compare.attributes.total_order) return {};
    const auto a = canonical_operand(computation, compare.operands[0]),
               b = canonical_operand(computation, compare.operands[1]);
    return a && b ? std::optional(CanonicalOperands{*a, *b}) : std::nullopt;
}

class PlainOrder {
public:
    PlainOrder(ComputationBuilder& builder, const Instruction& compare) : builder_(builder), shape_(compare.shape) {
        builder_.stand_for(compare);
    }

    InstructionId compared(ComparisonDirection direction, InstructionId a, InstructionId b) {
        switch (direction) {
        case ComparisonDirection::Lt: return both(negated(plain(ComparisonDirection::Ge, a, b)), is_number(a));
        case ComparisonDirection::Gt: return compared(ComparisonDirection::Lt, b, a);
        case ComparisonDirection::Le:
            return builder_.apply(Opcode::Or, shape_, {plain(ComparisonDirection::Le, a, b), is_nan(b)});
        case ComparisonDirection::Ge: return compared(ComparisonDirection::Le, b, a);
        case ComparisonDirection::Eq:
            return builder_.apply(Opcode::Or, shape_,
                                  {plain(ComparisonDirection::Eq, a, b), both(is_nan(a), is_nan(b))});
        case ComparisonDirection::Ne: break;
        }
        return negated(compared(ComparisonDirection::Eq, a, b));
    }

private:
    InstructionId plain(ComparisonDirection direction, InstructionId a, InstructionId b) {
        const InstructionId compare = builder_.apply(Opcode::Compare, shape_, {a, b});
        builder_[compare].attributes.direction = direction;
        return compare;
    }
    InstructionId is_number(InstructionId x) { return plain(ComparisonDirection::Eq, x, x); }
    InstructionId is_nan(InstructionId x) { return plain(ComparisonDirection::Ne, x, x); }
    InstructionId both(InstructionId a, InstructionId b) { return builder_.apply(Opcode::And, shape_, {a, b}); }
    InstructionId negated(InstructionId a) { return builder_.apply(Opcode::Not, shape_, {a}); }

    ComputationBuilder& builder_;
    const Shape shape_;
};

} // namespace

bool compare_canonical(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations) {
        const auto is_canonical = [&](const Instruction& i) { return canonical_operands(computation, i).has_value(); };
        if (std::ranges::none_of(computation.instructions, is_canonical)) continue;
        changed = true;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            const auto operands = canonical_operands(builder.computation(), instruction);
            if (!operands) return builder.add(std::move(instruction));
            PlainOrder order(builder, instruction);
            return order.compared(*instruction.attributes.direction, operands->a, operands->b);
        });
    }
    return changed;
}

} // namespace hlo2cpp
