#include "nest/nest.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/print.h"
#include "nest/print.h"

namespace hlo2cpp {
namespace {

std::string dim(std::int64_t number) {
    return "d" + std::to_string(number);
}

std::string print_packing(const Packing& packing) {
    std::string text = std::string(packing.constant ? "  packed constant e" : "  packed e") +
                       std::to_string(packing.load.value) + ", depth " + std::to_string(packing.depth);
    for (const std::int64_t number : packing.batch_dims) text += " batch " + dim(number);
    for (const std::int64_t number : packing.reduction_dims) text += " " + dim(number);
    if (packing.has_copied_words()) text += ", " + std::to_string(packing.together) + " steps in a word";
    return text + "\n";
}

std::string print_row_copy(const RowCopy& copy) {
    std::string text = "  copied rows e" + std::to_string(copy.load.value) + ", depth " + std::to_string(copy.depth) +
                       ", " + std::to_string(copy.width) + " x " + std::to_string(copy.together) + " as " +
                       std::string(info(copy.type).name);
    for (const std::int64_t number : copy.outer_dims) text += " " + dim(number);
    text += " line";
    for (const std::int64_t number : copy.line_dims) text += " " + dim(number);
    if (copy.joined > 0) text += ", joined along " + std::to_string(copy.joined);
    return text + "\n";
}

std::string print_loop(RegionId body, const ModuleLoop& loop) {
    std::string text = "\nloop over region " + std::to_string(body.value) + ": ";
    if (loop.lanes > 1) text += std::to_string(loop.lanes) + " rounds at once";
    if (loop.unroll > 0) text += (loop.lanes > 1 ? ", unroll " : "unroll ") + std::to_string(loop.unroll);
    text += "\n";
    for (const RoundsCall& call : loop.calls) {
        text += "  " + print_ref(call.output) + "\n" + print_kernel(call.kernel, "    ");
        for (const nest::Body& of_nest : call.nest.bodies) text += nest::print(call.kernel, of_nest, "    ");
    }
    return text;
}

} // namespace

std::int64_t Packing::elements(const Kernel& kernel) const {
    std::int64_t elements = packed_depth() * lane_size();
    for (const std::int64_t d : batch_dims) elements *= size_of_dim(kernel, d);
    return elements;
}

std::int64_t Packing::lane_size() const {
    const LaneBlocks& last = blocks.back();
    return last.range.begin + last.again + (last.range.size() + last.width - 1) / last.width * last.width;
}

std::int64_t Packing::packed_depth() const {
    return padding > 0 ? depth / line * (line + padding) : depth;
}

std::int64_t Packing::width_of(std::int64_t columns) const {
    return split > 0 ? (columns + split - 1) / split * split : columns;
}

std::int64_t RowCopy::runs(const Kernel& kernel) const {
    std::int64_t count = 1;
    for (std::size_t i = 0; i + joined < outer_dims.size(); ++i) count *= size_of_dim(kernel, outer_dims[i]);
    return count;
}

Index RowCopy::place(const Kernel& kernel) const {
    Index place = row_dim < 0 ? Index() : kernel.space.dimension(row_dim) * together;
    std::int64_t stride = together == stored_depth() ? 1 : width;
    for (const auto* dims : {&line_dims, &outer_dims})
        for (std::size_t i = dims->size(); i-- > 0;) {
            place = place + kernel.space.dimension((*dims)[i]) * stride;
            stride *= size_of_dim(kernel, (*dims)[i]);
        }
    return place;
}

const Packing* LoopNest::packing_of(ExprId load) const {
    const auto found = std::ranges::find(packings, load, &Packing::load);
    return found == packings.end() ? nullptr : &*found;
}

std::string print(const Kernels& kernels, const LoopNests& nests) {
    std::string text = "target " + nests.target.name + "\n";
    std::vector<std::string> names(kernels.kernels.size());
    for_each_call(kernels.regions, [&](const Call& call) {
        std::string& calls = names[call.kernel.index()];
        calls += (calls.empty() ? "" : ", ") + printable(call.name, 60);
    });
    for (const LoopNest& nest : nests.nests) {
        text += "\nkernel " + std::to_string(nest.kernel.value) + ": " + names[nest.kernel.index()] + "\n";
        const bool one = nest.functions.size() == 1;
        for (const Range& function : nest.functions) {
            if (!one) text += "  function\n";
            for (std::int64_t i = function.begin; i < function.end; ++i)
                text += nest::print(kernels[nest.kernel], nest.bodies[static_cast<std::size_t>(i)], "  ");
        }
        if (nest.chunks > 1) text += "  " + std::to_string(nest.chunks) + " chunks\n";
        if (nest.rolled) text += "  only loops with a factor are unrolled\n";
        for (const Packing& packing : nest.packings) text += print_packing(packing);
        if (nest.row_copy) text += print_row_copy(*nest.row_copy);
        if (nest.scratch_bytes > 0) text += "  scratch " + std::to_string(nest.scratch_bytes) + " bytes\n";
    }
    for (const auto& [body, loop] : nests.loops) text += print_loop(body, loop);
    return text;
}

} // namespace hlo2cpp
