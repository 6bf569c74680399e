// The command line.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <new>

#include <CLI/CLI.hpp>

#include "driver/commands.h"
#include "driver/process.h"
#include "driver/stages.h"

namespace hlo2cpp {
namespace {

constexpr int kInputError = 1, kUsageError = 2, kInternalError = 70;

// The stage that runs, on one line of a terminal that the next one replaces.
class Progress {
public:
    ~Progress() { clear(); }
    void show(const char* stage) {
        std::fprintf(stderr, "\r\033[K%s ...", stage);
        std::fflush(stderr);
        shown_ = true;
    }
    void clear() {
        if (shown_) std::fputs("\r\033[K", stderr);
        shown_ = false;
    }

private:
    bool shown_ = false;
};

std::string known_target(const std::string& name) {
    if (find_target(name)) return {};
    std::string message = "unknown target '" + name + "'; one of";
    for (const std::string& known : target_names()) message += " " + known;
    return message;
}

void add_module(CLI::App& command, Options& options) {
    command.add_option("MODULE", options.module_path,
                       "HloModuleProto, HloProto, HLO text, or an NNEF model: its folder, its graph.nnef or its "
                       ".nnef.tgz (required)");
    command
        .add_option("--input-shape", options.input_shape_texts,
                    "NAME=1,3,224,224: the shape of an input that an NNEF model leaves open; may be repeated")
        ->allow_extra_args(false);
}

// An option that is one of these words.
template <typename Value, typename Choice>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Value& value, const std::string& help,
                        const std::map<std::string, Choice>& choices) {
    std::vector<std::string> words;
    for (const auto& [word, choice] : choices) words.push_back(word);
    const auto choose = [&value, choices](const std::string& word) { value = choices.at(word); };
    return command.add_option_function<std::string>(name, choose, help)->check(CLI::IsMember(words));
}

// What changes the generated code: of `compile`, `run` and `inspect`.
void add_code_options(CLI::App& command, Options& options, std::string& target) {
    std::string names;
    for (const std::string& known : target_names()) names += (names.empty() ? "" : ", ") + known;
    command.add_option("--target", target, "machine that the code is for: " + names)
        ->check(CLI::Validator(known_target, "TARGET"))
        ->default_str("generic");
    const std::map<std::string, Optimize> levels = {
        {"size", Optimize::Size}, {"balanced", Optimize::Balanced}, {"speed", Optimize::Speed}};
    add_choice(command, "--optimize", options.compile.optimize, "what to prefer where both cannot be had", levels)
        ->default_str("balanced");
    command.add_flag("--deterministic", options.compile.generate.deterministic,
                     "the same bits on every target: the module's order of operations, no contraction");
    command
        .add_option("--state", options.state,
                    "arguments that the context keeps from call to call: NAME, NAME=RESULT, NAME=FILE.npy for the "
                    "initial value, or "
                    "NAME=RESULT=FILE.npy")
        ->expected(1, -1);
    command
        .add_option("--seed", options.compile.seed,
                    "of the random numbers that the module draws (rng); it is the initial value of random_state[1]")
        ->default_str("0");
    command
        .add_option(
            "--max-trips", options.max_trips,
            "rounds after which a loop that data ends is stopped, and the entry returns NAME_TOO_MANY_ROUNDS: N "
            "for all of them, or LOOP=N; may be repeated")
        ->allow_extra_args(false);
    command
        .add_option(
            "--measure", options.measure,
            "C++ compiler and its flags, e.g. \"arm-none-eabi-g++ -O2\": it compiles the files, and header and report "
            "say "
            "what stack, code and constants it makes of them; the target's flags are added unless it names a machine")
        ->check(CLI::Validator(
            [](const std::string& text) {
                return split_words(text).empty() ? std::string("names no compiler") : std::string();
            },
            "COMMAND"));
    command.add_flag("--trace", options.compile.generate.trace, "call NAME_trace after each step with what it wrote");
    command.add_flag("--poison", options.compile.generate.poison,
                     "fill every buffer outside its live range, and check what must stay (to find bugs)");
}

void add_stage_options(CLI::App& command, Options& options) {
    add_choice(command, "--stop-after", options.compile.stop_after, "end after this stage: " + stage_names(),
               stages_by_name());
    add_choice(command, "--dump", options.compile.dump, "print what this stage made to standard output",
               stages_by_name());
}

void add_compile(CLI::App& app, Options& options, std::string& target) {
    CLI::App& command = *app.add_subcommand("compile", "Write NAME.h and NAME.cpp.");
    add_module(command, options);
    command.add_option("--output-dir", options.output_dir, "folder for the generated files")->default_str(".");
    command
        .add_option("--name", options.compile.generate.name,
                    "prefix of everything in the files; default: from the file's name")
        ->check(CLI::Validator(
            [](const std::string& name) -> std::string {
                if (is_header_of_c(name)) return "NAME.h would be <" + name + ".h> of C for all that finds it first";
                return is_valid_name(name) ? "" : "'" + name + "' is no C identifier of plain words";
            },
            "NAME"));
    command
        .add_option("--report", options.reports,
                    "file for memory, stack, work and steps: a page for people where it ends in .html, else JSON; "
                    "may be repeated")
        ->allow_extra_args(false);
    const std::map<std::string, WeightsPlace> places = {{"inline", WeightsPlace::Inline},
                                                        {"source", WeightsPlace::Source},
                                                        {"incbin", WeightsPlace::Incbin},
                                                        {"external", WeightsPlace::External}};
    add_choice(command, "--weights", options.compile.generate.weights,
               "where constants lie: inline in NAME.cpp; source: NAME_weights.cpp; incbin: NAME_weights.bin, which "
               "NAME_weights.cpp takes in; external: NAME_weights.bin, which the program hands to NAME_set_weights",
               places)
        ->default_str("inline");
    CLI::Option* const self_test =
        command.add_flag("--self-test", options.compile.generate.self_test,
                         "add a function that checks the weights, runs the model and compares results, for the target");
    command
        .add_option(
            "--input", options.inputs,
            "the .npy file of an argument of the self-test, in parameter order; repeated for each; default: made up")
        ->allow_extra_args(false)
        ->needs(self_test);
    command.add_flag("--check", options.only_check,
                     "write nothing; end with 3 unless the files are there and are what the module gives now");
    add_code_options(command, options, target);
    add_stage_options(command, options);
}

void add_infeed(CLI::App& command, Options& options) {
    command
        .add_option("--infeed", options.infeed,
                    "a .npy file, or plain bytes, of what infeeds take, in their order; may be repeated")
        ->allow_extra_args(false);
}

void add_run(CLI::App& app, Options& options, std::string& target) {
    CLI::App& command = *app.add_subcommand("run", "Run the module on .npy files and write out0.npy, out1.npy, ...");
    add_module(command, options);
    command
        .add_option("--input", options.inputs, "the .npy file of an argument, in parameter order; repeated for each")
        ->allow_extra_args(false);
    command.add_option("--output-dir", options.output_dir, "folder for the results")->required();
    const std::map<std::string, Engine> engines = {{"compiled", Engine::Compiled}, {"evaluator", Engine::Evaluator}};
    add_choice(command, "--engine", options.engine, "what runs it: code compiled by $CXX or c++, or the evaluator",
               engines)
        ->default_str("compiled");
    command.add_option("--cxxflags", options.cxxflags, "more flags for the C++ compiler, after -O1");
    command
        .add_option("--link", options.links,
                    "a .c, .cc, .cpp, .o or .a file with the functions that custom calls name; may be repeated")
        ->allow_extra_args(false);
    add_infeed(command, options);
    add_code_options(command, options, target);
    add_stage_options(command, options);
}

void add_check(CLI::App& app, Options& options, std::string& target) {
    CLI::App& command = *app.add_subcommand("check", "Compare the generated code with the evaluator, step by step.");
    add_module(command, options);
    command
        .add_option("--input", options.inputs,
                    "the .npy file of an argument, in parameter order; repeated for each; default: made up")
        ->allow_extra_args(false);
    command.add_option("--cxxflags", options.cxxflags, "more flags for the C++ compiler, after -O1");
    add_infeed(command, options);
    add_code_options(command, options, target);
    add_stage_options(command, options);
}

void add_inspect(CLI::App& app, Options& options, std::string& target) {
    CLI::App& command =
        *app.add_subcommand("inspect", "Show what is in the module: shapes, ops, memory, what is not supported.");
    add_module(command, options);
    add_code_options(command, options, target);
}

void add_convert(CLI::App& app, Options& options) {
    CLI::App& command =
        *app.add_subcommand("convert", "Write the module in its other form: a proto as text, text as a proto.");
    add_module(command, options);
    command.add_option("OUT", options.output_path, "file to write, a HloModuleProto (.pb) or HLO text (.hlo, .txt)")
        ->required();
    command
        .add_option("--constant", options.constant_texts,
                    "NAME=FILE.npy: makes an argument a constant of that name, as weights are; may be repeated")
        ->allow_extra_args(false);
}

void add_soft_float(CLI::App& app, Options& options) {
    CLI::App& command = *app.add_subcommand(
        "soft-float", "Write soft_float.cpp: faster floating-point arithmetic for Cortex-M and RV32 without an FPU.");
    command.add_option("--output-dir", options.output_dir, "folder for the file")->default_str(".");
}

// --state takes any number of names; where MODULE stands behind them it is among them: the one that is a file.
void complete_words(Options& options) {
    if (options.module_path.empty()) {
        const auto is_file = [](const std::string& text) { return std::filesystem::exists(text); };
        const auto module = std::ranges::find_if(options.state, is_file);
        if (module == options.state.end()) throw CLI::RequiredError("MODULE");
        options.module_path = *module;
        options.state.erase(module);
    }
    for (const std::string& text : options.state) options.compile.state.push_back(parse_state(text));
    for (const std::string& text : options.max_trips) options.compile.max_trips.push_back(parse_max_trips(text));
    for (const std::string& text : options.input_shape_texts) add_input_shape(text, options.input_shapes);
    for (const std::string& text : options.constant_texts) options.constants.push_back(parse_constant(text));
    options.compile.measure = split_words(options.measure);
}

int dispatch(const CLI::App& app, const Options& options) {
    if (app.got_subcommand("compile")) return compile_command(options);
    if (app.got_subcommand("run")) return run_command(options);
    if (app.got_subcommand("check")) return check_command(options);
    if (app.got_subcommand("convert")) return convert_command(options);
    if (app.got_subcommand("soft-float")) return soft_float_command(options);
    return inspect_command(options);
}

int guarded(const CLI::App& app, Options& options) {
    Progress progress;
    if (isatty(STDERR_FILENO) != 0) options.compile.progress = [&](const char* stage) { progress.show(stage); };
    const char* const module = options.module_path.c_str();
    try {
        return dispatch(app, options);
    } catch (const InputError& error) {
        progress.clear();
        Diagnostics diagnostics;
        diagnostics.error(error.diagnostic);
        std::fputs(rendered(std::move(diagnostics), options).c_str(), stderr);
        return kInputError;
    } catch (const std::bad_alloc&) {
        progress.clear();
        std::fprintf(stderr, "%s: error: there is not enough memory for this module\n", module);
        return kInputError;
    } catch (const std::exception& error) {
        progress.clear();
        std::fprintf(stderr, "%s: error: this is a bug in hlo2cpp: %s\n", module, error.what());
        return kInternalError;
    }
}

} // namespace
} // namespace hlo2cpp

int main(int argc, char** argv) {
    using namespace hlo2cpp;
    CLI::App app("Compiles a serialized XLA HLO module into one dependency-free C++11 file.", "hlo2cpp");
    app.require_subcommand(1);
    app.set_version_flag("--version", std::string("hlo2cpp ") + version());
    Options options;
    options.output_dir = ".";
    std::string target = "generic";
    add_compile(app, options, target);
    add_run(app, options, target);
    add_check(app, options, target);
    add_inspect(app, options, target);
    add_convert(app, options);
    add_soft_float(app, options);
    try {
        app.parse(argc, argv);
        if (!app.got_subcommand("soft-float")) complete_words(options); // it takes no module
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : kUsageError;
    } catch (const InputError& error) { // of an option's text
        std::fprintf(stderr, "%s\n", error.what());
        return kUsageError;
    }
    options.compile.target = *find_target(target);
    options.compile.dump_to = [](const std::string& text) { std::fputs(text.c_str(), stdout); };
    return guarded(app, options);
}
