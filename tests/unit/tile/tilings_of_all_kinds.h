// Tilings of kernels of all kinds for every target.
#pragma once

#include <set>

#include "tile/tile.h"
#include "tile/tilings.h"
#include "unit/tile/kernels_of_all_kinds.h"
#include "unit/tile/nests_of.h"

namespace hlo2cpp {

// Targets without those for which tiling decides as for another one, but for a number of registers or cycles.
inline std::vector<Target> all_targets() {
    const std::set<std::string> alike = {"native", "cortex-m0plus", "cortex-m23", "rv32imc", "cortex-m33", "cortex-m85",
                                         "esp32",  "esp32-s3",      "rv64gc",     "s390x",   "rv64gcv",    "x86-64"};
    std::vector<Target> targets;
    for (const std::string& name : target_names())
        if (!alike.contains(name)) targets.push_back(*find_target(name));
    return targets;
}

// Calls visit(nests) with those of every target and goal.
template <typename Visit>
void for_all_nests(const Kernels& kernels, Visit&& visit) {
    for (const Target& target : all_targets())
        for (const Optimize optimize : {Optimize::Size, Optimize::Balanced, Optimize::Speed})
            for (const bool in_order : {false, true})
                visit(tile(kernels, target, {.in_order = in_order, .optimize = optimize}));
}

inline std::vector<std::int64_t> sizes_of(const Kernel& kernel) {
    std::vector<std::int64_t> sizes = kernel.dims;
    if (kernel.reduction) sizes.insert(sizes.end(), kernel.reduction->dims.begin(), kernel.reduction->dims.end());
    return sizes;
}

struct Tiled {
    const FusedModule& module;
    Target target;
    bool deterministic;
    std::vector<Tiling> nests;
};

inline std::vector<Tiled> tilings_of(const std::vector<FusedModule>& modules) {
    std::vector<Tiled> made;
    for (const FusedModule& module : modules)
        for (const Target& target : all_targets())
            for (const bool deterministic : {false, true}) {
                std::vector<Tiling> nests = tilings(module.kernels, target, {.in_order = deterministic});
                REQUIRE(nests.size() == module.kernels.kernels.size());
                made.push_back({module, target, deterministic, std::move(nests)});
            }
    return made;
}

// Calls check(kernels, kernel, nest, target, deterministic) for every kernel of the modules on every target.
template <typename Check>
void for_all_nests(const std::vector<Tiled>& tilings, Check&& check) {
    for (const Tiled& tiling : tilings) {
        const Kernels& kernels = tiling.module.kernels;
        INFO(tiling.module.text.substr(0, 1000));
        INFO(tiling.target.name << (tiling.deterministic ? ", deterministic" : ""));
        for (const Tiling& nest : tiling.nests)
            check(kernels, kernels[nest.kernel], nest, tiling.target, tiling.deterministic);
    }
}

// Nests of modules of all kinds. Many tests go through all of them, so they are made once.
inline const std::vector<Tiled>& all_tilings() {
    static const std::vector<Tiled> tilings = tilings_of(all_fused());
    return tilings;
}

} // namespace hlo2cpp
