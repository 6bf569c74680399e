// C++ names of a nest's counters and registers.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "nest/statement.h"
#include "program/names.h"
#include "tree/expression.h"

namespace hlo2cpp {

class NestNames {
public:
    // Counters that loops share have their names from the start on.
    NestNames(const nest::Body& body, Names& names);

    // A counter or registers that are there already.
    void define(nest::CounterId counter, const tree::Expression& value) { counters_[counter] = value; }
    void define(nest::RegistersId registers, const std::string& name, std::int64_t lanes = 1);

    // The name of a counter whose loop begins.
    std::string begin(nest::CounterId counter);
    // The name of registers that are declared, as vectors of so many lanes.
    std::string declare(nest::RegistersId registers, std::int64_t lanes);
    const std::string& wanted(nest::RegistersId registers) const { return body_.registers[registers.index()]; }

    // Sum of a position's counters and its constant; `variable` is the sum without the constant.
    tree::Expression position(const nest::Position& position) const;
    tree::Expression variable(const nest::Position& position) const; // none: it is a constant
    tree::Expression operator[](nest::RegistersId registers) const;
    // An element, or a vector of elements.
    tree::Expression element(const nest::Ref& ref, ElementType type, bool written = false) const;
    std::int64_t lanes(const nest::Ref& ref) const;

private:
    // Lanes of a vector, by halves.
    tree::Expression part_of_vector(tree::Expression vector, VectorType type, const nest::Ref& ref) const;

    struct Named {
        std::string name;
        std::int64_t lanes = 1;
    };

    const nest::Body& body_;
    Names& names_;
    std::map<nest::CounterId, tree::Expression> counters_;
    std::map<nest::RegistersId, Named> registers_;
};

} // namespace hlo2cpp
