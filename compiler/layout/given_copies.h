// The arrays beside which a copy lies as the module says.
#pragma once

#include <set>

#include "layout/kernel_cycles.h"
#include "layout/movable.h"

namespace hlo2cpp {

class GivenCopies {
public:
    GivenCopies(const Kernels& kernels, std::vector<Mobility> mobility, LayoutCycles& cycles);

    Mobility mobility(std::size_t value) const { return mobility_[value]; }
    // True if kernels use a copy of an array where it lies so for them.
    bool made(std::size_t value, const ArrayLayout& layout);
    // The layouts that a call finds its arguments in, given those of all values. A kernel that reads an array in
    // another shape takes the one that lies as the module says where that is faster.
    std::vector<ArrayLayout> layouts_of_call(const Call& call, const std::vector<ArrayLayout>& of_values);
    // Estimated cycles of the copy from a layout to that of the module, or back.
    double cycles_from(std::size_t value, const ArrayLayout& layout);
    double cycles_to(std::size_t value, const ArrayLayout& layout);

private:
    struct Read {
        KernelId kernel;
        std::size_t argument = 0;
        friend auto operator<=>(const Read&, const Read&) = default;
    };

    bool takes_given(const Read& read, std::size_t value, const ArrayLayout& layout);
    double copy_cycles(std::size_t value, const std::vector<ArrayLayout>& layouts);

    const Kernels& kernels_;
    const std::vector<Mobility> mobility_; // by value
    LayoutCycles& cycles_;
    std::vector<std::set<Read>> reads_; // by value: in another shape
    std::map<std::tuple<Read, Mobility, ArrayLayout>, bool> given_;
};

} // namespace hlo2cpp
