// Expressions as indices whose terms are names.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "kernel/index.h"
#include "tree/expression.h"

namespace hlo2cpp {

class LinearSums {
public:
    // Nothing if the expression is no linear sum.
    std::optional<Index> linear(const tree::Expression& a);
    tree::Expression text(const Index& sum) const;
    TermId variable(const std::string& name);
    // Makes the name stand for another variable from here on.
    void forget(const std::string& name) { known_.erase(name); }

private:
    std::map<std::string, TermId> known_;
    std::size_t made_ = 0;
};

} // namespace hlo2cpp
