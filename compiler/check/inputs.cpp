#include "check/inputs.h"

#include <algorithm>

#include "evaluate/tensor.h"

namespace hlo2cpp {
namespace {

// SplitMix64: the same numbers on every host.
class Random {
public:
    std::uint64_t bits() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; } // in [0, 1)

private:
    std::uint64_t state_ = 0;
};

} // namespace

std::vector<Literal> sample_arguments(const Module& module, bool positive) {
    Random random;
    const auto real = [&] { return positive ? 0.25 + 0.75 * random.unit() : 2 * random.unit() - 1; };
    const auto sample = [&](const Shape& leaf) {
        Tensor tensor(Shape::array(leaf.type, leaf.dims));
        for (Eigen::Index i = 0; i < tensor.elements(); ++i) {
            if (is_complex(leaf.type)) {
                const double re = real();
                tensor.complexes()(i) = round_to(leaf.type, std::complex<double>(re, real()));
            } else if (is_float(leaf.type)) {
                tensor.reals()(i) = round_to(leaf.type, real());
            } else {
                const bool wide = info(leaf.type).bits >= 32;
                tensor.integers()(i) =
                    wrap_to(leaf.type, static_cast<std::int64_t>(wide ? random.bits() >> 61 : random.bits() >> 32));
            }
        }
        return to_literal(tensor);
    };
    std::vector<Literal> arguments;
    for (const Shape& shape : module.parameter_shapes)
        for_each_leaf(shape, [&](const Shape& leaf) { arguments.push_back(sample(leaf)); });
    return arguments;
}

bool any_nan(const std::vector<Literal>& literals) {
    return std::ranges::any_of(literals, [](const Literal& literal) {
        return is_float(literal.shape.type) && to_tensor(literal).reals().isNaN().any();
    });
}

} // namespace hlo2cpp
