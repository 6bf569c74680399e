// Walks over the statements of a nest.
#pragma once

#include <type_traits>

#include "nest/statement.h"

namespace hlo2cpp::nest {

// Calls visit(node) for each statement of the kind, at any depth.
template <typename Node, typename Visit>
void for_each(const Statements& statements, Visit&& visit) {
    for (const Statement& statement : statements)
        std::visit(
            [&](const auto& node) {
                if constexpr (std::is_same_v<std::decay_t<decltype(node)>, Node>) visit(node);
                if constexpr (requires { node.body; }) for_each<Node>(node.body, visit);
            },
            statement.node);
}

// True if the statements hold one of the kind, at any depth.
template <typename Node>
bool holds(const Statements& statements) {
    bool found = false;
    for_each<Node>(statements, [&](const Node&) { found = true; });
    return found;
}

// The dimension that a loop counts if its body binds it first, else -1.
std::int64_t counted_dim(const For& loop);

} // namespace hlo2cpp::nest
