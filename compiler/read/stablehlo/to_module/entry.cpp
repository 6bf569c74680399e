#include "read/stablehlo/to_module/entry.h"

#include <algorithm>
#include <unordered_set>

#include "read/stablehlo/to_module/error.h"
#include "read/stablehlo/to_module/notes.h"
#include "read/stablehlo/to_module/op_context.h"
#include "read/stablehlo/to_module/shapes.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

// Attributes of argument or result `i`; null: it has none.
const Dictionary* attributes_of(const Operation& function, std::string_view list, std::size_t i) {
    const auto* all = function.get<Attribute::List>(list);
    return all == nullptr || i >= all->size() ? nullptr : (*all)[i].get<Dictionary>();
}

const Attribute* attribute_of(const Operation& function, std::string_view list, std::size_t i, std::string_view name) {
    const Dictionary* attributes = attributes_of(function, list, i);
    return attributes == nullptr ? nullptr : attributes->find(name);
}

// The place of an argument or result in the signature of a SavedModel, ["x"] or ["state", 1]: state.1. Empty: none.
std::string signature_name(const Operation& function, std::string_view list, std::size_t i) {
    const Attribute* path = attribute_of(function, list, i, "tf_saved_model.index_path");
    const auto* steps = path == nullptr ? nullptr : path->get<Attribute::List>();
    std::string name;
    for (std::size_t k = 0; steps != nullptr && k < steps->size(); ++k) {
        const auto* word = (*steps)[k].get<std::string>();
        const auto* number = (*steps)[k].get<Integer>();
        name += k == 0 ? "" : ".";
        name += word != nullptr ? *word : number != nullptr ? std::to_string(number->value) : "";
    }
    return name;
}

std::string spelled(const std::vector<std::int64_t>& dims) {
    std::string text;
    for (const std::int64_t d : dims) text += (text.empty() ? "" : ",") + (d < 0 ? "?" : std::to_string(d));
    return text;
}

// "result", "result[0]", "[1]": numbers alone.
bool is_numbered(std::string_view name) {
    constexpr std::string_view kResult = "result";
    if (name.starts_with(kResult)) name.remove_prefix(kResult.size());
    return name.find_first_not_of("[]0123456789") == name.npos;
}

std::optional<Shape> given_shape(Type type, const std::vector<std::int64_t>& sizes, const std::string& name) {
    bool same = type.dims.size() == sizes.size();
    for (std::size_t i = 0; same && i < sizes.size(); ++i)
        same = sizes[i] >= 0 && (type.dims[i] == kDynamic || type.dims[i] == sizes[i]);
    const std::string option = "--input-shape gives " + name + " the shape " + spelled(sizes) + ", but ";
    if (!same) throw InputError(option + "the program says " + to_string(type));
    type.dims = sizes;
    try {
        return shape_of(type);
    } catch (const InputError& error) {
        throw InputError(option + error.diagnostic.message);
    }
}

// An array that the program's caller gives, not the platform and no token.
bool is_callers(const EntryArgument& argument) {
    return argument.number && argument.type->kind != TypeKind::Token;
}

bool is_platform(const Operation& entry, std::size_t argument) {
    const Attribute* constant = attribute_of(entry, "arg_attrs", argument, "jax.global_constant");
    const auto* name = constant == nullptr ? nullptr : constant->get<std::string>();
    return name != nullptr && *name == "_platform_index";
}

bool uses(const Region& region, ValueId value) {
    return std::ranges::any_of(region.operations, [&](const Operation& operation) {
        return std::ranges::find(operation.operands, value) != operation.operands.end() ||
               std::ranges::any_of(operation.regions, [&](const Region& inside) { return uses(inside, value); });
    });
}

bool all_differ(const std::vector<std::string>& names) {
    std::unordered_set<std::string_view> seen;
    return std::ranges::all_of(names,
                               [&](const std::string& name) { return !name.empty() && seen.insert(name).second; });
}

void give_argument_names(std::vector<EntryArgument>& arguments, const Operation& entry, const ProgramFacts& facts) {
    std::vector<std::string> located, given, written;
    for (const EntryArgument& argument : arguments) {
        const bool named = is_callers(argument);
        const std::string number = "arg" + std::to_string(written.size());
        const std::size_t place = given.size();
        located.push_back(named ? argument.location->name : number);
        written.push_back(named && !argument.text_name.empty() ? argument.text_name : number);
        if (named)
            given.push_back(place < facts.argument_names.size()
                                ? facts.argument_names[place]
                                : signature_name(entry, "arg_attrs", written.size() - 1));
    }
    const bool by_location = all_differ(located), by_facts = !by_location && all_differ(given);
    std::size_t place = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool named = is_callers(arguments[i]);
        arguments[i].name = by_location ? located[i] : by_facts && named ? given[place] : written[i];
        place += named ? 1 : 0;
    }
}

void check_names(const std::vector<EntryArgument>& arguments, const InputShapes& input_shapes) {
    std::unordered_set<std::string_view> callers;
    std::string names;
    for (const EntryArgument& argument : arguments)
        if (is_callers(argument)) {
            callers.insert(argument.name);
            names += (names.empty() ? "" : ", ") + printable(argument.name, 80);
        }
    for (const auto& [name, sizes] : input_shapes)
        if (!callers.contains(name))
            throw InputError("--input-shape " + name + ": the program has no argument of that name" +
                             (names.empty() ? "" : ", but " + names));
}

