// Arguments and results of the entry function: names, shapes, layouts, and which results are written into arguments.
#pragma once

#include <string>
#include <vector>

#include "ir/builder/builder.h"
#include "read/stablehlo/to_module.h"

namespace hlo2cpp::stablehlo {

struct EntryArgument {
    std::string name;
    std::string text_name; // in a text; empty: none but a number
    const Type* type = nullptr;
    const Location* location = nullptr;
    NotesPtr notes;
    Shape shape;
    std::optional<std::int64_t>
        number; // of the module's parameter; nothing where it is the platform, which is known or does not count
    std::optional<std::int64_t> result; // that is written into it
};

// Names are those of the arguments' locations, or those of the facts or of a SavedModel's signature, where they differ,
// else those of the text and arg0, arg1, ... Throws InputError for sizes that are open, and for given ones that do not
// fit.
std::vector<EntryArgument> arguments_of(const Document& document, const Operation& entry, const ProgramFacts& facts);
// Names of the results, like ["loss"] of a dictionary; empty where they have none but numbers.
std::vector<std::string> result_names(const Operation& entry);
// The shardings of the results, with {replicated} for those that have none; null: none has one.
NotesPtr notes_of_results(const Operation& entry, std::size_t results);
// Tell the builder which results are written into which arguments: as the arguments say, and as the module does.
void set_aliases(const std::vector<EntryArgument>& arguments, std::size_t results, builder::Builder& builder);
void set_module_aliases(const Document& document, std::size_t results, builder::Builder& builder);
// Lays arguments and results out in memory as the program's attributes want it; without these, row-major.
void set_layouts(const Document& document, Module& module);

} // namespace hlo2cpp::stablehlo
