// Values that regions use of those around them: HLO's computations cannot.
#pragma once

#include <unordered_map>
#include <vector>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

class Captures {
public:
    explicit Captures(const Document& document);
    // Of an operation with regions, in the order of their first use.
    const std::vector<ValueId>& of(const Operation& operation) const;

private:
    void visit(const Region& region, std::vector<const Operation*>& around);

    std::vector<std::uint32_t> depth_; // of the region that defines a value, by ValueId
    std::unordered_map<const Operation*, std::vector<ValueId>> captured_;
};

} // namespace hlo2cpp::stablehlo
