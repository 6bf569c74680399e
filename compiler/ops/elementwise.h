// Elementwise ops: each is a Formula, a table of its functions and its spelling in C++.
//
//     constexpr Formula kAdd = {.operands = 2, .kinds = kNumbers, .infix = tree::Operator::Add, .helper = "add", ...};
//     const OpDefinition op_add = elementwise(kAdd, {.index = sum}, {.exact = true});
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ops/op.h"

namespace hlo2cpp {

using Complex = std::complex<double>;
// Complex product by the four real products: C++'s own would turn a NaN into an infinity.
inline Complex complex_product(Complex a, Complex b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// One application, in the evaluator's wide types; the caller wraps or rounds the result to its type. x[i] is operand i.
using IntegerFormula = std::int64_t (*)(ElementType type, const std::int64_t* x);
using RealFormula = double (*)(const double* x);
using ComplexFormula = Complex (*)(const Complex* x);

// Relation of the result of whole bytes to the result of an integer of fewer bits.
enum class NarrowIntegers : std::uint8_t {
    Wrapped, // its low bits are the result
    Closed,  // it is the result
    ByWidth, // nothing: such integers have a helper of their own
};

struct Formula {
    std::size_t operands = 1;         // all of the result's type
    unsigned kinds = 0;               // legal types
    IntegerFormula integer = nullptr; // null where `kinds` has none of them
    RealFormula real = nullptr;
    ComplexFormula complex = nullptr;
    std::optional<tree::Operator> infix = {};      // of floats; none: a call of a helper
    std::optional<tree::Operator> pred_infix = {}; // of pred
    std::string_view helper = {};                  // "add": add_s32 for integers, and add_f32 where there is no infix
    std::string_view float_helper = {};            // where floats have another name for it
    // The result of f16 or bf16 operands is representable in that type without rounding.
    bool closed = false;
    std::optional<IntrinsicId> intrinsic = {}; // its helper for vectors
    std::optional<IntrinsicId> wrapped = {};   // of integers
    NarrowIntegers narrow = NarrowIntegers::Wrapped;
};

// The formula of an elementwise op.
const Formula& formula_of(Opcode opcode);

// Functions by the formula, for a `form` and `definition` without their own.
Shape infer_elementwise(const InferContext& context);
Tensor evaluate_elementwise(const EvaluateContext& context);
// The op applied to the operands' elements, for the builder's expressions.
Expr applied_to_operands(ElementBuilder& builder, const ElementIndex& index);
std::vector<ExprId> element_of_operands(ElementBuilder& builder, const ElementIndex& index);
// Element of and, or: a constant pred decides, if it is `decisive`, or is left out.
std::vector<ExprId> element_of_junction(ElementBuilder& builder, const ElementIndex& index, bool decisive);
tree::Expression print_elementwise(const PrintContext& context);
tree::Expression print_vector_infix(const PrintContext& context);
tree::Expression print_vector_call(const PrintContext& context, IntrinsicId function); // of its operands
tree::Expression print_vector_helper(const PrintContext& context);                     // the formula's
tree::Expression print_wrapped(const PrintContext& context);                           // of vectors of integers
tree::Expression print_bitwise(const PrintContext& context, tree::Operator infix);     // of integers

constexpr OpDefinition elementwise(const Formula& formula, ElementwiseForm form, OpDefinition definition) {
    form.formula = &formula;
    if (form.element == nullptr) form.element = element_of_operands;
    if (form.print == nullptr) form.print = print_elementwise;
    if (form.print_vector == nullptr && formula.infix) form.print_vector = print_vector_infix;
    if (form.print_vector == nullptr && formula.intrinsic) form.print_vector = print_vector_helper;
    if (form.print_integers == nullptr && formula.wrapped) form.print_integers = print_wrapped;
    form.single_vectors = formula.intrinsic && elements_of(*formula.intrinsic) == IntrinsicElements::Single;
    definition.form = form;
    definition.kinds = formula.kinds;
    if (definition.infer == nullptr) definition.infer = infer_elementwise;
    if (definition.evaluate == nullptr) definition.evaluate = evaluate_elementwise;
    return definition;
}

// A function of floats (and complex numbers) that a helper computes.
constexpr Formula math_function(std::string_view helper, RealFormula real, ComplexFormula complex = nullptr) {
    return {
        .kinds = complex == nullptr ? kFloat : kFloat | kComplex, .real = real, .complex = complex, .helper = helper};
}

// A function whose helper has a form for vectors.
constexpr Formula in_lanes(Formula function, IntrinsicId intrinsic) {
    function.intrinsic = intrinsic;
    return function;
}

// Checks of `infer`.
void require_kind(const InferContext& context, std::size_t operand, unsigned kinds);
void require_same_sizes(const InferContext& context, std::size_t a, std::size_t b);
// The sizes of an operand, with another element type.
Shape shape_like(const Shape& operand, ElementType type);

// The type that results are rounded to: f32 for narrow floats inside a wide evaluation.
ElementType rounded_type(const EvaluateContext& context, ElementType type);

// Pieces of C++.
tree::Expression rounded(ElementType type, tree::Expression value); // round_bf16(value); of f32 and f64 the value alone
tree::Expression rounded_lanes(const PrintContext& context, const tree::Expression& value); // likewise for a vector
// Result of a C operator on integers, narrowed to `type`: C computes narrow integers as int.
tree::Expression narrowed(ElementType type, tree::Expression value);
// Wraps a value of byte_type(type) to `type`: wrap_s4(value); the value itself if the types are equal.
tree::Expression wrapped(ElementType type, tree::Expression value);

// Vectors of f32 or f64 lanes as unsigned integers with the same bits, and back.
ElementType bits_type(ElementType type);
tree::Expression as_bits(const PrintContext& context, tree::Expression numbers);
tree::Expression as_numbers(const PrintContext& context, tree::Expression bits);

// Integers in the evaluator: int64 that hold s*, u* or pred, with wrapping arithmetic.
inline std::uint64_t as_unsigned(std::int64_t x) {
    return static_cast<std::uint64_t>(x);
}
inline std::int64_t as_signed(std::uint64_t x) {
    return static_cast<std::int64_t>(x);
}
inline bool is_less(ElementType type, std::int64_t a, std::int64_t b) {
    return is_signed(type) ? a < b : as_unsigned(a) < as_unsigned(b);
}
inline bool shifts_out(ElementType type, std::int64_t amount) {
    return amount < 0 || amount >= info(type).bits;
}
// True for an s32 that is shifted by a known number of bits, at least one and not all.
inline bool shifts_by_constant(const RangeContext& x) {
    const std::optional<std::int64_t> amount = x.operand(1).single();
    return x.expr.type == ElementType::S32 && amount && *amount > 0 && *amount < 32;
}
// An integer key with the total order of floats.
std::int64_t total_order_key(double x);
// The bits of `value` in the width of its type, the rest zero.
std::uint64_t low_bits(ElementType type, std::int64_t value);

} // namespace hlo2cpp
