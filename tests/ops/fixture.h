// Fixtures: a module, its arguments and the results that XLA:CPU (or the semantics) give, in one file that is HLO text
// itself.
//
//     HloModule ...                       the module
//     // relative                         no absolute tolerance
//     // signed-zeros                     the sign of zero counts
//     // exact                        the results have the oracle's bits
//     // in0 f32[2,3]                     an argument leaf, its elements in row-major order on the lines below
//     //   1 -0 inf 2.5 nan 1e-05
//     // out0 f32[3,2]                    a result leaf
//     //   ...
//
// In a module for several devices, lines of their own begin with
//
//     // device 0                     the arguments and results of device 0 are below, those of all devices above
//
// Examples that are built in C++ (examples/examples.h) are fixtures, too; their paths begin with "example/".
//
// The state that random numbers are drawn from is the last argument and the last result of a fixture that draws some.
#pragma once

#include <string>
#include <vector>

#include "ir/literal.h"
#include "ir/module.h"

namespace hlo2cpp::testing {

struct Fixture {
    std::string name; // "abs/floats", from the path
    std::string text; // the whole file
    std::vector<Literal> arguments, results;
    bool relative = false;
    bool signed_zeros = false;
    bool exact = false;
};

// Throws std::runtime_error that names the file and the line.
Fixture read_fixture(const std::string& path);
// One a device, each with the module.
std::vector<Fixture> read_device_fixtures(const std::string& path);
// Its module, verified, which takes and gives the state of random numbers where it draws some. Throws InputError.
Module fixture_module(const Fixture& fixture);
// Paths of all tests/ops/<op>/*.hlo under the folder, sorted, and of the examples.
std::vector<std::string> fixture_paths(const std::string& folder);

// Empty where every element is right within the tolerance of its type; else which is not.
std::string difference(const Literal& got, const Literal& want, const Fixture& fixture);
// The same of the results that the evaluator gets from the module with the fixture's arguments; empty: none differs.
std::string difference_of_evaluated(const Module& module, const Fixture& fixture);

} // namespace hlo2cpp::testing
