// Operations that apply a region to many elements: folds, windows, sorts, scatters, maps, batch norms.
#include "ir/builder/folds.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "ir/builder/elementwise.h"
#include "read/stablehlo/to_module/dimension_numbers.h"
#include "read/stablehlo/to_module/functions.h"
#include "read/stablehlo/to_module/rules.h"
#include "read/stablehlo/to_module/shapes.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

// Element type that argument `i` of region `number` has.
ElementType argument_type(const OpContext& context, std::size_t number, std::size_t i) {
    if (number >= context.operation().regions.size()) context.fail("it lacks a region");
    const std::vector<ValueId>& arguments = context.operation().regions[number].arguments;
    if (i >= arguments.size()) context.fail("its region takes too few arguments");
    return context.conversion().document().type_of(arguments[i]).element;
}

// Scalars of the element types of these arrays, twice.
std::vector<Shape> scalars_twice(const Ops& arrays) {
    std::vector<Shape> scalars;
    for (int i = 0; i < 2; ++i)
        for (const Op array : arrays) scalars.push_back(Shape::scalar(array.shape().type));
    return scalars;
}

// The arrays that a region folds, and the values it starts from, in the types that the region computes in: these may be
// wider than the operands'.
struct Folded {
    Ops arrays, inits;
    ComputationId region;
};

Folded folded(const OpContext& context) {
    if (context.operand_count() % 2 != 0) context.fail("it takes as many initial values as arrays");
    const std::size_t count = context.operand_count() / 2;
    Folded result;
    for (std::size_t i = 0; i < count; ++i) {
        const ElementType type = argument_type(context, 0, i);
        result.arrays.push_back(as_type(context.operand(i), type));
        result.inits.push_back(as_type(context.operand(count + i), type));
    }
    result.region = context.region(0, scalars_twice(result.arrays));
    return result;
}

// Results in the types that the operation says.
Ops results_of(const OpContext& context, Op packed) {
    Ops results = unpack(packed, context.operation().results.size());
    for (std::size_t i = 0; i < results.size(); ++i) results[i] = as_type(results[i], context.result_type(i).element);
    return results;
}

Ops both(const Ops& a, const Ops& b) {
    Ops all = a;
    all.insert(all.end(), b.begin(), b.end());
    return all;
}

Ops convert_reduce(const OpContext& context) {
    const Folded fold = folded(context);
    return results_of(context, context.add(Opcode::Reduce, both(fold.arrays, fold.inits),
                                           {.dimensions = context.list("dimensions")}, {fold.region}));
}

Ops convert_reduce_window(const OpContext& context) {
    const Folded fold = folded(context);
    return results_of(context, context.add(Opcode::ReduceWindow, both(fold.arrays, fold.inits),
                                           {.window = window_of(context)}, {fold.region}));
}

Ops convert_select_and_scatter(const OpContext& context) {
    context.require(3, 2);
    const ElementType type = argument_type(context, 1, 0);
    const Op operand = context.operand(0);
    const ComputationId select = context.region(0, scalars_twice({operand}));
    const Ops operands = {as_type(operand, type), as_type(context.operand(1), type), as_type(context.operand(2), type)};
    if (operands[0].shape().type != operand.shape().type)
        context.fail("its regions must compute in the type of its operand");
    const ComputationId scatter = context.region(1, scalars_twice({operands[1]}));
    return results_of(
        context, context.add(Opcode::SelectAndScatter, operands, {.window = window_of(context)}, {select, scatter}));
}

Ops convert_sort(const OpContext& context) {
    if (context.operand_count() == 0) context.fail("it sorts nothing");
    std::vector<Shape> pairs;
    for (const Op operand : context.operands())
        for (int i = 0; i < 2; ++i) pairs.push_back(Shape::scalar(operand.shape().type));
    const auto rank = static_cast<std::int64_t>(context.operand(0).shape().rank());
    const std::int64_t dimension = context.integer("dimension", -1);
    return results_of(context, context.add(Opcode::Sort, context.operands(),
                                           {.dimensions = {dimension < 0 ? dimension + rank : dimension},
                                            .is_stable = context.flag("is_stable")},
                                           {context.region(0, pairs)}));
}

Ops convert_scatter(const OpContext& context) {
    if (context.operand_count() % 2 != 1) context.fail("it takes as many updates as inputs, and indices between them");
    const std::size_t count = context.operand_count() / 2;
    Ops inputs, updates;
    for (std::size_t i = 0; i < count; ++i) {
        const ElementType type = argument_type(context, 0, i);
        inputs.push_back(as_type(context.operand(i), type));
        updates.push_back(as_type(context.operand(count + 1 + i), type));
    }
    Ops operands = inputs;
    operands.push_back(context.operand(count));
    return results_of(context,
                      context.add(Opcode::Scatter, both(operands, updates), {.scatter = scatter_dimensions(context)},
                                  {context.region(0, scalars_twice(inputs))}));
}

