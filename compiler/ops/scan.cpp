// scan: along one dimension of the inputs, from its start or (reverse) its end: (outputs[i], carries) = computation of
// inputs[i] and carries; gives the outputs and the last carries
#include <algorithm>

#include "evaluate/tensor.h"
#include "ops/expansion.h"
#include "ops/infer_checks.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

// Operands are inputs and initial carries, results (one, or a tuple) outputs and carries.
struct ScanParts {
    std::size_t inputs = 0, outputs = 0, carries = 0;
    std::size_t dimension = 0;
    std::int64_t size = 0; // of the dimension
};

std::vector<Shape> results_of(const Computation& computation) {
    const Shape& root = computation[computation.root].shape;
    return root.is_tuple() ? root.tuple : std::vector<Shape>{root};
}

std::vector<std::int64_t> without(std::vector<std::int64_t> dims, std::size_t dimension) {
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(dimension));
    return dims;
}

std::vector<std::int64_t> with(std::vector<std::int64_t> dims, std::size_t dimension, std::int64_t size) {
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(dimension), size);
    return dims;
}

Shape infer_scan(const InferContext& context) {
    const Attributes& attributes = context.attributes();
    const Computation& computation = context.called(0);
    const std::vector<Shape> results = results_of(computation);
    const auto carries = static_cast<std::size_t>(std::max<std::int64_t>(attributes.num_carries, 0));
    if (attributes.num_carries < 0 || carries > results.size() || carries >= context.operand_count())
        context.fail("it needs an input beside the initial value of each of its num_carries=" +
                     std::to_string(attributes.num_carries) + " carries, which its computation gives again");
    if (attributes.dimensions.size() != 1)
        context.fail("it goes along one dimension, found dimensions=" + list_of(attributes.dimensions));
    if (computation.parameters.size() != context.operand_count())
        context.fail("its computation must take one parameter an operand, found " +
                     std::to_string(computation.parameters.size()));
    const std::size_t inputs = context.operand_count() - carries, outputs = results.size() - carries;
    const auto dimension = static_cast<std::size_t>(attributes.dimensions[0]);
    for (std::size_t i = 0; i < context.operand_count(); ++i) {
        Shape expected = context.array_operand(i);
        if (i < inputs) {
            require_dimension(context, "dimensions", attributes.dimensions[0], expected);
            context.require(expected.dims[dimension] == context.operand(0).dims[dimension],
                            "its inputs must have one size along the dimension");
            expected = Shape::array(expected.type, without(expected.dims, dimension));
        }
        const Shape& parameter = computation[computation.parameters[i]].shape;
        if (!same_shape(expected, parameter))
            context.fail("parameter " + std::to_string(i) + " of its computation must be " + to_string(expected) +
                         ", found " + to_string(parameter));
        if (i >= inputs && !same_shape(expected, results[outputs + i - inputs]))
            context.fail("a carry must keep its shape, " + to_string(expected) + ", found " +
                         to_string(results[outputs + i - inputs]));
    }
    std::vector<Shape> shapes = results;
    for (std::size_t i = 0; i < outputs; ++i) {
        if (shapes[i].rank() < dimension)
            context.fail("output " + std::to_string(i) + " of its computation, " + to_string(shapes[i]) +
                         ", has no place for dimension " + std::to_string(dimension));
        shapes[i] = inferred_array(context, shapes[i].type,
                                   with(shapes[i].dims, dimension, context.operand(0).dims[dimension]));
    }
    const Shape& root = computation[computation.root].shape;
    const bool alone = shapes.size() == 1 && context.instruction.shape.is_array(); // of a tuple of one
    return root.is_tuple() && !alone ? Shape::tuple_of(std::move(shapes)) : shapes[0];
}

ScanParts scan_of(const Attributes& attributes, std::size_t operands, std::size_t results, const Shape& input) {
    const auto carries = static_cast<std::size_t>(attributes.num_carries);
    const auto dimension = static_cast<std::size_t>(attributes.dimensions[0]);
    return {.inputs = operands - carries,
            .outputs = results - carries,
            .carries = carries,
            .dimension = dimension,
            .size = input.dims[dimension]};
}

// The first element of slice `at` of an array along the dimension, and the distances of the others.
std::vector<std::int64_t> slice_strides(const Shape& array, std::size_t dimension) {
    return without(row_major_strides(array.dims), dimension);
}

