#include "program/unused.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tree/uses.h"

namespace hlo2cpp {
namespace {

// All lists of statements, each before the lists inside it.
void collect(tree::Statements& statements, std::vector<tree::Statements*>& lists) {
    lists.push_back(&statements);
    for (tree::Statement& statement : statements)
        tree::for_each_body(statement, [&](tree::Statements& body) { collect(body, lists); });
}

bool does_nothing(const tree::Statement& statement) {
    if (const auto* block = std::get_if<tree::Block>(&statement.node)) return block->body.empty();
    if (const auto* loop = std::get_if<tree::For>(&statement.node)) return loop->body.empty();
    const auto* const choice = std::get_if<tree::If>(&statement.node);
    return choice != nullptr && choice->body.empty() && choice->otherwise.empty();
}

} // namespace

void remove_unused(tree::Function& function) {
    for (bool removed = false;; removed = true) {
        Used used;
        used.add(function.body);
        const std::set<std::string>& names = used.names; // copies: expressions go
        std::vector<tree::Statements*> lists;
        collect(function.body, lists);
        const auto unused = [&](const tree::Statement& statement) {
            if (const auto* declare = std::get_if<tree::Declare>(&statement.node))
                return !names.contains(declare->name);
            const auto* const assign = std::get_if<tree::Assign>(&statement.node);
            return assign != nullptr && tree::is_name(assign->target) && !names.contains(assign->target->name);
        };
        const bool any = std::ranges::any_of(
            lists, [&](const tree::Statements* statements) { return std::ranges::any_of(*statements, unused); });
        for (tree::Parameter& parameter : function.parameters)
            parameter.used = parameter.used && (!removed || names.contains(parameter.name));
        if (!any) return;
        // The innermost lists come first, because a statement moves with the lists inside it.
        for (auto statements = lists.rbegin(); statements != lists.rend(); ++statements)
            std::erase_if(**statements, [&](const tree::Statement& statement) {
                return unused(statement) || does_nothing(statement);
            });
    }
}

} // namespace hlo2cpp
