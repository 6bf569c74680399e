#include "fuse/trip_count.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "evaluate/tensor.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kSafe = std::int64_t{1} << 60; // no sum or difference of two such numbers overflows

std::optional<std::int64_t> integer_constant(const Instruction& instruction) {
    if (instruction.opcode != Opcode::Constant || !is_integer(instruction.shape.type) || !instruction.shape.is_scalar())
        return {};
    const std::int64_t value = to_tensor(*instruction.literal).integers()(0);
    const bool wrapped = instruction.shape.type == ElementType::U64 && value < 0; // beyond int64
    return wrapped || value > kSafe || value < -kSafe ? std::nullopt : std::optional(value);
}

// A value and the integer types that it went through: with a counter that each of them holds, conversions change
// nothing.
struct Converted {
    const Instruction* value = nullptr;
    std::vector<ElementType> types;
};

Converted behind_conversions(const Computation& computation, InstructionId id) {
    Converted found{.value = &computation[id], .types = {computation[id].shape.type}};
    while (found.value->opcode == Opcode::Convert && is_integer(found.value->shape.type)) {
        found.value = &computation[found.value->operands[0]];
        found.types.push_back(found.value->shape.type);
    }
    return found;
}

void append(std::vector<ElementType>& types, const std::vector<ElementType>& more) {
    types.insert(types.end(), more.begin(), more.end());
}

bool is_parameter(const Instruction& instruction, std::int64_t number) {
    return instruction.opcode == Opcode::Parameter && instruction.attributes.parameter_number == number;
}

// counter + step, with the step positive or negative; nothing where the body does anything else to the counter.
std::optional<std::int64_t> step_of(const Computation& body, std::int64_t counter, std::vector<ElementType>& types) {
    const Converted next = behind_conversions(body, body[body.root].operands[static_cast<std::size_t>(counter)]);
    const Opcode opcode = next.value->opcode;
    if (opcode != Opcode::Add && opcode != Opcode::Subtract) return {};
    const Converted left = behind_conversions(body, next.value->operands[0]),
                    right = behind_conversions(body, next.value->operands[1]);
    const bool counter_first = is_parameter(*left.value, counter);
    if (!counter_first && (opcode == Opcode::Subtract || !is_parameter(*right.value, counter))) return {};
    append(types, next.types);
    append(types, (counter_first ? left : right).types);
    const auto step = integer_constant(body[next.value->operands[counter_first ? 1 : 0]]);
    return step && opcode == Opcode::Subtract ? -*step : step;
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

ComparisonDirection negated(ComparisonDirection direction) {
    switch (direction) {
    case ComparisonDirection::Lt: return ComparisonDirection::Ge;
    case ComparisonDirection::Le: return ComparisonDirection::Gt;
    case ComparisonDirection::Gt: return ComparisonDirection::Le;
    case ComparisonDirection::Ge: return ComparisonDirection::Lt;
    case ComparisonDirection::Eq: return ComparisonDirection::Ne;
    default: return ComparisonDirection::Eq;
    }
}

// Rounds of `for (i = start; i DIRECTION limit; i += step)` in integers without bounds; -1 where that never ends.
std::int64_t rounds(std::int64_t start, std::int64_t step, ComparisonDirection direction, std::int64_t limit) {
    switch (direction) {
    case ComparisonDirection::Eq: return start != limit ? 0 : step != 0 ? 1 : -1;
    case ComparisonDirection::Ne:
        if (start == limit) return 0;
        return step != 0 && (limit - start) % step == 0 && (limit - start) / step > 0 ? (limit - start) / step : -1;
    case ComparisonDirection::Gt:
    case ComparisonDirection::Ge: return rounds(-start, -step, mirrored(direction), -limit);
    case ComparisonDirection::Le: return rounds(start, step, ComparisonDirection::Lt, limit + 1);
    case ComparisonDirection::Lt: break;
    }
    if (start >= limit) return 0;
    return step > 0 ? (limit - start - 1) / step + 1 : -1;
}

// Whether all of the types hold every value that the counter takes.
bool never_wraps(std::int64_t start, std::int64_t step, std::int64_t count, const std::vector<ElementType>& types) {
    const auto distance = checked_multiply(count, step);
    const auto end = distance ? checked_add(start, *distance) : std::nullopt;
    if (!end) return false;
    for (const ElementType type : types)
        if (wrap_to(type, start) != start || wrap_to(type, *end) != *end ||
            (type == ElementType::U64 && (start < 0 || *end < 0)))
            return false;
    return true;
}

// What the condition compares: `counter DIRECTION limit` holds in every round.
struct Test {
    std::int64_t leaf = 0;
    std::vector<ElementType> types; // that the counter goes through
    ComparisonDirection direction = ComparisonDirection::Lt;
    const Instruction* limit = nullptr; // a constant, or a parameter
};

std::optional<Test> test_of(const Computation& condition) {
    const Instruction* compare = &condition[condition.root];
    const bool holds_if_not = compare->opcode == Opcode::Not;
    if (holds_if_not) compare = &condition[compare->operands[0]];
    if (compare->opcode != Opcode::Compare || !compare->attributes.direction) return {};
    ComparisonDirection direction = *compare->attributes.direction;
    if (holds_if_not) direction = negated(direction);
    Converted counter = behind_conversions(condition, compare->operands[0]);
    InstructionId bound = compare->operands[1];
    if (counter.value->opcode != Opcode::Parameter) {
        counter = behind_conversions(condition, compare->operands[1]);
        bound = compare->operands[0];
        direction = mirrored(direction);
    }
    if (counter.value->opcode != Opcode::Parameter || !is_integer(counter.value->shape.type)) return {};
    return Test{counter.value->attributes.parameter_number, std::move(counter.types), direction, &condition[bound]};
}

// Whether it is `for (i = first; i < n; ++i)` in s32: then i + 1 is at most n, and never wraps.
bool counts_to_leaf(const Test& test, const Progression& counter, const std::vector<ElementType>& types,
                    const Computation& body) {
    if (test.limit->opcode != Opcode::Parameter || test.direction != ComparisonDirection::Lt || counter.step != 1 ||
        counter.first >= INT32_MAX || counter.first < -INT32_MAX)
        return false;
    if (std::ranges::any_of(types, [](ElementType type) { return type != ElementType::S32; })) return false;
    const auto leaf = static_cast<std::size_t>(test.limit->attributes.parameter_number);
    return body[body.root].operands[leaf] == body.parameters[leaf];
}

} // namespace

