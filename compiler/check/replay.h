// A replay evaluates the lowered module with the values that the generated code reported: each takes the place of the
// evaluator's own, once that is known. The class that derives from it does something with the two.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/check.h"
#include "check/trace_targets.h"
#include "evaluate/evaluator.h"

namespace hlo2cpp {

class Replay : public EvaluationObserver {
public:
    struct Ended {}; // thrown where an evaluation goes on and the generated code did not

    // A report of a band, as a part of the array: its elements, and where their bytes lie in the data of the run.
    struct Rows {
        Range elements;
        std::size_t data = 0;
    };

    // A value of the module whose reports are looked at.
    struct Watch {
        TraceTarget target;
        std::string step;
        std::vector<std::size_t> reports; // numbers of them, in their order
        std::vector<Rows> rows = {};      // in a band: they are one value, which has the number of the first report
        std::size_t next = 0;
    };

    Replay(const Checked& checked, const GeneratedRun& run);

    bool watches(ComputationId computation) const override { return watched_[computation.index()]; }
    void before(ComputationId computation, InstructionId instruction, std::span<const Tensor* const> operands) override;
    void computed(ComputationId computation, InstructionId instruction, Tensor& value) override;

protected:
    // Report `number` shows the value that is `expected` in the evaluator. Returns the value to go on with.
    virtual Tensor reported(const Watch& watch, std::size_t number, const Tensor& expected) = 0;
    // The evaluator computes it once more than the code did.
    virtual void missing(const Watch& watch) = 0;

    // Returns the code's value for `expected`. What the code does not compute, because nothing reads it, is taken from
    // `expected`: rows, and elements behind the front of a sort.
    Literal report_of(const Watch& watch, std::size_t number, const Tensor& expected) const;
    // Calls visit(watch) for all.
    template <typename Visit>
    void each_watch(Visit&& visit) const {
        for (const auto& [instruction, watches] : watches_)
            for (const Watch& watch : watches) visit(watch);
    }

    const Checked& checked_;
    const GeneratedRun& run_;

private:
    using Place = std::pair<ComputationId, InstructionId>;

    void keep_unsorted(const TraceTarget& sort, const std::vector<std::byte>& expected, Literal& sorted) const;
    Watch& watch(const TraceTarget& target, const TracePoint& point);
    void sort_reports(const std::vector<Watch*>& by_point);
    std::list<Watch>& watches_of(ComputationId computation, InstructionId instruction);
    std::optional<Tensor> next(Watch& watch, const Tensor& expected);

    std::vector<bool> watched_; // by computation
    std::map<Place, std::list<Watch>> watches_;
    std::list<Watch> none_;
};

} // namespace hlo2cpp
