#include "machine/core.h"

#include <algorithm>
#include <numeric>

namespace hlo2cpp {

InstructionCounts& InstructionCounts::operator+=(const InstructionCounts& more) {
    for (std::size_t i = 0; i < kInstructionKinds; ++i) of[i] += more.of[i];
    return *this;
}

InstructionCounts InstructionCounts::operator*(double times) const {
    InstructionCounts product = *this;
    for (double& count : product.of) count *= times;
    return product;
}

double InstructionCounts::times(const std::array<double, kInstructionKinds>& each) const {
    double sum = 0;
    for (std::size_t i = 0; i < kInstructionKinds; ++i) sum += of[i] * each[i];
    return sum;
}

double InstructionCounts::sum() const {
    return std::accumulate(of.begin(), of.end(), 0.0);
}

bool Core::runs(std::string_view target) const {
    return std::ranges::find(targets, target) != targets.end();
}

const std::vector<Core>& cores() {
    static const std::vector<Core> kCores = {
#define CORE(...) Core{__VA_ARGS__},
#include "machine/cores.def"
    };
    return kCores;
}

const Core* find_core(std::string_view name) {
    const auto found = std::ranges::find(cores(), name, &Core::name);
    return found == cores().end() ? nullptr : &*found;
}

} // namespace hlo2cpp