CountedLoop counted_loop(const Module& module, const Computation& computation, const Instruction& loop) {
    const std::optional<Test> test = test_of(module[loop.called[0]]);
    if (!test) return {};
    const Computation& body = module[loop.called[1]];
    const auto progression = [&](std::size_t leaf, std::vector<ElementType>& types) -> std::optional<Progression> {
        const auto first = integer_constant(computation[loop.operands[leaf]]);
        const auto step = first ? step_of(body, static_cast<std::int64_t>(leaf), types) : std::nullopt;
        return step ? std::optional(Progression{*first, *step}) : std::nullopt;
    };
    CountedLoop counted{.counter = static_cast<std::size_t>(test->leaf), .leaves = {}};
    std::vector<ElementType> types = test->types;
    const std::optional<Progression> counter = progression(counted.counter, types);
    if (!counter) return {};
    const auto limit = integer_constant(*test->limit);
    if (!limit) {
        if (!counts_to_leaf(*test, *counter, types, body)) return {};
        counted.limit = static_cast<std::size_t>(test->limit->attributes.parameter_number);
        counted.leaves.resize(loop.operands.size());
        counted.leaves[counted.counter] = counter;
        return counted;
    }
    const std::int64_t count = rounds(counter->first, counter->step, test->direction, *limit);
    if (count < 0 || !never_wraps(counter->first, counter->step, count, types)) return {};
    counted.rounds = count;
    for (std::size_t leaf = 0; leaf < loop.operands.size(); ++leaf) {
        types = {computation[loop.operands[leaf]].shape.type};
        std::optional<Progression> found = progression(leaf, types);
        if (found && !never_wraps(found->first, found->step, count, types)) found.reset();
        counted.leaves.push_back(found);
    }
    return counted;
}

} // namespace hlo2cpp
