#include "read/stablehlo/to_module/error.h"

#include <algorithm>

#include "ir/module.h"

namespace hlo2cpp::stablehlo {
namespace {

// "stablehlo.add : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>".
std::string described(const Document& document, const Operation& operation) {
    constexpr std::size_t kMost = 8;
    const auto types = [&](const std::vector<ValueId>& values) {
        std::string text;
        for (std::size_t i = 0; i < std::min(values.size(), kMost); ++i)
            text += (i == 0 ? "" : ", ") + to_string(document.type_of(values[i]));
        return values.size() > kMost ? text + ", ..." : text;
    };
    const bool one = operation.results.size() == 1;
    return printable(operation.name) + " : (" + types(operation.operands) + ") -> " + (one ? "" : "(") +
           types(operation.results) + (one ? "" : ")");
}

Diagnostic diagnostic_of(const Document& document, const Operation& operation, const std::string& message) {
    const Location& location = document.locations[operation.location];
    const std::string offset = operation.place.line > 0 ? "" : ", at byte " + std::to_string(operation.offset);
    return {
        .message = printable(operation.name) + offset + ": " + message,
        .instruction = described(document, operation),
        .op_name = describe_origin(
            {.op_name = location.name, .source_file = location.file, .source_line = static_cast<int>(location.line)}),
        .place = operation.place,
        .excerpt = {}};
}

} // namespace

ErrorAtOperation::ErrorAtOperation(const Document& document, const Operation& operation, const std::string& message)
    : InputError(diagnostic_of(document, operation, message)) {}

} // namespace hlo2cpp::stablehlo
