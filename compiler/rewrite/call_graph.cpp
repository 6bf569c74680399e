#include "ops/regions.h"
#include "rewrite/pass.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

enum class State : std::uint8_t { New, Open, Done };

std::vector<ComputationId> callees_of(const Computation& computation) {
    std::vector<ComputationId> callees;
    for (const Instruction& instruction : computation.instructions)
        callees.insert(callees.end(), instruction.called.begin(), instruction.called.end());
    return callees;
}

struct Frame {
    ComputationId computation;
    std::vector<ComputationId> callees;
    std::size_t next = 0;
};

} // namespace

std::vector<ComputationId> callees_first(const Module& module) {
    std::vector<ComputationId> order;
    std::vector<State> state(module.computations.size(), State::New);
    std::vector<Frame> stack;
    const auto enter = [&](ComputationId id) {
        state[id.index()] = State::Open;
        stack.push_back({id, callees_of(module[id])});
    };
    enter(module.entry);
    while (!stack.empty()) {
        Frame& frame = stack.back();
        if (frame.next == frame.callees.size()) {
            state[frame.computation.index()] = State::Done;
            order.push_back(frame.computation);
            stack.pop_back();
            continue;
        }
        const ComputationId callee = frame.callees[frame.next++];
        check_internal(state[callee.index()] != State::Open, "a computation calls itself");
        if (state[callee.index()] == State::New) enter(callee);
    }
    return order;
}

bool keep_called(Module& module) {
    const std::vector<ComputationId> order = callees_first(module);
    std::vector<ComputationId> now(module.computations.size());
    for (std::size_t i = 0; i < order.size(); ++i) now[order[i].index()] = ComputationId(i);
    std::vector<Computation> computations;
    for (ComputationId id : order) {
        computations.push_back(std::move(module[id]));
        for (Instruction& instruction : computations.back().instructions)
            for (ComputationId& callee : instruction.called) callee = now[callee.index()];
    }
    const bool fewer = computations.size() != module.computations.size();
    module.computations = std::move(computations);
    module.entry = now[module.entry.index()];
    return fewer;
}

std::vector<bool> region_computations(const Module& module) {
    std::vector<bool> region(module.computations.size());
    for (const Computation& computation : module.computations)
        for (const Instruction& instruction : computation.instructions)
            if (has_regions(instruction))
                for (ComputationId callee : instruction.called) region[callee.index()] = true;
    return region;
}

} // namespace hlo2cpp
