// Matrix algorithms as loops over scalars in HLO: variables, loops from one index to another, elements of arrays.
// `lower` and later stages treat them like any other HLO.
//
//     LoopCode code(expansion);
//     const Variable sum = code.variable(code.number(type, 0));
//     code.loop(0, n, [&](LoopCode& c, Variable i) { c.set(sum, c[sum] + c.at(array, {i})); });
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>

#include "ops/expansion.h"

namespace hlo2cpp {

class LoopCode;

// A value of the code that made it; inner loops cannot use it.
struct Scalar {
    LoopCode* code = nullptr;
    InstructionId id;
    std::optional<std::int64_t> known = {}; // of an index
};

// A variable of the code that made it and of all loops inside it.
struct Variable {
    std::size_t slot = 0;
};

// Index of an element, or bound of a loop: s32.
class LoopIndex {
public:
    LoopIndex(int number) : known_(number) {}             // NOLINT: converts
    LoopIndex(std::int64_t number) : known_(number) {}    // NOLINT
    LoopIndex(Variable variable) : variable_(variable) {} // NOLINT
    LoopIndex(Scalar scalar) : scalar_(scalar) {}         // NOLINT
    Scalar in(LoopCode& code) const;

private:
    std::optional<std::int64_t> known_;
    std::optional<Variable> variable_;
    std::optional<Scalar> scalar_;
};

class LoopCode {
public:
    using Indices = std::initializer_list<LoopIndex>;
    using Body = std::function<void(LoopCode& inside)>;
    using IndexedBody = std::function<void(LoopCode& inside, Variable index)>;
    using Condition = std::function<Scalar(LoopCode& inside)>;

    explicit LoopCode(Expansion& expansion) : e_(expansion) {}

    Variable variable(Scalar initial) { return add(initial.id); }
    Variable array(InstructionId initial) { return add(initial); }
    Variable zeros(ElementType type, std::vector<std::int64_t> dims); // an array
    Scalar operator[](Variable variable) { return {this, variables_[variable.slot]}; }
    InstructionId value(Variable variable) const { return variables_[variable.slot]; }
    void set(Variable variable, Scalar value) { variables_[variable.slot] = value.id; }
    Scalar at(Variable array, Indices place);
    void put(Variable array, Indices place, Scalar value);

    Scalar number(ElementType type, double value); // real or complex
    Scalar index(std::int64_t value);
    Scalar wrap(InstructionId id) { return {this, id}; }
    Expansion& expansion() { return e_; }
    Shape shape(Variable array) const { return e_.shape_of(variables_[array.slot]); }

    // A loop over indices from `begin` to before `end`.
    void loop(LoopIndex begin, LoopIndex end, const IndexedBody& body);
    // A loop from `begin` down to `end`, both included.
    void loop_down(LoopIndex begin, LoopIndex end, const IndexedBody& body);
    void loop_while(const Condition& condition, const Body& body);

private:
    Variable add(InstructionId id);

    Expansion& e_;
    Expansion::Values variables_;
};

Scalar operator+(Scalar a, Scalar b);
Scalar operator-(Scalar a, Scalar b);
Scalar operator*(Scalar a, Scalar b);
Scalar operator/(Scalar a, Scalar b);
Scalar operator-(Scalar a);
Scalar operator&&(Scalar a, Scalar b);
Scalar operator||(Scalar a, Scalar b);
Scalar operator!(Scalar a);
Scalar operator<(Scalar a, Scalar b);
Scalar operator<=(Scalar a, Scalar b);
Scalar operator>(Scalar a, Scalar b);
Scalar operator>=(Scalar a, Scalar b);
Scalar operator==(Scalar a, Scalar b);
Scalar operator!=(Scalar a, Scalar b);
// Operators with a number of the same type.
Scalar operator+(Scalar a, double b);
Scalar operator*(Scalar a, double b);
Scalar operator==(Scalar a, double b);
Scalar operator>(Scalar a, double b);

Scalar abs(Scalar a); // the modulus of complex numbers
Scalar sqrt(Scalar a);
Scalar real(Scalar a);
Scalar imag(Scalar a); // 0 for real numbers
Scalar conj(Scalar a);
Scalar to(ElementType type, Scalar a); // real to complex; complex to real takes the real part
Scalar select(Scalar condition, Scalar on_true, Scalar on_false);
Scalar maximum(Scalar a, Scalar b);
Scalar magnitude(Scalar a);    // |re| + |im|, LAPACK's measure for pivots
Scalar largest_part(Scalar a); // max(|re|, |im|)
Scalar square(Scalar a);       // |a|^2
// |a| with the sign of b
Scalar with_sign(Scalar a, Scalar b);
Scalar hypotenuse(Scalar a, Scalar b); // sqrt(a^2 + b^2)

Variable identity(LoopCode& code, ElementType type, std::int64_t m, std::int64_t n); // ones on the diagonal
void swap(LoopCode& code, Variable array, LoopCode::Indices one, LoopCode::Indices other);
void swap_columns(LoopCode& code, Variable matrix, Variable one, Variable other);
void transpose(LoopCode& code, Variable matrix); // of a square matrix in place
// Stable sort of keys in rising or falling order, and of the matrices' rows with them.
enum class Order : std::uint8_t { Rising, Falling };
void sort_rows(LoopCode& code, Variable keys, Order order, const std::vector<Variable>& matrices);

// Fixes the sign (or phase) of row i of `vectors`, and row i of `others` with it: its product with a pseudorandom
// positive vector becomes positive, so the matrix decides the sign and not rounding.
void turn_rows(LoopCode& code, Variable vectors, const std::vector<Variable>& others);

// Runs `body` if the condition holds, which is computed once.
void only_if(LoopCode& code, Scalar condition, const LoopCode::Body& body);

// Applies `one` to each matrix of a batch: it takes arrays [b..., m, n] as [m, n], and `results` has the shapes of its
// results for one matrix. Returns arrays of the batch.
using OneMatrix = std::function<std::vector<Variable>(LoopCode& code, const std::vector<Variable>& matrices)>;
Expansion::Values each_matrix(Expansion& e, const Expansion::Values& arrays, const std::vector<std::int64_t>& batch,
                              const std::vector<Shape>& results, const OneMatrix& one);

} // namespace hlo2cpp
