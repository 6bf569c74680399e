// Which value a %name means at a place of a text.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// The results that one name stands for: %name#0, %name#1, ..
struct NamedValues {
    ValueId first = 0;
    std::size_t count = 1;
    std::size_t scope = 0; // depth of the region that defines it
};

class ValueNames {
public:
    const NamedValues* find(std::string_view name) const; // null: not defined
    // False where this region defines the name already.
    bool define(std::string_view name, ValueId first, std::size_t count);
    bool in_outermost_region() const { return regions_.size() == 1; }
    void enter_region() { regions_.push_back(defined_.size()); }
    void leave_region(); // names get back what they meant before

private:
    struct Definition {
        std::string_view name;
        NamedValues before;
        bool was_defined;
    };

    std::unordered_map<std::string_view, NamedValues> values_;
    std::vector<Definition> defined_;  // in their order
    std::vector<std::size_t> regions_; // of each open region: how many there were before
};

} // namespace hlo2cpp::stablehlo
