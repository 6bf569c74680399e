#include "unit/program/mutants.h"

namespace hlo2cpp::testing {
namespace {

using tree::Expression;
using tree::ExpressionKind;

// Visits all numbers; changes one of them.
class Mutation {
public:
    Mutation(std::size_t number, std::int64_t by) : number_(number), by_(by) {}
    std::size_t count = 0;

    void change(Program& program) {
        for (tree::Function& step : program.steps) change(step.body);
        if (program.reset) change(program.reset->body);
        change(program.run.body);
    }
    void operator()(tree::Declare& declare) { declare.value = changed(declare.value); }
    void operator()(tree::Assign& assign) {
        assign.target = changed(assign.target);
        assign.value = changed(assign.value);
    }
    void operator()(tree::Evaluate& evaluate) { evaluate.expression = changed(evaluate.expression); }
    void operator()(tree::For& loop) {
        loop.begin = changed(loop.begin);
        loop.end = changed(loop.end);
        change(loop.body);
    }
    void operator()(tree::While& loop) {
        loop.test = changed(loop.test);
        change(loop.body);
    }
    void operator()(tree::If& choice) {
        choice.test = changed(choice.test);
        change(choice.body);
        change(choice.otherwise);
    }
    void operator()(tree::Switch& choice) {
        for (tree::Statements& statements : choice.cases) change(statements);
    }
    void operator()(tree::Block& block) { change(block.body); }
    template <typename Other>
    void operator()(Other&) {}

private:
    void change(tree::Statements& statements) {
        for (tree::Statement& statement : statements) std::visit(*this, statement.node);
    }
    Expression changed(const Expression& a) {
        if (!a.valid()) return a;
        if (a->kind == ExpressionKind::Integer) return count++ == number_ ? tree::integer(a->number + by_) : a;
        const std::size_t before = count;
        Expression::Node node = *a;
        for (Expression& operand : node.operands) operand = changed(operand);
        if (number_ < before || number_ >= count) return a;
        return Expression(std::make_shared<const Expression::Node>(std::move(node)));
    }

    std::size_t number_;
    std::int64_t by_;
};

} // namespace

std::size_t numbers_of(const Program& program) {
    Program copy = program;
    Mutation none(SIZE_MAX, 0);
    none.change(copy);
    return none.count;
}

Program mutant(const Program& program, std::size_t number, std::int64_t by) {
    Program copy = program;
    Mutation(number, by).change(copy);
    return copy;
}

} // namespace hlo2cpp::testing
