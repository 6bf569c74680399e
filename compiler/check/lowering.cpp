#include "check/lowering.h"

#include <unordered_map>

#include "check/compare.h"
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
    const std::string at = multi_index(mismatch.element, shape.dims);
    return (at.empty() ? "" : "element " + at + " of ") + to_string(shape) + ": " + mismatch.text +
           ", which the module as read has for " + source;
}

// Both modules are evaluated once more, with all values kept: this only happens where there is a mistake to be found.
std::optional<Difference> first_wrong(const Checked& checked, const std::vector<Tensor>& logical,
                                      const std::vector<Tensor>& physical) {
    const Module &module = checked.module, &lowered = checked.lowered;
    EntryValues source(module), target(lowered);
    evaluate(module, logical, &source, checked.host().get());
    evaluate(lowered, physical, &target, checked.host().get());
    std::unordered_map<std::string, const Literal*> by_name;
    for (const auto& [id, literal] : source.values) by_name.emplace(module.entry_computation()[id].name, &literal);
    for (const auto& [id, literal] : target.values) {
        const Instruction& instruction = lowered.entry_computation()[id];
        if (instruction.origins.empty()) continue;
        const auto found = by_name.find(instruction.origins.front());
        if (found == by_name.end() || !same_shape(found->second->shape, literal.shape)) continue;
        const std::optional<Mismatch> mismatch = compare(literal, *found->second, result_tolerance(literal.shape.type));
        if (mismatch)
            return Difference{.step = "lower",
                              .instruction = describe(lowered.entry_computation(), instruction),
                              .op_name = describe_origin(instruction.metadata),
                              .message = mismatch_text(*mismatch, literal.shape, printable(found->first, 80))};
    }
    return std::nullopt;
}

} // namespace

std::optional<Difference> check_lowering(const Checked& checked, const std::vector<Tensor>& logical,
                                         const std::vector<Tensor>& physical) {
    const std::vector<Tensor> expected = evaluate(checked.module, logical, nullptr, checked.host().get()),
                              results = evaluate(checked.lowered, physical, nullptr, checked.host().get());
    std::vector<Shape> shapes;
    for_each_leaf(checked.module.result_shape, [&](const Shape& leaf) { shapes.push_back(leaf); });
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const Shape array = Shape::array(shapes[i].type, shapes[i].dims);
        const Literal got{.shape = array, .bytes = from_layout(to_literal(results[i]).bytes, shapes[i]), .tuple = {}};
        const std::optional<Mismatch> mismatch = compare(got, to_literal(expected[i]), result_tolerance(array.type));
        if (!mismatch) continue;
        if (std::optional<Difference> first = first_wrong(checked, logical, physical)) return first;
        return Difference{.step = "lower", .message = mismatch_text(*mismatch, array, "result " + std::to_string(i))};
    }
    return std::nullopt;
}

} // namespace hlo2cpp
