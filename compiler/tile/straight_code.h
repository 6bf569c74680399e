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
    // The body of a loop, or the code outside all loops.
    explicit StraightCode(const nest::Rounds& rounds, nest::CounterId loop = {}) : rounds_(rounds), loop_(loop) {}

    // ---- unrolled loops around the next statements
    void enter_unrolled(nest::CounterId loop);
    void leave_unrolled(nest::CounterId loop);
    std::int64_t copies() const { return copies_; }

    // ---- statements, each of which stands there `copies` times
    // A term at these points of the reduction's dimensions is combined with element `target` of the registers.
    void add_term(nest::RegistersId registers, const nest::Position& target,
                  const std::vector<nest::Position>& reduced);
    // A load of the element or vector at `place`, for each place that no other copy loads; `cost` in loads of
    // neighbours.
    void add_load(ExprId load, const nest::Position& place, double cost, std::int64_t lanes);
    // A load needs addresses of its own at each of its places.
    void add_addresses(const nest::Position& place, std::int64_t each);
    // Instructions that are no terms, and cycles that they take.
    void add(double cycles, std::int64_t instructions);

    // ---- the whole
    bool has_terms() const { return terms_ > 0; }
    // Loads of elements, or vectors of so many lanes, that differ by constants.
    struct Loads {
        ExprId load;
        const std::set<std::int64_t>& places; // in elements
        std::int64_t stride = 0;              // from one round of the loop to the next
        std::int64_t lanes = 1;
    };
    template <typename Visit>
    void for_each_load(Visit&& visit) const {
        for (const auto& [array, loaded] : loads_)
            visit(Loads{array.load, loaded.places, array.stride(loop_), loaded.lanes});
    }
    // Steps of the sum in a round: terms that an accumulator takes.
    double steps() const;
    Terms terms(const Target& target, bool scalar) const;
    double other_cycles() const { return other_cycles_; }
    std::int64_t instructions() const;
    // True if rounds of the loop differ in their terms, and each has one of a dimension, or one a chain.
    bool is_step() const { return along_sum_ && !written_out_; }
    // True if the loop counts the position.
    bool is_counted(const nest::Position& position) const;
    // True if the position is a number in each copy.
    bool is_known(const nest::Position& position) const;
    // True if the position is the same in all rounds of the loop.
    bool is_fixed(const nest::Position& position) const { return loop_.valid() && !is_counted(position); }
    // Distance from the first to the last value of the position in the copies.
    std::int64_t span(const nest::Position& position) const;

private:
    using Places = std::set<std::int64_t>;
    struct Array { // elements that differ by constants
        ExprId load;
        std::vector<std::pair<nest::CounterId, std::int64_t>> fixed; // loops around the code, and their strides
        std::int64_t stride(nest::CounterId loop) const;             // 0: the loop does not count it
        friend auto operator<=>(const Array&, const Array&) = default;
    };
    struct Loaded {
        Places places;
        double cost = 1;
        std::int64_t lanes = 1;
        double loads() const { return static_cast<double>(places.size()) * cost; }
    };

    bool is_unrolled(nest::CounterId loop) const { return unrolled_.contains(loop) || rounds_.count(loop) == 1; }
    void add_values(const nest::Position& position, Places& values) const;
    std::int64_t accumulators() const;

    const nest::Rounds& rounds_;
    const nest::CounterId loop_;
    std::set<nest::CounterId> unrolled_;
    std::int64_t copies_ = 1;
    std::int64_t terms_ = 0;
    bool along_sum_ = false;   // rounds differ in their terms
    bool written_out_ = false; // a round has several terms of a dimension that the loop does not count
    double addresses_ = 0;
    std::map<nest::RegistersId, Places> targets_;
    std::map<Array, Loaded> loads_;
    double other_cycles_ = 0;
    std::int64_t other_instructions_ = 0;
};

} // namespace hlo2cpp
