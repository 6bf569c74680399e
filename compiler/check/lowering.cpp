#include "check/lowering.h"

#include <unordered_map>
#include <unordered_set>

#include "check/compare.h"
#include "check/decompositions.h"
#include "check/moved.h"
#include "evaluate/evaluator.h"
#include "ir/layout_order.h"

namespace hlo2cpp {
namespace {

// Keeps the arrays that the entry computes.
class EntryValues final : public EvaluationObserver {
public:
    explicit EntryValues(const Module& module) : module_(module) {}
    bool watches(ComputationId computation) const override { return computation == module_.entry; }
    void before(ComputationId, InstructionId, std::span<const Tensor* const>) override {}
    void computed(ComputationId, InstructionId instruction, Tensor& value) override {
        if (value.shape.is_array()) values.emplace_back(instruction, to_literal(value));
    }
    std::vector<std::pair<InstructionId, Literal>> values; // in the order of evaluation

private:
    const Module& module_;
};

std::string mismatch_text(const Mismatch& mismatch, const Shape& shape, const std::string& source) {
    return element_text(mismatch, shape) + ", which the module as read has for " + source;
}

// Both modules are evaluated once more, with all values kept: this only happens where there is a mistake to be found.
// Several instructions may stand for one of the source, not all of which have its value.
std::optional<Difference> first_wrong(const Checked& checked, const std::vector<Tensor>& logical,
                                      const std::vector<Tensor>& physical) {
    const Module &module = checked.module, &lowered = checked.lowered;
    EntryValues source(module), target(lowered);
    evaluate(module, logical, &source, checked.host().get());
    evaluate(lowered, physical, &target, checked.host().get());
    std::unordered_map<std::string, const Literal*> by_name;
    for (const auto& [id, literal] : source.values) by_name.emplace(module.entry_computation()[id].name, &literal);
    std::unordered_set<std::string> right; // instructions of the source
    std::vector<std::pair<const Instruction*, Difference>> wrong;
    for (const auto& [id, literal] : target.values) {
        const Instruction& instruction = lowered.entry_computation()[id];
        if (instruction.origins.empty()) continue;
        const auto found = by_name.find(instruction.origins.front());
        if (found == by_name.end() || !same_shape(found->second->shape, literal.shape)) continue;
        const std::optional<Mismatch> mismatch = compare(literal, *found->second, result_tolerance(literal.shape.type));
        if (!mismatch)
            right.insert(found->first);
        else
            wrong.emplace_back(
                &instruction,
                Difference{.step = "lower",
                           .instruction = describe(lowered.entry_computation(), instruction),
                           .op_name = describe_origin(instruction.metadata),
                           .message = mismatch_text(*mismatch, literal.shape, printable(found->first, 80))});
    }
    for (auto& [instruction, difference] : wrong)
        if (!right.contains(instruction->origins.front())) return std::move(difference);
    return std::nullopt;
}

// A result leaf, row-major in its logical order.
Literal logical_result(const Tensor& in_memory, const Shape& shape) {
    return {.shape = Shape::array(shape.type, shape.dims),
            .bytes = from_layout(to_literal(in_memory).bytes, shape),
            .tuple = {}};
}

} // namespace

std::optional<Difference> check_lowering(const Checked& checked, const std::vector<Tensor>& logical,
                                         const std::vector<Tensor>& physical) {
    DecompositionJudge judge(checked.module);
    const std::vector<Tensor> expected = evaluate(checked.module, logical, &judge, checked.host().get()),
                              results = evaluate(checked.lowered, physical, nullptr, checked.host().get());
    if (checked.any_device(judge.first().has_value())) return judge.first();
    const std::vector<Shape> shapes = leaves_of(checked.lowered.result_shape);
    const auto got = [&](std::size_t i) { return logical_result(results[i], shapes[i]); };
    std::vector<std::size_t> suspects;
    for (std::size_t i = 0; i < shapes.size(); ++i)
        if (compare(got(i), to_literal(expected[i]), result_tolerance(shapes[i].type))) suspects.push_back(i);
    if (!checked.any_device(!suspects.empty())) return std::nullopt;
    const MovedResults moved = evaluate_moved(checked.module, logical, checked.host);
    std::optional<Difference> wrong;
    for (const std::size_t i : suspects) {
        std::vector<Literal> others;
        for (const std::vector<Tensor>& evaluation : moved.moved) others.push_back(to_literal(evaluation[i]));
        const std::optional<Mismatch> mismatch =
            compare(got(i), to_literal(expected[i]), result_tolerance(shapes[i].type), others);
        if (!mismatch) continue;
        wrong = {.step = "lower", .message = mismatch_text(*mismatch, got(i).shape, "result " + std::to_string(i))};
        break;
    }
    if (!checked.any_device(wrong.has_value())) return std::nullopt;
    std::optional<Difference> first = first_wrong(checked, logical, physical);
    return wrong && first ? first : wrong;
}

} // namespace hlo2cpp
