#include "read/stablehlo/to_module/support.h"

#include <map>

#include "ir/module.h"
#include "read/stablehlo/to_module/error.h"
#include "read/stablehlo/to_module/rules.h"
#include "read/stablehlo/to_module/shapes.h"

namespace hlo2cpp::stablehlo {
namespace {

class Unsupported {
public:
    explicit Unsupported(const Document& document) : document_(document) {}

    void visit(const Region& region) {
        if (region.operations.empty()) return;
        for (const ValueId argument : region.arguments) check_type(argument, region.operations.front());
        for (const Operation& operation : region.operations) {
            const bool ends = &operation == &region.operations.back();
            if (operation.name.ends_with(".return")) {
                if (!ends) count("return", "a return that is not the last operation of its region", operation);
            } else if (find_rule(operation.name) == nullptr) {
                count(operation.name, "this operation", operation);
            }
            for (const ValueId result : operation.results) check_type(result, operation);
            for (const Region& inside : operation.regions) visit(inside);
        }
    }

    void report() const {
        std::vector<Diagnostic> errors;
        for (const Use& use : uses_) {
            const std::string count =
                use.count > 1 ? " (" + std::to_string(use.count) + " times, this is the first)" : "";
            errors.push_back(
                ErrorAtOperation(document_, *use.first, "hlo2cpp does not support " + use.what + count).diagnostic);
        }
        if (!errors.empty()) throw InputErrors(errors.front(), {errors.begin() + 1, errors.end()});
    }

private:
    struct Use {
        std::string what;
        const Operation* first = nullptr;
        std::int64_t count = 1;
    };

    void check_type(ValueId value, const Operation& where) {
        const std::string reason = unsupported(document_.type_of(value));
        if (!reason.empty()) count("type " + reason, "values of the type " + printable(reason), where);
    }

    void count(const std::string& key, const std::string& what, const Operation& where) {
        const auto [found, is_new] = index_.emplace(key, uses_.size());
        if (is_new)
            uses_.push_back({.what = what, .first = &where});
        else
            ++uses_[found->second].count;
    }

    const Document& document_;
    std::map<std::string, std::size_t> index_;
    std::vector<Use> uses_;
};

} // namespace

void check_supported(const Document& document, std::span<const Operation* const> functions) {
    Unsupported unsupported(document);
    for (const Operation* function : functions) unsupported.visit(function->regions[0]);
    unsupported.report();
}

} // namespace hlo2cpp::stablehlo