Tensor evaluate_scan(const EvaluateContext& context) {
    const Computation& computation = context.module[context.instruction.called[0]];
    const ScanParts scan = scan_of(context.attributes(), context.operands.size(), results_of(computation).size(),
                                   context.operand(0).shape);
    Tensor result(context.shape());
    const auto leaf = [](Tensor& tensor, std::size_t i) -> Tensor& {
        return tensor.shape.is_tuple() ? tensor.tuple[i] : tensor;
    };
    std::vector<Tensor> arguments;
    for (const Tensor* operand : context.operands) arguments.push_back(*operand);
    for (std::int64_t round = 0; round < scan.size; ++round) {
        const std::int64_t at = context.attributes().is_reverse ? scan.size - 1 - round : round;
        for (std::size_t i = 0; i < scan.inputs; ++i) {
            const Tensor& input = context.operand(i);
            arguments[i] = read_strided(Shape::array(input.shape.type, without(input.shape.dims, scan.dimension)),
                                        input, at * row_major_strides(input.shape.dims)[scan.dimension],
                                        slice_strides(input.shape, scan.dimension));
        }
        std::vector<const Tensor*> given;
        for (const Tensor& argument : arguments) given.push_back(&argument);
        Tensor made = context.call(context.instruction.called[0], given, context.wide);
        for (std::size_t i = 0; i < scan.outputs; ++i) {
            Tensor& output = leaf(result, i);
            const Tensor& piece = leaf(made, i);
            const std::int64_t first = at * row_major_strides(output.shape.dims)[scan.dimension];
            const std::vector<std::int64_t> strides = slice_strides(output.shape, scan.dimension);
            write_strided(output, piece, first, strides);
        }
        for (std::size_t i = 0; i < scan.carries; ++i) arguments[scan.inputs + i] = leaf(made, scan.outputs + i);
    }
    for (std::size_t i = 0; i < scan.carries; ++i) leaf(result, scan.outputs + i) = arguments[scan.inputs + i];
    return result;
}

// The state has outputs and carries, like the results.
struct Rounds {
    const ScanParts& scan;
    bool reverse;
    ComputationId computation;

    Expansion::Values next(Expansion& e, InstructionId number, const Expansion::Values& state,
                           const Expansion::Values& inputs) const {
        const InstructionId zero = e.integer(e.shape_of(number), 0);
        const InstructionId last = e.integer(e.shape_of(number), static_cast<std::uint64_t>(scan.size - 1));
        const InstructionId at = reverse ? e.binary(Opcode::Subtract, last, number) : number;
        const auto start = [&](InstructionId array) {
            Expansion::Values indices(e.shape_of(array).rank(), zero);
            indices[scan.dimension] = at;
            return indices;
        };
        Expansion::Values arguments;
        for (const InstructionId input : inputs) {
            std::vector<std::int64_t> sizes = e.shape_of(input).dims;
            sizes[scan.dimension] = 1;
            const InstructionId piece = e.piece(input, start(input), sizes);
            arguments.push_back(e.reshape(piece, without(sizes, scan.dimension)));
        }
        arguments.insert(arguments.end(), state.begin() + static_cast<std::ptrdiff_t>(scan.outputs), state.end());
        Expansion::Values made = e.call(computation, arguments);
        for (std::size_t i = 0; i < scan.outputs; ++i) {
            const InstructionId piece = e.reshape(made[i], with(e.shape_of(made[i]).dims, scan.dimension, 1));
            made[i] = e.with_piece(state[i], start(state[i]), piece);
        }
        return made;
    }
};

InstructionId expand_scan(Expansion& e) {
    const Computation& computation = e.computation(e.called(0, false));
    const std::vector<Shape> results = e.shape().is_tuple() ? e.shape().tuple : std::vector<Shape>{e.shape()};
    const ScanParts scan = scan_of(e.attributes(), e.instruction().operands.size(), results_of(computation).size(),
                                   e.shape_of(e.operand(0)));
    const Rounds rounds{scan, e.attributes().is_reverse, e.called(0, false)};
    const auto first_carry = e.instruction().operands.begin() + static_cast<std::ptrdiff_t>(scan.inputs);
    Expansion::Values state, inputs(e.instruction().operands.begin(), first_carry);
    for (std::size_t i = 0; i < scan.outputs; ++i) state.push_back(e.number(results[i], 0));
    state.insert(state.end(), first_carry, e.instruction().operands.end());
    if (scan.size > 0)
        state = e.loop(scan.size, state, inputs,
                       [&](Expansion& inside, InstructionId number, const Expansion::Values& now,
                           const Expansion::Values& read) { return rounds.next(inside, number, now, read); });
    return e.shape().is_tuple() ? e.tuple(state) : state[0];
}

} // namespace

const OpDefinition op_scan = {
    .infer = infer_scan, .evaluate = evaluate_scan, .form = ExpandForm{.expand = expand_scan}, .cost = Cost::Expensive};

} // namespace hlo2cpp
