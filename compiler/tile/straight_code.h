// Straight-line code: the statements between loops, with unrolled loops written out.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "nest/point.h"
#include "tile/term_cycles.h"

namespace hlo2cpp {

class StraightCode {
public:
    // ---- unrolled loops around the next statements
    void enter_unrolled(std::int64_t loop, std::int64_t rounds);
    void leave_unrolled(std::int64_t loop, std::int64_t rounds);
    std::int64_t copies() const { return copies_; }

    // ---- statements, each of which stands there `copies` times
    // A term is combined with element `target` of the registers.
    void add_term(nest::RegistersId registers, const nest::Sum& target);
    // A load of the element or vector at `place`, for each place that no other copy loads; `cost` in loads of
    // neighbours.
    void add_load(ExprId load, const nest::Sum& place, double cost);
    // A load needs an address of its own at each of its places, or several.
    void add_addresses(const nest::Sum& place, std::int64_t each);
    // Instructions that are no terms, and cycles that they take.
    void add(double cycles, std::int64_t instructions);

    // ---- the whole
    bool has_terms() const { return terms_ > 0; }
    Terms terms() const;
    double other_cycles() const { return other_cycles_; }
    std::int64_t instructions() const;
    // Distance from the first to the last value that the sum has in the copies.
    std::int64_t span(const nest::Sum& sum) const;

private:
    using Places = std::set<std::int64_t>;
    struct Array { // elements that differ by constants
        ExprId load;
        std::vector<std::pair<std::int64_t, std::int64_t>> fixed; // loops outside, and their strides
        friend auto operator<=>(const Array&, const Array&) = default;
    };
    struct Loaded {
        Places places;
        double cost = 1;
    };

    bool is_unrolled(const nest::Digit& digit) const { return unrolled_.contains(digit.loop) || digit.count == 1; }
    void add_values(const nest::Sum& sum, Places& values) const;

    std::set<std::int64_t> unrolled_; // loops
    std::int64_t copies_ = 1;
    std::int64_t terms_ = 0;
    double addresses_ = 0;
    std::map<nest::RegistersId, Places> targets_;
    std::map<Array, Loaded> loads_;
    double other_cycles_ = 0;
    std::int64_t other_instructions_ = 0;
};

} // namespace hlo2cpp
