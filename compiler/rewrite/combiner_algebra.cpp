#include "rewrite/combiner_algebra.h"

#include <limits>
#include <optional>

#include "evaluate/tensor.h"
#include "ir/float_format.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

std::optional<double> neutral_real(Neutral neutral) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    switch (neutral) {
    case Neutral::Zero: return -0.0;
    case Neutral::One: return 1;
    case Neutral::Lowest: return -kInfinity;
    case Neutral::Highest: return kInfinity;
    default: return std::nullopt;
    }
}

std::optional<std::uint64_t> neutral_integer(Neutral neutral, ElementType type) {
    const std::uint64_t ones = ~std::uint64_t{0}, top = std::uint64_t{1} << (info(type).bits - 1);
    switch (neutral) {
    case Neutral::Zero: return 0;
    case Neutral::One: return 1;
    case Neutral::Ones: return ones;
    case Neutral::Lowest: return is_signed(type) ? top : 0;
    case Neutral::Highest: return is_signed(type) ? top - 1 : ones;
    case Neutral::None: break;
    }
    return std::nullopt;
}

} // namespace

LiteralPtr neutral_element(Opcode combiner, ElementType type) {
    if (is_complex(type) || (is_float(type) && !float_format(type).has_infinity())) return nullptr;
    const OpDefinition* const op = definition_of(combiner);
    if (op == nullptr) return nullptr;
    Tensor scalar(Shape::scalar(type));
    if (is_float(type)) {
        const std::optional<double> value = neutral_real(op->neutral);
        if (!value) return nullptr;
        scalar.reals()(0) = *value;
    } else {
        const std::optional<std::uint64_t> value = neutral_integer(op->neutral, type);
        if (!value) return nullptr;
        scalar.integers()(0) = wrap_to(type, static_cast<std::int64_t>(*value));
    }
    return std::make_shared<const Literal>(to_literal(scalar));
}

bool is_idempotent(Opcode combiner) {
    const OpDefinition* const op = definition_of(combiner);
    return op != nullptr && op->idempotent;
}

} // namespace hlo2cpp
