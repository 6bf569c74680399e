#include "ops/trip_count.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "evaluate/tensor.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

constexpr int kDeepest = 8; // nested selects, or nested conditions; both ways out of each are followed
constexpr std::int64_t kSafe = std::int64_t{1} << 60; // no sum or difference of two such numbers overflows

// A value and the integer types of its conversions. If each type holds every value of the counter, the conversions
// change nothing.
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

// The step of counter + step, positive or negative, also of a select between two sums with the same step; nothing for
// any other value.
std::optional<std::int64_t> step_to(const Computation& body, InstructionId id, std::int64_t counter,
                                    std::vector<ElementType>& types, int depth = 0) {
    const Converted next = behind_conversions(body, id);
    append(types, next.types);
    const Opcode opcode = next.value->opcode;
    if (opcode == Opcode::Select && depth < kDeepest) {
        const auto one = step_to(body, next.value->operands[1], counter, types, depth + 1),
                   other = step_to(body, next.value->operands[2], counter, types, depth + 1);
        return one == other ? one : std::nullopt;
    }
    if (opcode != Opcode::Add && opcode != Opcode::Subtract) return {};
    const Converted left = behind_conversions(body, next.value->operands[0]),
                    right = behind_conversions(body, next.value->operands[1]);
    const bool counter_first = is_parameter(*left.value, counter);
    if (!counter_first && (opcode == Opcode::Subtract || !is_parameter(*right.value, counter))) return {};
    append(types, (counter_first ? left : right).types);
    const auto step = integer_constant(body[next.value->operands[counter_first ? 1 : 0]]);
    return step && opcode == Opcode::Subtract ? -*step : step;
}

std::optional<std::int64_t> step_of(const Computation& body, std::size_t leaf, std::vector<ElementType>& types) {
    return step_to(body, body[body.root].operands[leaf], static_cast<std::int64_t>(leaf), types);
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

// Rounds of `for (i = start; i DIRECTION limit; i += step)` in unbounded integers; -1 if it never ends.
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

// True if all of the types hold every value of the counter.
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

// The loop's condition `counter DIRECTION limit`, which holds in every round.
struct Test {
    std::int64_t leaf = 0;
    std::vector<ElementType> types; // types of the counter and its conversions
    ComparisonDirection direction = ComparisonDirection::Lt;
    const Instruction* limit = nullptr; // a constant, or a parameter
};

std::optional<Test> test_of(const Computation& condition, InstructionId id) {
    const Instruction* compare = &condition[id];
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

// The limit n of `for (i = x; i < n; ++i)` in s32: i + 1 is at most n, and never wraps.
std::optional<CountLimit> limit_of(const Test& test, const Computation& body) {
    std::vector<ElementType> types = test.types;
    const auto step = step_of(body, static_cast<std::size_t>(test.leaf), types);
    if (step != 1 || std::ranges::any_of(types, [](ElementType type) { return type != ElementType::S32; })) return {};
    if (const auto number = integer_constant(*test.limit)) {
        const std::int64_t limit = *number + (test.direction == ComparisonDirection::Le ? 1 : 0);
        const bool below = test.direction == ComparisonDirection::Lt || test.direction == ComparisonDirection::Le;
        return below && limit <= INT32_MAX ? std::optional(CountLimit{.number = limit}) : std::nullopt;
    }
    if (test.limit->opcode != Opcode::Parameter || test.direction != ComparisonDirection::Lt) return {};
    const auto leaf = static_cast<std::size_t>(test.limit->attributes.parameter_number);
    const bool same = body[body.root].operands[leaf] == body.parameters[leaf];
    return same ? std::optional(CountLimit{.leaf = leaf}) : std::nullopt;
}

class Counter {
public:
    Counter(const Module& module, const Computation& computation, const Instruction& loop)
        : condition_(module[loop.called[0]]), body_(module[loop.called[1]]), computation_(computation), loop_(loop) {}

    CountedLoop count() const {
        const std::optional<Test> test = test_of(condition_, condition_.root);
        if (!test) return {.most_rounds = most_rounds(condition_.root)};
        CountedLoop counted{.rounds = rounds_of(*test), .counter = static_cast<std::size_t>(test->leaf)};
        if (counted.rounds < 0) {
            counted.limit = limit_of(*test, body_);
            return counted;
        }
        for (std::size_t leaf = 0; leaf < loop_.operands.size(); ++leaf) {
            std::vector<ElementType> types = {computation_[loop_.operands[leaf]].shape.type};
            std::optional<Progression> found = progression(leaf, types);
            if (found && !never_wraps(found->first, found->step, counted.rounds, types)) found.reset();
            counted.leaves.push_back(found);
        }
        return counted;
    }

private:
    std::optional<Progression> progression(std::size_t leaf, std::vector<ElementType>& types) const {
        const auto first = integer_constant(computation_[loop_.operands[leaf]]);
        const auto step = first ? step_of(body_, leaf, types) : std::nullopt;
        return step ? std::optional(Progression{*first, *step}) : std::nullopt;
    }

    // Rounds until the test fails; -1: not known.
    std::int64_t rounds_of(const Test& test) const {
        std::vector<ElementType> types = test.types;
        const auto counter = progression(static_cast<std::size_t>(test.leaf), types);
        const auto limit = integer_constant(*test.limit);
        if (!counter || !limit) return -1;
        const std::int64_t count = rounds(counter->first, counter->step, test.direction, *limit);
        return count >= 0 && never_wraps(counter->first, counter->step, count, types) ? count : -1;
    }

    // Upper bound of the rounds by a conjunction of tests: the first certain failure of any of them; -1: not known.
    std::int64_t most_rounds(InstructionId id, int depth = 0) const {
        const Instruction& both = condition_[id];
        if (both.opcode != Opcode::And || depth == kDeepest) {
            const std::optional<Test> test = test_of(condition_, id);
            return test ? rounds_of(*test) : -1;
        }
        const std::int64_t one = most_rounds(both.operands[0], depth + 1),
                           other = most_rounds(both.operands[1], depth + 1);
        return one < 0 ? other : other < 0 ? one : std::min(one, other);
    }

    const Computation &condition_, &body_;
    const Computation& computation_;
    const Instruction& loop_;
};

} // namespace

std::optional<std::int64_t> integer_constant(const Instruction& instruction) {
    if (instruction.opcode != Opcode::Constant || !is_integer(instruction.shape.type) || !instruction.shape.is_scalar())
        return {};
    const std::int64_t value = to_tensor(*instruction.literal).integers()(0);
    const bool wrapped = instruction.shape.type == ElementType::U64 && value < 0; // beyond int64
    return wrapped || value > kSafe || value < -kSafe ? std::nullopt : std::optional(value);
}

CountedLoop counted_loop(const Module& module, const Computation& computation, const Instruction& loop) {
    CountedLoop counted = Counter(module, computation, loop).count();
    if (counted.most_rounds == 0) counted.rounds = 0;
    return counted;
}

} // namespace hlo2cpp
