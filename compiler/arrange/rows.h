// Rows of its arguments that a kernel reads for a row that it writes.
//
// Rows of an array lie along one of its dimensions: an image's lines in NHWC are those of its second one.
#pragma once

#include <map>
#include <optional>

#include "kernel/kernel.h"

namespace hlo2cpp {

// The first dimension of more than one element, along which rows are neighbours in memory; nothing if there is none.
std::optional<std::size_t> first_row_dim(const Value& value);

// The dimension of a kernel whose points are the rows along a dimension of its only output, which it writes one by one.
std::optional<std::size_t> row_dim_of(const Kernel& kernel, std::size_t output_dim);

// Rows scale * d + low ... scale * d + high of an argument are loaded where row d is written.
struct RowWindow {
    std::size_t dim = 0;    // of the argument
    std::int64_t scale = 1; // at least 1
    std::int64_t low = 0, high = 0;
    std::vector<Index> rows; // of each load: in the space of the kernel
};

// Window of rows that all loads of the argument read for a point of `row_dim`; nothing if they read no such window.
std::optional<RowWindow> window_of(const Kernel& kernel, std::size_t row_dim, ArgumentId argument);

// Row windows of the calls of a region, analysed on demand and once.
class RowAnalysis {
public:
    RowAnalysis(const Kernels& kernels, std::vector<const Call*> calls)
        : kernels_(kernels), calls_(std::move(calls)), row_dims_(calls_.size()), windows_(calls_.size()) {}

    const Kernels& kernels() const { return kernels_; }
    std::size_t size() const { return calls_.size(); }
    const Call& call(std::size_t c) const { return *calls_[c]; }
    const Kernel& kernel(std::size_t c) const { return kernels_[calls_[c]->kernel]; }
    ValueId output(std::size_t c) const { return call(c)[kernel(c).outputs[0].argument]; } // the first one
    // See row_dim_of() and window_of().
    std::optional<std::size_t> row_dim(std::size_t c, std::size_t output_dim);
    const std::optional<RowWindow>& window(std::size_t c, std::size_t row_dim, ArgumentId argument);

private:
    const Kernels& kernels_;
    std::vector<const Call*> calls_;
    // By call: of the output's dimensions, and of its own ones and an argument.
    std::vector<std::map<std::size_t, std::optional<std::size_t>>> row_dims_;
    std::vector<std::map<std::pair<std::size_t, ArgumentId>, std::optional<RowWindow>>> windows_;
};

} // namespace hlo2cpp
