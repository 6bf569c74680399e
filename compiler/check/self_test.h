// Data that --self-test embeds in a generated file: arguments, the evaluator's results, and the tolerance of results.
#pragma once

#include <optional>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

struct SelfTest {
    // Argument of a parameter leaf. If it is neither stored nor initial, it is sampled, see check/inputs.h.
    struct Argument {
        std::optional<Literal> stored; // as it lies in memory
        bool initial = false;          // of state: the value that NAME_reset gives it
    };
    // Expected values of a result leaf. An array of many elements is not stored whole: sums of `run` neighbours in
    // memory stand for them.
    struct Result {
        Literal sums; // f32 for f16 and bf16, too; of integers modulo 2^32, for 64 bits modulo 2^64
        std::int64_t run = 1;
        double relative = 0, absolute = 0; // of floats: by which a sum may be off, see runtime_lib/self_test.h
        std::int64_t most = 0;             // of integers: by which all sums together may be off
        bool by_rounding = false;          // rounding alone moves it by its own size: nothing is compared closely
    };
    std::vector<Argument> arguments;
    std::vector<Result> results;
    bool positive = false; // sampled floats
    bool given = false;    // the arguments come from --input

    std::int64_t stored_bytes() const; // of arguments and sums
};

// Evaluates the module with the arguments, one row-major literal a leaf. Throws InputError if the evaluator's value of
// a decomposition does not fulfil its equations.
SelfTest make_self_test(const Module& module, const std::vector<Literal>& arguments);

} // namespace hlo2cpp
