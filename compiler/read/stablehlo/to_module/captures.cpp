#include "read/stablehlo/to_module/captures.h"

#include <unordered_set>

namespace hlo2cpp::stablehlo {

Captures::Captures(const Document& document) : depth_(document.values.size()) {
    for (const Region& region : document.module.regions)
        for (const Operation& function : region.operations)
            for (const Region& body : function.regions) {
                std::vector<const Operation*> around;
                visit(body, around);
            }
    for (auto& [operation, values] : captured_) {
        std::unordered_set<ValueId> seen;
        std::erase_if(values, [&](ValueId value) { return !seen.insert(value).second; });
    }
}

void Captures::visit(const Region& region, std::vector<const Operation*>& around) {
    const auto depth = static_cast<std::uint32_t>(around.size());
    for (const ValueId argument : region.arguments) depth_[argument] = depth;
    for (const Operation& operation : region.operations) {
        for (const ValueId operand : operation.operands)
            for (std::size_t i = depth_[operand]; i < around.size(); ++i) captured_[around[i]].push_back(operand);
        around.push_back(&operation);
        for (const Region& inside : operation.regions) visit(inside, around);
        around.pop_back();
        for (const ValueId result : operation.results) depth_[result] = depth;
    }
}

const std::vector<ValueId>& Captures::of(const Operation& operation) const {
    static const std::vector<ValueId> kNone;
    const auto found = captured_.find(&operation);
    return found == captured_.end() ? kNone : found->second;
}

} // namespace hlo2cpp::stablehlo
