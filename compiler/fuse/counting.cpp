#include "fuse/counting.h"

#include <algorithm>
#include <cstdlib>

#include "ops/trip_count.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

// True if factor * variable + offset does not wrap in the variable's own type, in any order of evaluation.
bool is_computed_in(ElementType type, const Counting& counts) {
    const std::int64_t most = type == ElementType::S32 ? INT32_MAX : INT64_MAX;
    if (std::min(counts.factor, counts.offset) == INT64_MIN) return false;
    const std::int64_t reach = std::max(std::abs(counts.range.begin), std::abs(counts.range.last()));
    const auto product = checked_multiply(std::abs(counts.factor), reach);
    const auto sum = product ? checked_add(*product, std::abs(counts.offset)) : std::nullopt;
    return sum && *sum <= most;
}

std::optional<Counting> product_of(std::optional<Counting> counts, std::int64_t sign) {
    if (counts) counts->factor *= sign, counts->offset *= sign;
    return counts;
}

std::optional<Counting> sum_of(std::optional<Counting> counts, std::optional<std::int64_t> number, std::int64_t sign) {
    const auto offset = counts && number ? checked_add(counts->offset, sign * *number) : std::nullopt;
    if (!offset) return {};
    counts->offset = *offset;
    return counts;
}

} // namespace

std::int64_t value_after(const Progression& counter, std::int64_t rounds) {
    return counter.first + counter.step * rounds;
}

std::optional<Counting> counting_beside(const Progression& own, const Progression& of_variable, const Value& variable) {
    if (own.step % of_variable.step != 0) return {};
    Counting counts = variable.counts;
    counts.factor = own.step / of_variable.step;
    const auto scaled = checked_multiply(counts.factor, of_variable.first);
    const auto offset = scaled ? checked_add(own.first, -*scaled) : std::nullopt;
    if (!offset) return {};
    counts.offset = *offset;
    return is_computed_in(variable.type, counts) ? std::optional(counts) : std::nullopt;
}

std::optional<Counting> counting_of(const Kernels& kernels, const Computation& computation,
                                    const std::vector<std::vector<ValueId>>& values, InstructionId id) {
    const Instruction& instruction = computation[id];
    const ElementType type = instruction.shape.type;
    if (!instruction.shape.is_scalar() || (type != ElementType::S32 && type != ElementType::S64)) return {};
    if (const auto& stored = values[id.index()]; !stored.empty()) {
        const Value& value = kernels[stored[0]];
        return value.kind == ValueKind::Counter ? std::optional(value.counts) : std::nullopt;
    }
    std::optional<Counting> counts;
    const auto operand = [&](std::size_t i) {
        return counting_of(kernels, computation, values, instruction.operands[i]);
    };
    const auto number = [&](std::size_t i) { return integer_constant(computation[instruction.operands[i]]); };
    if (instruction.opcode == Opcode::Convert) {
        counts = operand(0);
    } else if (instruction.opcode == Opcode::Add) {
        const bool first = number(0).has_value();
        counts = sum_of(operand(first ? 1 : 0), number(first ? 0 : 1), 1);
    } else if (instruction.opcode == Opcode::Subtract) {
        counts = number(0) ? sum_of(product_of(operand(1), -1), number(0), 1) : sum_of(operand(0), number(1), -1);
    }
    if (!counts || !is_computed_in(kernels[counts->variable].type, *counts)) return {};
    const bool fits = type == ElementType::S64 || is_computed_in(ElementType::S32, *counts);
    return fits ? counts : std::nullopt;
}

} // namespace hlo2cpp
