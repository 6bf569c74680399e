#include "verify/feeds.h"

#include <algorithm>
#include <string>
#include <vector>

#include "ops/feed.h"
#include "verify/structure.h"

namespace hlo2cpp {
namespace {

// True if instruction `last` depends on `first`, directly or not.
bool depends(const Computation& computation, std::size_t last, std::size_t first) {
    std::vector<bool> needed(last + 1);
    needed[last] = true;
    for (std::size_t i = last; i > first; --i) {
        if (!needed[i]) continue;
        const Instruction& instruction = computation.instructions[i];
        for (const std::vector<InstructionId>* list : {&instruction.operands, &instruction.control_predecessors})
            for (const InstructionId before : *list) needed[before.index()] = true;
    }
    return needed[first];
}

// Checks the order of one kind of feeds in all computations.
class Order {
public:
    Order(const Module& module, Feed feed, Diagnostics& diagnostics)
        : module_(module), feed_(feed), diagnostics_(diagnostics), feeds_(module.computations.size()) {}

    void check(ComputationId id) {
        const Computation& computation = module_[id];
        std::optional<std::size_t> last;
        for (std::size_t i = 0; i < computation.instructions.size(); ++i) {
            const Instruction& instruction = computation.instructions[i];
            const bool calls =
                std::ranges::any_of(instruction.called, [&](ComputationId called) { return feeds_[called.index()]; });
            if (feed_of(instruction) != feed_ && !calls) continue;
            feeds_[id.index()] = true;
            if (calls && !is_inlined(instruction.opcode) && !has_regions(instruction.opcode))
                diagnostics_.error(about(computation, instruction,
                                         "what it calls exchanges data with the host, as only calls, loops and "
                                         "conditionals may: do that in front of it"));
            if (is_ordered() && last && !depends(computation, i, *last))
                diagnostics_.error(about(computation, instruction,
                                         "nothing says whether it or " +
                                             printable(computation.instructions[*last].name, 80) +
                                             " comes first: chain " + name() + "s by their tokens"));
            last = i;
        }
    }

private:
    bool is_ordered() const { return feed_ == Feed::Infeed || feed_ == Feed::Outfeed; }
    std::string name() const { return feed_ == Feed::Infeed ? "infeed" : "outfeed"; }

    const Module& module_;
    const Feed feed_;
    Diagnostics& diagnostics_;
    std::vector<bool> feeds_; // by computation: holds a feed, also in its callees
};

// Checks that a start has one user, its done, in the same computation and on the same channel.
void check_pairs(const Computation& computation, Opcode start, Opcode done, Diagnostics& diagnostics) {
    const std::string starts(name_of(start)), dones(name_of(done));
    std::vector<std::size_t> users(computation.instructions.size());
    for (const Instruction& instruction : computation.instructions) {
        for (const InstructionId operand : instruction.operands) ++users[operand.index()];
        if (instruction.opcode != done || instruction.operands.empty()) continue;
        const Instruction& other = computation[instruction.operands[0]];
        if (other.opcode != start)
            diagnostics.error(about(computation, instruction,
                                    "its operand must be a " + starts + " of the same computation, found " +
                                        std::string(name_of(other.opcode))));
        else if (other.attributes.channel_id != instruction.attributes.channel_id)
            diagnostics.error(about(computation, instruction,
                                    "it is on channel " + std::to_string(instruction.attributes.channel_id) +
                                        ", but its " + starts + " on channel " +
                                        std::to_string(other.attributes.channel_id)));
    }
    for (std::size_t i = 0; i < users.size(); ++i) {
        const Instruction& instruction = computation.instructions[i];
        if (instruction.opcode != start || users[i] == 1) continue;
        diagnostics.error(about(computation, instruction,
                                "it must have one user, its " + dones + ", found " + std::to_string(users[i])));
    }
}

} // namespace

void check_feeds(const Module& module, std::span<const ComputationId> computations, Diagnostics& diagnostics) {
    for (const Feed feed : {Feed::Infeed, Feed::Outfeed, Feed::Send, Feed::Recv}) {
        Order order(module, feed, diagnostics);
        for (const ComputationId id : computations) order.check(id);
    }
    for (const ComputationId id : computations) {
        check_pairs(module[id], Opcode::Send, Opcode::SendDone, diagnostics);
        check_pairs(module[id], Opcode::Recv, Opcode::RecvDone, diagnostics);
    }
}

} // namespace hlo2cpp
