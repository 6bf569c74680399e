#include "bound/random_state.h"

#include <algorithm>

#include "ir/holding.h"
#include "ops/expansion.h"
#include "ops/op.h"
#include "ops/random_bits.h"
#include "rewrite/pass.h"
#include "rewrite/pass_verify.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr const char* kName = "random_state";

// One flag a computation: it draws, or it calls a computation that does.
std::vector<bool> computations_that_draw(const Module& module) {
    return computations_holding(module,
                                [](const Instruction& instruction) { return draw_of(instruction.opcode) != nullptr; });
}

// The state on its way through a computation.
class Thread {
public:
    Thread(ComputationBuilder& builder, const std::vector<bool>& draws, AddedComputations& added, InstructionId state)
        : builder_(builder), draws_(draws), added_(added), state_(state) {}

    InstructionId state() const { return state_; }

    // Returns the replacement of the instruction, whose operands are the builder's.
    InstructionId visit(Instruction& instruction) {
        builder_.stand_for(instruction);
        if (const DrawForm* const form = draw_of(instruction.opcode)) {
            Expansion expansion(builder_, instruction, added_);
            const Drawn drawn = form->draw(expansion, state_);
            state_ = drawn.state;
            return drawn.numbers;
        }
        if (std::ranges::none_of(instruction.called, [&](ComputationId id) { return draws_[id.index()]; }))
            return builder_.add(std::move(instruction));
        Instruction beside = instruction; // instructions around it leave the name to it
        beside.name += "." + std::string(kName);
        builder_.stand_for(beside);
        if (instruction.opcode == Opcode::While) return visit_while(instruction);
        if (instruction.opcode == Opcode::Conditional) return visit_conditional(instruction);
        if (is_inlined(instruction.opcode)) return call(instruction.called[0], instruction.operands);
        throw InputError(Diagnostic{.message = "what it calls draws random numbers: draw them in front of it",
                                    .instruction = describe(builder_.computation(), instruction),
                                    .op_name = describe_origin(instruction.metadata),
                                    .place = instruction.place});
    }

    // A call of a computation of the module, which gets the state and gives the next one where it draws.
    InstructionId call(ComputationId id, std::vector<InstructionId> arguments) {
        const Computation& computation = added_.module[id];
        // The shape of a rebuilt computation that draws is a tuple of value and state.
        const Shape& shape = computation[computation.root].shape;
        if (draws_[id.index()]) arguments.push_back(state_);
        const InstructionId result = builder_.apply(Opcode::Call, shape, std::move(arguments));
        builder_[result].called = {id};
        if (!draws_[id.index()]) return result;
        state_ = builder_.get_tuple_element(result, 1);
        return builder_.get_tuple_element(result, 0);
    }

private:
    // A computation of one parameter, a tuple whose second element is the state.
    template <typename Build>
    ComputationId wrapper(const Instruction& source, const Shape& parameter_shape, Build&& build) {
        ComputationBuilder builder(added_.module[source.called.back()].name);
        Instruction beside = source;
        beside.name += "." + std::string(kName);
        builder.stand_for(beside);
        const InstructionId parameter = builder.parameter(parameter_shape);
        Thread inside(builder, draws_, added_, builder.get_tuple_element(parameter, 1));
        const InstructionId root = build(builder, inside, parameter);
        return added_.add(std::move(builder).build(root));
    }

