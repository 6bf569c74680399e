#include "check/check.h"

#include <algorithm>
#include <cstring>
#include <list>
#include <map>
#include <set>

#include "check/compare.h"
#include "check/lowering.h"
#include "check/trace_targets.h"
#include "evaluate/evaluator.h"
#include "ir/layout_order.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::vector<Shape> leaves_of(const std::vector<Shape>& shapes) {
    std::vector<Shape> leaves;
    for (const Shape& shape : shapes) for_each_leaf(shape, [&](const Shape& leaf) { leaves.push_back(leaf); });
    return leaves;
}

// Ends an evaluation that goes on where the generated code did not.
struct Ended {};

// Compares and replaces what the code reported.
class Replay final : public EvaluationObserver {
public:
    Replay(const Checked& checked, const GeneratedRun& run, CheckResult& result)
        : checked_(checked), run_(run), result_(result), watched_(checked.lowered.computations.size()) {
        const std::vector<std::optional<TraceTarget>> targets =
            trace_targets(checked.lowered, checked.kernels, checked.schedule, checked.program.trace);
        std::vector<Watch*> by_point(targets.size());
        for (std::size_t point = 0; point < targets.size(); ++point)
            if (targets[point]) by_point[point] = &watch(*targets[point], checked.program.trace[point]);
        for (std::size_t i = 0; i < run.reports.size(); ++i)
            if (Watch* const watch = by_point[static_cast<std::size_t>(run.reports[i].point)])
                watch->reports.push_back(i);
    }

    bool watches(ComputationId computation) const override { return watched_[computation.index()]; }

    void before(ComputationId computation, InstructionId instruction,
                std::span<const Tensor* const> operands) override {
        for (Watch& watch : watches_of(computation, instruction))
            if (watch.target.operand) next(watch, *operands[watch.target.leaf]);
    }

    void computed(ComputationId computation, InstructionId instruction, Tensor& value) override {
        for (Watch& watch : watches_of(computation, instruction)) {
            if (watch.target.operand) continue;
            Tensor& leaf = value.shape.is_tuple() ? value.tuple[watch.target.leaf] : value;
            if (std::optional<Tensor> reported = next(watch, leaf)) leaf = std::move(*reported);
        }
    }

    // Reports that the evaluator has no value for; the differences in their order.
    std::vector<Difference> finish(bool ended) {
        for (auto& [instruction, watches] : watches_)
            for (const Watch& watch : watches)
                if (!ended && watch.next < watch.reports.size())
                    add(watch, watch.reports[watch.next],
                        "the generated code ran it " + times(watch.reports.size()) + ", the evaluator " +
                            times(watch.next));
        std::vector<Difference> differences;
        for (auto& [report, difference] : found_) differences.push_back(std::move(difference));
        return differences;
    }

private:
    struct Watch {
        TraceTarget target;
        std::string step;
        std::vector<std::size_t> reports; // numbers of them, in their order
        std::size_t next = 0;
    };
    using Place = std::pair<ComputationId, InstructionId>;

    static std::string times(std::size_t count) { return count == 1 ? "once" : std::to_string(count) + " times"; }

    Watch& watch(const TraceTarget& target, const TracePoint& point) {
        watched_[target.computation.index()] = true;
        std::list<Watch>& watches = watches_[{target.computation, target.instruction}];
        const auto known = std::ranges::find(watches, target, &Watch::target);
        return known != watches.end()
                   ? *known
                   : watches.emplace_back(Watch{.target = target, .step = point.step, .reports = {}});
    }

    std::list<Watch>& watches_of(ComputationId computation, InstructionId instruction) {
        const auto found = watches_.find({computation, instruction});
        return found == watches_.end() ? none_ : found->second;
    }

    Tolerance tolerance_of(ElementType type, const TraceTarget& target) const {
        const bool narrows = target.narrow && (is_float(type) || is_complex(type)) &&
                             rounding_error(*target.narrow) > rounding_error(type);
        return step_tolerance(narrows ? *target.narrow : type, target.terms, target.rounded, checked_.deterministic);
    }

