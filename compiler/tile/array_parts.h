// Which bytes of an array each chunk of the step that stored it has in the cache of its core, and what it costs to move
// them where the chunks of the next step need others.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/kernel.h"
#include "machine/target.h"

namespace hlo2cpp {

class ArrayParts {
public:
    ArrayParts(const Kernels& kernels, const Target& target, std::int64_t chunks);

    // Cycles in which what a call reads comes from the caches of other cores, where its chunks divide the dimension
    // `dim` of its points.
    double divided_cycles(const Kernel& kernel, const Call& call, std::int64_t dim) const;
    // Cycles of the same where one thread runs it. That its results move afterwards costs little: large steps read
    // ahead.
    double whole_cycles(const Kernel& kernel, const Call& call) const;

    // The call has run; -1: in one chunk.
    void run(const Kernel& kernel, const Call& call, std::int64_t dim);
    void copy(ValueId from, ValueId to) { runs_[to.index()] = runs_[from.index()]; }

private:
    // Bytes that lie together and that one chunk reads or stores; 0: all chunks read the same, or their bytes are mixed
    // in the lines of caches.
    std::int64_t run_of(const Kernel& kernel, const KernelArgument& array, const Index& index, std::int64_t dim) const;
    double moved_cycles(const KernelArgument& array, std::int64_t stored_run, std::int64_t run) const;
    // The caller's arrays move before all else, whatever reads them first.
    bool is_stored_by_a_step(ValueId value) const { return !is_parameter(kernels_[value]); }

    const std::int64_t chunks_;
    const bool has_caches_;
    const Kernels& kernels_;
    // Bytes that lie together and that one chunk has stored, or read since, by value; 0: the thread that calls has all.
    std::vector<std::int64_t> runs_;
};

} // namespace hlo2cpp
