#include "read/stablehlo/bytecode/raise.h"

#include <span>

namespace hlo2cpp::stablehlo::bytecode {
namespace {

constexpr std::string_view kConvolutionFields[] = {
    "input_batch_dimension",          "input_feature_dimension",         "input_spatial_dimensions",
    "kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions",
    "output_batch_dimension",         "output_feature_dimension",        "output_spatial_dimensions"};
constexpr std::string_view kGatherFields[] = {"offset_dims",           "collapsed_slice_dims",
                                              "operand_batching_dims", "start_indices_batching_dims",
                                              "start_index_map",       "index_vector_dim"};
constexpr std::string_view kScatterFields[] = {"update_window_dims",           "inserted_window_dims",
                                               "input_batching_dims",          "scatter_indices_batching_dims",
                                               "scatter_dims_to_operand_dims", "index_vector_dim"};
constexpr std::string_view kDotFields[] = {"lhs_batching_dimensions", "rhs_batching_dimensions",
                                           "lhs_contracting_dimensions", "rhs_contracting_dimensions"};
constexpr std::string_view kAlgorithmFields[] = {
    "lhs_precision_type",  "rhs_precision_type",       "accumulation_type",           "lhs_component_count",
    "rhs_component_count", "num_primitive_operations", "allow_imprecise_accumulation"};

// Attributes of VHLO that are the fields of one attribute in StableHLO.
struct Structured {
    std::string_view operation, name;
    std::span<const std::string_view> fields;
};
constexpr Structured kStructured[] = {
    {"stablehlo.convolution", "dimension_numbers", kConvolutionFields},
    {"stablehlo.dynamic_conv", "dimension_numbers", kConvolutionFields},
    {"stablehlo.gather", "dimension_numbers", kGatherFields},
    {"stablehlo.dynamic_gather", "dimension_numbers", kGatherFields},
    {"stablehlo.scatter", "scatter_dimension_numbers", kScatterFields},
    {"stablehlo.dot_general", "dot_dimension_numbers", kDotFields},
    {"stablehlo.dot_general", "algorithm", kAlgorithmFields},
};

// All fields of an algorithm that is absent are the type none.
bool is_absent_field(std::string_view name, const Attribute& field) {
    const TypePtr* type = field.get<TypePtr>();
    const auto* list = field.get<Integers>();
    const auto* number = field.get<Integer>();
    return (type != nullptr && (*type)->kind == TypeKind::None) || (list != nullptr && list->values.empty()) ||
           (name == "index_vector_dim" && number != nullptr && number->value == 0);
}

void gather_fields(Dictionary& attributes, const Structured& structured) {
    Dictionary fields;
    for (const std::string_view name : structured.fields) {
        const Attribute* found = attributes.find(name);
        if (found == nullptr) continue;
        Attribute field = *found;
        normalize(field);
        if (!is_absent_field(name, field)) fields.set(name, std::move(field));
        attributes.erase(name);
    }
    if (!fields.empty()) attributes.set(structured.name, {std::move(fields)});
}

} // namespace

std::string raised_name(std::string_view name) {
    constexpr std::string_view kVhlo = "vhlo.";
    if (!name.starts_with(kVhlo)) return std::string(name);
    name.remove_prefix(kVhlo.size());
    name = name.substr(0, name.rfind("_v"));
    if (name == "func" || name == "call") return "func." + std::string(name);
    return "stablehlo." + std::string(name);
}

void raise(Operation& operation, std::string_view parent) {
    if (operation.name == "stablehlo.return" && parent == "func.func") operation.name = "func.return";
    for (const Structured& structured : kStructured)
        if (structured.operation == operation.name) gather_fields(operation.attributes, structured);
    normalize(operation);
}

} // namespace hlo2cpp::stablehlo::bytecode
