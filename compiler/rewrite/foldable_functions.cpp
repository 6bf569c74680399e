#include "rewrite/foldable_functions.h"

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
    FoldableFunction f32, f64;
};
#define FUNCTION(opcode, name)                                                                                         \
    { Opcode::opcode, apply<name##_f32, float>, apply<name##_f64, double> }
constexpr OpcodeFunctions kFunctions[] = {
    FUNCTION(Acos, acos),
    FUNCTION(Acosh, acosh),
    FUNCTION(Asin, asin),
    FUNCTION(Asinh, asinh),
    FUNCTION(Atan, atan),
    FUNCTION(Atan2, atan2),
    FUNCTION(Atanh, atanh),
    FUNCTION(Cbrt, cbrt),
    FUNCTION(Cosh, cosh),
    FUNCTION(Cosine, cos),
    FUNCTION(Erf, erf),
    FUNCTION(Exponential, exp),
    FUNCTION(ExponentialMinusOne, expm1),
    FUNCTION(Log, log),
    FUNCTION(LogPlusOne, log1p),
    FUNCTION(Logistic, logistic),
    FUNCTION(Power, pow),
    FUNCTION(Rsqrt, rsqrt),
    FUNCTION(Sine, sin),
    FUNCTION(Sinh, sinh),
    FUNCTION(Tan, tan),
    FUNCTION(Tanh, tanh),
};
#undef FUNCTION

} // namespace

FoldableFunction foldable_function(const Instruction& instruction) {
    for (const OpcodeFunctions& entry : kFunctions) {
        if (entry.opcode != instruction.opcode) continue;
        if (instruction.shape.type == ElementType::F32) return entry.f32;
        if (instruction.shape.type == ElementType::F64) return entry.f64;
    }
    return nullptr;
}

} // namespace hlo2cpp
