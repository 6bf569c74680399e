// Operations on elements: most are an instruction of HLO by another name.
#include "ir/builder/elementwise.h"

#include <algorithm>
#include <array>

#include "ir/builder/arrays.h"
#include "read/stablehlo/to_module/functions.h"
#include "read/stablehlo/to_module/rules.h"
#include "read/stablehlo/to_module/special_functions.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

Op real_part(Op x) {
    return is_complex(x.shape().type) ? Real(x) : x;
}

Op imaginary_part(Op x) {
    return is_complex(x.shape().type) ? Imag(x) : ExpandInDim(ScalarLike(x, 0), x.shape().dims);
}

Op identity(Op x) {
    return x;
}

// Operands that are scalars, as bounds and conditions may be, become as large as the others.
Ops convert_clamp(const OpContext& context) {
    context.require(3);
    return {Clamp(context.operand(0), context.operand(1), context.operand(2))};
}

Ops convert_select(const OpContext& context) {
    context.require(3);
    return {Select(context.operand(0), context.operand(1), context.operand(2))};
}

Ops convert_compare(const OpContext& context) {
    constexpr std::array<std::string_view, 6> kDirections = {"EQ", "NE", "GE", "GT", "LE", "LT"};
    const std::string direction = context.text("comparison_direction");
    const auto found = std::ranges::find(kDirections, direction);
    if (found == kDirections.end()) context.fail("its comparison_direction must be EQ, NE, GE, GT, LE or LT");
    context.require(2);
    return {context.add(
        Opcode::Compare, context.operands(),
        {.direction = static_cast<ComparisonDirection>(found - kDirections.begin()),
         .total_order = context.text("compare_type") == "TOTALORDER" && is_float(context.operand(0).shape().type)})};
}

Ops convert_convert(const OpContext& context) {
    context.require(1);
    return {as_type(context.operand(0), context.result_type().element)};
}

Ops convert_reduce_precision(const OpContext& context) {
    return {context.add(
        Opcode::ReducePrecision, context.operands(),
        {.exponent_bits = context.integer("exponent_bits"), .mantissa_bits = context.integer("mantissa_bits")})};
}

// The client dialect's forms of binary ops, whose operands broadcast as NumPy's do.
template <Binary function>
Ops convert_broadcasting(const OpContext& context) {
    context.require(2);
    Op a = context.operand(0), b = context.operand(1);
    const std::size_t rank = std::max(a.shape().rank(), b.shape().rank());
    const auto raised = [&](Op x) {
        Sizes dims = x.shape().dims;
        dims.insert(dims.begin(), rank - dims.size(), 1);
        return x.shape().rank() == rank || x.shape().is_scalar() ? x : Reshape(x, dims);
    };
    return {function(raised(a), raised(b))};
}
template <Op (*function)(Op, Op, const Sizes&)>
Op plain(Op a, Op b) {
    return function(a, b, {});
}

