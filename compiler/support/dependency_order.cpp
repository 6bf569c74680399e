#include "support/dependency_order.h"

#include <algorithm>
#include <cstdint>

namespace hlo2cpp {

DependencyOrder dependency_order(const std::vector<std::vector<std::size_t>>& dependencies,
                                 const std::vector<std::size_t>& preferred) {
    enum class State : std::uint8_t { New, Open, Done };
    struct Visit {
        std::size_t index;
        std::size_t next; // into its dependencies
    };
    DependencyOrder result;
    result.order.reserve(dependencies.size());
    std::vector<State> states(dependencies.size(), State::New);
    std::vector<Visit> stack;
    for (std::size_t i = 0; i < preferred.size() + dependencies.size(); ++i) {
        const std::size_t start = i < preferred.size() ? preferred[i] : i - preferred.size();
        if (states[start] != State::New) continue;
        states[start] = State::Open;
        stack.push_back({start, 0});
        while (!stack.empty()) {
            Visit& visit = stack.back();
            if (visit.next == dependencies[visit.index].size()) {
                states[visit.index] = State::Done;
                result.order.push_back(visit.index);
                stack.pop_back();
                continue;
            }
            const std::size_t needed = dependencies[visit.index][visit.next++];
            if (states[needed] == State::Open) {
                const auto begin =
                    std::find_if(stack.begin(), stack.end(), [&](const Visit& v) { return v.index == needed; });
                for (auto v = begin; v != stack.end(); ++v) result.cycle.push_back(v->index);
                return result;
            }
            if (states[needed] == State::New) {
                states[needed] = State::Open;
                stack.push_back({needed, 0});
            }
        }
    }
    return result;
}

} // namespace hlo2cpp
