// Functions of constants, beside those of the C++ library.
#include "rewrite/foldable_functions.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <complex>

#include "evaluate/tensor.h"

using namespace hlo2cpp;

namespace {

using Complex = std::complex<double>;

Instruction function_of(Opcode opcode, ElementType type) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.shape = Shape::array(type, {1});
    return instruction;
}

double folded_real(Opcode opcode, ElementType type, double x) {
    const Instruction instruction = function_of(opcode, type);
    Tensor operand(instruction.shape);
    operand.reals()(0) = round_to(type, x);
    const FoldableFunction fold = foldable_function(instruction);
    REQUIRE(fold);
    return fold({&operand}).reals()(0);
}

Complex folded_complex(Opcode opcode, ElementType type, Complex x) {
    const Instruction instruction = function_of(opcode, type);
    Tensor operand(instruction.shape);
    operand.complexes()(0) = round_to(type, x);
    const FoldableFunction fold = foldable_function(instruction);
    REQUIRE(fold);
    return fold({&operand}).complexes()(0);
}

struct ComplexFunction {
    Opcode opcode;
    Complex (*expected)(const Complex&);
};

} // namespace

TEST_CASE("functions of narrow floats are those of f32, rounded", "[folding]") {
    for (const ElementType type : {ElementType::F16, ElementType::BF16, ElementType::F8E4M3FN}) {
        for (const double x : {0.125, 0.75, 1.5}) {
            const double rounded = round_to(type, x);
            CHECK(folded_real(Opcode::Tanh, type, x) == round_to(type, std::tanh(rounded)));
            CHECK(folded_real(Opcode::Exponential, type, x) == round_to(type, std::exp(rounded)));
            CHECK(folded_real(Opcode::Log, type, x) == round_to(type, std::log(rounded)));
        }
    }
}

TEST_CASE("functions of complex constants are folded", "[folding]") {
    const ComplexFunction functions[] = {
        {Opcode::Exponential, [](const Complex& x) { return std::exp(x); }},
        {Opcode::Log, [](const Complex& x) { return std::log(x); }},
        {Opcode::Sine, [](const Complex& x) { return std::sin(x); }},
        {Opcode::Cosine, [](const Complex& x) { return std::cos(x); }},
        {Opcode::Tan, [](const Complex& x) { return std::tan(x); }},
        {Opcode::Tanh, [](const Complex& x) { return std::tanh(x); }},
        {Opcode::Atan, [](const Complex& x) { return std::atan(x); }},
        {Opcode::Asinh, [](const Complex& x) { return std::asinh(x); }},
    };
    const std::pair<ElementType, double> types[] = {{ElementType::C64, 1e-6}, {ElementType::C128, 1e-14}};
    for (const auto& [type, tolerance] : types) {
        for (const ComplexFunction& one : functions) {
            for (const Complex x : {Complex(0.5, 0.25), Complex(-1.5, 2), Complex(0.125, -3)}) {
                INFO(static_cast<int>(one.opcode) << " of " << x);
                const Complex expected = one.expected(round_to(type, x));
                CHECK(std::abs(folded_complex(one.opcode, type, x) - expected) <= tolerance * std::abs(expected));
            }
        }
    }
}

TEST_CASE("functions that are none of complex numbers are not folded for them", "[folding]") {
    for (const Opcode opcode : {Opcode::Cbrt, Opcode::Erf})
        CHECK(foldable_function(function_of(opcode, ElementType::C64)) == nullptr);
    CHECK(foldable_function(function_of(Opcode::Tanh, ElementType::S32)) == nullptr);
}
