#include "fuse/trip_count.h"

#include <optional>

#include "evaluate/tensor.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

std::optional<std::int64_t> integer_constant(const Instruction& instruction) {
    if (instruction.opcode != Opcode::Constant || !is_integer(instruction.shape.type) || !instruction.shape.is_scalar()) return {};
    if (instruction.shape.type == ElementType::U64) return {};
    return to_tensor(*instruction.literal).integers()(0);
}

bool is_parameter(const Instruction& instruction, std::int64_t number) {
    return instruction.opcode == Opcode::Parameter && instruction.attributes.parameter_number == number;
}

// counter + step, with the step positive or negative; nothing where the body does anything else to the counter.
std::optional<std::int64_t> step_of(const Computation& body, std::int64_t counter) {
    const Instruction& next = body[body[body.root].operands[static_cast<std::size_t>(counter)]];
    if (next.opcode != Opcode::Add && next.opcode != Opcode::Subtract) return {};
    const Instruction& left = body[next.operands[0]];
    const Instruction& right = body[next.operands[1]];
    if (is_parameter(left, counter)) {
        const auto step = integer_constant(right);
        if (step && next.opcode == Opcode::Subtract) return -*step;
        return step;
    }
    if (next.opcode == Opcode::Add && is_parameter(right, counter)) return integer_constant(left);
    return {};
}

ComparisonDirection mirrored(ComparisonDirection direction) {
    switch (direction) {
    case ComparisonDirection::Lt: return ComparisonDirection::Gt;
    case ComparisonDirection::Le: return ComparisonDirection::Ge;
    case ComparisonDirection::Gt: return ComparisonDirection::Lt;
    case ComparisonDirection::Ge: return ComparisonDirection::Le;
    default: return direction;
    }
}

// Rounds of `for (i = start; i DIRECTION limit; i += step)` without wrap-around of the type.
std::int64_t rounds(std::int64_t start, std::int64_t step, ComparisonDirection direction, std::int64_t limit, ElementType type) {
    const bool down = direction == ComparisonDirection::Gt || direction == ComparisonDirection::Ge;
    if (down) {
        start = -start, step = -step, limit = -limit;
        direction = mirrored(direction);
    }
    if (direction == ComparisonDirection::Le) ++limit, direction = ComparisonDirection::Lt;
    if (direction != ComparisonDirection::Lt || step <= 0) return -1;
    if (start >= limit) return 0;
    const std::int64_t count = (limit - start + step - 1) / step;
    const auto last = checked_multiply(count, step);
    if (!last) return -1;
    const std::int64_t end = down ? -(start + *last) : start + *last;
    if (wrap_to(type, end) != end) return -1;
    return count;
}

} // namespace

std::int64_t trip_count(const Module& module, const Computation& computation, const Instruction& loop) {
    const Computation& condition = module[loop.called[0]];
    const Computation& body = module[loop.called[1]];
    const Instruction& compare = condition[condition.root];
    if (compare.opcode != Opcode::Compare || !compare.attributes.direction) return -1;
    const Instruction* counter = &condition[compare.operands[0]];
    const Instruction* bound = &condition[compare.operands[1]];
    ComparisonDirection direction = *compare.attributes.direction;
    if (counter->opcode != Opcode::Parameter) {
        std::swap(counter, bound);
        direction = mirrored(direction);
    }
    if (counter->opcode != Opcode::Parameter) return -1;
    const std::int64_t number = counter->attributes.parameter_number;
    const auto start = integer_constant(computation[loop.operands[static_cast<std::size_t>(number)]]);
    const auto limit = integer_constant(*bound);
    const auto step = step_of(body, number);
    constexpr std::int64_t kSafe = std::int64_t{1} << 60;
    if (!start || !limit || !step) return -1;
    for (const std::int64_t value : {*start, *limit, *step})
        if (value > kSafe || value < -kSafe) return -1;
    return rounds(*start, *step, direction, *limit, counter->shape.type);
}

} // namespace hlo2cpp
