#include "generate/code.h"

#include <algorithm>
#include <iterator>

#include "generate/files.h"
#include "generate/weights_files.h"
#include "support/sha256.h"
#include "support/version.h"

namespace hlo2cpp {

std::vector<Argument> GenerateInput::entry_arguments() const {
    std::vector<Argument> entry;
    std::ranges::copy_if(program.arguments, std::back_inserter(entry),
                         [](const Argument& argument) { return !argument.state; });
    return entry;
}

std::string run_hash(const Module& module, const Program& program, const GenerateOptions& options) {
    const std::string what =
        options.weights == WeightsPlace::Inline ? module.sha256 + module.constants_sha256 : print(program);
    const std::string of = std::string(version()) + "\n" + what + "\n" + options.name + "\n" + options.command_line;
    return sha256_hex(of).substr(0, 8);
}

std::string run_hash(const GenerateInput& input) {
    return run_hash(input.module, input.program, input.options);
}

Code generate(const GenerateInput& input) {
    HeaderTexts header = header_texts(input);
    Code code{.header = std::move(header.header),
              .header_pattern = std::move(header.pattern),
              .source = source_text(input),
              .others = {}};
    const WeightsFiles weights(input);
    const auto add = [&](const std::string& name, std::string contents) {
        if (!contents.empty()) code.others.push_back({name, std::move(contents)});
    };
    add(input.weights_source_file(), weights.source());
    add(input.options.name + "_weights.bin", weights.binary());
    return code;
}

} // namespace hlo2cpp
