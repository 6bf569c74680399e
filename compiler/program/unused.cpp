#include "program/unused.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace hlo2cpp {
namespace {

using tree::Expression;

// Calls visit(const Expression&) for the expressions of the statements, and declare(Statements&) for each list of them.
template <typename Visit, typename List>
struct Walk {
    Visit& visit;
    List& list;

    void operator()(tree::Statements& statements) {
        list(statements);
        for (tree::Statement& statement : statements) std::visit(*this, statement.node);
    }
    void operator()(tree::Declare& declare) { visit(declare.value); }
    void operator()(tree::Assign& assign) {
        visit(assign.target);
        visit(assign.value);
    }
    void operator()(tree::Evaluate& evaluate) { visit(evaluate.expression); }
    void operator()(tree::For& loop) {
        visit(loop.begin);
        visit(loop.end);
        (*this)(loop.body);
    }
    void operator()(tree::While& loop) {
        visit(loop.test);
        visit(loop.next);
        (*this)(loop.body);
    }
    void operator()(tree::If& choice) {
        visit(choice.test);
        (*this)(choice.body);
        (*this)(choice.otherwise);
    }
    void operator()(tree::Switch& choice) {
        visit(choice.selector);
        for (tree::Statements& statements : choice.cases) (*this)(statements);
    }
    void operator()(tree::Block& block) { (*this)(block.body); }
    void operator()(tree::Return& result) { visit(result.value); }
    void operator()(tree::Record& record) {
        for (tree::Function& function : record.functions) (*this)(function.body);
    }
    void operator()(tree::Comment&) {}
    void operator()(tree::Break&) {}
    void operator()(tree::Continue&) {}
};

} // namespace

void remove_unused(tree::Function& function) {
    for (bool removed = false;; removed = true) {
        std::unordered_set<std::string> names; // copies: expressions go
        std::vector<tree::Statements*> lists;
        const auto visit = [&](const Expression& a) {
            tree::for_each_part(a, [&](const Expression& part) {
                if (part->kind == tree::ExpressionKind::Name) names.insert(part->name);
            });
        };
        const auto list = [&](tree::Statements& statements) { lists.push_back(&statements); };
        Walk<decltype(visit), decltype(list)>{visit, list}(function.body);
        const auto unused = [&](const tree::Statement& statement) {
            const auto* const declare = std::get_if<tree::Declare>(&statement.node);
            return declare != nullptr && !names.contains(declare->name);
        };
        const bool any = std::ranges::any_of(
            lists, [&](const tree::Statements* statements) { return std::ranges::any_of(*statements, unused); });
        for (tree::Parameter& parameter : function.parameters)
            parameter.used = parameter.used && (!removed || names.contains(parameter.name));
        if (!any) return;
        // The innermost lists first: those of a statement move with it.
        for (auto statements = lists.rbegin(); statements != lists.rend(); ++statements)
            std::erase_if(**statements, unused);
    }
}

} // namespace hlo2cpp
