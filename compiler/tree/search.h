// Helpers that look for the first largest, or smallest, of n elements: "first_largest_f32x8"(elements, n), n at least
// the lanes.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "tree/type.h"

namespace hlo2cpp::tree {

constexpr const char* kSearches[] = {"first_largest", "first_smallest"};
// The element and the lanes of one of them; nothing where the function is another one.
std::optional<std::pair<ElementType, std::int64_t>> vectors_of_search(const std::string& function);

} // namespace hlo2cpp::tree
