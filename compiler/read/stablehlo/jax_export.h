// Files of jax.export: a flatbuffer around a portable artifact.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp::stablehlo {

struct JaxExport {
    std::string_view module; // bytecode, a part of the file
    std::string function_name;
    // Arguments of the module's `main`, but for tokens and the platform: where they stand in the call of the
    // exported function, "args[0]['w']" or, of a keyword, "scale".
    std::vector<std::string> argument_names;
    // In small letters. Of more than one, the first argument of `main` is a number that chooses one of them.
    std::vector<std::string> platforms;

    std::optional<std::size_t> index_of_platform(std::string_view name) const;
};

// Nothing where `file` is none of these. Throws InputError with the byte where such a file is damaged.
std::optional<JaxExport> parse_jax_export(std::string_view file);

} // namespace hlo2cpp::stablehlo
