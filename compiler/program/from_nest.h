// The statements of a loop nest as C++. All decisions are in the nest; names and the place of each value follow from
// the block in which it is known.
#pragma once

#include "program/nest_registers.h"
#include "program/nest_stores.h"
#include "program/scalar_nest.h"
#include "program/sort_nest.h"

namespace hlo2cpp {

class FromNest {
public:
    FromNest(const LoopNest& nest, const nest::Body& body, Emitter& emitter, const Pointer& pointer,
             const PackedArray& packed, tree::Expression chunk);

    // Adds the statements to the emitter's innermost block.
    void build();

private:
    void build(const nest::Statements& statements);
    // The body of the block that is open, and its end.
    void close(const nest::Statements& body);

    void add(const nest::For& loop);
    // The rounds of a parallel loop that the chunk runs.
    void add_rounds(const nest::For& loop);
    void add(const nest::Strips& strips);
    void add(const nest::If& test);
    void add(const nest::Unswitched& unswitched);
    void add(const nest::Scope& scope);
    void add(const nest::Bind& bind);
    void add(const nest::Inside& inside);
    void add(const nest::Within& within);
    void add(const nest::Count& count);
    void add(const nest::Walk& walk);
    void add(const nest::Epilogue& epilogue);
    void add(const nest::CopyRows& rows);
    void add(const nest::Search& search);
    void add(const nest::SortLine&);
    void add(const nest::Note& note);

    // The largest, or smallest, of the limits.
    tree::Expression limit(const std::vector<LoopLimit>& limits, bool largest);
    tree::Expression value_of(const LoopLimit& limit);

    const LoopNest& nest_;
    const nest::Body& body_;
    Emitter& emitter_;
    Blocks& blocks_;
    const Pointer& pointer_;
    const tree::Expression chunk_; // the number of the only one that runs; none: all of them do
    TilePoint point_;
    NestNames names_;
    LaneLoads loads_;
    LaneValues lanes_;
    HalfLanes halves_;
    NestValues values_;
    NestRegisters registers_;
    NestStores stores_;
    std::optional<SortedLines> sort_;
};

} // namespace hlo2cpp
