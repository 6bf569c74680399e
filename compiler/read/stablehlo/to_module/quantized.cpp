#include "read/stablehlo/to_module/quantized.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "evaluate/tensor.h"
#include "ir/builder/arrays.h"
#include "ir/builder/elementwise.h"
#include "read/stablehlo/to_module/arrays.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

// Operations that pass values on as they are, or say themselves what becomes of the stored integers.
constexpr auto kOnStored = std::to_array<std::string_view>(
    {"func.call", "stablehlo.bitcast_convert", "stablehlo.case", "stablehlo.composite", "stablehlo.constant",
     "stablehlo.custom_call", "stablehlo.get_dimension_size", "stablehlo.get_tuple_element", "stablehlo.if",
     "stablehlo.optimization_barrier", "stablehlo.tuple", "stablehlo.uniform_dequantize", "stablehlo.uniform_quantize",
     "stablehlo.while"});
// Operations that move elements, so that stored integers stay what they are.
constexpr auto kMoves = std::to_array<std::string_view>(
    {"stablehlo.broadcast_in_dim", "stablehlo.concatenate", "stablehlo.dynamic_slice", "stablehlo.dynamic_update_slice",
     "stablehlo.gather", "stablehlo.pad", "stablehlo.reshape", "stablehlo.reverse", "stablehlo.select",
     "stablehlo.slice", "stablehlo.transpose"});

// All quantised types of the operation, which has some, are the same, with one scale.
bool has_one_scale(const Document& document, const Operation& operation) {
    const Quantization* first = nullptr;
    bool same = true;
    const auto visit = [&](ValueId id) {
        const Quantization* quantization = document.type_of(id).quantization.get();
        if (quantization == nullptr) return;
        first = first == nullptr ? quantization : first;
        same = same && *quantization == *first && !quantization->axis;
    };
    for (const ValueId id : operation.operands) visit(id);
    for (const ValueId id : operation.results) visit(id);
    return same;
}

// One number for each slice along the axis, as large as the array.
Op spread(const Quantization& quantization, Op like, const std::vector<double>& numbers) {
    const Shape& shape = like.shape();
    const ElementType type = quantization.expressed;
    if (!quantization.axis) return ExpandInDim(ConstantR0WithType(like.builder(), type, numbers.at(0)), shape.dims);
    const auto axis = static_cast<std::size_t>(*quantization.axis);
    if (*quantization.axis < 0 || axis >= shape.rank() || shape.dims[axis] != static_cast<std::int64_t>(numbers.size()))
        throw InputError("a quantised type has " + std::to_string(numbers.size()) + " scales along dimension " +
                         std::to_string(*quantization.axis) + " of " + to_string(shape));
    Tensor values(Shape::array(type, {static_cast<std::int64_t>(numbers.size())}));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        values.reals()(static_cast<std::int64_t>(i)) = round_to(type, numbers[i]);
    return broadcast_in_dim(ConstantLiteral(like.builder(), to_literal(values)), shape.dims, {*quantization.axis});
}

std::vector<double> zero_points(const Quantization& quantization) {
    return {quantization.zero_points.begin(), quantization.zero_points.end()};
}

Op dequantized(Op stored, const Quantization& quantization) {
    const Op number = ConvertElementType(stored, quantization.expressed);
    return Mul(Sub(number, spread(quantization, stored, zero_points(quantization))),
               spread(quantization, stored, quantization.scales));
}

Op quantized(Op number, const Type& type) {
    const Quantization& quantization = *type.quantization;
    const Op scaled = RoundNearestEven(Div(number, spread(quantization, number, quantization.scales)));
    const Op shifted = Add(scaled, spread(quantization, number, zero_points(quantization)));
    const Op low = ScalarLike(number, static_cast<double>(quantization.minimum));
    const Op high = ScalarLike(number, static_cast<double>(quantization.maximum));
    return ConvertElementType(Clamp(low, shifted, high), type.element);
}

Ops convert_uniform_dequantize(const OpContext& context) {
    context.require(1);
    if (context.operand_type(0).quantization == nullptr) context.fail("its operand is not quantised");
    return {dequantized(context.operand(0), *context.operand_type(0).quantization)};
}

// The operand may be quantised by another scale.
Ops convert_uniform_quantize(const OpContext& context) {
    context.require(1);
    const Quantization* from = context.operand_type(0).quantization.get();
    if (context.result_type().quantization == nullptr) context.fail("its result is not quantised");
    const Op operand = context.operand(0);
    return {quantized(from == nullptr ? operand : dequantized(operand, *from), context.result_type())};
}

constexpr auto kQuantizedRules = std::to_array<Rule>({
    {"stablehlo.uniform_dequantize", convert_uniform_dequantize},
    {"stablehlo.uniform_quantize", convert_uniform_quantize},
});

} // namespace

bool computes_quantized(const Conversion& conversion, const Operation& operation) {
    const Document& document = conversion.document();
    const auto is_quantized = [&](ValueId id) { return document.type_of(id).quantization != nullptr; };
    if (std::ranges::none_of(operation.operands, is_quantized) && std::ranges::none_of(operation.results, is_quantized))
        return false;
    if (std::ranges::binary_search(kOnStored, operation.name)) return false;
    return !std::ranges::binary_search(kMoves, operation.name) || !has_one_scale(document, operation);
}

Ops apply_quantized(const OpContext& context) {
    const Operation& operation = context.operation();
    Conversion& conversion = context.conversion();
    const Document& document = conversion.document();
    if (!operation.regions.empty())
        context.fail("its regions would compute with quantised numbers, which is not supported");
    std::vector<std::pair<ValueId, Op>> numbers;
    std::unordered_set<ValueId> seen;
    for (const ValueId id : operation.operands) {
        const Quantization* quantization = document.type_of(id).quantization.get();
        if (quantization != nullptr && seen.insert(id).second)
            numbers.emplace_back(id, dequantized(conversion.value(id), *quantization));
    }
    Ops results;
    {
        const Replaced replaced(conversion, numbers);
        results = apply_rule(OpContext(conversion, operation, OpContext::Numbers::Expressed));
    }
    for (std::size_t i = 0; i < std::min(results.size(), operation.results.size()); ++i) {
        const Type& type = document.type_of(operation.results[i]);
        if (type.quantization != nullptr) results[i] = quantized(results[i], type);
    }
    return results;
}

std::span<const Rule> quantized_rules() {
    return kQuantizedRules;
}

} // namespace hlo2cpp::stablehlo
