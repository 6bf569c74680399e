// The code of one fixture, and what a table says about it that calls it.
#pragma once

#include <filesystem>
#include <string>

#include "driver/harness.h"

namespace hlo2cpp::testing {

struct CodeUnit {
    std::string path, name, error; // `error`: why there is no code, or empty
    Signature signature;
    Code code;
    bool has_vectors = false;
    Language language = Language::Cpp;
};

CodeUnit make_unit(const std::string& path, const std::string& name, const CompileOptions& base);
// FOLDER/NAME.h and FOLDER/NAME.cpp, or NAME.c, where there is code. A file in C is there always, if need be without
// code.
void write_code(const CodeUnit& unit, const std::filesystem::path& folder);
void write_text_file(const std::filesystem::path& path, const std::string& text);

// C++: a string literal; the entry's pointers as casts of `void** p`.
std::string quoted(const std::string& text);
std::string pointer_arguments(const Signature& signature);
// C++: the array aliased_NAME, for each result leaf the number of the parameter leaf that it is written to, or -1.
std::string aliased_table(const CodeUnit& unit);

} // namespace hlo2cpp::testing