    // Carries (value, state). If the condition draws, also its result: the condition ran at the end of the round
    // before.
    InstructionId visit_while(Instruction& loop) {
        const ComputationId condition = loop.called[0], body = loop.called[1];
        const bool condition_draws = draws_[condition.index()];
        const auto carried = [&](ComputationBuilder& builder, Thread& thread, InstructionId value) {
            std::vector<InstructionId> parts = {value};
            const InstructionId again = condition_draws ? thread.call(condition, {value}) : InstructionId();
            parts.push_back(thread.state());
            if (condition_draws) parts.push_back(again);
            return builder.tuple(parts);
        };
        loop.operands = {carried(builder_, *this, loop.operands[0])};
        loop.shape = builder_[loop.operands[0]].shape;
        loop.called = {
            wrapper(loop, loop.shape,
                    [&](ComputationBuilder& builder, Thread& thread, InstructionId parameter) {
                        if (condition_draws) return builder.get_tuple_element(parameter, 2);
                        return thread.call(condition, {builder.get_tuple_element(parameter, 0)});
                    }),
            wrapper(loop, loop.shape, [&](ComputationBuilder& builder, Thread& thread, InstructionId parameter) {
                const InstructionId value = builder.get_tuple_element(parameter, 0);
                return carried(builder, thread, thread.call(body, {value}));
            })};
        return take_apart(std::move(loop));
    }

    InstructionId visit_conditional(Instruction& conditional) {
        for (std::size_t i = 0; i < conditional.called.size(); ++i) {
            InstructionId& operand = conditional.operands[i + 1];
            operand = builder_.tuple({operand, state_});
            const ComputationId branch = conditional.called[i];
            conditional.called[i] = wrapper(conditional, builder_[operand].shape,
                                            [&](ComputationBuilder& builder, Thread& thread, InstructionId parameter) {
                                                const InstructionId value =
                                                    thread.call(branch, {builder.get_tuple_element(parameter, 0)});
                                                return builder.tuple({value, thread.state()});
                                            });
        }
        conditional.shape = Shape::tuple_of({conditional.shape, random_state_shape()});
        return take_apart(std::move(conditional));
    }

    // Takes the tuple of value and next state apart: returns the value, keeps the state.
    InstructionId take_apart(Instruction instruction) {
        const InstructionId both = builder_.add(std::move(instruction));
        state_ = builder_.get_tuple_element(both, 1);
        return builder_.get_tuple_element(both, 0);
    }

    ComputationBuilder& builder_;
    const std::vector<bool>& draws_;
    AddedComputations& added_;
    InstructionId state_;
};

// Takes the state as one more parameter and gives (result, next state).
Computation threaded(const Computation& computation, const std::vector<bool>& draws, AddedComputations& added) {
    ComputationBuilder builder(computation.name, computation.instructions.size());
    Instruction state;
    state.name = kName;
    state.metadata.op_name = kName;
    state.shape = random_state_shape();
    state.attributes.parameter_number = static_cast<std::int64_t>(computation.parameters.size());
    Thread thread(builder, draws, added, builder.add(std::move(state)));
    std::vector<InstructionId> now;
    for (Instruction instruction : computation.instructions) {
        for (InstructionId& operand : instruction.operands) operand = now[operand.index()];
        instruction.control_predecessors.clear(); // the order of the instructions is theirs already
        instruction.origins = {instruction.name};
        now.push_back(thread.visit(instruction));
    }
    builder.stand_for(computation[computation.root]);
    const InstructionId root = builder.tuple({now[computation.root.index()], thread.state()});
    return std::move(builder).build(root);
}

} // namespace

bool add_random_state(Module& module) {
    const std::vector<ComputationId> order = callees_first(module);
    const std::vector<bool> draws = computations_that_draw(module);
    if (!draws[module.entry.index()]) return false;
    AddedComputations added{module};
    for (const ComputationId id : order)
        if (draws[id.index()]) module[id] = threaded(module[id], draws, added);
    for (Computation& computation : added.added) module.computations.push_back(std::move(computation));
    module.aliases.push_back({.output_leaf = std::ssize(leaves_of(module.result_shape)),
                              .parameter_leaf = std::ssize(leaves_of(module.parameter_shapes))});
    module.parameter_shapes.push_back(random_state_shape());
    module.result_shape = Shape::tuple_of({module.result_shape, random_state_shape()});
    module.source = nullptr;
    keep_called(module);
    verify_pass(module, "add-random-state");
    return true;
}

} // namespace hlo2cpp
