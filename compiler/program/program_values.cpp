#include "program/program_values.h"

#include <algorithm>

#include "kernel/integer_values.h"

namespace hlo2cpp {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;

namespace {

constexpr Range kAny = {-kFar, kFar};

bool is_index(const tree::Type& type) {
    return type.kind == tree::TypeKind::Value && !type.pointer &&
           (type.element == ElementType::S32 || type.element == ElementType::S64);
}

Operator opposite(Operator op) {
    switch (op) {
    case Operator::Less: return Operator::GreaterEqual;
    case Operator::LessEqual: return Operator::Greater;
    case Operator::Greater: return Operator::LessEqual;
    case Operator::GreaterEqual: return Operator::Less;
    case Operator::Equal: return Operator::NotEqual;
    default: return Operator::Equal;
    }
}

bool is_comparison(Operator op) {
    return op >= Operator::Less && op <= Operator::NotEqual;
}

std::int64_t product(const std::vector<std::int64_t>& sizes) {
    std::int64_t elements = 1;
    for (const std::int64_t size : sizes) elements *= size;
    return elements;
}

} // namespace

std::int64_t bytes_of(const tree::Type& type) {
    if (type.pointer) return 0;
    switch (type.kind) {
    case tree::TypeKind::Byte: return 1;
    case tree::TypeKind::Value: return is_narrow_float(type.element) ? 4 : byte_size(type.element);
    case tree::TypeKind::Memory:
    case tree::TypeKind::Arena: return byte_size(type.element);
    case tree::TypeKind::Vector: return type.lanes * byte_size(type.element);
    case tree::TypeKind::Void:
    case tree::TypeKind::Named: return 0;
    }
    return 0;
}

Range values_of(const tree::Type& type) {
    const bool scalar =
        type.kind == tree::TypeKind::Value || type.kind == tree::TypeKind::Memory || type.kind == tree::TypeKind::Arena;
    if (!scalar || type.pointer) return kAny;
    if (is_pred(type.element)) return {0, type.kind == tree::TypeKind::Value ? 2 : 256};
    return is_integer(type.element) ? values_of(byte_type(type.element)) : kAny;
}

void ProgramValues::declare(const std::string& name, Variable variable) {
    declared_.push_back(name);
    variables_[name] = std::move(variable);
}

void ProgramValues::leave(std::size_t scope) {
    for (; declared_.size() > scope; declared_.pop_back()) variables_.erase(declared_.back());
}

const Variable* ProgramValues::find(const Expression& a) const {
    const auto found = variables_.find(a->name);
    return found == variables_.end() ? nullptr : &found->second;
}

Index ProgramValues::number(const Expression& a) {
    switch (a->kind) {
    case ExpressionKind::Integer: return a->number;
    case ExpressionKind::Literal: return facts.unknown(values_of(a->type));
    case ExpressionKind::Name: {
        const Variable* const variable = find(a);
        if (variable == nullptr) return facts.unknown(kAny);
        return variable->number ? *variable->number : facts.unknown(values_of(variable->type));
    }
    case ExpressionKind::Unary:
        if (a->op == Operator::Minus) return facts.sum(0, number(a->operands[0]), -1);
        return facts.unknown(a->op == Operator::Not ? Range{0, 2} : kAny);
    case ExpressionKind::Binary: return binary(a);
    case ExpressionKind::Conditional:
        return facts.unknown(hull(facts.range(number(a->operands[1])), facts.range(number(a->operands[2]))));
    case ExpressionKind::Call: return call(a);
    case ExpressionKind::Cast: {
        const Index value = number(a->operands[0]);
        const Range values = values_of(a->type);
        if (values == kAny && !is_index(a->type)) return facts.unknown(kAny);
        return contains(values, facts.range(value)) ? value : facts.unknown(values);
    }
    case ExpressionKind::Subscript: {
        const std::optional<Pointed> array = pointer(a->operands[0]);
        return facts.unknown(array && array->sizes.size() < 2 ? values_of(array->element) : kAny);
    }
    default: return facts.unknown(kAny);
    }
}

Index ProgramValues::binary(const Expression& a) {
    if (is_comparison(a->op) || a->op == Operator::LogicalAnd || a->op == Operator::LogicalOr)
        return facts.unknown({0, 2});
    const Index left = number(a->operands[0]), right = number(a->operands[1]);
    if (a->op == Operator::Add) return facts.sum(left, right);
    if (a->op == Operator::Subtract) return facts.sum(left, right, -1);
    if (a->op == Operator::Multiply && right.is_constant()) return facts.sum(0, left, right.constant);
    if (a->op == Operator::Multiply && left.is_constant()) return facts.sum(0, right, left.constant);
    const bool divides = right.is_constant() && right.constant > 0;
    if (a->op == Operator::Divide && divides) return facts.quotient(left, right.constant);
    if (a->op == Operator::Remainder && divides) return facts.remainder(left, right.constant);
    return facts.unknown(kAny);
}

Index ProgramValues::call(const Expression& a) {
    const std::string& name = a->name;
    if (name.starts_with("clamp_index_")) {
        const Index low = number(a->operands[1]), high = number(a->operands[2]);
        if (low.is_constant() && high.is_constant()) return facts.unknown(from_to(low.constant, high.constant));
        return facts.unknown(kAny);
    }
    const auto is = [&](const char* helper) {
        return name == std::string(helper) + "_s32" || name == std::string(helper) + "_s64";
    };
    const bool later = is("later"), earlier = is("earlier"), quotient = is("floor_divide"), rest = is("floor_modulo");
    if (!later && !earlier && !quotient && !rest) return facts.unknown(kAny);
    const Index x = number(a->operands[0]), y = number(a->operands[1]);
    if (later) return facts.maximum(x, y);
    if (earlier) return facts.minimum(x, y);
    if (!y.is_constant() || y.constant <= 0) return facts.unknown(kAny);
    return quotient ? facts.floor_quotient(x, y.constant) : facts.floor_remainder(x, y.constant);
}

std::optional<Pointed> ProgramValues::lanes(const Expression& a) {
    Pointed vector; // a variable, or an element
    if (a->kind == ExpressionKind::Name) {
        const Variable* const variable = find(a);
        if (variable != nullptr && !variable->memory)
            vector = {.name = a->name, .element = variable->type, .sizes = {1}};
    } else if (a->kind == ExpressionKind::Subscript) {
        vector = pointer(a->operands[0]).value_or(Pointed{});
    }
    const tree::Type& type = vector.element;
    if (vector.sizes.size() != 1 || type.pointer || type.kind != tree::TypeKind::Vector) return std::nullopt;
    const tree::Type lane = tree::value_type(type.element);
    return Pointed{.name = vector.name, .bytes = type.lanes * bytes_of(lane), .element = lane, .sizes = {type.lanes}};
}

std::optional<Pointed> ProgramValues::pointer(const Expression& a) {
    switch (a->kind) {
    case ExpressionKind::Intrinsic:
        return a->intrinsic.id == IntrinsicId::OpaquePointer ? pointer(a->operands[0]) : std::nullopt;
    case ExpressionKind::Name: {
        const Variable* const variable = find(a);
        return variable == nullptr ? std::nullopt : variable->memory;
    }
    case ExpressionKind::Cast: {
        std::optional<Pointed> memory = a->type.pointer ? pointer(a->operands[0]) : std::nullopt;
        if (!memory) return std::nullopt;
        memory->element = a->type;
        memory->element.pointer = false;
        memory->sizes.clear();
        return memory;
    }
    case ExpressionKind::Binary: {
        const bool is_sum = a->op == Operator::Add || a->op == Operator::Subtract;
        std::optional<Pointed> memory = is_sum ? pointer(a->operands[0]) : std::nullopt;
        if (!memory) return std::nullopt;
        const std::int64_t bytes = bytes_of(memory->element);
        memory->offset = facts.sum(memory->offset, number(a->operands[1]), a->op == Operator::Add ? bytes : -bytes);
        return memory;
    }
    case ExpressionKind::Unary: {
        const bool of_name = a->op == Operator::AddressOf && a->operands[0]->kind == ExpressionKind::Name;
        const Variable* const variable = of_name ? find(a->operands[0]) : nullptr;
        if (variable == nullptr) return std::nullopt;
        return Pointed{.name = a->operands[0]->name, .bytes = bytes_of(variable->type), .element = variable->type};
    }
    case ExpressionKind::Member: {
        const auto array = state_.find(a->name);
        if (array == state_.end() || !tree::is_name(a->operands[0])) return std::nullopt;
        return Pointed{.name = a->name, .bytes = array->second.bytes, .element = array->second.element};
    }
    case ExpressionKind::Subscript: { // a part of an array of arrays
        std::optional<Pointed> memory = pointer(a->operands[0]);
        if (!memory || memory->sizes.size() < 2) return std::nullopt;
        memory->sizes.erase(memory->sizes.begin());
        memory->bytes = product(memory->sizes) * bytes_of(memory->element);
        return memory;
    }
    default: return std::nullopt;
    }
}

void ProgramValues::assume(const Expression& test, bool truth) {
    if (test->kind == ExpressionKind::Unary && test->op == Operator::Not) return assume(test->operands[0], !truth);
    if (test->kind == ExpressionKind::Name) {
        const Variable* const variable = find(test);
        if (variable != nullptr && variable->definition.valid()) assume(Expression(variable->definition), truth);
        return;
    }
    if (test->kind != ExpressionKind::Binary) return;
    if (test->op == (truth ? Operator::LogicalAnd : Operator::LogicalOr))
        for (const Expression& operand : test->operands) assume(operand, truth);
    if (test->op == (truth ? Operator::LogicalOr : Operator::LogicalAnd)) assume_exception(test);
    if (!is_comparison(test->op)) return;
    if ((truth ? test->op : opposite(test->op)) == Operator::NotEqual) return assume_not_equal(test);
    for (const Index& fact : facts_of(test, truth)) facts.assume(fact);
}

void ProgramValues::assume_exception(const Expression& test) {
    const bool usual = test->op == Operator::LogicalAnd;
    for (std::size_t i = 0; i < 2; ++i)
        if (holds(test->operands[i], usual)) return assume(test->operands[1 - i], !usual);
}

// It cuts off an end.
void ProgramValues::assume_not_equal(const Expression& test) {
    const Index a = number(test->operands[0]), b = number(test->operands[1]);
    const Index above = facts.sum(a, b, -1), below = facts.sum(b, a, -1);
    if (facts.not_negative(above))
        facts.assume(facts.sum(above, -1));
    else if (facts.not_negative(below))
        facts.assume(facts.sum(below, -1));
}

bool ProgramValues::holds(const Expression& test, bool truth) {
    if (test->kind != ExpressionKind::Binary) return false;
    if (test->op == (truth ? Operator::LogicalAnd : Operator::LogicalOr))
        return holds(test->operands[0], truth) && holds(test->operands[1], truth);
    if (!is_comparison(test->op)) return false;
    const std::vector<Index> all = facts_of(test, truth);
    return !all.empty() && std::ranges::all_of(all, [&](const Index& fact) { return facts.not_negative(fact); });
}

// A comparison as numbers that are not negative; none for !=.
std::vector<Index> ProgramValues::facts_of(const Expression& comparison, bool truth) {
    const Operator op = truth ? comparison->op : opposite(comparison->op);
    const Index a = number(comparison->operands[0]), b = number(comparison->operands[1]);
    const Index above = facts.sum(a, b, -1), below = facts.sum(b, a, -1);
    switch (op) {
    case Operator::Less: return {facts.sum(below, -1)};
    case Operator::LessEqual: return {below};
    case Operator::Greater: return {facts.sum(above, -1)};
    case Operator::GreaterEqual: return {above};
    case Operator::Equal: return {above, below};
    default: return {};
    }
}

Index ProgramValues::loop_variable(const tree::For& loop) {
    const Index begin = number(loop.begin), end = number(loop.end);
    const Range first = facts.range(begin), behind = facts.range(end);
    const bool up = loop.step > 0;
    Range range = up ? Range{first.begin, behind.last()} : Range{behind.begin, first.end};
    if (begin.is_constant() && end.is_constant() && range.size() > 0) { // the last round may be before the end
        const std::int64_t last = begin.constant + (range.size() - 1) / std::abs(loop.step) * loop.step;
        range = hull(only(begin.constant), only(last));
    }
    if (range.size() <= 0) facts.assume(-1); // it never runs
    const Index variable = facts.unknown(range);
    facts.assume(up ? facts.sum(variable, begin, -1) : facts.sum(begin, variable, -1));
    const bool whole = up && facts.is_multiple(begin, loop.step) && facts.is_multiple(end, loop.step);
    facts.assume(up ? facts.sum(facts.sum(end, variable, -1), whole ? -loop.step : -1) : facts.sum(variable, end, -1));
    return variable;
}

} // namespace hlo2cpp
