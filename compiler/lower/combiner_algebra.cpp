#include "lower/combiner_algebra.h"

#include <limits>
#include <optional>

#include "evaluate/tensor.h"
#include "ir/float_format.h"

namespace hlo2cpp {
namespace {

std::optional<double> neutral_real(Opcode combiner) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    switch (combiner) {
    case Opcode::Add: return -0.0;
    case Opcode::Multiply: return 1;
    case Opcode::Maximum: return -kInfinity;
    case Opcode::Minimum: return kInfinity;
    default: return std::nullopt;
    }
}

std::optional<std::uint64_t> neutral_integer(Opcode combiner, ElementType type) {
    const std::uint64_t ones = ~std::uint64_t{0}, top = std::uint64_t{1} << (info(type).bits - 1);
    switch (combiner) {
    case Opcode::Add:
    case Opcode::Or:
    case Opcode::Xor: return 0;
    case Opcode::Multiply: return 1;
    case Opcode::And: return ones;
    case Opcode::Maximum: return is_signed(type) ? top : 0;
    case Opcode::Minimum: return is_signed(type) ? top - 1 : ones;
    default: return std::nullopt;
    }
}

} // namespace

LiteralPtr neutral_element(Opcode combiner, ElementType type) {
    if (is_complex(type) || (is_float(type) && !float_format(type).has_infinity())) return nullptr;
    Tensor scalar(Shape::scalar(type));
    if (is_float(type)) {
        const std::optional<double> value = neutral_real(combiner);
        if (!value) return nullptr;
        scalar.reals()(0) = *value;
    } else {
        const std::optional<std::uint64_t> value = neutral_integer(combiner, type);
        if (!value) return nullptr;
        scalar.integers()(0) = wrap_to(type, static_cast<std::int64_t>(*value));
    }
    return std::make_shared<const Literal>(to_literal(scalar));
}

} // namespace hlo2cpp
