// Minimum of a sum of costs, each of which hangs on a few variables: min-sum, by elimination of variables.
#pragma once

#include <cstddef>
#include <vector>

namespace hlo2cpp {

class SumOfCosts {
public:
    // A variable with the values 0 ... count - 1. Variables are numbered as they come.
    void add_variable(std::size_t count) { counts_.push_back(count); }
    // Adds a cost of different variables. `table` has one entry for each combination of their values, the last
    // variable's values side by side.
    void add(std::vector<std::size_t> variables, std::vector<double> table);
    // Values with the least sum: the same ones for the same costs. Variables that too many others are tied to keep
    // value 0, so that the time is proportional to the number of costs.
    std::vector<std::size_t> minimize() const;

    // The sum under these values.
    double total(const std::vector<std::size_t>& values) const;

private:
    struct Cost {
        std::vector<std::size_t> variables;
        std::vector<double> table;
    };
    class Elimination;

    std::vector<std::size_t> counts_; // of values, by variable
    std::vector<Cost> costs_;
};

} // namespace hlo2cpp
