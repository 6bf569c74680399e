#include "program/unused.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "program/uses.h"

namespace hlo2cpp {
namespace {

// All lists of statements, each before those inside it.
void collect(tree::Statements& statements, std::vector<tree::Statements*>& lists) {
    lists.push_back(&statements);
    for (tree::Statement& statement : statements)
        tree::for_each_body(statement, [&](tree::Statements& body) { collect(body, lists); });
}

const tree::Assign* sets_variable(const tree::Statement& statement) {
    const auto* const assign = std::get_if<tree::Assign>(&statement.node);
    return assign != nullptr && tree::is_name(assign->target) ? assign : nullptr;
}

bool is_empty_loop(const tree::Statement& statement) {
    const auto* const loop = std::get_if<tree::For>(&statement.node);
    return loop != nullptr && loop->body.empty();
}

// Names that occur elsewhere than where a variable is set.
std::set<std::string> names_read(tree::Statements statements) {
    std::vector<tree::Statements*> lists;
    collect(statements, lists);
    for (tree::Statements* const list : lists)
        for (tree::Statement& statement : *list)
            if (const tree::Assign* const assign = sets_variable(statement))
                statement = tree::Evaluate{.expression = tree::Expression(assign->value)};
    Used used;
    used.add(statements);
    return used.names; // copies: expressions go
}

} // namespace

void remove_unused(tree::Function& function) {
    for (bool removed = false;; removed = true) {
        const std::set<std::string> names = names_read(function.body);
        std::vector<tree::Statements*> lists;
        collect(function.body, lists);
        const auto unused = [&](const tree::Statement& statement) {
            const auto* const declare = std::get_if<tree::Declare>(&statement.node);
            const tree::Assign* const assign = sets_variable(statement);
            return is_empty_loop(statement) || (declare != nullptr && !names.contains(declare->name)) ||
                   (assign != nullptr && !names.contains(assign->target->name));
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