Ops convert_map(const OpContext& context) {
    std::vector<Shape> scalars;
    for (const Op operand : context.operands()) scalars.push_back(Shape::scalar(operand.shape().type));
    return {context.add(Opcode::Map, context.operands(), {.dimensions = context.list("dimensions")},
                        {context.region(0, scalars)})};
}

// How many of the results are carries: the second of two 32-bit sizes.
std::int64_t carries_of(const OpContext& context) {
    const auto* sizes = context.operation().get<Dense>("resultSegmentSizes");
    std::int32_t carries = 0;
    if (sizes == nullptr || sizes->bytes.empty() || sizes->bytes.size() % sizeof carries != 0)
        context.fail("its resultSegmentSizes are missing");
    std::memcpy(&carries, sizes->bytes.data() + sizes->bytes.size() - sizeof carries, sizeof carries);
    return carries;
}

Ops convert_scan(const OpContext& context) {
    context.require(context.operand_count(), 1);
    const Document& document = context.conversion().document();
    std::vector<Shape> parameters;
    for (const ValueId id : context.operation().regions[0].arguments) {
        const std::optional<Shape> shape = shape_of(document.type_of(id));
        if (!shape) context.fail("a size of its region's arguments is not known");
        parameters.push_back(*shape);
    }
    const Op result = context.add(Opcode::Scan, context.operands(),
                                  {.dimensions = {context.integer("dimension", 0)},
                                   .num_carries = carries_of(context),
                                   .is_reverse = context.flag("is_reverse")},
                                  {context.region(0, parameters)});
    return unpack(result, context.operation().results.size());
}

template <Opcode opcode>
Ops convert_batch_norm(const OpContext& context) {
    const Op result = context.add(opcode, context.operands(),
                                  {.epsilon = static_cast<float>(context.number("epsilon")),
                                   .feature_index = context.integer("feature_index", 0)});
    return unpack(result, opcode == Opcode::BatchNormInference ? 1 : 3);
}

Ops convert_rng(const OpContext& context) {
    context.require(3);
    const std::string distribution = context.text("rng_distribution");
    if (distribution != "UNIFORM" && distribution != "NORMAL")
        context.fail("its rng_distribution must be UNIFORM or NORMAL");
    return {context.add(
        Opcode::Rng, context.operands(0, 2),
        {.random_distribution = distribution == "NORMAL" ? RandomDistribution::Normal : RandomDistribution::Uniform},
        {}, context.result_shape())};
}

Ops convert_rng_bit_generator(const OpContext& context) {
    constexpr std::array<std::string_view, 3> kAlgorithms = {"DEFAULT", "THREE_FRY", "PHILOX"};
    const auto found = std::ranges::find(kAlgorithms, context.text("rng_algorithm"));
    if (found == kAlgorithms.end()) context.fail("its rng_algorithm must be DEFAULT, THREE_FRY or PHILOX");
    context.require(1);
    const Op both = context.add(Opcode::RngBitGenerator, context.operands(),
                                {.random_algorithm = static_cast<RandomAlgorithm>(found - kAlgorithms.begin())}, {},
                                Shape::tuple_of(context.result_shapes()));
    return unpack(both, 2);
}

constexpr auto kFoldRules = std::to_array<Rule>({
    {"stablehlo.batch_norm_grad", convert_batch_norm<Opcode::BatchNormGrad>},
    {"stablehlo.batch_norm_inference", convert_batch_norm<Opcode::BatchNormInference>},
    {"stablehlo.batch_norm_training", convert_batch_norm<Opcode::BatchNormTraining>},
    {"stablehlo.map", convert_map},
    {"stablehlo.reduce", convert_reduce},
    {"stablehlo.reduce_window", convert_reduce_window},
    {"stablehlo.rng", convert_rng},
    {"stablehlo.rng_bit_generator", convert_rng_bit_generator},
    {"stablehlo.scatter", convert_scatter},
    {"stablehlo.select_and_scatter", convert_select_and_scatter},
    {"stablehlo.sort", convert_sort},
    {"chlo.scan", convert_scan},
});

} // namespace

std::span<const Rule> fold_rules() {
    return kFoldRules;
}

} // namespace hlo2cpp::stablehlo
