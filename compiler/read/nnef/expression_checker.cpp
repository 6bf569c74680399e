#include "read/nnef/expression_checker.h"

#include <algorithm>

namespace hlo2cpp::nnef {
namespace {

const Type kInteger = Type::primitive(Base::Integer), kScalar = Type::primitive(Base::Scalar),
           kLogical = Type::primitive(Base::Logical), kString = Type::primitive(Base::String);

std::string quoted(const Type& type) {
    const std::string text = to_string(type);
    return text.empty() || text == "[]" ? "an empty array" : text;
}

// The types that tensors of numbers and logical values have where an operator is applied to them.
bool is_number(const Type& type) {
    return type == kInteger || type == kScalar || type.is_tensor_of(Base::Scalar);
}
bool is_truth(const Type& type) {
    return type == kLogical || type.is_tensor_of(Base::Logical);
}

bool is_comparison(const std::string& op) {
    return op == "<" || op == ">" || op == "<=" || op == ">=" || op == "==" || op == "!=";
}

bool wants_scalar(const Type& type) {
    return type == kScalar || type.is_tensor_of(Base::Scalar);
}

} // namespace

const Type* ExpressionChecker::find(const std::string& name) const {
    const auto found = names_.find(name);
    return found == names_.end() ? nullptr : &found->second;
}

Type ExpressionChecker::type_of(Expr& expr) {
    switch (expr.kind) {
    case ExprKind::Literal: return nnef::type_of(expr.literal);
    case ExprKind::Name: return type_of_name(expr);
    case ExprKind::Array: return type_of_array(expr);
    case ExprKind::Tuple: break;
    case ExprKind::Item:
    case ExprKind::Range: return type_of_subscript(expr);
    case ExprKind::Unary: return type_of_unary(expr);
    case ExprKind::Binary: return type_of_binary(expr);
    case ExprKind::Select: return type_of_select(expr);
    case ExprKind::Comprehension: return type_of_comprehension(expr);
    case ExprKind::Builtin: return type_of_builtin(expr);
    case ExprKind::Call: return check_call(expr);
    }
    std::vector<Type> items;
    for (const ExprPtr& item : expr.items) items.push_back(type_of(*item));
    return Type::tuple(std::move(items));
}

Type ExpressionChecker::type_of_name(const Expr& expr) const {
    const Type* const type = find(expr.text);
    if (type == nullptr) fail(expr.place, "there is no " + expr.text + " here; names are defined before they are used");
    return *type;
}

bool ExpressionChecker::fit(Expr& expr, const Type& have, const Type& want) {
    if (serves(have, want)) return true;
    if (!options_.provisional) return false;
    if (expr.kind == ExprKind::Literal && expr.literal.is_integer() && wants_scalar(want)) {
        expr.literal = Value(static_cast<double>(expr.literal.integer()));
        return true;
    }
    if (expr.kind == ExprKind::Literal && have == Type::array(kInteger) && want.is_array() &&
        wants_scalar(want.items[0])) {
        Values items;
        for (const Value& item : expr.literal.items()) items.emplace_back(static_cast<double>(item.integer()));
        expr.literal = Value::array(std::move(items));
        return true;
    }
    const bool sequence = (expr.kind == ExprKind::Array && want.is_array()) ||
                          (expr.kind == ExprKind::Tuple && want.items.size() == expr.items.size());
    if (!sequence || want.items.empty()) return false;
    for (std::size_t i = 0; i < expr.items.size(); ++i)
        if (!fit(*expr.items[i], type_of(*expr.items[i]), want.items[want.is_array() ? 0 : i])) return false;
    return true;
}

std::optional<Type> ExpressionChecker::common(Expr& a, const Type& type_of_a, Expr& b, const Type& type_of_b) {
    if (std::optional<Type> type = common_type(type_of_a, type_of_b)) return type;
    if (fit(a, type_of_a, type_of_b)) return type_of_b;
    if (fit(b, type_of_b, type_of_a)) return type_of_a;
    return {};
}

Type ExpressionChecker::type_of_array(Expr& expr) {
    Type item;
    for (std::size_t i = 0; i < expr.items.size(); ++i) {
        const Type type = type_of(*expr.items[i]);
        const std::optional<Type> both = i == 0 ? type : common(*expr.items[i - 1], item, *expr.items[i], type);
        if (!both)
            fail(expr.place,
                 "the items of an array have one type, but here are " + quoted(item) + " and " + quoted(type));
        item = *both;
    }
    return Type::array(std::move(item));
}

Type ExpressionChecker::type_of_subscript(Expr& expr) {
    Type sequence = type_of(*expr.items[0]);
    if (sequence.kind == Type::Kind::Tuple) {
        const Expr* const index = expr.items[1].get();
        if (expr.kind == ExprKind::Range || index->kind != ExprKind::Literal || !index->literal.is_integer())
            fail(expr.place, "expected an integer literal as the subscript of a tuple");
        const std::int64_t i = index->literal.integer();
        const auto size = static_cast<std::int64_t>(sequence.items.size());
        if (i < 0 || i >= size)
            fail(expr.place,
                 "the subscript " + std::to_string(i) + " is outside of a tuple of " + std::to_string(size));
        return sequence.items[static_cast<std::size_t>(i)];
    }
    if (!sequence.is_array() && sequence != kString)
        fail(expr.place,
             "expected an array, a tuple or a string in front of a subscript, but found " + quoted(sequence));
    for (std::size_t i = 1; i < expr.items.size(); ++i) {
        if (!expr.items[i]) continue;
        const Type type = type_of(*expr.items[i]);
        if (type != kInteger) fail(expr.items[i]->place, "expected an integer as subscript, but found " + quoted(type));
    }
    return expr.kind == ExprKind::Range || sequence == kString ? sequence : sequence.items[0];
}

Type ExpressionChecker::type_of_unary(Expr& expr) {
    Type type = type_of(*expr.items[0]);
    if (expr.text == "!" ? !is_truth(type) : !is_number(type))
        fail(expr.place, "the operator " + expr.text + " cannot be applied to " + quoted(type));
    return type;
}

void ExpressionChecker::fail_operands(const Expr& expr, const Type& left, const Type& right) const {
    fail(expr.place, "the operator " + expr.text + " cannot be applied to " + quoted(left) + " and " + quoted(right));
}

Type ExpressionChecker::type_of_binary(Expr& expr) {
    const Type left = type_of(*expr.items[0]), right = type_of(*expr.items[1]);
    const std::string& op = expr.text;
    if (op == "in") {
        if (!right.is_array() || !common(*expr.items[0], left, *expr.items[1], right.items[0])) {
            if (!right.is_array() || !serves(right.items[0], left)) fail_operands(expr, left, right);
        }
        return kLogical;
    }
    if (op == "*" && left == kInteger && (right.is_array() || right == kString)) return right;
    if (op == "*" && right == kInteger && (left.is_array() || left == kString)) return left;
    if (op == "+" && left.is_array() && right.is_array()) {
        const std::optional<Type> type = common(*expr.items[0], left, *expr.items[1], right);
        if (!type) fail_operands(expr, left, right);
        return *type;
    }
    if (is_comparison(op)) return type_of_comparison(expr, left, right);
    return type_of_arithmetic(expr, left, right);
}

Type ExpressionChecker::type_of_comparison(Expr& expr, const Type& left, const Type& right) {
    const std::optional<Type> type = common(*expr.items[0], left, *expr.items[1], right);
    const bool equality = expr.text == "==" || expr.text == "!=";
    if (!type || !(is_number(*type) || *type == kString || (equality && !type->has_tensors())))
        fail_operands(expr, left, right);
    return type->kind == Type::Kind::Tensor ? Type::tensor(Base::Logical) : kLogical;
}

Type ExpressionChecker::type_of_arithmetic(Expr& expr, const Type& left, const Type& right) {
    const std::optional<Type> type = common(*expr.items[0], left, *expr.items[1], right);
    const bool logical = expr.text == "&&" || expr.text == "||";
    const bool fits = type && (logical ? is_truth(*type) : *type == kString ? expr.text == "+" : is_number(*type));
    if (!fits) fail_operands(expr, left, right);
    return *type;
}

Type ExpressionChecker::type_of_select(Expr& expr) {
    const Type condition = type_of(*expr.items[0]);
    if (condition != kLogical)
        fail(expr.items[0]->place, "expected a logical value as the condition, but found " + quoted(condition));
    const Type yes = type_of(*expr.items[1]), no = type_of(*expr.items[2]);
    const std::optional<Type> type = common(*expr.items[1], yes, *expr.items[2], no);
    if (!type)
        fail(expr.place, "both arms of a select have one type, but here are " + quoted(yes) + " and " + quoted(no));
    return *type;
}

Type ExpressionChecker::type_of_comprehension(Expr& expr) {
    for (Loop& loop : expr.loops) {
        const Type type = type_of(*loop.iterable);
        if (!type.is_array()) fail(loop.iterable->place, "expected an array to go through, but found " + quoted(type));
        declare(*loop.names, type.items[0]);
    }
    if (expr.items[1]) {
        const Type condition = type_of(*expr.items[1]);
        if (condition != kLogical)
            fail(expr.items[1]->place, "expected a logical value as the condition, but found " + quoted(condition));
    }
    Type item = type_of(*expr.items[0]);
    for (const Loop& loop : expr.loops) undeclare(*loop.names);
    return Type::array(std::move(item));
}

Type ExpressionChecker::type_of_builtin(Expr& expr) {
    const Type type = type_of(*expr.items[0]);
    const std::string& name = expr.text;
    const auto require = [&](bool condition, const std::string& what) {
        if (!condition) fail(expr.place, name + " takes " + what + ", but found " + quoted(type));
    };
    if (name == "shape_of") {
        if (!options_.provisional) fail(expr.place, "shape_of is of the provisional text alone; version 1.0 has none");
        require(type.kind == Type::Kind::Tensor || type.kind == Type::Kind::Primitive, "a tensor");
        return Type::array(kInteger);
    }
    if (name == "length_of" || name == "range_of") {
        require(type.is_array() || type == kString, "an array or a string");
        return name == "length_of" ? kInteger : Type::array(kInteger);
    }
    require(type.kind == Type::Kind::Primitive, "a number, a logical value or a string");
    return name == "integer" ? kInteger : name == "scalar" ? kScalar : name == "logical" ? kLogical : kString;
}

void ExpressionChecker::declare(const Expr& names, const Type& type) {
    if (names.kind == ExprKind::Name) {
        if (!names_.emplace(names.text, type).second)
            fail(names.place, names.text + " is defined already; a name is defined once, and parameters are not "
                                           "assigned to");
        return;
    }
    const bool tuple = names.kind == ExprKind::Tuple;
    const bool fits = tuple ? type.kind == Type::Kind::Tuple : type.is_array();
    if (!fits)
        fail(names.place,
             "expected " + std::string(tuple ? "a tuple" : "an array") + " for these names, but found " + quoted(type));
    if (tuple && names.items.size() != type.items.size())
        fail(names.place, "there are " + std::to_string(names.items.size()) + " names for the " +
                              std::to_string(type.items.size()) + " items of " + quoted(type));
    for (std::size_t i = 0; i < names.items.size(); ++i) declare(*names.items[i], type.items[tuple ? i : 0]);
}

void ExpressionChecker::undeclare(const Expr& names) {
    names_.erase(names.text);
    for (const ExprPtr& item : names.items) undeclare(*item);
}

} // namespace hlo2cpp::nnef
