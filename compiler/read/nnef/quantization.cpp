#include "read/nnef/quantization.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "read/nnef/checker.h"

namespace hlo2cpp::nnef {
namespace {

void add_names(const Expr& names, std::unordered_set<std::string>& all) {
    if (names.kind == ExprKind::Name) all.insert(names.text);
    for (const ExprPtr& item : names.items) add_names(*item, all);
}

// Value of an operation's parameter; `otherwise` if the operation has no parameter of this name.
double number_of(const Fragment& operation, const Values& arguments, std::string_view name, double otherwise) {
    const auto found = std::ranges::find(operation.parameters, name, &Parameter::name);
    if (found == operation.parameters.end()) return otherwise;
    const Value& value = arguments[static_cast<std::size_t>(found - operation.parameters.begin())];
    if (value.is_logical()) return value.logical() ? 1 : 0;
    return value.is_integer() ? static_cast<double>(value.integer()) : value.scalar();
}

} // namespace

Quantizations check_quantizations(const std::vector<QuantizationEntry>& entries, const SourceText& source,
                                  const Document& document, const Library& library) {
    std::unordered_set<std::string> names;
    for (const Assignment& assignment : document.graph.body) add_names(*assignment.left, names);
    Quantizations quantizations;
    for (const QuantizationEntry& entry : entries) {
        if (!names.contains(entry.tensor)) fail_at(source, entry.place, "the graph has no tensor " + entry.tensor);
        if (!quantizations.emplace(entry.tensor, Quantization{&source, entry.call.get()}).second)
            fail_at(source, entry.place, "the tensor " + entry.tensor + " has two entries");
        check_quantization(*entry.call, source, library);
        for (const Argument& argument : entry.call->arguments)
            if (argument.value->kind != ExprKind::Literal)
                fail_at(source, argument.value->place, "expected a number or a logical value");
    }
    return quantizations;
}

void dequantize(TensorFile& file, const Fragment& operation, const Values& arguments) {
    const auto number = [&](std::string_view name, double otherwise = 0) {
        return number_of(operation, arguments, name, otherwise);
    };
    const auto set_scalars = [&](auto&& scalar_of) {
        for (const std::int64_t q : file.integers) file.scalars.push_back(scalar_of(static_cast<double>(q)));
        file.integers.clear();
        file.base = Base::Scalar;
    };
    if (operation.name == "zero_point_linear_quantize") {
        const double zero_point = number("zero_point"), scale = number("scale");
        set_scalars([&](double q) { return (q - zero_point) * scale; });
    } else if (operation.name == "min_max_linear_quantize" || operation.name == "linear_quantize") {
        const double low = number("min"), range = number("max") - low, bits = number("bits");
        const bool is_signed = number("signed") != 0, symmetric = number("symmetric") != 0;
        const double steps = std::exp2(bits) - 1 - (is_signed && symmetric ? 1 : 0);
        const double offset = is_signed ? std::exp2(bits - 1) - (symmetric ? 1 : 0) : 0;
        set_scalars([&](double q) { return (q + offset) / steps * range + low; });
    } else {
        throw InputError("the items are quantized by " + operation.name + ", of which a file does not say the values");
    }
}

} // namespace hlo2cpp::nnef
