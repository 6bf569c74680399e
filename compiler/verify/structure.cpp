#include "verify/structure.h"

#include <string>

namespace hlo2cpp {
namespace {

bool exists(ComputationId id, const Module& module) {
    return id.valid() && id.index() < module.computations.size();
}

// Operands come before their users, called computations exist, every parameter has its number.
void check_computation(const Module& module, const Computation& computation, Diagnostics& diagnostics) {
    const std::string name = "computation " + printable(computation.name, 80);
    if (!computation.root.valid() || computation.root.index() >= computation.instructions.size())
        return diagnostics.error(name + " has no root instruction");
    std::size_t parameters = 0;
    for (std::size_t i = 0; i < computation.instructions.size(); ++i) {
        const Instruction& instruction = computation.instructions[i];
        const auto error = [&](const std::string& message) {
            Instruction without_operands = instruction; // they cannot be printed
            without_operands.operands.clear();
            diagnostics.error(about(computation, without_operands, message));
        };
        for (const InstructionId operand : instruction.operands)
            if (!operand.valid() || operand.index() >= i) error("an operand does not come before it");
        for (const InstructionId predecessor : instruction.control_predecessors)
            if (!predecessor.valid() || predecessor.index() >= i)
                error("a control predecessor does not come before it");
        for (const ComputationId called : instruction.called)
            if (!exists(called, module)) error("it calls a computation that does not exist");
        if (instruction.opcode != Opcode::Parameter) continue;
        ++parameters;
        const std::int64_t number = instruction.attributes.parameter_number;
        const auto count = static_cast<std::int64_t>(computation.parameters.size());
        if (number < 0 || number >= count || computation.parameters[static_cast<std::size_t>(number)].index() != i)
            error("parameter number " + std::to_string(number) + " is missing, there twice, or not one of 0 to " +
                  std::to_string(count - 1));
    }
    if (parameters != computation.parameters.size())
        diagnostics.error(name + " has " + std::to_string(parameters) + " parameters, but numbers for " +
                          std::to_string(computation.parameters.size()));
}

enum class State : std::uint8_t { New, Open, Done };

struct Frame {
    ComputationId computation;
    std::vector<ComputationId> callees;
    std::size_t next = 0;
};

// Postorder without recursion: a computation is done after all its callees.
class CallOrder {
public:
    CallOrder(const Module& module, Diagnostics& diagnostics)
        : module_(module), diagnostics_(diagnostics), states_(module.computations.size(), State::New) {}

    std::vector<ComputationId> run() {
        enter(module_.entry);
        while (!stack_.empty() && !diagnostics_.has_errors()) {
            Frame& frame = stack_.back();
            if (frame.next < frame.callees.size()) {
                const ComputationId callee = frame.callees[frame.next++];
                if (states_[callee.index()] == State::Open)
                    diagnostics_.error("computation " + printable(module_[callee].name, 80) +
                                       " calls itself, directly or through others: HLO has no recursion");
                else if (states_[callee.index()] == State::New)
                    enter(callee);
                continue;
            }
            states_[frame.computation.index()] = State::Done;
            order_.push_back(frame.computation);
            stack_.pop_back();
        }
        return std::move(order_);
    }

private:
    void enter(ComputationId id) {
        const Computation& computation = module_[id];
        states_[id.index()] = State::Open;
        check_computation(module_, computation, diagnostics_);
        stack_.push_back({.computation = id, .callees = {}});
        for (const Instruction& instruction : computation.instructions)
            stack_.back().callees.insert(stack_.back().callees.end(), instruction.called.begin(),
                                         instruction.called.end());
    }

    const Module& module_;
    Diagnostics& diagnostics_;
    std::vector<State> states_;
    std::vector<Frame> stack_;
    std::vector<ComputationId> order_;
};

} // namespace

Diagnostic about(const Computation& computation, const Instruction& instruction, std::string message) {
    return {.message = std::move(message),
            .instruction = describe(computation, instruction),
            .op_name = describe_origin(instruction.metadata),
            .place = instruction.place};
}

std::vector<ComputationId> check_structure(const Module& module, Diagnostics& diagnostics) {
    Diagnostics found;
    std::vector<ComputationId> order;
    if (exists(module.entry, module))
        order = CallOrder(module, found).run();
    else
        found.error("the module has no entry computation");
    for (const Diagnostic& error : found.errors()) diagnostics.error(error);
    if (found.has_errors()) order.clear();
    return order;
}

} // namespace hlo2cpp
