// The files of templates/, runtime_lib/ and read/recipes/, byte for byte; embed.cmake makes the table at build time.
#pragma once

#include <string_view>
#include <vector>

namespace hlo2cpp {

struct EmbeddedFile {
    std::string_view name; // without folder; in folders of templates/: "project/make/Makefile.tmpl"
    std::string_view text;
};

const std::vector<EmbeddedFile>& embedded_files();
std::string_view embedded_file(std::string_view name); // throws InternalError where there is none

} // namespace hlo2cpp
