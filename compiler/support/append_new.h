// Lists without duplicates, in the order in which their items come.
#pragma once

#include <algorithm>
#include <vector>

namespace hlo2cpp {

// Appends the item, unless the list holds an equal one.
template <typename Item>
void append_new(std::vector<Item>& list, const Item& item) {
    if (std::ranges::find(list, item) == list.end()) list.push_back(item);
}

} // namespace hlo2cpp
