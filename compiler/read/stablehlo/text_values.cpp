#include "read/stablehlo/text_values.h"

namespace hlo2cpp::stablehlo {

const NamedValues* ValueNames::find(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
}

bool ValueNames::define(std::string_view name, ValueId first, std::size_t count) {
    const NamedValues values{first, count, regions_.size()};
    const auto [at, is_new] = values_.try_emplace(name, values);
    if (!is_new && at->second.scope == values.scope) return false;
    defined_.push_back({name, at->second, !is_new});
    at->second = values;
    return true;
}

void ValueNames::leave_region() {
    for (; defined_.size() > regions_.back(); defined_.pop_back()) {
        const Definition& last = defined_.back();
        if (last.was_defined)
            values_[last.name] = last.before;
        else
            values_.erase(last.name);
    }
    regions_.pop_back();
}

} // namespace hlo2cpp::stablehlo
