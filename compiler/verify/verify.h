// The module verifier: whether a module means something, and whether all of it is supported. Runs on what was read and
// after every pass.
#pragma once

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// At most this many errors are collected, besides the summary of what is not supported.
constexpr std::size_t kMaxVerifyErrors = 50;

// What a while, conditional, reduce, ... runs may hold others, so deep; calls are not counted. Compilers of C++ bound
// the depth of blocks (Clang: 256), and what recurses over nested regions here needs a bound too.
constexpr int kMaxNesting = 200;

// Adds everything that is wrong or not supported to the diagnostics.
void verify(const Module& module, Diagnostics& diagnostics);

} // namespace hlo2cpp
