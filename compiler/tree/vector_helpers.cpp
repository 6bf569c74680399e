#include "tree/vector_helpers.h"

#include <algorithm>
#include <span>

namespace hlo2cpp::tree {
namespace {

constexpr std::int64_t kMostLanes = 64;

std::optional<VectorType> vectors_of(const std::string& function, std::span<const char* const> helpers) {
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

std::string conversion_function(const Conversion& conversion) {
    const auto& [from, to] = conversion;
    return vector_typedef(to.first, to.second) + "_from_" + std::string(info(from).name);
}

std::optional<Conversion> conversion_of(const std::string& function) {
    constexpr std::string_view kFrom = "_from_";
    const std::size_t at = function.find(kFrom), x = function.find('x');
    if (at == function.npos || x > at) return {};
    const auto from = element_type_from_name(function.substr(at + kFrom.size())),
               to = element_type_from_name(function.substr(0, x));
    const auto has_lanes = [](ElementType type) { return type == ElementType::F32 || type == ElementType::F64; };
    const bool widens = from && to && is_integer(*from) && has_lanes(*to),
               rounds = from && to && is_integer(*to) && has_lanes(*from);
    for (std::int64_t lanes = 2; (widens || rounds) && lanes <= kMostLanes; lanes *= 2)
        if (function == conversion_function({*from, {*to, lanes}})) return Conversion{*from, {*to, lanes}};
    return {};
}

bool is_rounding(const Conversion& conversion) {
    return is_integer(conversion.to.first);
}

std::vector<ElementType> integers_of(const Conversion& conversion) {
    const ElementType memory = byte_type(is_rounding(conversion) ? conversion.to.first : conversion.from);
    std::vector<ElementType> integers = {memory};
    if (info(memory).bits == 8) integers.push_back(is_signed(memory) ? ElementType::S16 : ElementType::U16);
    if (info(memory).bits < 32) integers.push_back(ElementType::S32);
    return integers;
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
