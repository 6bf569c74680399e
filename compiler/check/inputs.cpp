#include "check/inputs.h"

#include <algorithm>

#include "evaluate/tensor.h"
#include "ir/layout_order.h"
#include "runtime_lib/sample.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

void sample_integer_array(Literal& literal, std::uint32_t seed, int width) {
    const auto bytes = static_cast<std::size_t>(byte_size(literal.shape.type));
    sample_integers(literal.bytes.data(), literal.bytes.size() / bytes, bytes, seed, width);
}

// The elements of an array in memory. The functions are those that generated files have.
Literal sample_memory(const Shape& shape, std::uint32_t seed, bool positive) {
    Literal literal = Literal::zeros(shape);
    void* const memory = literal.bytes.data();
    const auto count = static_cast<std::size_t>(shape.elements());
    switch (shape.type) {
    case ElementType::F32: sample_f32(static_cast<float*>(memory), count, seed, positive); break;
    case ElementType::F64: sample_f64(static_cast<double*>(memory), count, seed, positive); break;
    case ElementType::F16: sample_f16(static_cast<std::uint16_t*>(memory), count, seed, positive); break;
    case ElementType::BF16: sample_bf16(static_cast<std::uint16_t*>(memory), count, seed, positive); break;
    default: sample_integer_array(literal, seed, sample_width(shape.type)); break;
    }
    return literal;
}

} // namespace

int sample_width(ElementType type) {
    check_internal(is_integer(type) || is_pred(type) || is_small_float(type), "there are no test data of this type");
    const int bits = info(type).bits;
    if (is_small_float(type)) return bits == 8 ? 6 : bits - 1;       // positive numbers below 2; f8e8m0fnu's are tiny
    if (is_narrow_integer(type) && is_signed(type)) return bits - 1; // a byte that is in range, too
    return is_pred(type) ? 1 : bits >= 32 ? 3 : bits;
}

std::vector<Literal> sample_arguments(const Module& module, bool positive, std::int64_t device) {
    constexpr std::int64_t kSeeds = 1 << 16; // of a device
    std::vector<Literal> arguments;
    const auto add = [&](const Shape& leaf) {
        const Shape logical = Shape::array(leaf.type, leaf.dims);
        const std::int64_t own = is_float(leaf.type) || is_complex(leaf.type) ? device * kSeeds : 0;
        const auto seed = static_cast<std::uint32_t>(static_cast<std::int64_t>(arguments.size()) + own);
        Literal memory = sample_memory(caller_shape(leaf), seed, positive);
        arguments.push_back({.shape = logical, .bytes = from_layout(memory.bytes, leaf), .tuple = {}});
    };
    for (const Shape& shape : module.parameter_shapes) for_each_leaf(shape, add);
    return arguments;
}

bool any_nan(const std::vector<Literal>& literals) {
    return std::ranges::any_of(literals, [](const Literal& literal) {
        if (!is_float(literal.shape.type)) return false;
        const Tensor tensor = to_tensor(literal);
        return std::ranges::any_of(tensor.reals(), [](double value) { return std::isnan(value); });
    });
}

} // namespace hlo2cpp
