#include "lower/foldable_functions.h"

#include "evaluate/tensor.h"

namespace hlo2cpp {
namespace {

#include "runtime_lib/exp.h"
#include "runtime_lib/expm1.h"
#include "runtime_lib/log.h"
#include "runtime_lib/log1p.h"
#include "runtime_lib/logistic.h"
#include "runtime_lib/rsqrt.h"
#include "runtime_lib/tanh.h"

template <float (*Function)(float)>
Tensor apply_f32(const Tensor& operand) {
    Tensor result(operand.shape);
    for (Eigen::Index i = 0; i < operand.reals().size(); ++i)
        result.reals()(i) = static_cast<double>(Function(static_cast<float>(operand.reals()(i))));
    return result;
}

template <double (*Function)(double)>
Tensor apply_f64(const Tensor& operand) {
    Tensor result(operand.shape);
    for (Eigen::Index i = 0; i < operand.reals().size(); ++i) result.reals()(i) = Function(operand.reals()(i));
    return result;
}

struct Entry {
    Opcode opcode;
    FoldableFunction f32, f64;
};
constexpr Entry kFunctions[] = {
    {Opcode::Exponential, apply_f32<exp_f32>, apply_f64<exp_f64>},
    {Opcode::ExponentialMinusOne, apply_f32<expm1_f32>, apply_f64<expm1_f64>},
    {Opcode::Log, apply_f32<log_f32>, apply_f64<log_f64>},
    {Opcode::LogPlusOne, apply_f32<log1p_f32>, apply_f64<log1p_f64>},
    {Opcode::Logistic, apply_f32<logistic_f32>, apply_f64<logistic_f64>},
    {Opcode::Rsqrt, apply_f32<rsqrt_f32>, apply_f64<rsqrt_f64>},
    {Opcode::Tanh, apply_f32<tanh_f32>, apply_f64<tanh_f64>},
};

} // namespace

FoldableFunction foldable_function(const Instruction& instruction) {
    for (const Entry& entry : kFunctions) {
        if (entry.opcode != instruction.opcode) continue;
        if (instruction.shape.type == ElementType::F32) return entry.f32;
        if (instruction.shape.type == ElementType::F64) return entry.f64;
    }
    return nullptr;
}

} // namespace hlo2cpp
