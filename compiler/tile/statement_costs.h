// Cycles and instructions of statements that are no loops, at a point of a body.
#pragma once

#include <set>

#include "kernel/bit_field.h"
#include "nest/nest.h"
#include "tile/straight_code.h"

namespace hlo2cpp {

class StatementCosts {
public:
    // `any_size`: see estimate.h.
    StatementCosts(const Kernel& kernel, const LoopNest& nest, const nest::Body& body, const Target& target,
                   const nest::Point& point, bool any_size);

    // These conditions hold where the next statements run, beside those of the box.
    void assume(const std::vector<Condition>& conditions);

    void add(StraightCode& code, const nest::Registers& registers);
    void add(StraightCode& code, const nest::Let& let) { add_value(code, let.value); }
    void add(StraightCode& code, const nest::Set& set);
    void add(StraightCode& code, const nest::Combine& combine);
    void add(StraightCode& code, const nest::Raise& raise);
    void add(StraightCode& code, const nest::Next& next) { add_terms(code, next.states[0], {}); }
    void add(StraightCode& code, const nest::MultiplyLane& product);
    void add(StraightCode& code, const nest::ScanLanes&);
    void add(StraightCode& code, const nest::Search& search);
    void add(StraightCode& code, const nest::SortLine&);
    void add(StraightCode& code, const nest::Transpose& square);
    void add(StraightCode& code, const nest::CopyRows& rows);
    // Stores of a vector of so many lanes, or of an element in a loop over the dimension.
    void add_store(StraightCode& code, std::int64_t lanes, std::int64_t dim);

private:
    void add_value(StraightCode& code, const nest::Value& value);
    // `holds_row`: a register holds the factor that all lanes share.
    void add_terms(StraightCode& code, const nest::Ref& target, const nest::Position& vector, bool holds_row = false);
    void add_product(StraightCode& code, const nest::Words& words) const;
    void add_bits(StraightCode& code, const BitField& field);
    void add_term(StraightCode& code, const nest::Ref& target);
    void add_load(StraightCode& code, ExprId load, const nest::Position& vector, std::int64_t scalars = 1,
                  std::int64_t steps_ahead = 0);
    void add_addresses(StraightCode& code, ExprId load, const Index& index, const nest::Position& place) const;
    double loads_of_vector(ExprId load) const;
    double conversions(ExprId load, std::int64_t elements, bool vector) const;
    const Index* packed_index(ExprId load) const; // null: the load reads its array unpacked
    std::int64_t instructions_of_element(std::int64_t lanes, std::int64_t dim) const;

    const Kernel& kernel_;
    const std::optional<RowCopy>& copy_;
    const nest::Body& body_;
    const Target& target_;
    const nest::Point& point_;
    const bool any_size_;
    Bounds bounds_;
    std::optional<Dependences> dependences_;
    std::vector<ExprId> term_loads_;
    std::vector<BitField> fields_;          // in the terms
    std::int64_t factors_ = 0;              // products in a term
    nest::Words words_;                     // of the terms; loads of words are not converted
    std::int64_t finishing_ = 0;            // instructions that finish and store one result of a reduction
    std::int64_t alone_ = 0;                // of these, where vectors of results would take them once
    std::set<nest::RegistersId> in_memory_; // arrays of lanes
};

} // namespace hlo2cpp
