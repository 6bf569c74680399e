#include "layout/sum_of_costs.h"

#include <algorithm>
#include <set>

namespace hlo2cpp {

// Variables leave one by one, the one with the fewest neighbours first: the costs that hang on it become one cost of
// its neighbours, the least over its values.
class SumOfCosts::Elimination {
public:
    explicit Elimination(const SumOfCosts& sum)
        : counts_(sum.counts_), costs_(sum.costs_), used_(sum.costs_.size(), true), of_(sum.counts_.size()),
          degrees_(sum.counts_.size()), values_(sum.counts_.size(), 0) {
        for (std::size_t c = 0; c < costs_.size(); ++c)
            for (const std::size_t variable : costs_[c].variables) of_[variable].push_back(c);
        std::vector<bool> free(counts_.size());
        for (std::size_t variable = 0; variable < free.size(); ++variable) {
            free[variable] = of_[variable].size() <= kMostCosts;
            if (!free[variable]) split(variable);
        }
        for (std::size_t variable = 0; variable < free.size(); ++variable)
            if (free[variable]) enqueue(variable);
    }

    std::vector<std::size_t> run() {
        while (!queue_.empty()) {
            const std::size_t variable = queue_.begin()->second;
            queue_.erase(queue_.begin());
            eliminate(variable);
        }
        while (!eliminated_.empty()) {
            decide(eliminated_.back());
            eliminated_.pop_back();
        }
        return values_;
    }

private:
    static constexpr std::size_t kLargestTable = 20'000;
    static constexpr std::size_t kMostCosts = 64; // of a variable; the time of each is proportional to them

    struct Eliminated {
        std::size_t variable;
        std::vector<std::size_t> costs; // that hung on it
        std::vector<std::size_t> neighbours;
    };

    std::vector<std::size_t> neighbours(std::size_t variable) const {
        std::set<std::size_t> found;
        for (const std::size_t c : of_[variable])
            if (used_[c]) found.insert(costs_[c].variables.begin(), costs_[c].variables.end());
        found.erase(variable);
        return {found.begin(), found.end()};
    }

    void eliminate(std::size_t variable) {
        Eliminated made{variable, {}, neighbours(variable)};
        std::ranges::copy_if(of_[variable], std::back_inserter(made.costs), [&](std::size_t c) { return used_[c]; });
        std::size_t size = 1;
        for (const std::size_t neighbour : made.neighbours) size *= counts_[neighbour];
        if (size * counts_[variable] > kLargestTable) {
            split(variable);
            for (const std::size_t neighbour : made.neighbours) requeue(neighbour);
            return;
        }
        for (const std::size_t c : made.costs) used_[c] = false;
        std::vector<double> table;
        for_each_combination(made.neighbours, [&] { table.push_back(least(made).second); });
        add(made.neighbours, std::move(table));
        for (const std::size_t neighbour : made.neighbours) requeue(neighbour);
        eliminated_.push_back(std::move(made));
    }

    // The variable keeps value 0: each of its costs hangs on the others alone.
    void split(std::size_t variable) {
        values_[variable] = 0;
        const std::vector<std::size_t> costs = of_[variable];
        for (const std::size_t c : costs) {
            if (!used_[c]) continue;
            used_[c] = false;
            std::vector<std::size_t> others = costs_[c].variables;
            std::erase(others, variable);
            std::vector<double> table;
            for_each_combination(others, [&] { table.push_back(cost(c)); });
            add(std::move(others), std::move(table));
        }
    }

    void add(std::vector<std::size_t> variables, std::vector<double> table) {
        for (const std::size_t variable : variables) of_[variable].push_back(costs_.size());
        costs_.push_back({std::move(variables), std::move(table)});
        used_.push_back(true);
    }

    void requeue(std::size_t variable) {
        std::erase_if(of_[variable], [&](std::size_t c) { return !used_[c]; });
        queue_.erase({degrees_[variable], variable});
        enqueue(variable);
    }
    void enqueue(std::size_t variable) {
        degrees_[variable] = neighbours(variable).size();
        queue_.emplace(degrees_[variable], variable);
    }

    template <typename Visit>
    void for_each_combination(const std::vector<std::size_t>& variables, Visit&& visit) {
        for (const std::size_t variable : variables) values_[variable] = 0;
        for (;;) {
            visit();
            std::size_t d = variables.size();
            while (d > 0 && ++values_[variables[d - 1]] == counts_[variables[d - 1]]) values_[variables[--d]] = 0;
            if (d == 0) break;
        }
    }

    // A cost under the present values.
    double cost(std::size_t c) const {
        std::size_t at = 0;
        for (const std::size_t variable : costs_[c].variables) at = at * counts_[variable] + values_[variable];
        return costs_[c].table[at];
    }

    // The best value of a variable under the present values of its neighbours, and its costs.
    std::pair<std::size_t, double> least(const Eliminated& made) {
        std::pair<std::size_t, double> best{0, 0};
        for (std::size_t value = 0; value < counts_[made.variable]; ++value) {
            values_[made.variable] = value;
            double sum = 0;
            for (const std::size_t c : made.costs) sum += cost(c);
            if (value == 0 || sum < best.second) best = {value, sum};
        }
        return best;
    }

    void decide(const Eliminated& made) { values_[made.variable] = least(made).first; }

    std::vector<std::size_t> counts_;
    std::vector<Cost> costs_;
    std::vector<bool> used_;                              // by cost: it is still part of the sum
    std::vector<std::vector<std::size_t>> of_;            // by variable: its costs
    std::vector<std::size_t> degrees_;                    // by variable in the queue: its neighbours
    std::vector<std::size_t> values_;                     // by variable
    std::set<std::pair<std::size_t, std::size_t>> queue_; // neighbours and number of a variable
    std::vector<Eliminated> eliminated_;
};

void SumOfCosts::add(std::vector<std::size_t> variables, std::vector<double> table) {
    costs_.push_back({std::move(variables), std::move(table)});
}

double SumOfCosts::total(const std::vector<std::size_t>& values) const {
    double sum = 0;
    for (const Cost& cost : costs_) {
        std::size_t at = 0;
        for (const std::size_t variable : cost.variables) at = at * counts_[variable] + values[variable];
        sum += cost.table[at];
    }
    return sum;
}

std::vector<std::size_t> SumOfCosts::minimize() const {
    return Elimination(*this).run();
}

} // namespace hlo2cpp
