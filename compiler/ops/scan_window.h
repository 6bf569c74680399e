// A reduce-window whose windows reach from one end of a dimension to each element (a cumulative sum) is a scan: the
// fold at an element is the one before it, combined with the element.
#pragma once

#include <optional>

#include "ir/module.h"

namespace hlo2cpp {

struct ScanWindow {
    std::size_t dimension = 0;
    bool reverse = false; // from the end of the dimension
};

// Any computation from the front, which keeps the order of the elements; one associative op from the end, too. Nothing
// for lines so short that each of their folds is computed where it is used.
std::optional<ScanWindow> scan_window(const Module& module, const Instruction& instruction);

} // namespace hlo2cpp
