#include "generate/stack/model.h"

#include <algorithm>
#include <cmath>

namespace hlo2cpp {
namespace {

using enum StackFeatures::Name;

constexpr std::size_t kDepth = 5;

struct Split {
    StackFeatures::Name feature;
    std::int64_t above;
};

// One question a level: the answers, as a binary number, name the leaf.
struct Tree {
    Split splits[kDepth];
    int leaves[1 << kDepth]; // thousandths of the logarithm
};

constexpr Tree kTrees[] = {
#define STACK_TREE(...) {__VA_ARGS__},
#include "generate/stack/model.def"
};

#define STACK_MODEL(base, offset) constexpr double kBase = base, kOffset = offset;
#include "generate/stack/model.def"

} // namespace

std::int64_t stack_bytes_of(const StackFeatures& features) {
    double thousandths = kBase;
    for (const Tree& tree : kTrees) {
        std::size_t leaf = 0;
        for (const Split& split : tree.splits) leaf = leaf * 2 + (features[split.feature] > split.above ? 1 : 0);
        thousandths += tree.leaves[leaf];
    }
    const double bytes = std::max(std::exp(thousandths / 1000) - kOffset, 8.0);
    return static_cast<std::int64_t>(std::ceil(bytes / 8)) * 8;
}

} // namespace hlo2cpp
