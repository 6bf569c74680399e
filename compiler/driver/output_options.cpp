#include "driver/output_options.h"

#include "driver/option_values.h"
#include "driver/shared_options.h"
#include "project/project.h"

namespace hlo2cpp {
namespace {

OptionSpec project_option(Options& options) {
    OptionSpec project = {.name = "--project",
                          .value = "KIND",
                          .text = "write a folder for a build system, with an example",
                          .detail = "The example calls the model once, on the arguments of --input or on made-up ones, "
                                    "prints results beside expected ones, and runs the self-test.",
                          .set = set_text(options.project)};
    for (const ProjectKind& kind : project_kinds()) project.choices.emplace_back(kind.name);
    return project;
}

} // namespace

OptionGroup output_group(Options& options) {
    GenerateOptions& generate = options.compile.generate;
    OptionSpec test_input = input_option(options, "argument of self-test or example, a .npy file", kMadeUp);
    test_input.needs = {"--self-test", "--project"};
    return {
        "What to make",
        {output_dir_option(options, "folder for the generated files"),
         {.name = "--name",
          .value = "NAME",
          .text = "prefix of all names; the files are NAME.h, NAME.cpp",
          .detail = "Without it the name is made from the name of the module's file.",
          .set = [&generate](const std::string& name) { generate.name = parse_name(name); }},
         with_choices<WeightsPlace>({.name = "--weights",
                                     .value = "PLACE",
                                     .text = "file that constants are stored in",
                                     .detail = "inline: NAME.cpp. source: NAME_weights.cpp. incbin: NAME_weights.bin, "
                                               "which NAME_weights.cpp takes in when it is assembled. external: "
                                               "NAME_weights.bin, which the program passes to NAME_set_weights."},
                                    {{"inline", WeightsPlace::Inline},
                                     {"source", WeightsPlace::Source},
                                     {"incbin", WeightsPlace::Incbin},
                                     {"external", WeightsPlace::External}},
                                    generate.weights),
         with_choices<ByteOrder>({.name = "--byte-order",
                                  .value = "ORDER",
                                  .text = "order of bytes in long arrays and NAME_weights.bin",
                                  .detail = "Short arrays are numbers, for every machine. A file of the other order "
                                            "than the machine's does not compile."},
                                 {{"little", ByteOrder::Little}, {"big", ByteOrder::Big}}, generate.byte_order),
         language_option(generate, "language of the code; with c it is in NAME.c"),
         with_choices<bool>({.name = "--scalars",
                             .value = "HOW",
                             .text = "pass scalars as pointers, or by value",
                             .detail =
                                 "With value the entries take a real scalar that they only read as it is: float dt in "
                                 "place of const float* dt. Results stay pointers."},
                            {{"pointer", false}, {"value", true}}, generate.scalars_by_value),
         {.name = "--self-test",
          .text = "add NAME_self_test, a test for the target",
          .detail = "The function checks the weights, runs the model and compares its results with expected ones.",
          .set = set_flag(generate.self_test)},
         {.name = "--cooperative",
          .text = "add NAME_begin and NAME_step: one step a call",
          .detail = "For schedulers without threads: a call runs a step, or a round of a loop of steps. NAME_run does "
                    "NAME_PROGRESS(call), a macro, after each.",
          .set = set_flag(generate.cooperative)},
         project_option(options),
         std::move(test_input)}};
}

} // namespace hlo2cpp
