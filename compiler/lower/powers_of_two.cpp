// A division by a power of two is a product with the reciprocal, which is exact, too, and rounds the same number.
//
//     x / 2^k = x * 2^-k        where 2^-k is normal
#include <cmath>
#include <limits>

#include "evaluate/tensor.h"
#include "lower/pass.h"
#include "lower/replace.h"
#include "lower/simplify.h"

namespace hlo2cpp {
namespace {

bool has_exact_reciprocal(double number, ElementType type) {
    int exponent = 0;
    const double least = type == ElementType::F32 ? static_cast<double>(std::numeric_limits<float>::min())
                                                  : std::numeric_limits<double>::min();
    const bool is_power = std::abs(std::frexp(number, &exponent)) == 0.5;
    return is_power && std::abs(number) >= least && std::abs(1 / number) >= least;
}

std::optional<InstructionId> multiply_by_reciprocal(Expansion& e) {
    const Shape shape = e.shape();
    const Literal* const divisor = splat_of(e.builder().computation(), e.operand(1));
    if (divisor == nullptr || (shape.type != ElementType::F32 && shape.type != ElementType::F64)) return std::nullopt;
    const double number = to_tensor(*divisor).reals()(0);
    if (!has_exact_reciprocal(number, shape.type)) return std::nullopt;
    return e.binary(Opcode::Multiply, e.operand(0), e.number(shape, 1 / number));
}

} // namespace

bool divide_by_powers_of_two(Module& module) {
    return replace_each(module, Opcode::Divide, multiply_by_reciprocal);
}

} // namespace hlo2cpp
