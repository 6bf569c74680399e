#include "check/decompositions.h"

#include <algorithm>
#include <cmath>

#include "check/compare.h"
#include "linalg/checks.h"
#include "linalg/equations.h"
#include "linalg/library_call.h"

namespace hlo2cpp {
namespace {

bool is_finite(const Tensor& tensor) {
    const auto finite = [](double x) { return std::isfinite(x); };
    if (is_complex(tensor.shape.type))
        return std::ranges::all_of(tensor.complexes(),
                                   [&](const std::complex<double>& z) { return finite(z.real()) && finite(z.imag()); });
    return !is_float(tensor.shape.type) || std::ranges::all_of(tensor.reals(), finite);
}

// A few roundings for each row, beside the norm.
double allowed(const Shape& matrix) {
    constexpr double kRoundings = 16;
    const double side = std::sqrt(static_cast<double>(rows(matrix)) * static_cast<double>(columns(matrix)));
    return kRoundings * std::max(side, 4.0) * rounding_unit(matrix.type);
}

std::optional<std::string> broken(const LinalgFunction& function, const Decomposed& matrix) {
    const double bound = allowed(matrix.arrays[0].shape);
    for (const Equation& equation : function.equations(matrix)) {
        if (equation.error <= bound) continue; // NaN is not
        std::string text = std::string("it must be that ") + equation.text + ", which ";
        if (std::isinf(equation.error)) return text + "does not hold";
        return text + "is off by " + number_text(equation.error, 3) + " (allowed " + number_text(bound, 3) + ")";
    }
    return std::nullopt;
}

// True if a call gives all results that the equations need; `info` and the permutation at the end may be missing.
bool all_needed(const std::vector<Shape>& shapes, const std::vector<std::optional<Tensor>>& results) {
    for (std::size_t i = 0; i < results.size(); ++i)
        if (!results[i] && (i < 2 || shapes[i].type != ElementType::S32)) return false;
    return true;
}

std::optional<LinalgCall> judged_call(const Computation& computation, const Instruction& instruction) {
    if (instruction.opcode != Opcode::CustomCall) return std::nullopt;
    std::optional<LinalgCall> call = linalg_call(computation, instruction);
    return call && call->function->equations != nullptr ? call : std::nullopt;
}

} // namespace

std::optional<std::string> broken_equation(const Module& module, ComputationId computation, InstructionId instruction,
                                           std::span<const Tensor* const> operands, const Tensor& value) {
    const InferContext context{module, module[computation], module[computation][instruction]};
    const std::optional<LinalgCall> call = judged_call(context.computation, context.instruction);
    if (!call) return std::nullopt;
    const LinalgFunction& function = *call->function;
    const Shape& first = operands[call->arrays[0]]->shape;
    const std::size_t batch = first.rank() - function.ranks[0]; // dimensions
    std::int64_t count = 1;
    for (std::size_t d = 0; d < batch; ++d) count *= first.dims[d];
    for (std::int64_t b = 0; b < count; ++b) {
        const auto part = [&](const Tensor& whole) { return matrix_at(whole, whole.shape.rank() - batch, b); };
        std::vector<Tensor> arrays;
        std::vector<Shape> shapes;
        for (const std::size_t operand : call->arrays) {
            arrays.push_back(part(*operands[operand]));
            shapes.push_back(arrays.back().shape);
        }
        if (!std::ranges::all_of(arrays, is_finite)) continue;
        const std::vector<Shape> given = function.results(context, call->options, shapes);
        std::vector<std::optional<Tensor>> results(given.size());
        for (std::size_t i = 0; i < call->results.size(); ++i)
            if (call->results[i] < results.size()) // else it is workspace
                results[call->results[i]] = part(value.shape.is_tuple() ? value.tuple[i] : value);
        if (!all_needed(given, results)) continue;
        const std::optional<std::string> why = broken(function, {call->options, arrays, results});
        if (why) return count == 1 ? *why : "of matrix " + std::to_string(b) + ", " + *why;
    }
    return std::nullopt;
}

DecompositionJudge::DecompositionJudge(const Module& module) : module_(module), judged_(module.computations.size()) {
    for (std::size_t i = 0; i < judged_.size(); ++i) {
        const Computation& computation = module.computations[i];
        judged_[i] = std::ranges::any_of(computation.instructions, [&](const Instruction& instruction) {
            return judged_call(computation, instruction).has_value();
        });
    }
}

void DecompositionJudge::before(ComputationId computation, InstructionId instruction,
                                std::span<const Tensor* const> operands) {
    operands_.clear();
    if (module_[computation][instruction].opcode != Opcode::CustomCall || first_) return;
    for (const Tensor* operand : operands) operands_.push_back(*operand);
}

void DecompositionJudge::computed(ComputationId computation, InstructionId instruction, Tensor& value) {
    if (first_) return;
    std::vector<const Tensor*> operands;
    for (const Tensor& operand : operands_) operands.push_back(&operand);
    const std::optional<std::string> why = broken_equation(module_, computation, instruction, operands, value);
    if (!why) return;
    const Instruction& what = module_[computation][instruction];
    first_ = Difference{.step = "lower",
                        .instruction = describe(module_[computation], what),
                        .op_name = describe_origin(what.metadata),
                        .message = *why};
}

} // namespace hlo2cpp