void give_argument_shapes(std::vector<EntryArgument>& arguments, const InputShapes& input_shapes) {
    check_names(arguments, input_shapes);
    std::string open;
    for (EntryArgument& argument : arguments) {
        const auto given = is_callers(argument) ? input_shapes.find(argument.name) : input_shapes.end();
        const std::optional<Shape> shape = given == input_shapes.end()
                                               ? shape_of(*argument.type)
                                               : given_shape(*argument.type, given->second, argument.name);
        if (!shape)
            open += (open.empty() ? "" : " ") + std::string("--input-shape ") + argument.name + "=" +
                    spelled(argument.type->dims);
        argument.shape = shape.value_or(Shape());
    }
    if (!open.empty())
        throw InputError("the program leaves sizes of its arguments open; give them, with numbers in place of ?: " +
                         open);
}

// One result is no tuple.
builder::Sizes result_index(std::int64_t result, std::size_t results) {
    return results == 1 && result == 0 ? builder::Sizes() : builder::Sizes{result};
}

} // namespace

std::vector<EntryArgument> arguments_of(const Document& document, const Operation& entry, const ProgramFacts& facts) {
    std::vector<EntryArgument> arguments;
    std::int64_t parameters = 0;
    for (const ValueId id : entry.regions[0].arguments) {
        EntryArgument argument{.name = {}, .type = &document.type_of(id)};
        argument.location = &document.locations[document.values[id].location];
        const std::size_t i = arguments.size();
        // Platforms are numbered in the order in which the exporter was told them, which only its own file has.
        const bool is_known = is_platform(entry, i) && (facts.platform || !uses(entry.regions[0], id));
        if (!is_known) argument.number = parameters++;
        const auto written = document.parameter_names.find(id);
        if (written != document.parameter_names.end()) argument.text_name = written->second;
        if (const Dictionary* attributes = attributes_of(entry, "arg_attrs", i)) argument.notes = notes_of(*attributes);
        const Attribute* output = attribute_of(entry, "arg_attrs", i, "tf.aliasing_output");
        const auto* result = output == nullptr ? nullptr : output->get<Integer>();
        if (result != nullptr) argument.result = result->value;
        arguments.push_back(std::move(argument));
    }
    give_argument_names(arguments, entry, facts);
    give_argument_shapes(arguments, facts.options.input_shapes);
    return arguments;
}

std::vector<std::string> result_names(const Operation& entry) {
    const auto* all = entry.get<Attribute::List>("res_attrs");
    std::vector<std::string> names;
    bool named = false;
    for (std::size_t i = 0; all != nullptr && i < all->size(); ++i) {
        const Attribute* info = attribute_of(entry, "res_attrs", i, "jax.result_info");
        const auto* name = info == nullptr ? nullptr : info->get<std::string>();
        names.push_back(name != nullptr ? *name : signature_name(entry, "res_attrs", i));
        if (name == nullptr && names.back().empty()) return {};
        named = named || !is_numbered(names.back());
    }
    constexpr std::string_view kResult = "result";
    for (std::string& name : names)
        if (name.starts_with(kResult) && name.size() > kResult.size()) name.erase(0, kResult.size());
    return named ? names : std::vector<std::string>();
}

NotesPtr notes_of_results(const Operation& entry, std::size_t results) {
    std::string shardings;
    bool sharded = false;
    for (std::size_t i = 0; i < results; ++i) {
        const Attribute* attribute = attribute_of(entry, "res_attrs", i, "mhlo.sharding");
        const auto* sharding = attribute == nullptr ? nullptr : attribute->get<std::string>();
        shardings += (i == 0 ? "" : ", ") + (sharding == nullptr ? "{replicated}" : *sharding);
        sharded = sharded || sharding != nullptr;
    }
    if (!sharded) return nullptr;
    Notes notes;
    notes.sharding = results == 1 ? shardings : "{" + shardings + "}";
    return std::make_shared<const Notes>(std::move(notes));
}

void set_aliases(const std::vector<EntryArgument>& arguments, std::size_t results, builder::Builder& builder) {
    for (const EntryArgument& argument : arguments)
        if (argument.result && argument.number)
            builder.SetUpAlias(result_index(*argument.result, results), *argument.number, {});
}

void set_module_aliases(const Document& document, std::size_t results, builder::Builder& builder) {
    const auto* aliases = document.module.get<Attribute::List>("mhlo.input_output_alias");
    for (std::size_t i = 0; aliases != nullptr && i < aliases->size(); ++i) {
        const auto* place = (*aliases)[i].get<Dictionary>();
        const Attribute* from = place == nullptr ? nullptr : place->find("alias");
        const auto* argument = from == nullptr ? nullptr : from->get<Dictionary>();
        if (argument == nullptr) continue;
        const builder::Sizes output = numbers(*place, "output_index");
        builder.SetUpAlias(result_index(output.empty() ? 0 : output[0], results),
                           number(*argument, "parameter_number", 0), {});
    }
}

void set_layouts(const Document& document, Module& module) {
    const auto apply = [&](std::string_view attribute, std::span<Shape> shapes) {
        const auto* layouts = document.module.get<Attribute::List>(attribute);
        for (std::size_t i = 0; layouts != nullptr && i < std::min(layouts->size(), shapes.size()); ++i) {
            const auto* order = (*layouts)[i].get<Integers>();
            if (order != nullptr && shapes[i].is_array()) shapes[i].layout = checked_layout(shapes[i], order->values);
        }
    };
    Shape& result = module.result_shape;
    apply("mhlo.xla_entry_computation_parameter_layouts", module.parameter_shapes);
    apply("mhlo.xla_entry_computation_result_layout",
          result.is_tuple() ? std::span(result.tuple) : std::span(&result, 1));
}

} // namespace hlo2cpp::stablehlo
