#include "read/stablehlo/to_module/captures.h"

#include <unordered_set>

namespace hlo2cpp::stablehlo {

Captures::Captures(const Document& document) : depth_(document.values.size()) {
    for (const Region& region : document.module.regions)
        for (const Operation& function : region.operations)
            for (const Region& body : function.regions) visit(body);
    for (auto& [region, values] : captured_) {
        std::unordered_set<ValueId> seen;
        std::erase_if(values, [&](ValueId value) { return !seen.insert(value).second; });
    }
}

void Captures::visit(const Region& region) {
    around_.push_back(&region);
    for (const ValueId argument : region.arguments) depth_[argument] = around_.size();
    for (const Operation& operation : region.operations) {
        for (const ValueId operand : operation.operands)
            for (std::size_t i = depth_[operand]; i < around_.size(); ++i) captured_[around_[i]].push_back(operand);
        for (const Region& inside : operation.regions) visit(inside);
        for (const ValueId result : operation.results) depth_[result] = around_.size();
    }
    around_.pop_back();
}

const std::vector<ValueId>& Captures::of(const Region& region) const {
    static const std::vector<ValueId> kNone;
    const auto found = captured_.find(&region);
    return found == captured_.end() ? kNone : found->second;
}

} // namespace hlo2cpp::stablehlo
