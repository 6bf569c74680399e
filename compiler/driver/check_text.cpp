#include "driver/check_text.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

std::string counted(std::int64_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string paragraph(const Difference& difference) {
    std::string text = "  " + difference.step + ": " + difference.message + "\n";
    if (!difference.instruction.empty()) text += "      in: " + difference.instruction + "\n";
    if (!difference.op_name.empty()) text += "      op_name: " + difference.op_name + "\n";
    return text;
}

} // namespace

std::string check_text(const std::string& module_path, const CheckResult& result, bool complete) {
    constexpr std::size_t kMost = 10;
    const std::string amount = counted(result.reports, "value") + " (" + counted(result.elements, "element") + ")" +
                               (complete ? "" : ", the first that there was room for");
    if (result.differences.empty()) return module_path + ": agrees with the evaluator in " + amount + "\n";
    std::string text = module_path + ": differs from the evaluator; of " + amount + " compared\n";
    for (std::size_t i = 0; i < std::min(result.differences.size(), kMost); ++i)
        text += paragraph(result.differences[i]);
    if (result.differences.size() > kMost)
        text += "  and " + counted(static_cast<std::int64_t>(result.differences.size() - kMost), "more step") + "\n";
    return text;
}

} // namespace hlo2cpp
