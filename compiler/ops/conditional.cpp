// conditional(selector, a0, a1, ...): branch_i(ai). A pred selector has two branches, and true takes the first. An s32
// selector is the branch's number; the last branch runs if it is out of range. A branch takes one operand, or after
// `lower` one per array, the operands of branch 0 before those of branch 1, and gives a tuple.
#include "evaluate/tensor.h"
#include "ops/op.h"
#include "ops/regions.h"

namespace hlo2cpp {
namespace {

void check_selector(const InferContext& context, std::size_t branches) {
    if (context.operand_count() == 0) context.fail("it needs a selector, found no operands");
    const Shape& selector = context.operand(0);
    const bool is_predicate = selector.is_scalar() && is_pred(selector.type);
    if (!is_predicate && !(selector.is_scalar() && selector.type == ElementType::S32))
        context.fail("its selector must be pred[] or s32[], found " + to_string(selector));
    if (is_predicate && branches != 2)
        context.fail("its selector is pred[], so it needs two branches, but has " + std::to_string(branches));
    if (branches == 0) context.fail("it needs at least one branch");
}

// Checks the branch, which takes the operands from `first` on; returns their number.
std::size_t check_branch(const InferContext& context, std::size_t number, std::size_t first) {
    const Computation& branch = context.called(number);
    const std::string name = "branch " + std::to_string(number) + ", " + printable(branch.name, 80) + ",";
    for (std::size_t i = 0; i < branch.parameters.size(); ++i) {
        const Shape& parameter = branch[branch.parameters[i]].shape;
        if (first + i >= context.operand_count())
            context.fail(name + " takes " + to_string(parameter) + ", but there is no operand for it");
        if (!same_shape(parameter, context.operand(first + i)))
            context.fail(name + " takes " + to_string(parameter) + ", but its operand is " +
                         to_string(context.operand(first + i)));
    }
    return branch.parameters.size();
}

Shape infer_conditional(const InferContext& context) {
    const std::size_t branches = context.instruction.called.size();
    check_selector(context, branches);
    const Computation& first_branch = context.called(0);
    const Shape& result = first_branch[first_branch.root].shape;
    std::size_t operands = 1;
    for (std::size_t i = 0; i < branches; ++i) {
        operands += check_branch(context, i, operands);
        const Computation& branch = context.called(i);
        if (!same_shape(branch[branch.root].shape, result))
            context.fail("its branches must give the same, but branch 0 gives " + to_string(result) + " and branch " +
                         std::to_string(i) + " gives " + to_string(branch[branch.root].shape));
    }
    if (operands != context.operand_count())
        context.fail("its branches take " + std::to_string(operands - 1) + " operands, but " +
                     std::to_string(context.operand_count() - 1) + " follow the selector");
    return result;
}

// True takes branch 0; an index out of range takes the last branch.
std::size_t taken_branch(const Tensor& selector, std::size_t branches) {
    const std::int64_t value = selector.integers()(0);
    if (is_pred(selector.shape.type)) return value != 0 ? 0 : 1;
    return value < 0 || value >= static_cast<std::int64_t>(branches) ? branches - 1 : static_cast<std::size_t>(value);
}

Tensor evaluate_conditional(const EvaluateContext& context) {
    const std::size_t taken = taken_branch(context.operand(0), context.instruction.called.size());
    const std::size_t first = first_operand_of_region(context.module, context.instruction, taken);
    const ComputationId branch = context.instruction.called[taken];
    std::vector<Tensor> arguments;
    for (std::size_t i = 0; i < context.module[branch].parameters.size(); ++i)
        arguments.push_back(context.take(first + i));
    return context.call_with(branch, arguments, context.wide);
}

} // namespace

const OpDefinition op_conditional = {.infer = infer_conditional,
                                     .evaluate = evaluate_conditional,
                                     .form = StructureForm{.callees = Callees::Regions},
                                     .cost = Cost::Expensive};

} // namespace hlo2cpp
