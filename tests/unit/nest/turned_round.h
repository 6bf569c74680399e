// Loops over points that run in the opposite direction.
#pragma once

#include <utility>

#include "nest/walk.h"

namespace hlo2cpp::nest {

inline For turned_round(For loop) {
    std::swap(loop.begin, loop.end);
    loop.begin.constant += loop.step < 0 ? 0 : -loop.step;
    loop.end.constant += loop.step < 0 ? -loop.step : 0;
    loop.step = -loop.step;
    return loop;
}

inline void turn_round(Statements& statements) {
    for (Statement& statement : statements)
        std::visit(
            [](auto& node) {
                if constexpr (requires { node.body; }) turn_round(node.body);
                if constexpr (std::is_same_v<std::decay_t<decltype(node)>, For>)
                    if (counted_dim(node) >= 0) node = turned_round(std::move(node));
            },
            statement.node);
}

} // namespace hlo2cpp::nest
