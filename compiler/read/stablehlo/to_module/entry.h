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
    std::optional<std::int64_t> number; // of the module's parameter; nothing where it is the platform, which is known
    std::optional<std::int64_t> result; // that is written into it
};

// Names are those of the arguments' locations, or those of the facts, where they differ, else those of the text and
// arg0, arg1, ... Throws InputError for sizes that are open, for given ones that do not fit, and for a platform that
// counts and is not known.
std::vector<EntryArgument> arguments_of(const Document& document, const Operation& entry, const ProgramFacts& facts);
// Names of the results, like ["loss"] of a dictionary; empty where they have none but numbers.
std::vector<std::string> result_names(const Operation& entry);
// Tells the builder which results are written into which arguments.
void set_aliases(const Document& document, const std::vector<EntryArgument>& arguments, std::size_t results,
                 builder::Builder& builder);
// Lays arguments and results out in memory as the program's attributes want it; without these, row-major.
void set_layouts(const Document& document, Module& module);

} // namespace hlo2cpp::stablehlo
