#include "linalg/library_call.h"

#include <algorithm>
#include <numeric>

#include "evaluate/evaluator.h"

namespace hlo2cpp {
namespace {

std::vector<std::int64_t> batch_of(const LinalgFunction& function, const Shape& first) {
    return {first.dims.begin(), first.dims.end() - static_cast<std::ptrdiff_t>(function.ranks[0])};
}

Shape without_batch(const Shape& shape, std::size_t rank) {
    return Shape::array(shape.type, {shape.dims.end() - static_cast<std::ptrdiff_t>(rank), shape.dims.end()});
}

Shape with_batch(const Shape& shape, std::vector<std::int64_t> batch) {
    batch.insert(batch.end(), shape.dims.begin(), shape.dims.end());
    return Shape::array(shape.type, std::move(batch));
}

std::vector<Shape> check_arrays(const InferContext& context, const LinalgCall& call) {
    const std::string& target = context.attributes().custom_call_target;
    std::vector<Shape> arrays;
    for (std::size_t i = 0; i < call.arrays.size(); ++i) {
        context.require(call.arrays[i] < context.operand_count(), target + " needs more operands");
        const Shape& shape = context.array_operand(call.arrays[i]);
        const std::size_t rank = call.function->ranks[i];
        context.require(shape.rank() >= rank, target + " takes arrays of " + std::to_string(rank) +
                                                  " and more dimensions, found " + to_string(shape));
        if (i > 0)
            context.require(
                batch_of(*call.function, context.operand(call.arrays[0])) ==
                    std::vector<std::int64_t>(shape.dims.begin(), shape.dims.end() - static_cast<std::ptrdiff_t>(rank)),
                "the leading dimensions of its operands must be equal");
        arrays.push_back(without_batch(shape, rank));
    }
    return arrays;
}

} // namespace

Shape infer_linalg(const InferContext& context, const LinalgCall& call) {
    const std::vector<Shape> arrays = check_arrays(context, call);
    std::vector<Shape> results = call.function->results(context, call.options, arrays);
    for (Shape& result : results)
        result = with_batch(result, batch_of(*call.function, context.operand(call.arrays[0])));
    const Shape& declared = context.instruction.shape;
    if (!declared.is_tuple()) return results[0];
    std::vector<Shape> leaves;
    for (std::size_t i = 0; i < declared.tuple.size(); ++i)
        leaves.push_back(call.results[i] < results.size() ? results[call.results[i]] : declared.tuple[i]);
    return Shape::tuple_of(std::move(leaves));
}

Expansion::Values expand_function(Expansion& e, const LinalgFunction& function, const LinalgOptions& options,
                                  const Expansion::Values& arrays) {
    const InferContext context{
        .module = e.module(), .computation = e.builder().computation(), .instruction = e.instruction()};
    std::vector<Shape> shapes;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        shapes.push_back(without_batch(e.shape_of(arrays[i]), function.ranks[i]));
    return each_matrix(
        e, arrays, batch_of(function, e.shape_of(arrays[0])), function.results(context, options, shapes),
        [&](LoopCode& code, const std::vector<Variable>& matrices) { return function.build(code, options, matrices); });
}

InstructionId expand_linalg(Expansion& e, const LinalgCall& call) {
    Expansion::Values arrays;
    for (const std::size_t operand : call.arrays) arrays.push_back(e.operand(operand));
    const Expansion::Values made = expand_function(e, *call.function, call.options, arrays);
    if (!e.shape().is_tuple()) return made[0];
    Expansion::Values leaves;
    for (std::size_t i = 0; i < e.shape().tuple.size(); ++i)
        leaves.push_back(call.results[i] < made.size() ? made[call.results[i]] : e.number(e.shape().tuple[i], 0));
    return e.tuple(std::move(leaves));
}

Tensor matrix_at(const Tensor& array, std::size_t rank, std::int64_t number) {
    Tensor matrix(without_batch(array.shape, rank));
    for (std::int64_t k = 0; k < matrix.elements(); ++k) matrix.copy_element(k, array, number * matrix.elements() + k);
    return matrix;
}

std::vector<Tensor> run_loops(const Instruction& custom_call, const LinalgFunction& function,
                              const LinalgOptions& options, const std::vector<const Tensor*>& arrays) {
    Module module;
    AddedComputations added{module};
    ComputationBuilder builder("main");
    Expansion::Values parameters;
    for (const Tensor* array : arrays) parameters.push_back(builder.parameter(array->shape));
    Expansion expansion(builder, custom_call, added);
    const InstructionId root = expansion.tuple(expand_function(expansion, function, options, parameters));
    const ComputationId entry = added.add(std::move(builder).build(root));
    module.computations = std::move(added.added);
    module.entry = entry;
    std::vector<Tensor> given;
    for (const Tensor* array : arrays) given.push_back(*array);
    return evaluate(module, given);
}

namespace {

std::vector<Tensor> evaluate_each(const LinalgFunction& function, const LinalgOptions& options,
                                  const std::vector<const Tensor*>& arrays) {
    const std::vector<std::int64_t> batch = batch_of(function, arrays[0]->shape);
    const std::int64_t count = std::accumulate(batch.begin(), batch.end(), std::int64_t{1}, std::multiplies<>());
    std::vector<Tensor> all;
    for (std::int64_t b = 0; b < count; ++b) {
        std::vector<Tensor> one;
        for (std::size_t i = 0; i < arrays.size(); ++i) one.push_back(matrix_at(*arrays[i], function.ranks[i], b));
        const std::vector<Tensor> made = function.evaluate(options, one);
        for (std::size_t i = 0; i < made.size(); ++i) {
            if (b == 0) all.emplace_back(with_batch(made[i].shape, batch));
            for (std::int64_t k = 0; k < made[i].elements(); ++k)
                all[i].copy_element(b * made[i].elements() + k, made[i], k);
        }
    }
    return all;
}

} // namespace

Tensor evaluate_linalg(const EvaluateContext& context, const LinalgCall& call) {
    std::vector<const Tensor*> arrays;
    for (const std::size_t operand : call.arrays) arrays.push_back(&context.operand(operand));
    std::vector<Tensor> made = call.function->evaluate == nullptr
                                   ? run_loops(context.instruction, *call.function, call.options, arrays)
                                   : evaluate_each(*call.function, call.options, arrays);
    Tensor whole(context.shape());
    const std::size_t leaves = whole.shape.is_tuple() ? whole.tuple.size() : 1;
    for (std::size_t i = 0; i < leaves; ++i) {
        if (call.results[i] >= made.size()) continue;
        (whole.shape.is_tuple() ? whole.tuple[i] : whole).data = std::move(made[call.results[i]].data);
    }
    return whole;
}

} // namespace hlo2cpp
