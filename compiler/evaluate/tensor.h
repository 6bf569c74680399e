// The evaluator's arrays: every element in the widest type of its kind, always representable in its own type.
#pragma once

#include <complex>
#include <cstdint>
#include <variant>
#include <vector>

#include "evaluate/elements.h"
#include "ir/literal.h"

namespace hlo2cpp {

// The representable value of `type` nearest to `value` (ties to even; overflow, NaN and zero by the type's rules).
double round_to(ElementType type, double value);
// Rounds the result of a fold of narrow floats, which is computed in f32.
double round_fold(ElementType type, double value);
std::complex<double> round_to(ElementType type, std::complex<double> value);
// The low bits of `value` in the width of the integer (or pred) type, sign- or zero-extended; u64 keeps its bits in an
// int64.
std::int64_t wrap_to(ElementType type, std::int64_t value);

struct Tensor {
    using Integers = Elements<std::int64_t>; // pred, s*, u*
    using Reals = Elements<double>;          // every float type
    using Complexes = Elements<std::complex<double>>;

    Shape shape;
    std::variant<Integers, Reals, Complexes> data; // row-major logical order; unused by a tuple
    std::vector<Tensor> tuple;

    Tensor() = default;
    explicit Tensor(const Shape& array_shape); // zeros; for a tuple, of its elements

    Integers& integers() { return std::get<Integers>(data); }
    const Integers& integers() const { return std::get<Integers>(data); }
    Reals& reals() { return std::get<Reals>(data); }
    const Reals& reals() const { return std::get<Reals>(data); }
    Complexes& complexes() { return std::get<Complexes>(data); }
    const Complexes& complexes() const { return std::get<Complexes>(data); }
    std::int64_t elements() const { return shape.elements(); }

    // Copies element `from` of an array of the same type to element `to`.
    void copy_element(std::int64_t to, const Tensor& source, std::int64_t from);
};

Tensor to_tensor(const Literal& literal);
Literal to_literal(const Tensor& tensor);
// A scalar of the type, rounded to nearest.
LiteralPtr scalar_literal(ElementType type, double value);

} // namespace hlo2cpp
