#include "read/stablehlo/to_module.h"

#include <algorithm>

#include "ir/builder/arrays.h"
#include "read/stablehlo/to_module/call_graph.h"
#include "read/stablehlo/to_module/conversion.h"
#include "read/stablehlo/to_module/entry.h"
#include "read/stablehlo/to_module/error.h"
#include "read/stablehlo/to_module/notes.h"
#include "read/stablehlo/to_module/shapes.h"
#include "read/stablehlo/to_module/support.h"
#include "support/name_uniquer.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

bool has_open_types(const Document& document, const Region& region) {
    const auto is_open_value = [&](ValueId id) { return is_open(document.type_of(id)); };
    if (std::ranges::any_of(region.arguments, is_open_value)) return true;
    return std::ranges::any_of(region.operations, [&](const Operation& operation) {
        return std::ranges::any_of(operation.results, is_open_value) ||
               std::ranges::any_of(operation.regions,
                                   [&](const Region& inside) { return has_open_types(document, inside); });
    });
}

// Names are unique in the whole module, as XLA wants them.
void give_names(Module& module) {
    NameUniquer computations, instructions;
    for (Computation& computation : module.computations) {
        computation.name = computations.unique(computation.name);
        for (Instruction& instruction : computation.instructions)
            instruction.name = instructions.unique(instruction.name);
    }
}

std::int64_t count_of(const Operation& module, std::string_view attribute) {
    const auto* count = module.get<Integer>(attribute);
    return count == nullptr || count->value < 0 ? 0 : count->value;
}

Ops parameters(Builder& builder, const std::vector<EntryArgument>& arguments, const ProgramFacts& facts) {
    Ops parameters;
    for (const EntryArgument& argument : arguments) {
        const bool named = argument.location->name == argument.name;
        builder.SetOpMetadata({.op_name = named ? argument.name : "",
                               .source_file = argument.location->file,
                               .source_line = static_cast<int>(argument.location->line)});
        builder.SetOpNotes(argument.notes);
        parameters.push_back(argument.number ? Parameter(builder, *argument.number, argument.shape, argument.name)
                                             : ConstantR0WithType(builder, argument.shape.type,
                                                                  static_cast<double>(facts.platform.value_or(0))));
    }
    return parameters;
}

// The root, which has the shardings of the results. As XLA's converter writes it: one result is taken out of a tuple.
Op root_of(Builder& builder, const Operation& entry, const Ops& results) {
    const NotesPtr notes = notes_of_results(entry, results.size());
    builder.SetOpNotes(nullptr);
    const bool alone = notes != nullptr && results.size() == 1;
    const Op tuple = alone ? Tuple(builder, results) : Op();
    builder.SetOpNotes(notes);
    return alone ? GetTupleElement(tuple, 0) : pack(builder, results);
}

} // namespace

ModelFile to_module(const Document& document, ProgramFacts facts) {
    const Functions functions = functions_of(document);
    const Operation& entry = entry_of(document, functions, facts.options.entry);
    // Another function is not what names beside the program and attributes of the module are about.
    const bool is_default = &entry == default_entry(document, functions);
    if (!is_default) facts.argument_names.clear();
    const std::vector<const Operation*> needed = needed_functions(document, functions, entry);
    check_supported(document, needed);
    const std::vector<EntryArgument> arguments = arguments_of(document, entry, facts);
    const bool open = std::ranges::any_of(
        needed, [&](const Operation* function) { return has_open_types(document, function->regions[0]); });

    // Instructions are large, so that a vector that grows would need about twice the memory.
    Builder builder("main", expected_instructions(entry.regions[0]));
    Conversion conversion(document, functions, builder, open);
    for (const Operation* function : needed)
        if (function != &entry) conversion.add_function(*function);
    const Ops results = at_operation(document, entry, [&] {
        return conversion.convert_block(entry.regions[0], parameters(builder, arguments, facts));
    });
    conversion.throw_errors();
    builder.ClearOpMetadata();
    builder.SetOpPlace({});
    set_aliases(arguments, results.size(), builder);
    if (is_default) set_module_aliases(document, results.size(), builder);
    ModelFile file;
    file.module = builder.Build(root_of(builder, entry, results));
    const auto* name = document.module.get<std::string>("sym_name");
    file.module.name = name == nullptr ? "main" : *name;
    file.module.devices = {.replicas = count_of(document.module, "mhlo.num_replicas"),
                           .partitions = count_of(document.module, "mhlo.num_partitions")};
    file.module.notes = notes_of(document.module.attributes);
    if (is_default) set_layouts(document, file.module);
    file.result_names = result_names(entry);
    give_names(file.module);
    return file;
}

} // namespace hlo2cpp::stablehlo
