#include "layout/given_copies.h"

#include <algorithm>

#include "kernel/loads.h"
#include "layout/kernel_layout.h"
#include "layout/moves.h"

namespace hlo2cpp {
namespace {

constexpr double kCopyFactor = 1.3; // copies take memory, too

} // namespace

GivenCopies::GivenCopies(const Kernels& kernels, std::vector<Mobility> mobility, LayoutCycles& cycles)
    : kernels_(kernels), mobility_(std::move(mobility)), cycles_(cycles), reads_(kernels.values.size()) {
    for_each_call(kernels.regions, [&](const Call& call) {
        const std::vector<bool>& reshaped = cycles_.reshaped(call.kernel);
        for (std::size_t a = 0; a < call.values.size(); ++a)
            if (reshaped[a]) reads_[call.values[a].index()].insert({call.kernel, a});
    });
}

bool GivenCopies::made(std::size_t value, const ArrayLayout& layout) {
    if (is_row_major(layout)) return false;
    switch (mobility_[value]) {
    case Mobility::Copied: return true;
    case Mobility::AnyOrder: return layout.pitch > 0;
    case Mobility::Reshaped:
        return std::ranges::any_of(reads_[value], [&](const Read& read) { return takes_given(read, value, layout); });
    default: return false;
    }
}

bool GivenCopies::takes_given(const Read& read, std::size_t value, const ArrayLayout& layout) {
    if (is_row_major(layout) || !cycles_.reshaped(read.kernel)[read.argument]) return false;
    if (layout.pitch > 0) return true;
    const auto [place, fresh] = given_.try_emplace({read, mobility_[value], layout});
    if (!fresh) return place->second;
    std::vector<ArrayLayout> layouts;
    for (const KernelArgument& argument : kernels_[read.kernel].arguments)
        layouts.push_back(row_major(argument.dims.size()));
    const double copy = mobility_[value] == Mobility::Reshaped ? cycles_from(value, layout) : 0; // else it is there
    const double given = cycles_.cycles(read.kernel, layouts) + copy;
    layouts[read.argument] = layout;
    return place->second = cycles_.cycles(read.kernel, layouts) > given;
}

std::vector<ArrayLayout> GivenCopies::layouts_of_call(const Call& call, const std::vector<ArrayLayout>& of_values) {
    std::vector<ArrayLayout> layouts;
    for (std::size_t a = 0; a < call.values.size(); ++a) {
        const std::size_t value = call.values[a].index();
        const ArrayLayout& layout = of_values[value];
        layouts.push_back(takes_given({call.kernel, a}, value, layout) ? row_major(layout.order.size()) : layout);
    }
    return layouts;
}

double GivenCopies::cycles_from(std::size_t value, const ArrayLayout& layout) {
    return copy_cycles(value, {row_major(layout.order.size()), layout});
}

double GivenCopies::cycles_to(std::size_t value, const ArrayLayout& layout) {
    return copy_cycles(value, {layout, row_major(layout.order.size())});
}

double GivenCopies::copy_cycles(std::size_t value, const std::vector<ArrayLayout>& layouts) {
    const Kernel copy = copy_kernel({.type = kernels_.values[value].type, .dims = kernels_.values[value].dims});
    return kCopyFactor * cycles_.copy_cycles(with_layouts(copy, layouts));
}

} // namespace hlo2cpp
