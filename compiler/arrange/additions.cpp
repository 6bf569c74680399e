#include "arrange/additions.h"

#include <utility>

namespace hlo2cpp {

ValueId add(Kernels& kernels, Value value) {
    kernels.values.push_back(std::move(value));
    return ValueId(kernels.values.size() - 1);
}

KernelId add(Kernels& kernels, Kernel kernel) {
    kernels.kernels.push_back(std::move(kernel));
    return KernelId(kernels.kernels.size() - 1);
}

RegionId add(Kernels& kernels, Region region) {
    kernels.regions.push_back(std::move(region));
    return RegionId(kernels.regions.size() - 1);
}

While band_loop(Kernels& kernels, const Range& rounds, std::string name) {
    While made;
    made.trip_count = rounds.size();
    made.first = rounds.begin;
    made.variable = ValueId(kernels.values.size());
    made.band = true;
    made.name = std::move(name);
    add(kernels, Value{.kind = ValueKind::Counter,
                       .type = ElementType::S32,
                       .counts = {.variable = made.variable, .range = rounds},
                       .name = "band"});
    made.condition = add(kernels, Region{});
    return made;
}

} // namespace hlo2cpp
