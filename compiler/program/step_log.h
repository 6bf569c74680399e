// The steps of `run` in the lists of banner and reports, and the code that --trace and --poison add to them.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "program/run_values.h"

namespace hlo2cpp {

// Bytes of a region's arena.
struct DeadBytes {
    std::size_t region = 0;
    Range range;
};

class StepLog {
public:
    explicit StepLog(const ProgramInput& input);

    void add_line(const Position& position, Position::Part part, const std::string& name);
    const StepLine& last_line() const { return lines.back(); }
    // Bytes of the arena that hold nothing at the position.
    std::vector<DeadBytes> dead_bytes(const Position& position) const;
    // Reports the value that a step has just written, with --trace: one statement or none. `band`: the loop around, or
    // null.
    tree::Statements trace(TracePoint point, RunValues& values, const While* band);

    std::vector<StepLine> lines;
    std::vector<TracePoint> trace_points;

private:
    std::int32_t number_of(const Position& position, Position::Part part) const;

    const ProgramInput& input_;
    std::map<std::tuple<std::int32_t, std::int32_t, int>, std::int32_t> positions_;
};

} // namespace hlo2cpp
