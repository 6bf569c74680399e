#include "generate/code.h"

#include <algorithm>
#include <iterator>

#include "generate/files.h"
#include "support/sha256.h"

namespace hlo2cpp {

std::vector<Argument> GenerateInput::entry_arguments() const {
    std::vector<Argument> entry;
    std::ranges::copy_if(program.arguments, std::back_inserter(entry),
                         [](const Argument& argument) { return !argument.state; });
    return entry;
}

std::string run_hash(const Module& module, const GenerateOptions& options) {
    const std::string of =
        std::string(HLO2CPP_VERSION) + "\n" + module.sha256 + "\n" + options.name + "\n" + options.command_line;
    return sha256_hex(of).substr(0, 8);
}

Code generate(const GenerateInput& input) {
    return {.header = header_text(input), .source = source_text(input)};
}

} // namespace hlo2cpp
