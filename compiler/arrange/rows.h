// Rows of its arguments that a kernel reads for a row that it writes.
//
// An array's rows lie along its first dimension of more than one element: an image's lines in NHWC.
#pragma once

#include <map>
#include <optional>

#include "kernel/kernel.h"

namespace hlo2cpp {

struct Rows {
    std::size_t dim = 0;    // of the array
    std::int64_t count = 0; // at least 2
    std::int64_t size = 0;  // elements of one
};

// Rows of an array; nothing if it has fewer than two.
std::optional<Rows> rows_of(const Value& value);

// The dimension of a kernel whose points are the rows of its only output, which it writes one by one.
std::optional<std::size_t> row_dim_of(const Kernel& kernel, const Rows& output);

// Rows scale * d + low ... scale * d + high of an argument are loaded where row d is written.
struct RowWindow {
    std::int64_t scale = 1; // at least 1
    std::int64_t low = 0, high = 0;
    std::vector<Index> rows; // of each load: in the space of the kernel
};

// Window of rows that all loads of the argument read for a point of `row_dim`; nothing if they read no such window.
std::optional<RowWindow> window_of(const Kernel& kernel, std::size_t row_dim, ArgumentId argument, const Rows& of);

// Row windows of the calls of a region, analysed on demand and once.
class RowAnalysis {
public:
    RowAnalysis(const Kernels& kernels, std::vector<const Call*> calls)
        : kernels_(kernels), calls_(std::move(calls)), known_(calls_.size()) {}

    const Kernels& kernels() const { return kernels_; }
    std::size_t size() const { return calls_.size(); }
    const Call& call(std::size_t c) const { return *calls_[c]; }
    const Kernel& kernel(std::size_t c) const { return kernels_[calls_[c]->kernel]; }
    ValueId output(std::size_t c) const { return call(c)[kernel(c).outputs[0].argument]; } // the first one
    std::optional<std::size_t> row_dim(std::size_t c);
    const std::optional<RowWindow>& window(std::size_t c, ArgumentId argument); // in rows of the argument's value

private:
    struct Known {
        bool looked_at = false;
        std::optional<std::size_t> row_dim;
        std::map<ArgumentId, std::optional<RowWindow>> windows;
    };

    const Kernels& kernels_;
    std::vector<const Call*> calls_;
    std::vector<Known> known_; // by call
};

} // namespace hlo2cpp
