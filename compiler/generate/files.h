// The two files, each a template whose holes are filled.
#pragma once

#include <string>

#include "generate/code.h"
#include "support/template.h"

namespace hlo2cpp {

struct HeaderTexts {
    std::string header, pattern; // as Code has them
};

HeaderTexts header_texts(const GenerateInput& input);
std::string source_text(const GenerateInput& input);

// "jit_f (sha256 0123456789ab)"
std::string module_text(const Module& module, bool with_hash);
// The command that makes the files, with these options.
std::string command_again(const GenerateOptions& options, const std::string& line);
// Template holes that header and source share.
TemplateValues common_values(const GenerateInput& input);
// "int NAME_begin(NAME_context* context, const float* x, float* out)", of an entry on a context.
std::string entry_text(const GenerateInput& input, const std::string& entry);
std::string run_entry(const GenerateInput& input); // "int NAME_run(const float* x, float* out)"
// Text for the file's own memory only, between #ifndef NAME_NO_OWN_ARENA and #endif.
std::string own_memory(const GenerateInput& input, const std::string& text, const std::string& note = "");
// "before arena after", one for each region in which an arena lies, with commas between.
std::string each_arena(const GenerateInput& input, const std::string& before, const std::string& after = "");
// Removes the second of two blank lines, which meet around an empty part of a file.
std::string without_double_blanks(std::string text);
std::string joined(std::string first, const std::string& second); // "first, second"

} // namespace hlo2cpp
