#include "evaluate/evaluator.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "evaluate/lifetimes.h"
#include "ops/op.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// The value of an instruction: its own, or a borrowed one.
struct Slot {
    const Tensor* borrowed = nullptr;
    Tensor own;
    const Tensor& value() const { return borrowed != nullptr ? *borrowed : own; }
    Tensor take() { return borrowed != nullptr ? *borrowed : std::move(own); }
};

// Analysis of a computation, made once for all its runs.
struct Plan {
    Lifetimes lifetimes;
    std::vector<std::unique_ptr<Tensor>> constants; // by instruction; null if it is no constant
};

// By computation: true if it or a callee exchanges data with the host.
std::vector<bool> computations_with_feeds(const Module& module) {
    std::vector<bool> feeds(module.computations.size());
    for (bool changed = true; std::exchange(changed, false);)
        for (std::size_t i = 0; i < feeds.size(); ++i) {
            const auto exchanges = [&](const Instruction& instruction) { return must_run(instruction, feeds); };
            if (feeds[i] || std::ranges::none_of(module.computations[i].instructions, exchanges)) continue;
            feeds[i] = changed = true;
        }
    return feeds;
}

// A computation that is running.
struct Frame {
    ComputationId id;
    const Computation* computation;
    const Plan* plan;
    std::vector<Slot> slots;
    std::size_t next = 0; // instruction
};

class Evaluator {
public:
    Evaluator(const Module& module, EvaluationObserver* observer, HostData* host)
        : module_(module), observer_(observer), host_(host), plans_(module.computations.size()),
          feeds_(computations_with_feeds(module)) {}

    // Ops other than call recurse here; the verifier bounds their depth.
    Tensor run(ComputationId id, std::vector<Slot> arguments, bool wide);

private:
    Frame open(ComputationId id, std::vector<Slot> arguments);
    Frame open_call(Frame& caller);
    static void finish(Frame& frame, Tensor value);
    const Plan& plan_of(ComputationId id);
    Tensor compute(Frame& frame, bool wide);
    EvaluateContext context_of(const Computation& computation, const Instruction& instruction, bool wide);
    [[noreturn]] void refuse(const Computation& computation, const Instruction& instruction,
                             const std::string& why) const;

    const Module& module_;
    EvaluationObserver* const observer_;       // may be null
    HostData* const host_;                     // may be null
    std::vector<std::unique_ptr<Plan>> plans_; // by computation, made at its first run
    const std::vector<bool> feeds_;            // by computation
};

void Evaluator::refuse(const Computation& computation, const Instruction& instruction, const std::string& why) const {
    throw InputError(Diagnostic{.message = why,
                                .instruction = describe(computation, instruction),
                                .op_name = describe_origin(instruction.metadata),
                                .place = instruction.place});
}

EvaluateContext Evaluator::context_of(const Computation& computation, const Instruction& instruction, bool wide) {
    EvaluateContext context = {.module = module_, .computation = computation, .instruction = instruction, .wide = wide};
    context.host = host_;
    context.call = [this](ComputationId id, std::span<const Tensor* const> arguments, bool wide_call) {
        std::vector<Slot> slots(arguments.size());
        for (std::size_t i = 0; i < slots.size(); ++i) slots[i].borrowed = arguments[i];
        return run(id, std::move(slots), wide_call);
    };
    context.call_with = [this](ComputationId id, std::span<Tensor> arguments, bool wide_call) {
        std::vector<Slot> slots(arguments.size());
        for (std::size_t i = 0; i < slots.size(); ++i) slots[i].own = std::move(arguments[i]);
        return run(id, std::move(slots), wide_call);
    };
    return context;
}

const Plan& Evaluator::plan_of(ComputationId id) {
    std::unique_ptr<Plan>& plan = plans_[id.index()];
    if (plan) return *plan;
    const Computation& computation = module_[id];
    plan = std::make_unique<Plan>();
    plan->lifetimes = lifetimes_of(computation, feeds_);
    plan->constants.resize(computation.instructions.size());
    for (std::size_t i = 0; i < computation.instructions.size(); ++i) {
        const Instruction& instruction = computation.instructions[i];
        if (!plan->lifetimes.needed[i]) continue;
        for_each_leaf(instruction.shape, [&](const Shape& leaf) {
            if (leaf.elements() > kMaxEvaluatedElements)
                refuse(computation, instruction,
                       "it has more elements than the evaluator takes, " + std::to_string(kMaxEvaluatedElements) +
                           ": evaluate a smaller model");
        });
        if (instruction.opcode == Opcode::Constant)
            plan->constants[i] = std::make_unique<Tensor>(
                definition_of(Opcode::Constant)->evaluate(context_of(computation, instruction, false)));
    }
    return *plan;
}

