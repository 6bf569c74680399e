// The commands of hlo2cpp and their options.
#include "driver/command_line.h"
#include "driver/commands.h"
#include "driver/core_option.h"
#include "driver/device_options.h"
#include "driver/exit_status.h"
#include "driver/memory_option.h"
#include "driver/module_options.h"
#include "driver/nearest_target.h"
#include "driver/option_values.h"
#include "driver/output_options.h"
#include "driver/shared_options.h"
#include "driver/stages.h"

namespace hlo2cpp {
namespace {

using Takes = OptionSpec::Takes;

OptionGroup machine_group(Options& options) {
    OptionSpec target = {.name = "--target",
                         .value = "TARGET",
                         .text = "machine that the code is for",
                         .detail =
                             "generic is plain C++ for every compiler; native is the machine that hlo2cpp runs on.",
                         .choices = target_names(),
                         .by_default = options.compile.target.name,
                         .advise = nearest_target,
                         .set = [&options](const std::string& name) { options.compile.target = *find_target(name); }};
    OptionSpec optimize =
        with_choices<Optimize>({.name = "--optimize", .value = "GOAL", .text = "prefer little code or fast code"},
                               {{"size", Optimize::Size}, {"balanced", Optimize::Balanced}, {"speed", Optimize::Speed}},
                               options.compile.generate.goal.optimize);
    OptionSpec threads = {
        .name = "--threads",
        .value = "NUMBER",
        .text = "divide large steps among so many threads",
        .detail =
            "Each large step runs in NUMBER chunks, which the function parallel_for of the context may run at the "
            "same time; OpenMP does where the macro NAME_OPENMP is defined. Without either they run one after "
            "another. The results have the same bits in any case.",
        .by_default = std::to_string(options.compile.generate.goal.threads),
        .set = [&options](const std::string& text) {
            options.compile.generate.goal.threads = parse_integer("--threads", text, 1, kMostThreads);
        }};
    OptionSpec measure = {
        .name = "--measure",
        .value = "COMMAND",
        .text = "state the stack and code that this compiler makes",
        .detail =
            "COMMAND is a C++ compiler and its flags, for example \"arm-none-eabi-g++ -O2\". It compiles the files, "
            "and header and report state bytes of stack, code and constants. The flags of the target are added "
            "unless COMMAND names a machine.",
        .set = [&options](const std::string& text) { options.compile.measure = parse_compiler(text); }};
    return {"For which machine",
            {std::move(target), std::move(optimize), std::move(threads), memory_option(options.compile.memory),
             std::move(measure), core_option(options.compile.core)}};
}

OptionGroup behavior_group(Options& options) {
    CompileOptions& compile = options.compile;
    return {
        "How it computes",
        {{.name = "--deterministic",
          .text = "same bits on every machine: one order of sums",
          .detail = "Sums are added in a fixed order, and only they use fused multiply-adds, whatever the flags of the "
                    "C++ compiler.",
          .set = set_flag(compile.generate.goal.in_order)},
         {.name = "--finite",
          .text = "no float is a NaN or infinite",
          .detail = "Products with a constant 0 and sums with 0 are left out where arrays are small. With a NaN or an "
                    "infinity among the arguments, or where a result overflows, results mean nothing, and a zero may "
                    "have either sign.",
          .set = set_flag(compile.generate.goal.finite)},
         {.name = "--state",
          .value = "NAME[=RESULT][=FILE]...",
          .text = "arguments that are kept from call to call",
          .detail =
              "NAME is an argument, RESULT the number of the result that is its next value, FILE the .npy file of "
              "its initial value. Without RESULT the module itself must store a result into the argument, as jax.jit "
              "does with donate_argnums; without FILE the initial value is 0.",
          .takes = Takes::Several,
          .set = add_text(options.state)},
         {.name = "--seed",
          .value = "NUMBER",
          .text = "seed of random numbers",
          .by_default = std::to_string(compile.seed),
          .set = [&compile](const std::string& text) { compile.seed = parse_seed(text); }},
         {.name = "--max-trips",
          .value = "[LOOP=]COUNT",
          .text = "stop loops that depend on data after COUNT rounds",
          .detail =
              "The generated function returns NAME_TOO_MANY_ROUNDS then. Without LOOP the count holds for all such "
              "loops. Repeat it for several loops.",
          .takes = Takes::Each,
          .set = [&compile](const std::string& text) { compile.max_trips.push_back(parse_max_trips(text)); }},
         with_choices<bool>({.name = "--arguments",
                             .value = "ORDER",
                             .text = "order of the dimensions of arguments in memory",
                             .detail = "module: as the module says. any: arguments and results may have another order "
                                       "where that is faster, which the table in NAME.h shows. run and check take and "
                                       "give arrays of the module all the same."},
                            {{"module", false}, {"any", true}}, compile.any_arguments)}};
}

OptionSpec help_option() {
    return {.name = "--help", .text = "print this help"};
}

OptionGroup debug_group(Options& options) {
    return {"To find mistakes",
            {{.name = "--trace",
              .text = "call NAME_trace after each step",
              .detail = "The function gets the values that the step wrote. run prints a line for each call.",
              .set = set_flag(options.compile.generate.trace)},
             {.name = "--poison",
              .text = "fill each buffer while it is not in use",
              .detail = "A step that reads such a buffer then gives wrong results. Where a step writes to one, the "
                        "generated function returns NAME_POISONED.",
              .set = set_flag(options.compile.generate.poison)},
             help_option()}};
}

OptionGroup stage_group(Options& options) {
    return {"Stages of the compiler",
            {with_choices<Stage>({.name = "--dump", .value = "STAGE", .text = "print the result of a stage"},
                                 stages_in_order(), options.compile.dump),
             with_choices<Stage>({.name = "--stop-after", .value = "STAGE", .text = "end after a stage"},
                                 stages_in_order(), options.compile.stop_after)}};
}

OptionSpec infeed_option(Options& options) {
    return {.name = "--infeed",
            .value = "FILE",
            .text = "data that infeeds take, a .npy file or plain bytes",
            .detail = "Repeat it for several infeeds, in their order.",
            .takes = Takes::Each,
            .set = add_text(options.infeed)};
}

OptionSpec cxxflags_option(Options& options) {
    return {.name = "--cxxflags",
            .value = "FLAGS",
            .text = "more flags for the C++ compiler, after -O1",
            .detail = "The compiler is $CXX, else c++, or for another machine its own: see --cxx.",
            .set = set_text(options.cxxflags)};
}

CommandSpec compile_spec(Options& options) {
    OptionGroup report = {
        "What to report",
        {{.name = "--report",
          .value = "FILE",
          .text = "report on memory and work; a page where it is .html",
          .detail = "Memory, stack, work and steps: a page for people where FILE ends in .html, else JSON. "
                    "Repeat it for both.",
          .takes = Takes::Each,
          .set = add_text(options.reports)},
         {.name = "--check",
          .text = "write no file; end with 3 if the files differ",
          .detail = "Compares the files that are there with those that the module gives now.",
          .set = set_flag(options.only_check)}}};
    return {.name = "compile",
            .text = "write NAME.h and NAME.cpp, the module as C++",
            .groups = {module_group(options), output_group(options), machine_group(options), behavior_group(options),
                       compiled_device_group(options), std::move(report), stage_group(options), debug_group(options)},
            .examples = {{"Write firmware for a Cortex-M7, and a page on its memory",
                          "hlo2cpp compile net.pb --output-dir src --target cortex-m7 --report net.html"},
                         {"Fail in a build where checked-in files are out of date",
                          "hlo2cpp compile net.pb --output-dir src --target cortex-m7 --check"}},
            .run = compile_command};
}

CommandSpec run_spec(Options& options) {
    OptionSpec folder = output_dir_option(options, "folder for the results, out0.npy, out1.npy and on");
    folder.required = true;
    folder.by_default.clear();
    OptionSpec engine = with_choices<Engine>(
        {.name = "--engine", .value = "ENGINE", .text = "run generated code, or the compiler's own evaluator"},
        {{"compiled", Engine::Compiled}, {"evaluator", Engine::Evaluator}}, options.engine);
    OptionSpec link = {.name = "--link",
                       .value = "FILE",
                       .text = "code of custom calls: .c, .cc, .cpp, .o or .a",
                       .detail = "Repeat it for several files.",
                       .takes = Takes::Each,
                       .set = add_text(options.links)};
    return {.name = "run",
            .text = "run the module on .npy files",
            .groups = {module_group(options),
                       {"What to run",
                        {input_option(options, "argument, a .npy file",
                                      "Repeat it for each argument, in the order of the parameters."),
                         std::move(folder), std::move(engine), cxxflags_option(options), std::move(link),
                         infeed_option(options)}},
                       machine_group(options),
                       behavior_group(options),
                       running_device_group(options),
                       stage_group(options),
                       debug_group(options)},
            .examples = {{"Call the module once, on two arguments",
                          "hlo2cpp run net.pb --input a.npy --input b.npy --output-dir results"}},
            .run = run_command};
}

CommandSpec check_spec(Options& options) {
    return {
        .name = "check",
        .text = "compare each step of the code with a reference",
        .detail = "The reference is the compiler's evaluator. Where they differ, check names the first step that does, "
                  "and ends with 3.",
        .groups = {module_group(options),
                   {"What to run",
                    {input_option(options, "argument, a .npy file; otherwise made up", kMadeUp),
                     cxxflags_option(options), infeed_option(options)}},
                   machine_group(options),
                   behavior_group(options),
                   running_device_group(options),
                   stage_group(options),
                   debug_group(options)},
        .examples = {{"Check the code for this machine, on made-up arguments", "hlo2cpp check net.pb --target native"}},
        .run = check_command};
}

CommandSpec inspect_spec(Options& options) {
    return {.name = "inspect",
            .text = "show steps, memory, work and unsupported ops",
            .groups = {module_group(options), machine_group(options), behavior_group(options),
                       compiled_device_group(options), debug_group(options)},
            .examples = {{"Show RAM, flash and stack on a Cortex-M4",
                          "hlo2cpp inspect net.pb --target cortex-m4 --measure \"arm-none-eabi-g++ -O2\""}},
            .run = inspect_command};
}

CommandSpec convert_spec(Options& options) {
    return {.name = "convert",
            .text = "write the module as HLO text or as a proto",
            .groups = {module_group(options),
                       {"What to make",
                        {{.name = "OUT",
                          .text = "file to write: a proto (.pb) or text (.hlo, .txt)",
                          .required = true,
                          .set = set_text(options.output_path)},
                         help_option()}}},
            .examples = {{"Write a proto as text", "hlo2cpp convert net.pb net.hlo"}},
            .run = convert_command};
}

CommandSpec soft_float_spec(Options& options) {
    return {.name = "soft-float",
            .text = "write soft_float.cpp: float arithmetic without an FPU",
            .detail = "Linked to a program for Cortex-M or RV32, it replaces functions of the compiler's library.",
            .groups = {{"What to make",
                        {output_dir_option(options, "folder for soft_float.cpp"),
                         language_option(options.compile.generate, "language of the file; with c soft_float.c"),
                         help_option()}}},
            .examples = {{"Write it into the sources of the firmware", "hlo2cpp soft-float --output-dir src"}},
            .run = soft_float_command};
}

} // namespace

CommandLine make_command_line(Options& options) {
    options.compile.target = *find_target("generic");
    return {.text = "ahead-of-time compiler from XLA HLO, StableHLO and NNEF to C++",
            .detail =
                "hlo2cpp reads a neural network or another numeric program and writes one C++ file and its header, "
                "which need "
                "no library and no heap, for microcontrollers and embedded Linux.",
            .commands = {compile_spec(options), run_spec(options), check_spec(options), inspect_spec(options),
                         convert_spec(options), soft_float_spec(options)},
            .options = {"Options",
                        {{.name = "--help", .text = "print this help; hlo2cpp COMMAND --help prints more"},
                         {.name = "--version", .text = "print the version", .set = set_to(options.page, Page::Version)},
                         {.name = "--man-page",
                          .text = "print the manual page, as hlo2cpp.1",
                          .set = set_to(options.page, Page::Manual)},
                         {.name = "--bash-completion",
                          .text = "print the script that completes commands in bash",
                          .set = set_to(options.page, Page::Completion)}}},
            .examples = {{"Show what a module needs on a Cortex-M7", "hlo2cpp inspect digits.pb --target cortex-m7"},
                         {"Write digits.h and digits.cpp for it",
                          "hlo2cpp compile digits.pb --target cortex-m7 --output-dir src"}},
            .exit_statuses = {{0, "success"},
                              {kInputError, "a module or another file is at fault"},
                              {kUsageError, "the command line is wrong"},
                              {kDiffers, "a difference that check or compile --check found"},
                              {kInternalError, "a mistake in hlo2cpp itself"}}};
}

} // namespace hlo2cpp
