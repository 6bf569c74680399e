#include "check/check.h"

#include <algorithm>
#include <map>
#include <set>

#include "check/compare.h"
#include "check/lowering.h"
#include "check/moved.h"
#include "check/replay.h"
#include "ir/layout_order.h"

namespace hlo2cpp {
namespace {

std::string times(std::size_t count) {
    return count == 1 ? "once" : std::to_string(count) + " times";
}

// A report that differs by more than rounding of the step's own result explains.
struct Suspect {
    const Replay::Watch* watch = nullptr;
    std::size_t run = 0; // of the step, from 1
    Literal reported, expected;
    Tolerance tolerance;
    std::vector<Literal> moved; // its values in the moved evaluations
};
using Suspects = std::map<std::size_t, Suspect>; // by the number of the report

// Compares the code's reports with the evaluator's values.
class Comparison final : public Replay {
public:
    Comparison(const Checked& checked, const GeneratedRun& run, CheckResult& result)
        : Replay(checked, run), result_(result) {}

    Suspects& suspects() { return suspects_; }

    // Reports that the evaluator has no value for; the differences in their order.
    std::vector<Difference> finish(bool ended) {
        for (const auto& [number, suspect] : suspects_) judge(number, suspect);
        each_watch([&](const Watch& watch) {
            if (!ended && watch.next < watch.reports.size())
                add(watch, watch.reports[watch.next],
                    "the generated code ran it " + times(watch.reports.size()) + ", the evaluator " +
                        times(watch.next));
        });
        std::vector<Difference> differences;
        std::set<std::string> named; // each step once, where it differs first
        for (auto& [report, difference] : found_)
            if (named.insert(difference.step).second) differences.push_back(std::move(difference));
        return differences;
    }

private:
    Tensor reported(const Watch& watch, std::size_t number, const Tensor& expected) override {
        Suspect suspect{.watch = &watch,
                        .run = watch.next,
                        .reported = report_of(watch, number, expected),
                        .expected = to_literal(expected),
                        .tolerance = tolerance_of(expected.shape.type, watch.target),
                        .moved = {}};
        ++result_.reports;
        result_.elements += expected.elements();
        Tensor value = to_tensor(suspect.reported);
        if (compare(suspect.reported, suspect.expected, suspect.tolerance))
            suspects_.emplace(number, std::move(suspect));
        return value;
    }

    void missing(const Watch& watch) override {
        add(watch, watch.reports.empty() ? run_.reports.size() : watch.reports.back(),
            "the generated code ran it " + times(watch.reports.size()) + ", the evaluator once more");
    }

    Tolerance tolerance_of(ElementType type, const TraceTarget& target) const {
        const bool narrows = target.narrow && (is_float(type) || is_complex(type)) &&
                             rounding_error(*target.narrow) > rounding_error(type);
        return step_tolerance(narrows ? *target.narrow : type, target.terms, target.rounded, checked_.deterministic);
    }

    void judge(std::size_t number, const Suspect& suspect) {
        const std::optional<Mismatch> mismatch =
            compare(suspect.reported, suspect.expected, suspect.tolerance, suspect.moved);
        if (!mismatch) return;
        const Shape& shape = suspect.expected.shape;
        std::string text = element_text(*mismatch, shape);
        if (mismatch->count > 1)
            text +=
                "; " + std::to_string(mismatch->count) + " of " + std::to_string(shape.elements()) + " elements differ";
        if (suspect.watch->reports.size() > 1) text += "; the step's run number " + std::to_string(suspect.run);
        add(*suspect.watch, number, std::move(text));
    }

    void add(const Watch& watch, std::size_t report, std::string message) {
        const Computation& computation = checked_.lowered[watch.target.computation];
        const Instruction* instruction = &computation[watch.target.instruction];
        if (instruction->opcode == Opcode::Tuple) instruction = &computation[instruction->operands[watch.target.leaf]];
        found_.emplace(report, Difference{.step = watch.step,
                                          .instruction = describe(computation, *instruction),
                                          .op_name = describe_origin(instruction->metadata),
                                          .message = std::move(message)});
    }

