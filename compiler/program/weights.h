// The constants of the program under their names in the file.
#pragma once

#include <string>
#include <vector>

#include "program/input.h"
#include "program/names.h"

namespace hlo2cpp {

class Weights {
public:
    // A name for each array is added to `globals`, none of them in `avoid`.
    Weights(const ProgramInput& input, const Names& avoid, Names& globals);
    // The array; it is in the file because it is asked for.
    tree::Expression array(ConstantId id);
    // In the order in which they were asked for.
    std::vector<NamedConstant> take() const;

private:
    NamedConstant named(std::size_t number) const;

    const ProgramInput& input_;
    std::vector<std::string> names_;   // by number of the array among those in the file
    std::vector<ConstantId> used_;     // in the order in which they were asked for
    std::vector<std::size_t> numbers_; // by constant: 1 + its place among them, 0: nowhere
};

} // namespace hlo2cpp
