#include "arrange/equal_kernels.h"

#include <algorithm>
#include <unordered_map>

#include "kernel/renumber.h"

namespace hlo2cpp {
namespace {

std::size_t hash_of(const Kernel& kernel) {
    std::size_t hash = kernel.arguments.size();
    for (const KernelArgument& argument : kernel.arguments) {
        mix(hash, static_cast<std::int64_t>(argument.type));
        mix(hash, argument.elements());
        mix(hash, argument.constant ? 1 : 0);
    }
    for (const std::int64_t size : kernel.dims) mix(hash, size);
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
        mix(hash, static_cast<std::int64_t>(hash_of(kernel.exprs[ExprId(i)])));
    if (kernel.reduction)
        for (const std::int64_t size : kernel.reduction->dims) mix(hash, size);
    for (const Output& output : kernel.outputs)
        for (const Index& subscript : output.index) mix(hash, subscript);
    return hash;
}

bool same_exprs(const ExprGraph& a, const ExprGraph& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!a[ExprId(i)].same_as(b[ExprId(i)])) return false;
    return true;
}

} // namespace

bool same_function(const Kernel& a, const Kernel& b) {
    return a.arguments == b.arguments && a.dims == b.dims && a.space.terms() == b.space.terms() &&
           a.reduction == b.reduction && a.scan == b.scan && a.conditions == b.conditions && a.needed == b.needed &&
           a.outputs == b.outputs && a.sort == b.sort && a.in_order == b.in_order && same_exprs(a.exprs, b.exprs);
}

void merge_equal_kernels(Kernels& kernels) {
    std::vector<Kernel> kept;
    std::vector<KernelId> now; // by old id
    const std::vector<bool> called = called_kernels(kernels);
    std::unordered_multimap<std::size_t, KernelId> known;
    for (Kernel& kernel : kernels.kernels) {
        if (!called[now.size()]) {
            now.emplace_back();
            continue;
        }
        const std::size_t hash = hash_of(kernel);
        const auto [begin, end] = known.equal_range(hash);
        const auto same = std::find_if(
            begin, end, [&](const auto& entry) { return same_function(kept[entry.second.index()], kernel); });
        if (same != end) {
            now.push_back(same->second);
            continue;
        }
        now.emplace_back(kept.size());
        known.emplace(hash, now.back());
        kept.push_back(std::move(kernel));
    }
    replace_kernels(kernels, std::move(kept), now);
}

} // namespace hlo2cpp
