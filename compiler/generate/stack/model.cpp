#include "generate/stack/model.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace hlo2cpp {
namespace {

using enum StackFeatures::Name;

constexpr std::size_t kDepth = 4;
constexpr double kOffset = 40; // bytes: frames count by the logarithm, but not the smallest ones

struct Split {
    StackFeatures::Name feature;
    std::int64_t above;
};

// One question a level: the answers, as a binary number, name the leaf.
struct Tree {
    Split splits[kDepth];
    int leaves[1 << kDepth]; // thousandths of the logarithm
};

struct Model {
    int base;
    std::span<const Tree> trees;
};

#define STACK_BASE(base)
#define STACK_TREE(...) {__VA_ARGS__},
constexpr Tree kCortexMTrees[] = {
#include "generate/stack/cortex_m.def"
};
constexpr Tree kGenericTrees[] = {
#include "generate/stack/generic.def"
};
constexpr Tree kVectorTrees[] = {
#include "generate/stack/vector.def"
};
#undef STACK_BASE
#undef STACK_TREE

#define STACK_BASE(base) base
#define STACK_TREE(...)
constexpr int kCortexMBase =
#include "generate/stack/cortex_m.def"
    ;
constexpr int kGenericBase =
#include "generate/stack/generic.def"
    ;
constexpr int kVectorBase =
#include "generate/stack/vector.def"
    ;
#undef STACK_BASE
#undef STACK_TREE

Model model_for(const StackFeatures& features) {
    if (features[VectorBytes] > 0) return {kVectorBase, kVectorTrees};
    if (features[WordBytes] == 4) return {kCortexMBase, kCortexMTrees};
    return {kGenericBase, kGenericTrees};
}

} // namespace

std::int64_t stack_bytes_of(const StackFeatures& features) {
    const Model model = model_for(features);
    std::int64_t thousandths = model.base;
    for (const Tree& tree : model.trees) {
        std::size_t leaf = 0;
        for (const Split& split : tree.splits) leaf = leaf * 2 + (features[split.feature] > split.above ? 1 : 0);
        thousandths += tree.leaves[leaf];
    }
    const double bytes = std::max(std::exp(static_cast<double>(thousandths) / 1000) - kOffset, 8.0);
    return static_cast<std::int64_t>(std::ceil(bytes / 8)) * 8;
}

} // namespace hlo2cpp
