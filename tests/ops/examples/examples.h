// Fixtures that are built in C++, through ir/builder: the worked examples of the published semantics of the ops, and
// the corners that the published text leaves open.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "ir/builder/arrays.h"
#include "ir/builder/control.h"
#include "ir/builder/elementwise.h"
#include "ir/builder/folds.h"

namespace hlo2cpp::testing {

using builder::Builder;
using builder::Op;
using builder::Ops;
using builder::Sizes;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Example {
    std::string name; // what it shows
    std::vector<Literal> arguments;
    std::function<Op(Builder&, const Ops& x)> build; // from a parameter an argument
    std::vector<Literal> results;
};
using Examples = std::vector<Example>;

Examples worked_examples_of_arrays();
Examples worked_examples_of_elements();
Examples worked_examples_of_gather();
Examples worked_examples_of_products();
Examples worked_examples_of_folds();
Examples worked_examples_of_control();
Examples corners_of_integers();
Examples corners_of_floats();
Examples corners_of_narrow_floats();
Examples corners_of_indices();
Examples corners_of_folds();
Examples corners_of_moves();
Examples corners_of_random_bits();
Examples corners_of_structure();

// All of them; names are unique.
const Examples& examples();

// Arrays of these elements, in row-major order, each rounded to the type.
Literal array(ElementType type, Sizes dims, const std::vector<double>& elements);
Literal f32(Sizes dims, const std::vector<double>& elements);
Literal s32(Sizes dims, const std::vector<double>& elements);
Literal u32(Sizes dims, const std::vector<double>& elements);
Literal pred(Sizes dims, const std::vector<double>& elements);
Literal integers(ElementType type, Sizes dims, const std::vector<std::int64_t>& elements); // of 64 bits
std::vector<double> count_up(std::int64_t count, double first = 0);                        // first, first + 1, ...
// `element` of each index.
Literal tabulate(ElementType type, Sizes dims, const std::function<double(const Sizes& index)>& element);
double at(const Literal& array, const Sizes& index);

// Scalar functions, as computations of the builder.
using Scalars = std::function<Op(Builder&, const Ops& x)>;
ComputationId function(Builder& builder, const std::vector<Shape>& parameters, const Scalars& body);
ComputationId of_two(Builder& builder, ElementType type, Op (*op)(Op, Op, const Sizes&)); // op(x, y)

} // namespace hlo2cpp::testing
