// The module verifier: checks that a module is valid and supported. It runs on the input and after every pass.
#pragma once

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// At most this many errors are collected, besides the summary of unsupported ops and types.
constexpr std::size_t kMaxVerifyErrors = 50;

// Maximum nesting of while, conditional, reduce, ...; calls are not counted. C++ compilers bound the depth of blocks
// (Clang: 256), and recursion over nested regions here needs a bound too.
constexpr int kMaxNesting = 200;

// Adds everything that is wrong or not supported to the diagnostics.
void verify(const Module& module, Diagnostics& diagnostics);

} // namespace hlo2cpp
