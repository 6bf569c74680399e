#include "rewrite/foldable_functions.h"

#include <complex>
#include <type_traits>

#include "evaluate/tensor.h"

namespace hlo2cpp {
namespace {

#include "runtime_lib/acos.h"
#include "runtime_lib/acosh.h"
#include "runtime_lib/asin.h"
#include "runtime_lib/asinh.h"
#include "runtime_lib/atan.h"
#include "runtime_lib/atan2.h"
#include "runtime_lib/atanh.h"
#include "runtime_lib/cbrt.h"
#include "runtime_lib/complex_exp.h"
#include "runtime_lib/complex_expm1.h"
#include "runtime_lib/complex_hyperbolic.h"
#include "runtime_lib/complex_inverse.h"
#include "runtime_lib/complex_log.h"
#include "runtime_lib/complex_power.h"
#include "runtime_lib/complex_sqrt.h"
#include "runtime_lib/complex_trigonometric.h"
#include "runtime_lib/cos.h"
#include "runtime_lib/cosh.h"
#include "runtime_lib/erf.h"
#include "runtime_lib/exp.h"
#include "runtime_lib/expm1.h"
#include "runtime_lib/log.h"
#include "runtime_lib/log1p.h"
#include "runtime_lib/logistic.h"
#include "runtime_lib/pow.h"
#include "runtime_lib/rsqrt.h"
#include "runtime_lib/sin.h"
#include "runtime_lib/sinh.h"
#include "runtime_lib/tan.h"
#include "runtime_lib/tanh.h"

// Complex numbers of the parts that Number has.
template <auto Function, typename Number>
Tensor apply_complex(const std::vector<const Tensor*>& operands) {
    Tensor result(operands[0]->shape);
    using Part = decltype(Number{}.re);
    const auto number = [&](std::size_t operand, std::int64_t i) {
        const std::complex<double> x = operands[operand]->complexes()(i);
        return Number{static_cast<Part>(x.real()), static_cast<Part>(x.imag())};
    };
    for (std::int64_t i = 0; i < result.complexes().size(); ++i) {
        Number y;
        if constexpr (std::is_invocable_v<decltype(Function), Number>)
            y = Function(number(0, i));
        else
            y = Function(number(0, i), number(1, i));
        result.complexes()(i) = {static_cast<double>(y.re), static_cast<double>(y.im)};
    }
    return result;
}

// The function in f32, and its result in the narrow type of the operands.
template <FoldableFunction InF32>
Tensor apply_narrow(const std::vector<const Tensor*>& operands) {
    Tensor result = InF32(operands);
    for (std::int64_t i = 0; i < result.reals().size(); ++i)
        result.reals()(i) = round_to(result.shape.type, result.reals()(i));
    return result;
}

template <auto Function, typename Number>
Tensor apply(const std::vector<const Tensor*>& operands) {
    Tensor result(operands[0]->shape);
    const auto number = [&](std::size_t operand, std::int64_t i) {
        return static_cast<Number>(operands[operand]->reals()(i));
    };
    for (std::int64_t i = 0; i < result.reals().size(); ++i) {
        if constexpr (std::is_invocable_v<decltype(Function), Number>)
            result.reals()(i) = static_cast<double>(Function(number(0, i)));
        else
            result.reals()(i) = static_cast<double>(Function(number(0, i), number(1, i)));
    }
    return result;
}

struct OpcodeFunctions {
    Opcode opcode;
    FoldableFunction f32, f64, narrow, c64 = nullptr, c128 = nullptr;
};
#define REAL_FUNCTION(opcode, name)                                                                                    \
    { Opcode::opcode, apply<name##_f32, float>, apply<name##_f64, double>, apply_narrow<apply<name##_f32, float>> }
#define FUNCTION(opcode, name)                                                                                         \
    {                                                                                                                  \
        Opcode::opcode, apply<name##_f32, float>, apply<name##_f64, double>, apply_narrow<apply<name##_f32, float>>,   \
            apply_complex<name##_c64, c64>, apply_complex<name##_c128, c128>                                           \
    }
constexpr OpcodeFunctions kFunctions[] = {
    FUNCTION(Acos, acos),
    FUNCTION(Acosh, acosh),
    FUNCTION(Asin, asin),
    FUNCTION(Asinh, asinh),
    FUNCTION(Atan, atan),
    FUNCTION(Atan2, atan2),
    FUNCTION(Atanh, atanh),
    REAL_FUNCTION(Cbrt, cbrt),
    FUNCTION(Cosh, cosh),
    FUNCTION(Cosine, cos),
    REAL_FUNCTION(Erf, erf),
    FUNCTION(Exponential, exp),
    FUNCTION(ExponentialMinusOne, expm1),
    FUNCTION(Log, log),
    FUNCTION(LogPlusOne, log1p),
    FUNCTION(Logistic, logistic),
    {Opcode::Power, apply<pow_f32, float>, apply<pow_f64, double>, apply_narrow<apply<pow_f32, float>>,
     apply_complex<power_c64, c64>, apply_complex<power_c128, c128>},
    FUNCTION(Rsqrt, rsqrt),
    FUNCTION(Sine, sin),
    FUNCTION(Sinh, sinh),
    FUNCTION(Tan, tan),
    FUNCTION(Tanh, tanh),
};
#undef FUNCTION
#undef REAL_FUNCTION

} // namespace

FoldableFunction foldable_function(const Instruction& instruction) {
    for (const OpcodeFunctions& entry : kFunctions) {
        if (entry.opcode != instruction.opcode) continue;
        switch (instruction.shape.type) {
        case ElementType::F32: return entry.f32;
        case ElementType::F64: return entry.f64;
        case ElementType::C64: return entry.c64;
        case ElementType::C128: return entry.c128;
        default: return is_narrow_float(instruction.shape.type) ? entry.narrow : nullptr;
        }
    }
    return nullptr;
}

} // namespace hlo2cpp
