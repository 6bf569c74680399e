#include "tree/search.h"

namespace hlo2cpp::tree {

std::optional<std::pair<ElementType, std::int64_t>> vectors_of_search(const std::string& function) {
    constexpr std::int64_t kMostLanes = 64;
    for (const char* search : kSearches) {
        if (!function.starts_with(search)) continue;
        for (const ElementType element : {ElementType::F32, ElementType::F64})
            for (std::int64_t lanes = 2; lanes <= kMostLanes; lanes *= 2)
                if (function == vector_function(search, element, lanes)) return std::pair(element, lanes);
    }
    return {};
}

} // namespace hlo2cpp::tree
