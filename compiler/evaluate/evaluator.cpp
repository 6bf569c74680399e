#include "evaluate/evaluator.h"

#include <memory>
#include <string>

#include "evaluate/lifetimes.h"
#include "ops/op.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// The value of an instruction: its own, or one that somebody else keeps alive.
struct Slot {
    const Tensor* borrowed = nullptr;
    Tensor own;
    const Tensor& value() const { return borrowed != nullptr ? *borrowed : own; }
    Tensor take() { return borrowed != nullptr ? *borrowed : std::move(own); }
};

// What is found out once about a computation, however often it runs.
struct Plan {
    Lifetimes lifetimes;
    std::vector<std::unique_ptr<Tensor>> constants; // one an instruction; null where it is none
};

class Evaluator {
public:
    explicit Evaluator(const Module& module) : module_(module), plans_(module.computations.size()) {}

    Tensor run(ComputationId id, std::vector<Slot> arguments, bool wide);

private:
    const Plan& plan_of(ComputationId id);
    void compute(const Computation& computation, const Plan& plan, std::size_t i, std::vector<Slot>& slots, bool wide);
    EvaluateContext context_of(const Computation& computation, const Instruction& instruction, bool wide);
    [[noreturn]] void refuse(const Computation& computation, const Instruction& instruction, const std::string& why) const;

    const Module& module_;
    std::vector<std::unique_ptr<Plan>> plans_; // one a computation, made when it first runs
    int depth_ = 0;
};

void Evaluator::refuse(const Computation& computation, const Instruction& instruction, const std::string& why) const {
    throw InputError(Diagnostic{.message = why,
                                .instruction = describe(computation, instruction),
                                .op_name = describe_origin(instruction.metadata),
                                .line = instruction.text_line});
}

EvaluateContext Evaluator::context_of(const Computation& computation, const Instruction& instruction, bool wide) {
    EvaluateContext context = {.module = module_, .computation = computation, .instruction = instruction, .wide = wide};
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
    plan->lifetimes = lifetimes_of(computation);
    plan->constants.resize(computation.instructions.size());
    for (std::size_t i = 0; i < computation.instructions.size(); ++i) {
        const Instruction& instruction = computation.instructions[i];
        if (!plan->lifetimes.needed[i]) continue;
        for_each_leaf(instruction.shape, [&](const Shape& leaf) {
            if (leaf.elements() > kMaxEvaluatedElements)
                refuse(computation, instruction, "it has more elements than the evaluator takes, " +
                                                     std::to_string(kMaxEvaluatedElements) + ": evaluate a smaller model");
        });
        if (instruction.opcode == Opcode::Constant)
            plan->constants[i] = std::make_unique<Tensor>(
                definition_of(Opcode::Constant)->evaluate(context_of(computation, instruction, false)));
    }
    return *plan;
}

void Evaluator::compute(const Computation& computation, const Plan& plan, std::size_t i, std::vector<Slot>& slots, bool wide) {
    const Instruction& instruction = computation.instructions[i];
    const OpDefinition* definition = definition_of(instruction.opcode);
    check_internal(definition != nullptr && definition->evaluate != nullptr, "evaluating an op that cannot be evaluated");
    std::vector<const Tensor*> operands(instruction.operands.size());
    std::vector<Tensor*> dying(instruction.operands.size());
    for (std::size_t k = 0; k < operands.size(); ++k) {
        Slot& slot = slots[instruction.operands[k].index()];
        operands[k] = &slot.value();
        if (plan.lifetimes.dies[i][k] && slot.borrowed == nullptr) dying[k] = &slot.own;
    }
    EvaluateContext context = context_of(computation, instruction, wide);
    context.operands = operands;
    context.dying = dying;
    slots[i].own = definition->evaluate(context);
}

Tensor Evaluator::run(ComputationId id, std::vector<Slot> arguments, bool wide) {
    const Computation& computation = module_[id];
    if (depth_ == kMaxCallDepth)
        refuse(computation, computation[computation.root],
               "computations call each other deeper than " + std::to_string(kMaxCallDepth) + ": inline some of them");
    ++depth_;
    const Plan& plan = plan_of(id);
    std::vector<Slot> slots(computation.instructions.size());
    check_internal(arguments.size() == computation.parameters.size(), "a call with another number of arguments");
    for (std::size_t k = 0; k < arguments.size(); ++k) slots[computation.parameters[k].index()] = std::move(arguments[k]);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (!plan.lifetimes.needed[i] || computation.instructions[i].opcode == Opcode::Parameter) continue;
        slots[i].borrowed = plan.constants[i].get();
        if (slots[i].borrowed == nullptr) compute(computation, plan, i, slots, wide);
        for (const InstructionId value : plan.lifetimes.last_uses[i]) slots[value.index()] = Slot{};
    }
    --depth_;
    return slots[computation.root.index()].take();
}

// Parameters and results as trees and as the sequence of their leaves.
Tensor gather_leaves(const Shape& shape, std::span<const Tensor>& leaves) {
    if (shape.is_array()) {
        if (leaves.empty() || !same_shape(leaves.front().shape, shape))
            throw InputError(leaves.empty() ? "too few arguments: " + to_string(shape) + " is missing"
                                            : "an argument is " + to_string(leaves.front().shape) + ", but the parameter is " +
                                                  to_string(shape));
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

std::vector<Tensor> evaluate(const Module& module, std::span<const Tensor> parameter_leaves) {
    const Computation& entry = module.entry_computation();
    std::vector<Slot> arguments;
    for (const InstructionId parameter : entry.parameters)
        arguments.push_back({.own = gather_leaves(entry[parameter].shape, parameter_leaves)});
    if (!parameter_leaves.empty()) throw InputError(std::to_string(parameter_leaves.size()) + " arguments too many");
    std::vector<Tensor> leaves;
    append_leaves(Evaluator(module).run(module.entry, std::move(arguments), false), leaves);
    return leaves;
}

} // namespace hlo2cpp
