#include "program/uses.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;

// What a node of the statement tree holds beside inner statements.
struct Adder {
    Used& used;

    void operator()(const tree::Declare& declare) {
        used.add(declare.type);
        used.add(declare.value);
    }
    void operator()(const tree::Assign& assign) {
        used.add(assign.target);
        used.add(assign.value);
    }
    void operator()(const tree::Evaluate& evaluate) { used.add(evaluate.expression); }
    void operator()(const tree::For& loop) {
        used.rolled_loops = used.rolled_loops || loop.rolled;
        used.add(loop.type);
        used.add(loop.begin);
        used.add(loop.end);
        used.add(loop.body);
    }
    void operator()(const tree::While& loop) {
        used.add(loop.test);
        used.add(loop.body);
    }
    void operator()(const tree::If& choice) {
        used.add(choice.test);
        used.add(choice.body);
        used.add(choice.otherwise);
    }
    void operator()(const tree::Switch& choice) {
        used.add(choice.selector);
        for (const tree::Statements& body : choice.cases) used.add(body);
    }
    void operator()(const tree::Block& block) { used.add(block.body); }
    void operator()(const tree::Return& result) { used.add(result.value); }
    void operator()(const tree::Record& record) {
        for (const tree::Declare& member : record.members) (*this)(member);
        for (const tree::Function& function : record.functions) used.add(function);
    }
    void operator()(const tree::Comment&) {}
    void operator()(const tree::Break&) {}
};

} // namespace

void Used::add(const tree::Type& type) {
    if (type.kind == tree::TypeKind::Arena) arena_types.insert(type.element);
    if (type.kind == tree::TypeKind::Vector) vectors.insert({type.element, type.lanes});
    const bool has_element =
        type.kind == tree::TypeKind::Value || type.kind == tree::TypeKind::Memory || type.kind == tree::TypeKind::Arena;
    if (has_element && is_complex(type.element)) functions.insert(std::string(info(type.element).value_type));
}

void Used::add(const Expression& expression) {
    tree::for_each_part(expression, [&](const Expression& part) {
        add(part->type);
        switch (part->kind) {
        case ExpressionKind::Name: names.insert(part->name); break;
        case ExpressionKind::Call: functions.insert(part->name); break;
        case ExpressionKind::VectorAt:
            (part->written ? vector_writes : vector_reads).insert({part->type.element, part->type.lanes});
            break;
        case ExpressionKind::Literal: // bits of what has no literals
            if (part->type.kind == tree::TypeKind::Value && is_narrow_float(part->type.element) &&
                info(part->type.element).bits < 16)
                functions.insert("f32_from_" + std::string(info(part->type.element).name));
            break;
        default: break;
        }
    });
}

void Used::add(const tree::Statements& statements) {
    for (const tree::Statement& statement : statements) std::visit(Adder{*this}, statement.node);
}

void Used::add(const tree::Function& function) {
    add(function.result);
    for (const tree::Parameter& parameter : function.parameters) add(parameter.type);
    add(function.body);
}

Used used_by(const Program& program) {
    Used used;
    for (const tree::Function& step : program.steps) used.add(step);
    if (program.reset) used.add(*program.reset);
    used.add(program.run);
    return used;
}

} // namespace hlo2cpp
