#include "layout/kernel_cycles.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>

#include "arrange/addresses.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"
#include "layout/kernel_layout.h"
#include "layout/movable.h"
#include "layout/stored_type.h"
#include "layout/window_extremes.h"
#include "tile/fixed_lanes.h"

namespace hlo2cpp {
namespace {

constexpr double kByte = 0.07; // cycles that a byte of a copy counts as: it takes memory, too
constexpr double kNever = std::numeric_limits<double>::infinity();

// Quotients and remainders in the addresses of a kernel on flat arrays: of reshapes that its layouts do not follow.
std::size_t quotients(const Kernel& kernel) {
    std::set<TermId> found;
    for (const UsedLoad& load : used_loads(kernel))
        for_each_term(kernel.space, kernel.exprs[load.expr].index, [&](TermId id) {
            const TermKind kind = kernel.space[id].kind;
            if (kind == TermKind::FloorDivide || kind == TermKind::Modulo) found.insert(id);
            return true;
        });
    return found.size();
}

bool has_points(const Kernel& kernel) {
    return std::ranges::find(kernel.dims, 0) == kernel.dims.end();
}

} // namespace

bool adds_up_alike(const Kernel& a, const Kernel& b) {
    return reduction_dims(a) == reduction_dims(b) && reduces_in_fixed_lanes(a) == reduces_in_fixed_lanes(b);
}

const std::vector<Staging>& LayoutCycles::stagings(KernelId kernel) {
    std::optional<std::vector<Staging>>& known = stagings_[kernel.index()];
    if (known) return *known;
    known.emplace();
    if (!may_copy()) return *known;
    const Kernel& given = kernels_[kernel];
    if (!goal_.in_order) known = stagings_of_image(given); // zeros at the edges may change the sign of a sum of zeros
    if (std::optional<Staging> extremes = extremes_along_dimensions(given)) known->push_back(std::move(*extremes));
    if (target_.f16_in_all_lanes + target_.bf16_in_all_lanes == 0) return *known;
    for (std::size_t i = known->size() + 1; i-- > 0;) {
        const Staging before = i == 0 ? Staging{.reader = given} : (*known)[i - 1];
        std::ranges::move(stored_as_f32(before, target_.wide_bytes), std::back_inserter(*known));
    }
    return *known;
}

const std::vector<bool>& LayoutCycles::reshaped(KernelId kernel) {
    std::optional<std::vector<bool>>& known = reshaped_[kernel.index()];
    if (!known) known = read_reshaped(kernels_[kernel]);
    return *known;
}

double LayoutCycles::cycles(KernelId kernel, const std::vector<ArrayLayout>& layouts) {
    return known(kernel, layouts).cycles;
}

const Staging* LayoutCycles::staging(KernelId kernel, const std::vector<ArrayLayout>& layouts) {
    return known(kernel, layouts).staging;
}

const LayoutCycles::Known& LayoutCycles::known(KernelId kernel, const std::vector<ArrayLayout>& layouts) {
    const auto [place, fresh] = known_.try_emplace({kernel, layouts});
    if (!fresh) return place->second;
    Known& best = place->second = {plain_cycles(kernels_[kernel], layouts)};
    for (const Staging& form : stagings(kernel)) {
        const double cycles = staged_cycles(kernels_[kernel], form, layouts);
        if (cycles < best.cycles) best = {cycles, &form};
    }
    return best;
}

double LayoutCycles::cycles_of(const Kernel& kernel) {
    ++estimated_;
    return cycles_(with_addresses(kernel));
}

double LayoutCycles::plain_cycles(const Kernel& kernel, const std::vector<ArrayLayout>& layouts) {
    if (!has_points(kernel)) return 0;
    for (const Output& output : kernel.outputs) {
        const ArrayLayout& written = layouts[output.argument.index()];
        if (written.pitch > 0) return kNever; // between the rows it would write nothing
        if (output.updates.valid() && layouts[output.updates.index()] != written) return kNever;
    }
    if (std::ranges::all_of(layouts, is_row_major)) return cycles_of(kernel);
    const Kernel moved = with_addresses(with_layouts(kernel, layouts));
    if (const std::size_t found = quotients(moved); found > 0 || goal_.in_order) {
        const Kernel as_given = with_addresses(kernel);
        if (found > quotients(as_given) || (goal_.in_order && !adds_up_alike(moved, as_given))) return kNever;
    }
    ++estimated_;
    return cycles_(moved);
}

double LayoutCycles::staged_cycles(const Kernel& kernel, const Staging& form, const std::vector<ArrayLayout>& layouts) {
    const ArrayLayout& written = layouts[kernel.outputs[0].argument.index()];
    const auto lies_alike = [&](ArgumentId argument) { return layouts[argument.index()] == written; };
    const bool any = form.result.order.empty();
    if (any ? written.pitch > 0 : written != form.result || !std::ranges::all_of(form.alike, lies_alike)) return kNever;
    const std::vector<ArrayLayout> all = layouts_of_reader(form, kernel, layouts);
    double cycles = any ? plain_cycles(form.reader, all) : cycles_of(with_layouts(form.reader, all));
    for (std::size_t i = 0; i < form.operands.size(); ++i) {
        cycles += kByte * static_cast<double>(form.operands[i].copy().bytes());
        for (const Kernel& copy : form.operands[i].copies)
            cycles += cycles_of(with_layouts(copy, layouts_of_copy(form, i, all)));
    }
    return form.factor * cycles;
}

} // namespace hlo2cpp
