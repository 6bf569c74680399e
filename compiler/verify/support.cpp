#include "verify/support.h"

#include <map>
#include <set>
#include <string>

#include "ops/op.h"
#include "verify/structure.h"
#include "verify/supported_types.h"

namespace hlo2cpp {
namespace {

struct Uses {
    std::int64_t count = 0; // instructions
    Diagnostic first;
};

// Counts of unsupported ops and types, in order of first appearance.
class UnsupportedCounts {
public:
    void count(const std::string& thing, const Computation& computation, const Instruction& instruction) {
        const auto [found, is_new] = index_.emplace(thing, uses_.size());
        if (is_new) uses_.push_back({.first = about(computation, instruction, thing)});
        ++uses_[found->second].count;
    }
    void report(Diagnostics& diagnostics) {
        for (Uses& uses : uses_) {
            if (uses.count > 1)
                uses.first.message += " (" + std::to_string(uses.count) + " instructions, this is the first)";
            diagnostics.error(std::move(uses.first));
        }
    }

private:
    std::map<std::string, std::size_t> index_;
    std::vector<Uses> uses_;
};

// Element types anywhere in the shape; a token has none.
void collect_types(const Shape& shape, std::set<ElementType>& types) {
    if (!shape.is_tuple() && !shape.is_token()) types.insert(shape.type);
    for (const Shape& element : shape.tuple) collect_types(element, types);
}

// True if a target cannot hold the array, or 64-bit arithmetic on its size could overflow.
bool is_too_large(const Shape& shape) {
    constexpr std::int64_t kMaxBytes = std::int64_t{1} << 40;
    bool large = false;
    for_each_leaf(shape, [&](const Shape& leaf) { large |= !leaf.is_unbounded() && leaf.bytes() > kMaxBytes; });
    return large;
}

std::string supported_types() {
    std::string text;
    for (const ElementType type : kSupportedTypes) text += (text.empty() ? "" : ", ") + std::string(info(type).name);
    return text;
}

} // namespace

void check_support(const Module& module, std::span<const ComputationId> computations, Diagnostics& diagnostics) {
    UnsupportedCounts counts;
    for (const ComputationId id : computations) {
        const Computation& computation = module[id];
        for (const Instruction& instruction : computation.instructions) {
            if (definition_of(instruction.opcode) == nullptr)
                counts.count(
                    "the op " + std::string(name_of(instruction.opcode)) +
                        " is not supported: express it with other ops, or keep this part out of the exported function",
                    computation, instruction);
            std::set<ElementType> types;
            collect_types(instruction.shape, types);
            for (const ElementType type : types)
                if (!is_supported(type))
                    counts.count("the type " + std::string(info(type).name) + " is not supported: convert to one of " +
                                     supported_types(),
                                 computation, instruction);
            if (is_too_large(instruction.shape))
                counts.count("an array has more than 2^40 bytes, which is more than any target addresses", computation,
                             instruction);
            if (instruction.shape.is_unbounded())
                counts.count("dynamic dimensions without a bound are not supported: export the function with static "
                             "shapes, or with a bound, such as f32[<=8]",
                             computation, instruction);
        }
    }
    counts.report(diagnostics);
}

} // namespace hlo2cpp
