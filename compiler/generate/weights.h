// The text of the plan of constants: arrays in flash.
#pragma once

#include <string>
#include <vector>

#include "generate/names.h"
#include "generate/program.h"

namespace hlo2cpp {

class Weights {
public:
    // A name for each array is added to `globals`, none of them in `avoid`.
    Weights(const Program& program, const Names& avoid, Names& globals);
    // The name of the array; printed because it is asked for.
    std::string array(ConstantId id);
    std::string text() const;

private:
    const Program& program_;
    std::vector<std::string> names_;   // by number of the array among those that are printed
    std::vector<ConstantId> printed_;  // in the order in which they were asked for
    std::vector<std::size_t> numbers_; // by constant: 1 + its place among them, 0: nowhere
};

} // namespace hlo2cpp
