#include "tree/expression.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "ir/float_format.h"
#include "support/diagnostics.h"

namespace hlo2cpp::tree {
namespace {

Expression make(Expression::Node node) {
    return Expression(std::make_shared<const Expression::Node>(std::move(node)));
}

template <typename T>
std::vector<std::byte> bytes_of(T value) {
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

template <typename T>
T read(const std::vector<std::byte>& bytes) {
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

// The variable, if this is the element or vector at the address of one; else none.
Expression variable_at(const Expression& address, const Expression& number) {
    const bool of_variable = address->kind == ExpressionKind::Unary && address->op == Operator::AddressOf;
    const bool first = number->kind == ExpressionKind::Integer && number->number == 0;
    return of_variable && first ? address->operands[0] : Expression();
}

} // namespace

bool operator==(const Expression& a, const Expression& b) {
    if (a.node_ == b.node_) return true;
    if (!a.valid() || !b.valid()) return false;
    const Expression::Node &x = *a, &y = *b;
    return x.kind == y.kind && x.op == y.op && x.type == y.type && x.name == y.name && x.intrinsic == y.intrinsic &&
           x.number == y.number && x.bits == y.bits && x.written == y.written && x.operands == y.operands;
}

// ---- leaves

Expression literal(ElementType type, const std::byte* element) {
    const auto size = static_cast<std::size_t>(byte_size(type));
    return make({.kind = ExpressionKind::Literal, .type = value_type(type), .bits = {element, element + size}});
}

Expression memory_literal(ElementType type, const std::byte* element) {
    const auto size = static_cast<std::size_t>(byte_size(type));
    return make({.kind = ExpressionKind::Literal, .type = memory_type(type), .bits = {element, element + size}});
}

Expression spelled(const Expression& literal, std::string_view spelling) {
    Expression::Node node = *literal;
    node.name = spelling;
    return make(std::move(node));
}

Expression number(ElementType type, double value) {
    check_internal(is_float(type), "only a real number can be made of a double");
    const ElementType computed = number_type(type);
    std::vector<std::byte> bits = computed == ElementType::F64 ? bytes_of(value) : bytes_of(static_cast<float>(value));
    return make({.kind = ExpressionKind::Literal, .type = value_type(computed), .bits = std::move(bits)});
}

Expression zero(ElementType type) {
    return is_float(type) ? number(type, 0) : integer(0);
}

Expression integer(std::int64_t value) {
    return make({.kind = ExpressionKind::Integer, .number = value});
}

Expression name(std::string_view name) {
    return make({.kind = ExpressionKind::Name, .name = std::string(name)});
}

Expression string(std::string_view text) {
    return make({.kind = ExpressionKind::String, .name = std::string(text)});
}

Expression nan(ElementType type) {
    return number(type, std::numeric_limits<double>::quiet_NaN());
}

// ---- operators

Expression unary(Operator op, Expression a) {
    return make({.kind = ExpressionKind::Unary, .op = op, .operands = {std::move(a)}});
}

Expression binary(Operator op, Expression a, Expression b) {
    return make({.kind = ExpressionKind::Binary, .op = op, .operands = {std::move(a), std::move(b)}});
}

Expression minus(Expression a) {
    return unary(Operator::Minus, std::move(a));
}

Expression logical_not(Expression a) {
    return unary(Operator::Not, std::move(a));
}

Expression add(Expression a, Expression b) {
    return binary(Operator::Add, std::move(a), std::move(b));
}

Expression subtract(Expression a, Expression b) {
    return binary(Operator::Subtract, std::move(a), std::move(b));
}

Expression multiply(Expression a, Expression b) {
    return binary(Operator::Multiply, std::move(a), std::move(b));
}

Expression equal(Expression a, Expression b) {
    return binary(Operator::Equal, std::move(a), std::move(b));
}

Expression not_equal(Expression a, Expression b) {
    return binary(Operator::NotEqual, std::move(a), std::move(b));
}

Expression less(Expression a, Expression b) {
    return binary(Operator::Less, std::move(a), std::move(b));
}

Expression greater(Expression a, Expression b) {
    return binary(Operator::Greater, std::move(a), std::move(b));
}

Expression greater_equal(Expression a, Expression b) {
    return binary(Operator::GreaterEqual, std::move(a), std::move(b));
}

Expression logical_and(Expression a, Expression b) {
    if (!a.valid()) return b;
    return b.valid() ? binary(Operator::LogicalAnd, std::move(a), std::move(b)) : a;
}

Expression logical_or(Expression a, Expression b) {
    if (!a.valid()) return b;
    return b.valid() ? binary(Operator::LogicalOr, std::move(a), std::move(b)) : a;
}

Expression conditional(Expression test, Expression a, Expression b) {
    return make({.kind = ExpressionKind::Conditional, .operands = {std::move(test), std::move(a), std::move(b)}});
}

// ---- other expressions

Expression call(std::string_view function, std::vector<Expression> arguments) {
    return make({.kind = ExpressionKind::Call, .name = std::string(function), .operands = std::move(arguments)});
}

Expression call(std::string_view function, ElementType type, std::vector<Expression> arguments) {
    return call(std::string(function) + "_" + std::string(info(type).name), std::move(arguments));
}

Expression intrinsic(const Intrinsic& intrinsic, std::vector<Expression> arguments) {
    return make({.kind = ExpressionKind::Intrinsic, .intrinsic = intrinsic, .operands = std::move(arguments)});
}

Expression call_member(const Expression& object, std::string_view name, std::vector<Expression> arguments) {
    arguments.insert(arguments.begin(), object);
    return make({.kind = ExpressionKind::CallMember, .name = std::string(name), .operands = std::move(arguments)});
}

Expression subscript(Expression array, Expression index) {
    if (const Expression variable = variable_at(array, index); variable.valid()) return variable;
    return make({.kind = ExpressionKind::Subscript, .operands = {std::move(array), std::move(index)}});
}

Expression member(Expression object, std::string_view name) {
    return make({.kind = ExpressionKind::Member, .name = std::string(name), .operands = {std::move(object)}});
}

Expression field(Expression object, std::string_view name) {
    return make({.kind = ExpressionKind::Field, .name = std::string(name), .operands = {std::move(object)}});
}

Expression cast(Type type, Expression a) {
    return make({.kind = ExpressionKind::Cast, .type = std::move(type), .operands = {std::move(a)}});
}

Expression cast(ElementType type, Expression a) {
    return cast(value_type(type), std::move(a));
}

Expression vector_at(Type vector, Expression address, Expression number) {
    if (const Expression variable = variable_at(address, number); variable.valid()) return variable;
    return make({.kind = ExpressionKind::VectorAt,
                 .type = std::move(vector),
                 .operands = {std::move(address), std::move(number)}});
}

Expression vector_to(Type vector, Expression address, Expression number) {
    if (const Expression variable = variable_at(address, number); variable.valid()) return variable;
    return make({.kind = ExpressionKind::VectorAt,
                 .type = std::move(vector),
                 .operands = {std::move(address), std::move(number)},
                 .written = true});
}

Expression vector_zero(Type vector) {
    return make({.kind = ExpressionKind::VectorZero, .type = std::move(vector)});
}

Expression construct(Type type, std::vector<Expression> members) {
    return make({.kind = ExpressionKind::Construct, .type = std::move(type), .operands = std::move(members)});
}

Expression with_operands(const Expression& a, std::vector<Expression> operands) {
    Expression::Node node = *a;
    node.operands = std::move(operands);
    return make(std::move(node));
}

// ---- questions

namespace {

std::optional<double> finite(double value) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> literal_number(ElementType type, const std::vector<std::byte>& bits) {
    switch (type) {
    case ElementType::F32: return finite(static_cast<double>(read<float>(bits)));
    case ElementType::F64: return finite(read<double>(bits));
    case ElementType::BF16:
    case ElementType::F16: return finite(decode_float(type, read<std::uint16_t>(bits)));
    case ElementType::S1:
    case ElementType::S2:
    case ElementType::S4:
    case ElementType::S8: return read<std::int8_t>(bits);
    case ElementType::S16: return read<std::int16_t>(bits);
    case ElementType::S32: return read<std::int32_t>(bits);
    case ElementType::S64: return static_cast<double>(read<std::int64_t>(bits));
    case ElementType::U1:
    case ElementType::U2:
    case ElementType::U4:
    case ElementType::U8: return std::to_integer<std::uint8_t>(bits[0]);
    case ElementType::U16: return read<std::uint16_t>(bits);
    case ElementType::U32: return read<std::uint32_t>(bits);
    case ElementType::U64: return static_cast<double>(read<std::uint64_t>(bits));
    default: return std::nullopt;
    }
}

bool is_negative(const Expression& a) {
    if (a->kind == ExpressionKind::Integer) return a->number < 0;
    const ElementType type = a->type.element;
    if (is_float(type)) return (a->bits.back() & std::byte{0x80}) != std::byte{0}; // -0 and -NaN too
    const std::optional<double> value = literal_number(type, a->bits);
    return value && *value < 0;
}

} // namespace

bool is_atom(const Expression& a) {
    switch (a->kind) {
    case ExpressionKind::Integer:
    case ExpressionKind::Literal: return !is_negative(a);
    case ExpressionKind::Unary:
    case ExpressionKind::Binary:
    case ExpressionKind::Conditional: return false;
    default: return true;
    }
}

bool is_name(const Expression& a) {
    return a.valid() && a->kind == ExpressionKind::Name;
}

bool is_integer(const Expression& a, std::int64_t value) {
    return a.valid() && a->kind == ExpressionKind::Integer && a->number == value;
}

std::optional<double> number_of(const Expression& a) {
    if (a->kind == ExpressionKind::Integer) return static_cast<double>(a->number);
    if (a->kind != ExpressionKind::Literal) return std::nullopt;
    return literal_number(a->type.element, a->bits);
}

int count(const Expression& a, const Expression& part) {
    int found = 0;
    for_each_part(a, [&](const Expression& one) { found += &*one == &*part ? 1 : 0; });
    return found;
}

} // namespace hlo2cpp::tree
