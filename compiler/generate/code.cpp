#include "generate/code.h"

#include <algorithm>
#include <iterator>

#include "generate/files.h"

namespace hlo2cpp {

std::vector<Argument> GenerateInput::entry_arguments() const {
    std::vector<Argument> entry;
    std::ranges::copy_if(program.arguments, std::back_inserter(entry),
                         [](const Argument& argument) { return !argument.state; });
    return entry;
}

Code generate(const GenerateInput& input) {
    return {.header = header_text(input), .source = source_text(input)};
}

} // namespace hlo2cpp
