// What --self-test embeds in a generated file: arguments, what the evaluator has of them, and how near results must be.
#pragma once

#include <optional>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

struct SelfTest {
    // Of a parameter leaf. Neither stored nor initial: sampled, see check/inputs.h.
    struct Argument {
        std::optional<Literal> stored; // as it lies in memory
        bool initial = false;          // of state: what NAME_reset makes of it
    };
    // Of a result leaf. An array of many elements is not stored whole: sums of `run` neighbours in memory stand for
    // them.
    struct Result {
        Literal sums; // f32 for f16 and bf16, too; of integers modulo 2^32, those of 64 bits modulo 2^64
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

// Evaluates the module with the arguments, one row-major literal a leaf. Throws InputError where what the evaluator has
// of a decomposition is no answer.
SelfTest make_self_test(const Module& module, const std::vector<Literal>& arguments);

} // namespace hlo2cpp