    CheckResult& result_;
    Suspects suspects_;
    std::multimap<std::size_t, Difference> found_; // by the number of the report
};

// Computes the suspects' steps from moved operands.
class MovedReplay final : public Replay {
public:
    MovedReplay(const Checked& checked, const GeneratedRun& run, Direction direction, Suspects& suspects)
        : Replay(checked, run), direction_(direction), suspects_(suspects) {}

private:
    Tensor reported(const Watch& watch, std::size_t number, const Tensor& expected) override {
        const auto suspect = suspects_.find(number);
        if (suspect != suspects_.end()) suspect->second.moved.push_back(to_literal(expected));
        Tensor value = to_tensor(report_of(watch, number, expected));
        move_numbers(value, direction_);
        return value;
    }
    void missing(const Watch&) override {}

    Direction direction_;
    Suspects& suspects_;
};

// The results, as they lie in memory; nothing where the code did not run as far as the evaluator.
std::optional<std::vector<Tensor>> replayed(const Checked& checked, const std::vector<Tensor>& arguments,
                                            Replay& replay) {
    try {
        return evaluate(checked.lowered, arguments, &replay, checked.host().get());
    } catch (const Replay::Ended&) {
        return std::nullopt;
    }
}

void move_suspects(const Checked& checked, const std::vector<Tensor>& arguments, const GeneratedRun& run,
                   Suspects& suspects) {
    for (const Direction direction : kDirections) {
        std::vector<Tensor> moved = arguments;
        for (Tensor& argument : moved) move_numbers(argument, direction);
        MovedReplay replay(checked, run, direction, suspects);
        const DirectedRounding rounding(direction);
        replayed(checked, moved, replay);
    }
}

void compare_results(const Checked& checked, const std::vector<Tensor>& expected, const GeneratedRun& run,
                     CheckResult& result) {
    const std::vector<Shape> shapes = leaves_of(checked.lowered.result_shape);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const Shape logical = Shape::array(shapes[i].type, shapes[i].dims);
        const Literal wanted{
            .shape = logical, .bytes = from_layout(to_literal(expected[i]).bytes, shapes[i]), .tuple = {}};
        const std::optional<Mismatch> mismatch =
            compare(run.results[i], wanted, step_tolerance(logical.type, 1, true, checked.deterministic));
        if (!mismatch) continue;
        const Computation& entry = checked.lowered.entry_computation();
        const Instruction& instruction = entry[entry[entry.root].operands[i]];
        result.differences.push_back({.step = "result " + std::to_string(i),
                                      .instruction = describe(entry, instruction),
                                      .op_name = describe_origin(instruction.metadata),
                                      .message = element_text(*mismatch, logical) + ", though its step agrees"});
    }
}

} // namespace

CheckResult check(const Checked& checked, const std::vector<Literal>& arguments, const GeneratedRun& run) {
    CheckResult result;
    std::vector<Tensor> logical, physical;
    const std::vector<Shape> parameters = leaves_of(checked.lowered.parameter_shapes);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        logical.push_back(to_tensor(arguments[i]));
        physical.push_back(to_tensor({.shape = memory_shape(parameters[i]),
                                      .bytes = to_layout(arguments[i].bytes, parameters[i]),
                                      .tuple = {}}));
    }
    Comparison comparison(checked, run, result);
    const std::optional<std::vector<Tensor>> results = replayed(checked, physical, comparison);
    if (checked.any_device(!comparison.suspects().empty()))
        move_suspects(checked, physical, run, comparison.suspects());
    result.differences = comparison.finish(!results);
    if (results && result.differences.empty()) compare_results(checked, *results, run, result);
    if (std::optional<Difference> difference = check_lowering(checked, logical, physical))
        result.differences.push_back(std::move(*difference));
    return result;
}

} // namespace hlo2cpp
