#include "read/stablehlo/to_module/rules.h"

#include <unordered_map>

#include "read/stablehlo/to_module/functions.h"
#include "read/stablehlo/to_module/quantized.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

std::unordered_map<std::string_view, const Rule*> all_rules() {
    std::unordered_map<std::string_view, const Rule*> rules;
    for (const auto& table : {elementwise_rules(), array_rules(), contraction_rules(), fold_rules(), control_rules(),
                              host_rules(), device_rules(), dynamic_rules(), quantized_rules()})
        for (const Rule& rule : table) rules.emplace(rule.name, &rule);
    return rules;
}

struct Apply {
    const OpContext& context;

    Ops operator()(Opcode opcode) const { return {context.add(opcode, context.operands())}; }
    Ops operator()(Unary function) const {
        context.require(1);
        return {function(context.operand(0))};
    }
    Ops operator()(Binary function) const {
        context.require(2);
        return {function(context.operand(0), context.operand(1))};
    }
    Ops operator()(WideUnary wide) const {
        context.require(1);
        return {widely(wide.function, context.operand(0))};
    }
    Ops operator()(WideBinary wide) const {
        context.require(2);
        return {widely(wide.function, context.operand(0), context.operand(1))};
    }
    Ops operator()(Convert convert) const { return convert(context); }
};

} // namespace

const Rule* find_rule(std::string_view name) {
    static const auto rules = all_rules();
    const auto found = rules.find(name);
    return found == rules.end() ? nullptr : found->second;
}

Ops apply_rule(const OpContext& context) {
    const Rule* rule = find_rule(context.operation().name);
    check_internal(rule != nullptr, "an operation without a rule");
    return std::visit(Apply{context}, rule->how);
}

} // namespace hlo2cpp::stablehlo
