#include "driver/shared_options.h"

namespace hlo2cpp {

OptionSpec output_dir_option(Options& options, const char* text) {
    return {.name = "--output-dir",
            .value = "DIR",
            .text = text,
            .by_default = options.output_dir,
            .set = set_text(options.output_dir)};
}

OptionSpec input_option(Options& options, const char* text, const char* detail) {
    return {.name = "--input",
            .value = "FILE",
            .text = text,
            .detail = detail,
            .takes = OptionSpec::Takes::Each,
            .set = add_text(options.inputs)};
}

OptionSpec language_option(GenerateOptions& generate, const std::string& text) {
    return with_choices<Language>({.name = "--language",
                                   .value = "LANGUAGE",
                                   .text = text,
                                   .detail = "c is C99, for those who have no C++ compiler. The program is the same."},
                                  {{"c++", Language::Cpp}, {"c", Language::C}}, generate.language);
}

} // namespace hlo2cpp
