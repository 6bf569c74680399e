#include "program/small_loops.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "support/checked.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;

// Most rounds: registers have no room for the elements of more.
constexpr std::int64_t kMostRounds = 8;

// Counts the statements of a loop as they follow each other when it runs, and how often each loop inside it does.
class Rounds {
public:
    Rounds(const std::set<std::string>& functions, std::int64_t most) : functions_(functions), left_(most) {}

    // True if the loop, written out, has at most `most` statements.
    bool take(const tree::For& loop) {
        const auto begin = number(loop.begin), end = number(loop.end);
        if (!begin || !end) return false;
        std::int64_t rounds = 0;
        std::optional<std::int64_t> i = begin;
        for (; i && (loop.step > 0 ? *i < *end : *i >= *end); i = checked_add(*i, loop.step), ++rounds) {
            variables_[loop.name] = *i;
            if (--left_ < 0 || rounds == kMostRounds || !take(loop.body)) return false;
        }
        variables_.erase(loop.name);
        std::int64_t& most = most_rounds_[&loop];
        most = std::max(most, rounds);
        return true;
    }
    std::int64_t of(const tree::For& loop) const {
        const auto rounds = most_rounds_.find(&loop);
        return rounds == most_rounds_.end() ? 0 : rounds->second;
    }

private:
    bool take(const tree::Statements& statements) {
        return std::ranges::all_of(statements, [&](const tree::Statement& statement) {
            return std::visit([&](const auto& node) { return take_node(node); }, statement.node);
        });
    }
    bool take_node(const tree::For& loop) { return take(loop); }
    bool take_node(const tree::Block& block) { return take(block.body); }
    bool take_node(const tree::If& choice) { return --left_ >= 0 && take(choice.body) && take(choice.otherwise); }
    bool take_node(const tree::Comment&) { return true; }
    bool take_node(const tree::Declare& declare) { return --left_ >= 0 && declare.sizes.empty(); }
    bool take_node(const tree::Assign&) { return --left_ >= 0; }
    // A function that is called once is part of its caller; called often it would not be.
    bool take_node(const tree::Evaluate& evaluate) {
        return --left_ >= 0 && !functions_.contains(evaluate.expression->name);
    }
    template <typename Node>
    bool take_node(const Node&) {
        return false; // how often a while runs is not known; a break leaves more than its round
    }

    // Sums and products of numbers and the variables of loops.
    std::optional<std::int64_t> number(const Expression& expression) const {
        if (expression->kind == ExpressionKind::Integer) return expression->number;
        if (expression->kind == ExpressionKind::Name) {
            const auto variable = variables_.find(expression->name);
            return variable == variables_.end() ? std::nullopt : std::optional(variable->second);
        }
        if (expression->kind != ExpressionKind::Binary) return {};
        const auto a = number(expression->operands[0]), b = number(expression->operands[1]);
        if (!a || !b) return {};
        if (expression->op == tree::Operator::Add) return checked_add(*a, *b);
        if (expression->op == tree::Operator::Subtract) {
            const auto minus_b = checked_multiply(*b, -1);
            return minus_b ? checked_add(*a, *minus_b) : std::nullopt;
        }
        return expression->op == tree::Operator::Multiply ? checked_multiply(*a, *b) : std::nullopt;
    }

    const std::set<std::string>& functions_;
    std::int64_t left_;
    std::map<std::string, std::int64_t> variables_;
    std::map<const tree::For*, std::int64_t> most_rounds_;
};

bool has_varying_loop(const tree::Statements& statements) {
    return std::ranges::any_of(statements, [](const tree::Statement& statement) {
        const auto* const loop = std::get_if<tree::For>(&statement.node);
        if (loop != nullptr &&
            (loop->begin->kind != ExpressionKind::Integer || loop->end->kind != ExpressionKind::Integer))
            return true;
        bool inside = false;
        tree::for_each_body(statement,
                            [&](const tree::Statements& body) { inside = inside || has_varying_loop(body); });
        return inside;
    });
}

void write_out(tree::Statements& statements, const Rounds& rounds);

void write_out(tree::For& loop, const Rounds& rounds) {
    loop.unroll = std::max<std::int64_t>(rounds.of(loop), 2); // 1 would forbid it
    write_out(loop.body, rounds);
}

void write_out(tree::Statements& statements, const Rounds& rounds) {
    for (tree::Statement& statement : statements) {
        if (auto* const loop = std::get_if<tree::For>(&statement.node))
            write_out(*loop, rounds);
        else
            tree::for_each_body(statement, [&](tree::Statements& body) { write_out(body, rounds); });
    }
}

void unroll(tree::Statements& statements, const std::set<std::string>& functions, std::int64_t most) {
    for (tree::Statement& statement : statements) {
        if (auto* const loop = std::get_if<tree::For>(&statement.node)) {
            Rounds rounds(functions, most);
            if (has_varying_loop(loop->body) && rounds.take(*loop)) {
                write_out(*loop, rounds);
                continue;
            }
        }
        tree::for_each_body(statement, [&](tree::Statements& body) { unroll(body, functions, most); });
    }
}

} // namespace

void unroll_small_loops(Program& program, std::int64_t most) {
    std::set<std::string> functions;
    for (const tree::Function& step : program.steps) functions.insert(step.name);
    if (most > 0) unroll(program.run.body, functions, most);
}

} // namespace hlo2cpp