    // Compares the next report with the evaluator's value, and returns it.
    std::optional<Tensor> next(Watch& watch, const Tensor& expected) {
        if (watch.next == watch.reports.size()) {
            if (!run_.complete) return std::nullopt;
            add(watch, watch.reports.empty() ? run_.reports.size() : watch.reports.back(),
                "the generated code ran it " + times(watch.reports.size()) + ", the evaluator once more");
            throw Ended();
        }
        const std::size_t number = watch.reports[watch.next++];
        Literal reported = Literal::zeros(Shape::array(expected.shape.type, expected.shape.dims));
        std::memcpy(reported.bytes.data(), run_.data.data() + run_.reports[number].begin, reported.bytes.size());
        const Tolerance tolerance = tolerance_of(expected.shape.type, watch.target);
        const std::optional<Mismatch> mismatch = compare(reported, to_literal(expected), tolerance);
        if (mismatch) add(watch, number, element_text(*mismatch, expected.shape) + round_text(watch));
        ++result_.reports;
        result_.elements += expected.elements();
        return to_tensor(reported);
    }

    static std::string element_text(const Mismatch& mismatch, const Shape& shape) {
        const std::string at = multi_index(mismatch.element, shape.dims);
        std::string text = (at.empty() ? "" : "element " + at + " of ") + to_string(shape) + ": " + mismatch.text;
        if (mismatch.count > 1)
            text +=
                "; " + std::to_string(mismatch.count) + " of " + std::to_string(shape.elements()) + " elements differ";
        return text;
    }

    static std::string round_text(const Watch& watch) {
        return watch.reports.size() > 1 ? "; the step's run number " + std::to_string(watch.next) : "";
    }

    // Each step once, where it differs first.
    void add(const Watch& watch, std::size_t report, std::string message) {
        if (!named_.insert(watch.step).second) return;
        const Computation& computation = checked_.lowered[watch.target.computation];
        const Instruction* instruction = &computation[watch.target.instruction];
        if (instruction->opcode == Opcode::Tuple) instruction = &computation[instruction->operands[watch.target.leaf]];
        found_.emplace(report, Difference{.step = watch.step,
                                          .instruction = describe(computation, *instruction),
                                          .op_name = describe_origin(instruction->metadata),
                                          .message = std::move(message)});
    }

    const Checked& checked_;
    const GeneratedRun& run_;
    CheckResult& result_;
    std::vector<bool> watched_; // by computation
    std::map<Place, std::list<Watch>> watches_;
    std::list<Watch> none_;
    std::set<std::string> named_;
    std::multimap<std::size_t, Difference> found_; // by the number of the report
};

void compare_results(const Checked& checked, const std::vector<Tensor>& expected, const GeneratedRun& run,
                     CheckResult& result) {
    const std::vector<Shape> shapes = leaves_of({checked.module.result_shape});
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const Shape logical = Shape::array(shapes[i].type, shapes[i].dims);
        const Literal wanted{
            .shape = logical, .bytes = from_layout(to_literal(expected[i]).bytes, shapes[i]), .tuple = {}};
        const std::optional<Mismatch> mismatch =
            compare(run.results[i], wanted, step_tolerance(logical.type, 1, true, checked.deterministic));
        if (!mismatch) continue;
        const Computation& entry = checked.lowered.entry_computation();
        const Instruction& instruction = entry[entry[entry.root].operands[i]];
        const std::string at = multi_index(mismatch->element, logical.dims);
        result.differences.push_back({.step = "result " + std::to_string(i),
                                      .instruction = describe(entry, instruction),
                                      .op_name = describe_origin(instruction.metadata),
                                      .message = (at.empty() ? "" : "element " + at + " of ") + to_string(logical) +
                                                 ": " + mismatch->text + ", though its step agrees"});
    }
}

} // namespace

CheckResult check(const Checked& checked, const std::vector<Literal>& arguments, const GeneratedRun& run) {
    CheckResult result;
    std::vector<Tensor> logical, physical;
    const std::vector<Shape> parameters = leaves_of(checked.module.parameter_shapes);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        logical.push_back(to_tensor(arguments[i]));
        physical.push_back(to_tensor({.shape = memory_shape(parameters[i]),
                                      .bytes = to_layout(arguments[i].bytes, parameters[i]),
                                      .tuple = {}}));
    }
    Replay replay(checked, run, result);
    std::vector<Tensor> results;
    bool ended = false;
    try {
        results = evaluate(checked.lowered, physical, &replay, checked.host().get());
    } catch (const Ended&) {
        ended = true;
    }
    result.differences = replay.finish(ended);
    if (!ended && result.differences.empty()) compare_results(checked, results, run, result);
    if (std::optional<Difference> difference = check_lowering(checked, logical, physical))
        result.differences.push_back(std::move(*difference));
    return result;
}

} // namespace hlo2cpp
