// Expressions of generated C++. They are values: copying one shares its parts, which never change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tree/type.h"

namespace hlo2cpp::tree {

enum class ExpressionKind : std::uint8_t {
    Literal,     // one element of `type`, its bits as a Literal of the module stores them; `name`: its spelling
    Integer,     // `number`, of an int where that holds it
    Name,        // a variable, a parameter, an array
    String,      // "text"
    Unary,       // operands[0]
    Binary,      // operands[0], operands[1]
    Conditional, // operands[0] ? operands[1] : operands[2]
    Call,        // of `name`: a helper of runtime_lib, a function of the file or of string.h
    CallMember,  // operands[0]->name(the others), a pointer to a function
    Subscript,   // operands[0][operands[1]]
    Member,      // operands[0]->name
    Field,       // operands[0].name
    Cast,        // static_cast<type>(operands[0]); of vectors the same bits
    VectorAt,    // vector number operands[1] of `type`, counted from the element that operands[0] points to
    VectorZero,  // a vector of zeros
    Construct,   // type{operands}; without a type it initialises a variable: {operands}
    Intrinsic,   // intrinsic(operands), of vectors
};

// Operators; their spelling and precedence are in tree/operators.h.
enum class Operator : std::uint8_t {
    Minus,
    Not,
    Complement,
    AddressOf,
    Dereference, // unary, in front
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight, // binary
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Xor,
    Or,
    LogicalAnd,
    LogicalOr,
};

class Expression {
public:
    struct Node;
    Expression() = default; // none
    explicit Expression(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
    bool valid() const { return node_ != nullptr; }
    const Node& operator*() const { return *node_; }
    const Node* operator->() const { return node_.get(); }
    friend bool operator==(const Expression& a, const Expression& b); // by text

private:
    std::shared_ptr<const Node> node_;
};

struct Expression::Node {
    ExpressionKind kind = ExpressionKind::Name;
    Operator op = Operator::Add;       // Unary, Binary
    Type type = {};                    // Literal, Cast, VectorAt, VectorZero
    std::string name = {};             // Name, Call, Member, String; of a Literal, where its bits do not give it
    hlo2cpp::Intrinsic intrinsic = {}; // Intrinsic
    std::int64_t number = 0;           // Integer
    std::vector<std::byte> bits = {};  // Literal
    std::vector<Expression> operands = {};
    bool written = false; // VectorAt: it is assigned to
};

// ---- leaves
Expression literal(ElementType type, const std::byte* element); // as a value: a float for a bf16, true for a pred
Expression memory_literal(ElementType type, const std::byte* element); // as it lies in memory: 0x3f80 for a bf16
Expression spelled(const Expression& literal, std::string_view spelling);
Expression number(ElementType type, double value); // a literal of a real type
Expression zero(ElementType type);                 // 0.0f, 0.0, 0
Expression integer(std::int64_t value);
Expression name(std::string_view name);
Expression string(std::string_view text);
Expression nan(ElementType type); // the quiet one without payload, of f32 or f64

// ---- operators
Expression unary(Operator op, Expression a);
Expression binary(Operator op, Expression a, Expression b);
Expression minus(Expression a);
Expression logical_not(Expression a);
Expression add(Expression a, Expression b);
Expression subtract(Expression a, Expression b);
Expression multiply(Expression a, Expression b);
Expression equal(Expression a, Expression b);
Expression not_equal(Expression a, Expression b);
Expression less(Expression a, Expression b);
Expression greater(Expression a, Expression b);
Expression greater_equal(Expression a, Expression b);
Expression logical_and(Expression a, Expression b); // if one is not valid: the other one
Expression logical_or(Expression a, Expression b);
Expression conditional(Expression test, Expression a, Expression b);

// ---- other expressions
Expression call(std::string_view function, std::vector<Expression> arguments);
// A helper that is named by type: call("add", S8, {a, b}) is add_s8(a, b).
Expression call(std::string_view function, ElementType type, std::vector<Expression> arguments);
Expression intrinsic(const Intrinsic& intrinsic, std::vector<Expression> arguments);
Expression call_member(const Expression& object, std::string_view name, std::vector<Expression> arguments);
Expression subscript(Expression array, Expression index);    // (&x)[0] is x
Expression member(Expression object, std::string_view name); // object->name
Expression field(Expression object, std::string_view name);  // object.name
Expression cast(Type type, Expression a);
Expression cast(ElementType type, Expression a); // to the type of its values
Expression vector_at(Type vector, Expression address, Expression number);
Expression vector_to(Type vector, Expression address, Expression number); // to be assigned to
Expression vector_zero(Type vector);
Expression construct(Type type, std::vector<Expression> members);

// A copy of the expression with other operands.
Expression with_operands(const Expression& a, std::vector<Expression> operands);

// ---- questions
// True if the expression needs no parentheses beside any operator.
bool is_atom(const Expression& a);
bool is_name(const Expression& a);
bool is_integer(const Expression& a, std::int64_t value);
// Value of a Literal of a real type or of an Integer.
std::optional<double> number_of(const Expression& a);
// Number of occurrences of a part (the same node, not an equal one) in the expression.
int count(const Expression& a, const Expression& part);
// Calls visit(const Expression&) for the expression and all its parts, each before its operands.
template <typename Visit>
void for_each_part(const Expression& a, Visit&& visit) {
    if (!a.valid()) return;
    visit(a);
    for (const Expression& operand : a->operands) for_each_part(operand, visit);
}

} // namespace hlo2cpp::tree