Tensor Evaluator::compute(Frame& frame, bool wide) {
    const Instruction& instruction = frame.computation->instructions[frame.next];
    const OpDefinition* definition = definition_of(instruction.opcode);
    check_internal(definition != nullptr && definition->evaluate != nullptr,
                   "evaluating an op that cannot be evaluated");
    std::vector<const Tensor*> operands(instruction.operands.size());
    std::vector<Tensor*> dying(instruction.operands.size());
    for (std::size_t k = 0; k < operands.size(); ++k) {
        Slot& slot = frame.slots[instruction.operands[k].index()];
        operands[k] = &slot.value();
        if (frame.plan->lifetimes.dies[frame.next][k] && slot.borrowed == nullptr) dying[k] = &slot.own;
    }
    EvaluateContext context = context_of(*frame.computation, instruction, wide);
    context.operands = operands;
    context.dying = dying;
    const bool watched = observer_ != nullptr && observer_->watches(frame.id);
    if (watched) observer_->before(frame.id, InstructionId(frame.next), operands);
    Tensor value = definition->evaluate(context);
    if (watched) observer_->computed(frame.id, InstructionId(frame.next), value);
    return value;
}

Frame Evaluator::open(ComputationId id, std::vector<Slot> arguments) {
    Frame frame{.id = id, .computation = &module_[id], .plan = &plan_of(id), .slots = {}};
    frame.slots.resize(frame.computation->instructions.size());
    check_internal(arguments.size() == frame.computation->parameters.size(), "a call with another number of arguments");
    for (std::size_t k = 0; k < arguments.size(); ++k)
        frame.slots[frame.computation->parameters[k].index()] = std::move(arguments[k]);
    return frame;
}

// Arguments without a later use move, others are borrowed: the caller's slots stay where they are.
Frame Evaluator::open_call(Frame& caller) {
    const Instruction& call = caller.computation->instructions[caller.next];
    std::vector<Slot> arguments(call.operands.size());
    for (std::size_t k = 0; k < arguments.size(); ++k) {
        Slot& slot = caller.slots[call.operands[k].index()];
        if (caller.plan->lifetimes.dies[caller.next][k] && slot.borrowed == nullptr)
            arguments[k].own = std::move(slot.own);
        else
            arguments[k].borrowed = &slot.value();
    }
    return open(call.called[0], std::move(arguments));
}

// Stores the value of the next instruction.
void Evaluator::finish(Frame& frame, Tensor value) {
    frame.slots[frame.next].own = std::move(value);
    for (const InstructionId dead : frame.plan->lifetimes.last_uses[frame.next]) frame.slots[dead.index()] = Slot{};
    ++frame.next;
}

Tensor Evaluator::run(ComputationId id, std::vector<Slot> arguments, bool wide) {
    std::vector<Frame> stack; // calls nest here, not in the machine's stack
    stack.push_back(open(id, std::move(arguments)));
    for (;;) {
        Frame& frame = stack.back();
        if (frame.next == frame.slots.size()) {
            Tensor result = frame.slots[frame.computation->root.index()].take();
            stack.pop_back();
            if (stack.empty()) return result;
            finish(stack.back(), std::move(result));
            continue;
        }
        const Instruction& instruction = frame.computation->instructions[frame.next];
        if (!frame.plan->lifetimes.needed[frame.next] || instruction.opcode == Opcode::Parameter) {
            ++frame.next;
        } else if (is_inlined(instruction.opcode)) {
            stack.push_back(open_call(frame));
        } else if (const Tensor* constant = frame.plan->constants[frame.next].get()) {
            frame.slots[frame.next].borrowed = constant;
            ++frame.next;
        } else {
            finish(frame, compute(frame, wide));
        }
    }
}

// Conversion between a tree (a parameter or result) and the sequence of its leaves.
Tensor gather_leaves(const Shape& shape, std::span<const Tensor>& leaves) {
    if (shape.is_array()) {
        if (leaves.empty() || !same_shape(leaves.front().shape, shape))
            throw InputError(leaves.empty() ? "too few arguments: " + to_string(shape) + " is missing"
                                            : "an argument is " + to_string(leaves.front().shape) +
                                                  ", but the parameter is " + to_string(shape));
        Tensor tensor = leaves.front();
        tensor.shape = shape;
        leaves = leaves.subspan(1);
        return tensor;
    }
    Tensor tensor;
    tensor.shape = shape;
    for (const Shape& element : shape.tuple) tensor.tuple.push_back(gather_leaves(element, leaves));
    return tensor;
}

void append_leaves(Tensor tensor, std::vector<Tensor>& leaves) {
    if (tensor.shape.is_array()) {
        leaves.push_back(std::move(tensor));
        return;
    }
    for (Tensor& element : tensor.tuple) append_leaves(std::move(element), leaves);
}

} // namespace

std::vector<Tensor> evaluate(const Module& module, std::span<const Tensor> parameter_leaves,
                             EvaluationObserver* observer, HostData* host) {
    const Computation& entry = module.entry_computation();
    std::vector<Slot> arguments;
    for (const InstructionId parameter : entry.parameters)
        arguments.push_back({.own = gather_leaves(entry[parameter].shape, parameter_leaves)});
    if (!parameter_leaves.empty()) throw InputError(std::to_string(parameter_leaves.size()) + " arguments too many");
    std::vector<Tensor> leaves;
    append_leaves(Evaluator(module, observer, host).run(module.entry, std::move(arguments), false), leaves);
    return leaves;
}

} // namespace hlo2cpp