constexpr auto kElementwiseRules = std::to_array<Rule>({
    {"stablehlo.abs", Opcode::Abs},
    {"stablehlo.add", sum},
    {"stablehlo.and", Opcode::And},
    {"stablehlo.atan2", Opcode::Atan2},
    {"stablehlo.cbrt", Opcode::Cbrt},
    {"stablehlo.ceil", Opcode::Ceil},
    {"stablehlo.clamp", convert_clamp},
    {"stablehlo.compare", convert_compare},
    {"stablehlo.complex", Opcode::Complex},
    {"stablehlo.convert", convert_convert},
    {"stablehlo.cosine", Opcode::Cosine},
    {"stablehlo.count_leading_zeros", Opcode::CountLeadingZeros},
    {"stablehlo.divide", Opcode::Divide},
    {"stablehlo.exponential", Opcode::Exponential},
    {"stablehlo.exponential_minus_one", Opcode::ExponentialMinusOne},
    {"stablehlo.floor", Opcode::Floor},
    {"stablehlo.imag", imaginary_part},
    {"stablehlo.is_finite", Opcode::IsFinite},
    {"stablehlo.log", Opcode::Log},
    {"stablehlo.log_plus_one", Opcode::LogPlusOne},
    {"stablehlo.logistic", Opcode::Logistic},
    {"stablehlo.maximum", larger},
    {"stablehlo.minimum", smaller},
    {"stablehlo.multiply", Opcode::Multiply},
    {"stablehlo.negate", Opcode::Negate},
    {"stablehlo.not", Opcode::Not},
    {"stablehlo.or", Opcode::Or},
    {"stablehlo.popcnt", Opcode::Popcnt},
    {"stablehlo.power", Opcode::Power},
    {"stablehlo.real", real_part},
    {"stablehlo.reduce_precision", convert_reduce_precision},
    {"stablehlo.remainder", Opcode::Remainder},
    {"stablehlo.round_nearest_afz", Opcode::RoundNearestAfz},
    {"stablehlo.round_nearest_even", Opcode::RoundNearestEven},
    {"stablehlo.rsqrt", Opcode::Rsqrt},
    {"stablehlo.select", convert_select},
    {"stablehlo.shift_left", Opcode::ShiftLeft},
    {"stablehlo.shift_right_arithmetic", Opcode::ShiftRightArithmetic},
    {"stablehlo.shift_right_logical", Opcode::ShiftRightLogical},
    {"stablehlo.sign", Opcode::Sign},
    {"stablehlo.sine", Opcode::Sine},
    {"stablehlo.sqrt", Opcode::Sqrt},
    {"stablehlo.subtract", Opcode::Subtract},
    {"stablehlo.tan", Opcode::Tan},
    {"stablehlo.tanh", Opcode::Tanh},
    {"stablehlo.xor", Opcode::Xor},
    {"chlo.acos", Opcode::Acos},
    {"chlo.acosh", Opcode::Acosh},
    {"chlo.asin", Opcode::Asin},
    {"chlo.asinh", Opcode::Asinh},
    {"chlo.atan", Opcode::Atan},
    {"chlo.atanh", Opcode::Atanh},
    {"chlo.bessel_i1e", WideUnary{bessel_i1e}},
    {"chlo.broadcast_add", convert_broadcasting<sum>},
    {"chlo.broadcast_and", convert_broadcasting<plain<And>>},
    {"chlo.broadcast_atan2", convert_broadcasting<plain<Atan2>>},
    {"chlo.broadcast_complex", convert_broadcasting<plain<Complex>>},
    {"chlo.broadcast_divide", convert_broadcasting<plain<Div>>},
    {"chlo.broadcast_maximum", convert_broadcasting<larger>},
    {"chlo.broadcast_minimum", convert_broadcasting<smaller>},
    {"chlo.broadcast_multiply", convert_broadcasting<plain<Mul>>},
    {"chlo.broadcast_or", convert_broadcasting<plain<Or>>},
    {"chlo.broadcast_power", convert_broadcasting<plain<Pow>>},
    {"chlo.broadcast_remainder", convert_broadcasting<plain<Rem>>},
    {"chlo.broadcast_shift_left", convert_broadcasting<plain<ShiftLeft>>},
    {"chlo.broadcast_shift_right_arithmetic", convert_broadcasting<plain<ShiftRightArithmetic>>},
    {"chlo.broadcast_shift_right_logical", convert_broadcasting<plain<ShiftRightLogical>>},
    {"chlo.broadcast_subtract", convert_broadcasting<plain<Sub>>},
    {"chlo.broadcast_xor", convert_broadcasting<plain<Xor>>},
    {"chlo.conj", Conj},
    {"chlo.cosh", Opcode::Cosh},
    {"chlo.digamma", WideUnary{digamma}},
    {"chlo.erf", Opcode::Erf},
    {"chlo.erf_inv", WideUnary{erf_inv}},
    {"chlo.erfc", WideUnary{erfc}},
    {"chlo.is_inf", is_infinite},
    {"chlo.is_neg_inf", is_negative_infinity},
    {"chlo.is_pos_inf", is_positive_infinity},
    {"chlo.lgamma", WideUnary{lgamma}},
    {"chlo.mulhi", Opcode::Mulhi},
    {"chlo.next_after", next_after},
    {"chlo.polygamma", WideBinary{polygamma}},
    {"chlo.sinh", Opcode::Sinh},
    {"chlo.square", Square},
    {"chlo.tan", Opcode::Tan},
    {"chlo.zeta", WideBinary{zeta}},
    {"mhlo.acos", Opcode::Acos},
    {"mhlo.acosh", Opcode::Acosh},
    {"mhlo.asin", Opcode::Asin},
    {"mhlo.asinh", Opcode::Asinh},
    {"mhlo.atanh", Opcode::Atanh},
    {"mhlo.copy", identity},
    {"mhlo.cosh", Opcode::Cosh},
    {"mhlo.erf", Opcode::Erf},
    {"mhlo.sinh", Opcode::Sinh},
    {"mhlo.tan", Opcode::Tan},
});

} // namespace

std::span<const Rule> elementwise_rules() {
    return kElementwiseRules;
}

} // namespace hlo2cpp::stablehlo
