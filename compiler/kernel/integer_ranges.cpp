#include "kernel/integer_ranges.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernel/analysis.h"

namespace hlo2cpp {
namespace {

Range product(const Range& a, const Range& b) {
    const Range low = scaled(a, b.begin), high = scaled(a, b.last());
    return hull(low, high);
}

// By a known number of bits of an s32, of which there are more.
Range shifted_right(const Expr& shift, const Range& a, const Range& by) {
    if (shift.type != ElementType::S32 || by.size() != 1 || by.begin <= 0 || by.begin >= 32) return {};
    if (shift.opcode == Opcode::ShiftRightLogical) return {0, std::int64_t{1} << (32 - by.begin)};
    return {a.begin >> by.begin, (a.last() >> by.begin) + 1};
}

// Values of a division by positive numbers, which rounds to zero.
Range quotient(const Range& a, const Range& b) {
    if (b.begin < 1 || a.begin <= -kFar || a.end >= kFar) return {};
    return from_to(a.begin / (a.begin < 0 ? b.begin : b.last()), a.last() / (a.last() < 0 ? b.last() : b.begin));
}

// Values of a remainder by positive numbers, with the sign of a.
Range remainder(const Range& a, const Range& b) {
    if (b.begin < 1) return {};
    const std::int64_t most = b.last() - 1;
    return from_to(a.begin < 0 ? std::max(a.begin, -most) : 0, a.end > 0 ? std::min(a.last(), most) : 0);
}

Range absolute(const Range& a) {
    return a.begin >= 0 ? a : from_to(std::max<std::int64_t>(0, -a.last()), std::max(-a.begin, a.last()));
}

std::int64_t sign_of(std::int64_t x) {
    return x < 0 ? -1 : x > 0 ? 1 : 0;
}

// Values of the logical and of integers that are not both negative, bit by bit.
Range conjunction(const Range& a, const Range& b) {
    if (a.begin < 0 && b.begin < 0) return {};
    const std::int64_t most = a.begin < 0 ? b.last() : b.begin < 0 ? a.last() : std::min(a.last(), b.last());
    return from_to(0, most);
}

bool is_wide_integer(ElementType type) {
    return type == ElementType::S32 || type == ElementType::S64;
}

// Whole numbers around a constant of f32; nothing for those that are no numbers, or too far away.
std::optional<Range> around(const Expr& constant) {
    constexpr float kMost = 1 << 30;
    float number = 0;
    if (constant.type != ElementType::F32 || constant.bits.size() != sizeof number) return std::nullopt;
    std::memcpy(&number, constant.bits.data(), sizeof number);
    if (!(std::abs(number) <= kMost)) return std::nullopt;
    return Range{static_cast<std::int64_t>(std::floor(number)), static_cast<std::int64_t>(std::ceil(number)) + 1};
}

// The number of a constant; nothing for those that are no whole numbers, or too far away.
std::optional<std::int64_t> number_of(const Expr& constant) {
    const Range values = values_of(constant.type);
    std::uint64_t bits = 0;
    if (values.size() == 0 || constant.bits.empty() || constant.bits.size() > sizeof bits) return std::nullopt;
    std::memcpy(&bits, constant.bits.data(), constant.bits.size());
    const std::size_t unused = 64 - 8 * constant.bits.size();
    const bool sign = is_signed(constant.type);
    const auto number = sign ? static_cast<std::int64_t>(bits << unused) >> unused : static_cast<std::int64_t>(bits);
    return values.contains(number) && (sign || number >= 0) ? std::optional(number) : std::nullopt;
}

} // namespace

Range truth_of(ComparisonDirection direction, const Range& a, const Range& b) {
    const bool apart = a.end <= b.begin || b.end <= a.begin, same = a.single() && a.single() == b.single();
    const auto truth = [](bool always, bool never) { return always ? only(1) : never ? only(0) : Range{0, 2}; };
    switch (direction) {
    case ComparisonDirection::Eq: return truth(same, apart);
    case ComparisonDirection::Ne: return truth(apart, same);
    case ComparisonDirection::Lt: return truth(a.end <= b.begin, b.last() <= a.begin);
    case ComparisonDirection::Ge: return truth(b.last() <= a.begin, a.end <= b.begin);
    case ComparisonDirection::Gt: return truth(b.end <= a.begin, a.last() <= b.begin);
    case ComparisonDirection::Le: return truth(a.last() <= b.begin, b.end <= a.begin);
    }
    return {0, 2};
}

Range values_of(ElementType type) {
    if (is_pred(type)) return {0, 2};
    if (!is_integer(type)) return {};
    const int bits = info(type).bits;
    if (bits == 64) return is_signed(type) ? Range{-kFar, kFar} : Range{0, kFar};
    const std::int64_t values = std::int64_t{1} << bits;
    return is_signed(type) ? Range{-values / 2, values / 2} : Range{0, values};
}

IntegerRanges::IntegerRanges(const Kernel& kernel) : kernel_(kernel) {
    extend();
    sum_ = range_of_sum();
    if (sum_.size() == 0) return;
    ranges_.clear(), exact_.clear();
    extend();
}

void IntegerRanges::extend() {
    for (std::size_t i = ranges_.size(); i < kernel_.exprs.size(); ++i) { // operands come before their users
        const Expr& expr = kernel_.exprs[ExprId(i)];
        const Range of_type = expr.type == ElementType::F32 ? Range{-kFar, kFar} : values_of(expr.type);
        const Range values = of_type.size() == 0 ? Range{} : computed(expr);
        const bool known = values.size() > 0;
        const bool finite = values.begin > -kFar && values.end < kFar;
        const bool inside = known && finite && contains(of_type, values);
        exact_.push_back(inside && is_wide_integer(expr.type) && expr.kind == ExprKind::Apply);
        ranges_.push_back(inside ? values : expr.type == ElementType::F32 ? Range{} : of_type);
    }
}

// Values before they wrap to the type; empty where they are not known.
Range IntegerRanges::computed(const Expr& expr) {
    const auto operand = [&](std::size_t i) { return ranges_[expr.operands[i].index()]; };
    switch (expr.kind) {
    case ExprKind::Constant: {
        if (expr.type == ElementType::F32) return around(expr).value_or(Range{});
        const std::optional<std::int64_t> number = number_of(expr);
        return number ? only(*number) : Range{};
    }
    case ExprKind::Accumulator: return sum_;
    case ExprKind::Load: return kernel_[expr.argument].values.value_or(Range{});
    case ExprKind::IndexValue: return kernel_.space.range(expr.index.address());
    case ExprKind::Guard:
        return operand(0).size() > 0 && operand(1).size() > 0 ? hull(operand(0), operand(1)) : Range{};
    case ExprKind::Apply: break;
    default: return {};
    }
    if (expr.nearest) return *expr.nearest;
    if (std::ranges::any_of(expr.operands, [&](ExprId id) { return ranges_[id.index()].size() == 0; })) return {};
    switch (expr.opcode) {
    case Opcode::Convert: return operand(0);
    case Opcode::Add: return sum(operand(0), operand(1));
    case Opcode::Subtract: return sum(operand(0), scaled(operand(1), -1));
    case Opcode::Multiply: return product(operand(0), operand(1));
    case Opcode::Maximum:
        return {std::max(operand(0).begin, operand(1).begin), std::max(operand(0).end, operand(1).end)};
    case Opcode::Minimum:
        return {std::min(operand(0).begin, operand(1).begin), std::min(operand(0).end, operand(1).end)};
    case Opcode::Divide: return is_integer(expr.type) ? quotient(operand(0), operand(1)) : Range{};
    case Opcode::Remainder: return is_integer(expr.type) ? remainder(operand(0), operand(1)) : Range{};
    case Opcode::Abs: return absolute(operand(0));
    case Opcode::Sign: return {sign_of(operand(0).begin), sign_of(operand(0).last()) + 1};
    case Opcode::And:
        if (is_pred(expr.type))
            return {std::min(operand(0).begin, operand(1).begin), std::min(operand(0).end, operand(1).end)};
        return conjunction(operand(0), operand(1));
    case Opcode::Select: return hull(operand(1), operand(2));
    case Opcode::Compare: {
        const bool integers = kernel_.exprs[expr.operands[0]].type != ElementType::F32;
        return integers ? truth_of(expr.direction, operand(0), operand(1)) : Range{};
    }
    case Opcode::ShiftRightArithmetic:
    case Opcode::ShiftRightLogical: return shifted_right(expr, operand(0), operand(1));
    default: return {};
    }
}

Range IntegerRanges::range_of_sum() const {
    const Accumulation* const fold = accumulation_of(kernel_);
    if (fold == nullptr || !fold->term || fold->combiner != Opcode::Add || fold->initial.size() != 1) return {};
    const ElementType type = kernel_.exprs[fold->initial[0]].type;
    if (!is_wide_integer(type)) return {};
    std::int64_t steps = 1;
    if (kernel_.reduction)
        for (const std::int64_t size : kernel_.reduction->dims)
            steps = far_product(steps, std::max<std::int64_t>(size, 1));
    else
        steps = size_of_dim(kernel_, kernel_.scan->dim);
    const Range terms = hull(scaled(of(*fold->term), steps), only(0)); // of a part of them, too
    const Range all = sum(terms, of(fold->initial[0]));
    const bool exact = all.begin > -kFar && all.end < kFar && contains(values_of(type), all);
    return exact ? all : Range{};
}

} // namespace hlo2cpp
