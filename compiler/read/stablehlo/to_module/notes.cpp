#include "read/stablehlo/to_module/notes.h"

namespace hlo2cpp::stablehlo {
namespace {

template <typename T>
const T* find(const Dictionary& attributes, std::string_view name) {
    const Attribute* attribute = attributes.find(name);
    return attribute == nullptr ? nullptr : attribute->get<T>();
}

bool is_set(const Dictionary& attributes, std::string_view name) {
    const bool* value = find<bool>(attributes, name);
    return value != nullptr && *value;
}

std::vector<Precision> precisions_in(const Attribute::List& list) {
    std::vector<Precision> precisions;
    for (const Attribute& item : list) {
        const auto* name = item.get<std::string>();
        precisions.push_back(name == nullptr      ? Precision::Default
                             : *name == "HIGHEST" ? Precision::Highest
                             : *name == "HIGH"    ? Precision::High
                                                  : Precision::Default);
    }
    return precisions;
}

// dot_LHS_RHS_SUM, and how many products one is made of: _x3.
std::string algorithm_name(const Dictionary& algorithm) {
    std::string name = "dot";
    for (const char* type : {"lhs_precision_type", "rhs_precision_type", "accumulation_type"}) {
        const auto* found = find<TypePtr>(algorithm, type);
        const std::string text = found == nullptr ? "" : to_string(**found);
        name += "_" + (text.starts_with("f8") ? std::string("any_f8") : text);
    }
    const auto* products = find<Integer>(algorithm, "num_primitive_operations");
    if (products != nullptr && products->value > 1) name += "_x" + std::to_string(products->value);
    return name + (is_set(algorithm, "allow_imprecise_accumulation") ? "_fast_accum" : "");
}

} // namespace

NotesPtr notes_of(const Dictionary& attributes) {
    Notes notes;
    if (const auto* list = find<Attribute::List>(attributes, "precision_config"))
        notes.operand_precision = precisions_in(*list);
    if (const auto* algorithm = find<Dictionary>(attributes, "algorithm")) notes.algorithm = algorithm_name(*algorithm);
    notes.indices_are_sorted = is_set(attributes, "indices_are_sorted");
    notes.unique_indices = is_set(attributes, "unique_indices");
    if (const auto* frontend = find<Dictionary>(attributes, "mhlo.frontend_attributes"))
        for (const NamedAttribute& entry : frontend->entries())
            if (const auto* value = entry.value.get<std::string>()) notes.frontend_attributes[entry.name] = *value;
    if (const auto* sharding = find<std::string>(attributes, "mhlo.sharding")) notes.sharding = *sharding;
    return notes == Notes() ? nullptr : std::make_shared<const Notes>(std::move(notes));
}

} // namespace hlo2cpp::stablehlo
