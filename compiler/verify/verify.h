// The module verifier: whether a module means something, and whether all of it is supported. Runs on what was read and after
// every pass.
#pragma once

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// At most this many errors are collected, besides the summary of what is not supported.
constexpr std::size_t kMaxVerifyErrors = 50;

// Adds everything that is wrong or not supported to the diagnostics.
void verify(const Module& module, Diagnostics& diagnostics);

} // namespace hlo2cpp
