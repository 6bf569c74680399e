// Folders that drop into a build system: the generated files, an example that calls them, and a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "generate/code.h"
#include "project/example_call.h"

namespace hlo2cpp {

// A build system. Its own files are those of templates/project/NAME/, each at the same place in the folder, with the
// model's name in place of NAME.
struct ProjectKind {
    std::string_view name;    // as --project has it
    std::string_view sources; // place of NAME.h and NAME.cpp in the folder, with a '/' at its end; may be empty
    std::string_view example; // place of the example, likewise
    bool has_main = true;     // main.c of the example is the one for any C library
};

const std::vector<ProjectKind>& project_kinds();
// Null where the name is empty. Throws InternalError where no kind has it.
const ProjectKind* find_project_kind(std::string_view name);

// The files beside the generated ones, by their places in the folder. `input` has a self-test.
std::vector<Code::File> project_files(const ProjectKind& kind, const GenerateInput& input, const ExampleCall& call);

} // namespace hlo2cpp
