#include "program/tree_walk.h"

#include "tree/operators.h"

namespace hlo2cpp {

using tree::Expression;
using tree::ExpressionKind;

std::string TreeWalk::walk(tree::Function& function) {
    add(tree::to_text(function.result));
    if (function.as_written) add("as written");
    for (tree::Parameter& parameter : function.parameters) {
        tree::Type type = parameter.type; // a pointer to the arena may point to the caller's memory, too
        if (type.pointer && type.kind == tree::TypeKind::Arena) type.kind = tree::TypeKind::Memory;
        add(tree::to_text(type));
        add(std::to_string(parameter.range.begin) + ".." + std::to_string(parameter.range.end));
        declare(parameter.name);
    }
    walk(function.body);
    return std::move(form_);
}

void TreeWalk::add(std::string_view part) {
    form_ += part;
    form_ += ' ';
}

void TreeWalk::declare(std::string& name) {
    local_[name] = "$" + std::to_string(local_.size());
    if (const auto renamed = new_names_.find(name); renamed != new_names_.end()) name = renamed->second;
}

void TreeWalk::walk(tree::Statements& statements) {
    add("{");
    for (tree::Statement& statement : statements) std::visit(*this, statement.node);
    add("}");
}

void TreeWalk::operator()(tree::Declare& one) {
    add("declare " + tree::to_text(one.type));
    for (const std::int64_t size : one.sizes) add(std::to_string(size));
    if (!one.sizes.empty()) local_arrays_.insert(one.name);
    one.value = walked(one.value);
    declare(one.name);
}

void TreeWalk::operator()(tree::Assign& assign) {
    add(spelling_of(assign.assignment));
    assign.target = walked(assign.target);
    assign.value = walked(assign.value);
}

void TreeWalk::operator()(tree::Evaluate& evaluate) {
    add("evaluate");
    evaluate.expression = walked(evaluate.expression);
}

// The bounds of an unrolled loop are fixed: they give its number of rounds.
void TreeWalk::operator()(tree::For& loop) {
    add("for " + tree::to_text(loop.type) + " " + std::to_string(loop.step) + " " + std::to_string(loop.unroll) +
        (loop.rolled ? " rolled" : ""));
    const bool fixed = loop.unroll > 1;
    loop.begin = walked(loop.begin, fixed);
    loop.end = walked(loop.end, fixed);
    declare(loop.name);
    walk(loop.body);
}

void TreeWalk::operator()(tree::While& loop) {
    add("while");
    loop.test = walked(loop.test);
    walk(loop.body);
}

void TreeWalk::operator()(tree::If& choice) {
    add("if");
    choice.test = walked(choice.test);
    walk(choice.body);
    walk(choice.otherwise);
}

void TreeWalk::operator()(tree::Switch& choice) {
    add("switch");
    choice.selector = walked(choice.selector);
    for (tree::Statements& body : choice.cases) walk(body);
}

void TreeWalk::operator()(tree::Block& block) {
    add("block");
    walk(block.body);
}

void TreeWalk::operator()(tree::Return& result) {
    add("return");
    result.value = walked(result.value);
}

// The functions of a record see nothing of the function around it: they stay as they are.
void TreeWalk::operator()(tree::Record& record) {
    add("record " + record.name);
    for (tree::Function& function : record.functions) {
        TreeWalk inside(arrays_, [](const Expression& expression) { return expression; });
        std::string numbers;
        inside.open_ = [&](const Expression& expression) {
            numbers +=
                expression->kind == ExpressionKind::Integer ? std::to_string(expression->number) : expression->name;
            numbers += ' ';
            return expression;
        };
        add(inside.walk(function));
        add(numbers);
    }
}

Expression TreeWalk::walked(const Expression& expression, bool fixed) {
    if (!expression.valid()) {
        add("none");
        return expression;
    }
    const bool is_leaf = expression->kind == ExpressionKind::Integer || expression->kind == ExpressionKind::Name;
    return is_leaf ? leaf(expression, fixed) : with_operands(expression, fixed);
}

Expression TreeWalk::leaf(const Expression& expression, bool fixed) {
    if (expression->kind == ExpressionKind::Integer) {
        add(fixed ? "#" + std::to_string(expression->number) : "#");
        return fixed ? expression : open_(expression);
    }
    if (const auto local = local_.find(expression->name); local != local_.end()) {
        add(local->second);
        const auto renamed = new_names_.find(expression->name);
        return renamed == new_names_.end() ? expression : tree::name(renamed->second);
    }
    const auto array = arrays_.find(expression->name);
    if (array == arrays_.end()) {
        add(expression->name);
        return expression;
    }
    add("array " + array->second);
    return open_(expression);
}

// An element of a local array lives in a register, so its number cannot be an argument.
Expression TreeWalk::with_operands(const Expression& expression, bool fixed) {
    const Expression::Node& node = *expression;
    add(std::to_string(static_cast<int>(node.kind)) + "." + std::to_string(static_cast<int>(node.op)) + "." +
        tree::to_text(node.type) + "." +
        (node.kind == ExpressionKind::Intrinsic ? name_of(node.intrinsic) : node.name) + (node.written ? "w" : ""));
    for (const std::byte byte : node.bits) add(std::to_string(std::to_integer<int>(byte)));
    if (node.kind == ExpressionKind::Subscript) {
        Expression array = node.operands[0];
        while (array->kind == ExpressionKind::Subscript) array = array->operands[0];
        fixed = fixed || (tree::is_name(array) && local_arrays_.contains(array->name));
    }
    std::vector<Expression> operands;
    bool changed = false;
    for (const Expression& operand : node.operands) {
        operands.push_back(walked(operand, fixed));
        changed = changed || &*operands.back() != &*operand;
    }
    return changed ? tree::with_operands(expression, std::move(operands)) : expression;
}

} // namespace hlo2cpp
