#include "tree/vector_helpers.h"

#include <algorithm>
#include <span>

namespace hlo2cpp::tree {
namespace {

std::optional<VectorType> vectors_of(const std::string& function, std::span<const char* const> helpers) {
    constexpr std::int64_t kMostLanes = 64;
    for (const char* helper : helpers) {
        if (!function.starts_with(helper)) continue;
        for (const ElementType element :
             {ElementType::F32, ElementType::F64, ElementType::U16, ElementType::S32, ElementType::S64})
            for (std::int64_t lanes = 2; lanes <= kMostLanes; lanes *= 2)
                if (function == vector_function(helper, element, lanes)) return std::pair(element, lanes);
    }
    return {};
}

} // namespace

std::optional<VectorType> vectors_of_search(const std::string& function) {
    return vectors_of(function, kSearches);
}

std::optional<VectorType> vectors_of_first_lanes(const std::string& function) {
    constexpr const char* kHelpers[] = {kFirstLanes, kSetFirstLanes};
    return vectors_of(function, kHelpers);
}

std::optional<VectorType> vectors_of_mask(const std::string& function) {
    constexpr const char* kHelpers[] = {kMask};
    return vectors_of(function, kHelpers);
}

std::optional<VectorType> vectors_of_transposition(const std::string& function) {
    constexpr const char* kHelpers[] = {kTransposition};
    return vectors_of(function, kHelpers);
}

VectorType loaded_by_transposition(const VectorType& square) {
    constexpr std::int64_t kBytes = 16;
    return {square.first, std::min(square.second, kBytes / byte_size(square.first))};
}

} // namespace hlo2cpp::tree
