#include "lower/tails.h"

#include <algorithm>
#include <set>

#include "ops/op.h"

namespace hlo2cpp {

std::vector<std::vector<std::size_t>> users_of(const Computation& computation) {
    std::vector<std::vector<std::size_t>> users(computation.instructions.size());
    for (std::size_t i = 0; i < users.size(); ++i)
        for (const InstructionId operand : computation.instructions[i].operands) users[operand.index()].push_back(i);
    users[computation.root.index()].push_back(computation.root.index());
    return users;
}

std::vector<std::size_t> tail_of(const Computation& computation, std::size_t first,
                                 const std::vector<std::vector<std::size_t>>& users,
                                 const std::function<bool(const Instruction&)>& may_join) {
    constexpr std::size_t kMost = 24;
    std::vector<std::size_t> members = {first};
    std::set<std::size_t> next(users[first].begin(), users[first].end());
    std::size_t uses = users[first].size(), complete = 1; // uses by others; members that end a tail
    const auto is_member = [&](std::size_t i) { return std::ranges::find(members, i) != members.end(); };
    const auto joins = [&](std::size_t i) {
        const Instruction& instruction = computation.instructions[i];
        return is_elementwise(instruction.opcode) &&
               instruction.shape.dims == computation.instructions[first].shape.dims &&
               (!may_join || may_join(instruction));
    };
    while (!next.empty() && members.size() < kMost) {
        const std::size_t i = *next.begin();
        if (is_member(i) || !joins(i)) break;
        next.erase(next.begin());
        uses -= static_cast<std::size_t>(std::ranges::count_if(
            computation.instructions[i].operands, [&](InstructionId id) { return is_member(id.index()); }));
        uses += users[i].size();
        next.insert(users[i].begin(), users[i].end());
        members.push_back(i);
        if (uses == users[i].size()) complete = members.size();
    }
    return {members.begin() + 1, members.begin() + static_cast<std::ptrdiff_t>(complete)};
}

} // namespace hlo2cpp
