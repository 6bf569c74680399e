// Loops, branches and calls of an expansion.
#include "ops/expansion.h"

#include <limits>

#include "ops/widen.h"

namespace hlo2cpp {
namespace {

// The leaves of an op's result.
Expansion::Values leaves(ComputationBuilder& builder, InstructionId id) {
    if (!builder[id].shape.is_tuple()) return {id};
    Expansion::Values values;
    for (std::size_t i = 0; i < builder[id].shape.tuple.size(); ++i) values.push_back(builder.get_tuple_element(id, i));
    return values;
}

ComputationBuilder builder_for(const Instruction& instruction, const char* what) {
    ComputationBuilder builder(instruction.name + "." + what);
    builder.stand_for(instruction);
    return builder;
}

// A copy of the computation with f32 in place of narrow floats, also in its callees.
ComputationId widened(ComputationId id, AddedComputations& computations) {
    Computation wide = widen(computations[id]);
    for (Instruction& instruction : wide.instructions)
        for (ComputationId& called : instruction.called) called = widened(called, computations);
    return computations.add(std::move(wide));
}

} // namespace

ComputationId Expansion::called(std::size_t i, bool wide) {
    return wide ? widened(instruction_.called[i], computations_) : instruction_.called[i];
}

Expansion::Values Expansion::call(ComputationId id, const Values& arguments) {
    const Computation& callee = computations_[id];
    const InstructionId result = builder().apply(Opcode::Call, callee[callee.root].shape, arguments);
    builder()[result].called = {id};
    return leaves(builder(), result);
}

Expansion::Values Expansion::loop_while(Values state,
                                        const std::function<InstructionId(Expansion&, const Values&)>& condition,
                                        const std::function<Values(Expansion&, const Values&)>& round) {
    ComputationBuilder test = builder_for(instruction_, "condition"), body = builder_for(instruction_, "body");
    Values tested, parameters;
    for (const InstructionId value : state) {
        tested.push_back(test.parameter(shape_of(value)));
        parameters.push_back(body.parameter(shape_of(value)));
    }
    Expansion in_test(test, instruction_, computations_), inside(body, instruction_, computations_);
    const InstructionId holds = condition(in_test, tested);
    const InstructionId root = inside.tuple(round(inside, parameters));
    const InstructionId loop = builder().apply(Opcode::While, body[root].shape, std::move(state));
    const ComputationId condition_id = computations_.add(std::move(test).build(holds));
    builder()[loop].called = {condition_id, computations_.add(std::move(body).build(root))};
    return leaves(builder(), loop);
}

Expansion::Values Expansion::loop(std::int64_t rounds, Values state, Values read, const Round& round) {
    const Shape counter =
        Shape::scalar(rounds < std::numeric_limits<std::int32_t>::max() ? ElementType::S32 : ElementType::S64);
    const auto count = static_cast<std::ptrdiff_t>(state.size());
    Values operands = {number(counter, 0)};
    operands.insert(operands.end(), state.begin(), state.end());
    operands.insert(operands.end(), read.begin(), read.end());
    const auto holds = [&](Expansion& test, const Values& now) {
        return test.compare(ComparisonDirection::Lt, now[0], test.number(counter, static_cast<double>(rounds)));
    };
    const auto next = [&](Expansion& inside, const Values& now) {
        const auto first_read = now.begin() + 1 + count;
        Values values = round(inside, now[0], {now.begin() + 1, first_read}, {first_read, now.end()});
        values.insert(values.begin(), inside.binary(Opcode::Add, now[0], inside.number(counter, 1)));
        values.insert(values.end(), first_read, now.end());
        return values;
    };
    const Values all = loop_while(std::move(operands), holds, next);
    return {all.begin() + 1, all.begin() + 1 + count};
}

Expansion::Values Expansion::count(InstructionId begin, InstructionId end, Values state, const CountedRound& round) {
    const Shape counter = Shape::scalar(ElementType::S32);
    Values operands = {begin, end};
    operands.insert(operands.end(), state.begin(), state.end());
    const auto holds = [](Expansion& test, const Values& now) {
        return test.compare(ComparisonDirection::Lt, now[0], now[1]);
    };
    const auto next = [&](Expansion& inside, const Values& now) {
        Values values = round(inside, now[0], {now.begin() + 2, now.end()});
        values.insert(values.begin(), {inside.binary(Opcode::Add, now[0], inside.number(counter, 1)), now[1]});
        return values;
    };
    const Values all = loop_while(std::move(operands), holds, next);
    return {all.begin() + 2, all.end()};
}

Expansion::Values Expansion::only_if(InstructionId predicate, Values arguments, Values otherwise,
                                     const std::function<Values(Expansion&, const Values&)>& inside) {
    ComputationBuilder taken = builder_for(instruction_, "branch"), left = builder_for(instruction_, "otherwise");
    Values parameters, kept;
    for (const InstructionId argument : arguments) parameters.push_back(taken.parameter(shape_of(argument)));
    for (const InstructionId value : otherwise) kept.push_back(left.parameter(shape_of(value)));
    Expansion branch(taken, instruction_, computations_);
    const InstructionId taken_root = branch.tuple(inside(branch, parameters)), left_root = left.tuple(kept);
    const Shape result = taken[taken_root].shape;
    Values operands = {predicate};
    operands.insert(operands.end(), arguments.begin(), arguments.end());
    operands.insert(operands.end(), otherwise.begin(), otherwise.end());
    const InstructionId conditional = builder().apply(Opcode::Conditional, result, std::move(operands));
    const ComputationId branch_id = computations_.add(std::move(taken).build(taken_root));
    builder()[conditional].called = {branch_id, computations_.add(std::move(left).build(left_root))};
    return leaves(builder(), conditional);
}

} // namespace hlo2cpp
