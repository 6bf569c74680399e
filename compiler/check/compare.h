// Compares values of the generated code with the evaluator's, up to rounding.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "evaluate/tensor.h"

namespace hlo2cpp {

// |generated - expected| <= relative * |expected| + absolute * max(1, the largest |expected| of the array)
//                         + moves * the largest |moved - expected| of the array
//
// Both sides compute one step from the same operands and round every op alike, so only these may differ: the order of
// sums, fused multiply-adds, the last bits of math functions, and the effect of such a difference on the step. `moved`
// are values of moved evaluations (moved.h), which are only made if a value is off by more than the first line allows:
// they are far from `expected` where something large was subtracted.
struct Tolerance {
    double relative = 0, absolute = 0, moves = 0;
    std::int64_t steps_of_integers = 0; // by which an integer may differ: rounding to it may have gone the other way
    double flips = 0;                   // the share of pred or integer elements that may differ at all
};

// "-1.25": so many significant digits, at most 30.
std::string number_text(double value, int digits = 9);

// Half a unit in the last place of a number in [1, 2): 2^-24 for f32.
double rounding_error(ElementType type);

// Tolerance of one step that adds up `terms` an element (1: no sum). With e the rounding error of the type (2^-24 for
// f32):
//     f32, f64          64 e + 8 e sqrt(terms)     --deterministic: 8 e + 2 e sqrt(terms)
//     16 bits and less  4 e + e sqrt(terms) / 2    the same
// and as many moves as units e.
// integers and pred: equal; where floats went in (`rounded`) a hundredth of the elements may be off by one.
Tolerance step_tolerance(ElementType type, std::int64_t terms, bool rounded, bool deterministic);
// Tolerance of a result, against the evaluation of the module as it was read: f64 1e-11, f32 2e-5, f16 4e-3, bf16 2e-2;
// and 16 moves, for 16 bits and less 2.
Tolerance result_tolerance(ElementType type);

struct Mismatch {
    std::int64_t element = 0; // of the array, row-major
    std::int64_t count = 0;   // of elements that differ
    std::string text;         // "1.5 instead of 1.25 (difference 0.25, 2097152 ulp, 0.2 relative; allowed 5.7e-06)"
};

// The first element that differs too much; all arrays are of the shape of `expected`. NaNs are equal, and complex
// infinities of which one part is NaN (C11, annex G). An integer may have its value in a moved evaluation, or one
// between.
std::optional<Mismatch> compare(const Literal& generated, const Literal& expected, const Tolerance& tolerance,
                                std::span<const Literal> moved = {});
// Largest distance of finite numbers at equal places.
double largest_move(const Tensor& expected, const Tensor& moved);

// "element [1,2] of f32[2,3]: 1.5 instead of ..."
std::string element_text(const Mismatch& mismatch, const Shape& shape);

} // namespace hlo2cpp
