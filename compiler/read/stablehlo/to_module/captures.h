// Values that regions use of those around them: HLO's computations cannot.
#pragma once

#include <unordered_map>
#include <vector>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

class Captures {
public:
    explicit Captures(const Document& document);
    // Captures of a region and of those inside it, in the order of their first use.
    const std::vector<ValueId>& of(const Region& region) const;

private:
    void visit(const Region& region);

    std::vector<const Region*> around_; // the visited region is the last one
    std::vector<std::size_t> depth_;    // number of regions around a value's definition, by ValueId
    std::unordered_map<const Region*, std::vector<ValueId>> captured_;
};

} // namespace hlo2cpp::stablehlo
