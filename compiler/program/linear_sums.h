// Expressions as sums of names, times numbers.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "program/linear.h"
#include "tree/expression.h"

namespace hlo2cpp {

class LinearSums {
public:
    // The expression as a linear sum; nothing if it is none.
    std::optional<Linear> linear(const tree::Expression& a);
    tree::Expression text(const Linear& sum) const;
    // Makes the name stand for another variable from here on.
    void forget(const std::string& name) { known_.erase(name); }

private:
    Unknown named(const std::string& name);

    std::map<std::string, Unknown> known_;
    std::size_t made_ = 0;
};

} // namespace hlo2cpp
