#include "driver/commands.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "driver/check_text.h"
#include "driver/core_option.h"
#include "driver/device_arguments.h"
#include "driver/device_options.h"
#include "driver/dynamic_arguments.h"
#include "driver/exit_status.h"
#include "driver/feed.h"
#include "driver/files.h"
#include "driver/measure.h"
#include "driver/memory_option.h"
#include "driver/npy.h"
#include "driver/run.h"
#include "driver/run_devices.h"
#include "driver/trace_text.h"
#include "generate/figures_text.h"
#include "generate/soft_float.h"
#include "generate/weights_files.h"
#include "hlo/write.h"
#include "project/project.h"
#include "read/gzip.h"
#include "read/reader.h"
#include "report/inspect.h"
#include "report/page.h"
#include "report/report.h"
#include "support/diagnostics.h"
#include "support/version.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;

const char* name_of(Optimize optimize) {
    switch (optimize) {
    case Optimize::Size: return "size";
    case Optimize::Balanced: return "balanced";
    case Optimize::Speed: return "speed";
    }
    return "";
}

// The options that shape the code, other than the defaults, for its banner.
std::string banner_options(const Options& options, bool named) {
    const CompileOptions& compile = options.compile;
    std::string text;
    if (named) text += " --name " + compile.generate.name;
    if (compile.target.name != "generic") text += " --target " + compile.target.name;
    if (compile.generate.goal.optimize != Optimize::Balanced)
        text += std::string(" --optimize ") + name_of(compile.generate.goal.optimize);
    if (compile.generate.goal.threads > 1) text += " --threads " + std::to_string(compile.generate.goal.threads);
    if (!compile.memory.empty()) text += " --memory " + memory_text(compile.memory);
    if (compile.core) text += " --core " + compile.core->text;
    if (compile.generate.goal.in_order) text += " --deterministic";
    if (compile.generate.goal.finite) text += " --finite";
    if (compile.generate.poison) text += " --poison";
    if (compile.generate.trace) text += " --trace";
    text += device_options_text(compile.devices);
    if (!options.read.entry.empty()) text += " --entry " + options.read.entry;
    for (const std::string& shape : options.input_shape_texts) text += " --input-shape " + shape;
    text += constant_options_text(options.constants);
    for (const StateRequest& state : compile.state) {
        text += " --state " + state.name;
        if (state.result) text += "=" + std::to_string(*state.result);
        if (!state.file.empty()) text += "=" + fs::path(state.file).filename().string();
    }
    if (compile.seed != 0) text += " --seed " + std::to_string(compile.seed);
    for (const TripLimit& limit : compile.max_trips)
        text += " --max-trips " + (limit.name.empty() ? "" : limit.name + "=") + std::to_string(limit.rounds);
    if (compile.any_arguments) text += " --arguments any";
    if (compile.generate.language == Language::C) text += " --language c";
    if (compile.generate.scalars_by_value) text += " --scalars value";
    if (compile.generate.weights != WeightsPlace::Inline) text += " --weights " + name_of(compile.generate.weights);
    if (compile.generate.byte_order == ByteOrder::Big) text += " --byte-order big";
    if (compile.generate.self_test) text += " --self-test";
    if (compile.generate.cooperative) text += " --cooperative";
    if (!options.project.empty()) text += " --project " + options.project;
    if (compile.generate.self_test || !options.project.empty())
        for (const std::string& input : options.inputs) text += " --input " + fs::path(input).filename().string();
    return text.empty() ? text : text.substr(1);
}

CompileOptions complete(const Options& options) {
    CompileOptions compile = options.compile;
    if (compile.core) check_core(*compile.core, compile.target);
    const std::string from_path = name_from_path(options.module_path);
    const bool named = !compile.generate.name.empty() && compile.generate.name != from_path;
    if (!named) compile.generate.name = from_path;
    const fs::path module = options.module_path;
    compile.generate.module_file = (module.has_filename() ? module : module.parent_path()).filename().string();
    for (StateRequest& state : compile.state)
        if (!state.file.empty()) state.initial = parse_npy(read_file(state.file), "the initial value, " + state.file);
    if (compile.generate.self_test) compile.self_test_inputs = options.inputs;
    compile.generate.command_line = banner_options(options, named);
    if (!options.project.empty()) { // its example runs the self-test
        compile.generate.self_test = compile.example = true;
        compile.example_inputs = options.inputs;
    }
    if (!compile.measure.empty()) compile.generate.measure = "--measure \"" + command_text(compile.measure) + "\"";
    return compile;
}

ModelFile read(const Options& options) {
    if (options.compile.progress) options.compile.progress("read");
    ModelFile model = read_model(options.module_path, options.read);
    model.module = with_constants(std::move(model.module), options.constants);
    return model;
}

// Reads the module; the other contents of its file become options. An initial value on the command line overrides the
// model's.
Module read_into(CompileOptions& compile, const Options& options) {
    ModelFile model = read(options);
    compile.generate.result_names = std::move(model.result_names);
    for (const KeptArgument& kept : model.kept) {
        const auto asked = std::ranges::find(compile.state, kept.name, &StateRequest::name);
        if (asked == compile.state.end())
            compile.state.push_back(
                {.name = kept.name, .result = {}, .file = {}, .initial = {}, .value = kept.initial});
        else if (!asked->initial)
            asked->value = kept.initial;
    }
    return std::move(model.module);
}

// The text that places of errors are in; the tool itself where there is no module.
std::string text_path(const Options& options) {
    if (options.module_path.empty()) return "hlo2cpp";
    std::error_code ignored;
    const fs::path graph = fs::path(options.module_path) / "graph.nnef";
    return fs::exists(graph, ignored) ? graph.string() : options.module_path;
}

// Adds the lines of the module's text.
void show_text(Diagnostics& diagnostics, const Options& options) {
    const auto in_text = [](const Diagnostic& error) { return error.place.column > 0 && error.excerpt.empty(); };
    if (std::ranges::none_of(diagnostics.errors(), in_text)) return;
    try {
        const std::string file = read_file(options.module_path);
        diagnostics.show_text(is_gzip(file) ? unpacked(file) : file);
    } catch (const InputError&) { // a file that is gone by now is no other error
    }
}

bool complained(const Diagnostics& diagnostics, const Options& options) {
    if (!diagnostics.has_errors()) return false;
    if (options.compile.progress) options.compile.progress(""); // an empty line for the errors
    std::fputs(rendered(diagnostics, options).c_str(), stderr);
    return true;
}

bool ends_early(const CompileOptions& compile) {
    return compile.stop_after && *compile.stop_after != Stage::Generate;
}

// Prints the differences that `compile --check` finds; returns the exit status.
int report_differences(const OutputFiles& files, const Options& options) {
    const std::vector<std::string> differences = files.differences();
    if (differences.empty()) return 0;
    if (options.compile.progress) options.compile.progress(""); // an empty line for the errors
    for (const std::string& difference : differences)
        std::fprintf(stderr, "%s: error: %s\n", options.module_path.c_str(), difference.c_str());
    std::fprintf(stderr,
                 "%s: the files are not what hlo2cpp %s makes of this module with these options; compile it again "
                 "without --check\n",
                 options.module_path.c_str(), version());
    return kDiffers;
}

RunOptions run_options(const Options& options, const std::string& infeed) {
    return {.cxxflags = options.cxxflags,
            .links = options.links,
            .infeed = infeed,
            .compiler = options.compiler,
            .launch = options.launch};
}

ReportInput report_input(const CompileOptions& compile, const Compilation& c) {
    return {compile.generate, name_of(compile.generate.goal.optimize),
            c.module,         c.own_results,
            c.kernels,        c.schedule,
            c.plan,           c.program,
            compile.target,   c.time,
            c.measured,       c.self_test};
}

GenerateInput generate_input(const CompileOptions& compile, const Compilation& c) {
    return {c.module,  c.kernels,        compile.target, c.schedule, c.plan,
            c.program, compile.generate, c.time,         c.measured, c.self_test};
}

// Report for people or for programs, by the suffix of the file.
std::string report_for(const fs::path& path, const ReportInput& input) {
    return path.extension() == ".html" ? report_page(input) : report_json(input);
}

// The module as a serialized proto or as text, by the suffix of the file.
std::string written_for(const fs::path& path, const Module& module) {
    const std::string suffix = path.extension().string();
    if (suffix == ".pb") return write_proto(module);
    if (suffix == ".hlo" || suffix == ".txt") return write_text(module);
    throw InputError("cannot tell from the name of " + path.string() +
                     " what to write: it must end in .pb, .hlo or .txt");
}

// A project's build systems compile sources, and bring no other file to the machine.
void check_project(const Options& options) {
    const WeightsPlace weights = options.compile.generate.weights;
    if (!options.project.empty() && weights != WeightsPlace::Inline && weights != WeightsPlace::Source)
        throw InputError("--project has the weights in sources: take --weights inline or source");
    if (!options.project.empty() && options.compile.generate.trace)
        throw InputError(
            "--project: its example has no function NAME_trace, which --trace calls: leave one of them out");
}

} // namespace

std::string rendered(Diagnostics diagnostics, const Options& options) {
    show_text(diagnostics, options);
    return diagnostics.render(text_path(options));
}

bool has_vectors(const Target& target) {
    return target.vector_bytes > 0 || target.sum_vector_bytes > 0;
}

// C has no vectors; those of GNU C lack the choice between two.
void check_language(const Options& options) {
    const Target& target = options.compile.target;
    if (options.compile.generate.language != Language::C || !has_vectors(target)) return;
    std::string others;
    for (const std::string& name : target_names())
        if (name != "native" && !has_vectors(*find_target(name))) others += (others.empty() ? "" : ", ") + name;
    throw InputError("--language c: the code for " + target.name +
                     " has vectors, which need C++: take a target without them: " + others);
}

// Hints on the program that was made.
void note_hints(const Compilation& c, const std::string& module_path) {
    constexpr double kWorthIt = 0.75;
    const auto note = [&](const std::string& hint) {
        if (!hint.empty()) std::fprintf(stderr, "%s: note: %s\n", module_path.c_str(), hint.c_str());
    };
    note(weights_hint(c.kernels, c.program));
    if (c.finite_share > kWorthIt) return;
    const long tenths = std::max(std::lround(10 * c.finite_share), 1L); // an estimate is not more exact
    note("With --finite it takes about " + std::to_string(10 * tenths) +
         " % of the time: products with a constant 0 are left out, and no argument may be a NaN or an infinity.");
}

int compile_command(const Options& options) {
    check_project(options);
    check_language(options);
    CompileOptions compile_options = complete(options);
    Module module = read_into(compile_options, options);
    const std::string& name = compile_options.generate.name;
    // Figures are compared in reports only: another compiler, or none, makes no other files.
    if (options.only_check && options.reports.empty()) compile_options.measure.clear();
    compile_options.finite_share = true; // for a hint
    Diagnostics diagnostics;
    Compilation c = compile(std::move(module), compile_options, diagnostics);
    if (complained(diagnostics, options)) return kInputError;
    if (ends_early(compile_options)) return 0;
    const ProjectKind* const project = find_project_kind(options.project);
    const fs::path folder = options.output_dir, sources = folder / (project != nullptr ? project->sources : "");
    OutputFiles files;
    if (options.only_check)
        files.expect(sources / (name + ".h"), c.code.header_pattern);
    else
        files.add(sources / (name + ".h"), c.code.header);
    files.add(sources / (name + source_suffix(compile_options.generate.language)), std::move(c.code.source));
    for (Code::File& file : c.code.others) files.add(sources / file.name, std::move(file.contents));
    if (project != nullptr)
        for (Code::File& file : project_files(*project, generate_input(compile_options, c), *c.example))
            files.add(folder / file.name, std::move(file.contents));
    for (const std::string& report : options.reports)
        files.add(report, report_for(report, report_input(compile_options, c)));
    if (options.only_check) return report_differences(files, options);
    files.commit();
    if (options.compile.progress) options.compile.progress(""); // an empty line for the note
    note_hints(c, options.module_path);
    return 0;
}

int run_command(const Options& options) {
    CompileOptions compile_options = complete(options);
    const bool evaluated = options.engine == Engine::Evaluator;
    if (evaluated && !options.launch.empty())
        throw InputError("--launch starts generated code, and --engine evaluator has none: leave one of them out");
    if (evaluated && !compile_options.stop_after) compile_options.stop_after = Stage::Bound;
    Module module = read_into(compile_options, options);
    Diagnostics diagnostics;
    const Compilation c = compile(std::move(module), compile_options, diagnostics);
    if (complained(diagnostics, options)) return kInputError;
    if (!evaluated && ends_early(compile_options)) return 0;
    const std::vector<Arguments> arguments = read_device_arguments(c, options);
    const std::string infeed = read_infeed(options.infeed);
    std::vector<GeneratedRun> runs = evaluated ? evaluate_devices(c.module, arguments, infeed)
                                               : run_compiled(c, compile_options.generate.name, compile_options.target,
                                                              arguments, run_options(options, infeed));
    OutputFiles files;
    for (std::size_t device = 0; device < runs.size(); ++device) {
        GeneratedRun& run = runs[device];
        if (compile_options.generate.trace && !evaluated) {
            if (runs.size() > 1) std::printf("device %zu\n", device);
            std::fputs(trace_text(c, run).c_str(), stdout);
        }
        const fs::path folder =
            fs::path(options.output_dir) / device_folder(c.module, static_cast<std::int64_t>(device));
        const std::vector<Literal> results = used_parts(std::move(run.results), c.module.result_sizes);
        if (!run.outfeed.empty()) files.add(folder / "outfeed.raw", run.outfeed);
        for (std::size_t i = 0; i < results.size(); ++i)
            files.add(folder / ("out" + std::to_string(i) + ".npy"), to_npy(results[i]));
    }
    files.commit();
    return 0;
}

int check_command(const Options& options) {
    CompileOptions compile_options = complete(options);
    compile_options.generate.trace = true;
    Module module = read_into(compile_options, options);
    Diagnostics diagnostics;
    const Compilation c = compile(std::move(module), compile_options, diagnostics);
    if (complained(diagnostics, options)) return kInputError;
    if (ends_early(compile_options)) return 0;
    const std::string infeed = read_infeed(options.infeed);
    const bool given = !options.inputs.empty() || !options.device_inputs.empty();
    const std::vector<Arguments> arguments =
        given ? read_device_arguments(c, options) : made_up_device_arguments(c, infeed);
    if (options.compile.progress) options.compile.progress("check");
    const std::vector<GeneratedRun> runs =
        run_compiled(c, compile_options.generate.name, compile_options.target, arguments, run_options(options, infeed));
    const std::vector<CheckResult> results =
        check_devices(c, compile_options.generate.goal.in_order, arguments, runs, infeed);
    if (options.compile.progress) options.compile.progress("");
    bool differs = false;
    for (std::size_t device = 0; device < results.size(); ++device) {
        const std::string which = results.size() > 1 ? ", device " + std::to_string(device) : "";
        std::fputs(check_text(options.module_path + which, results[device], runs[device].complete).c_str(), stdout);
        differs = differs || !results[device].differences.empty();
    }
    return differs ? kDiffers : 0;
}

int inspect_command(const Options& options) {
    CompileOptions compile_options = complete(options);
    if (compile_options.measure.empty()) compile_options.stop_after = Stage::Program; // no text is looked at
    Module module = read_into(compile_options, options);
    std::string text = inspect_module(module, options.module_path);
    Diagnostics diagnostics;
    std::optional<Compilation> c;
    try {
        c = compile(std::move(module), compile_options, diagnostics);
    } catch (const InputError& error) {
        diagnostics.error(error.diagnostic);
    }
    if (options.compile.progress) options.compile.progress("");
    text += "\n";
    show_text(diagnostics, options);
    text += diagnostics.has_errors() ? inspect_problems(diagnostics, options.module_path)
                                     : inspect_compiled(report_input(compile_options, *c));
    std::fputs(text.c_str(), stdout);
    return 0;
}

int convert_command(const Options& options) {
    OutputFiles files;
    files.add(options.output_path, written_for(options.output_path, read(options).module));
    files.commit();
    if (options.compile.progress) options.compile.progress("");
    return 0;
}

int soft_float_command(const Options& options) {
    OutputFiles files;
    const Language language = options.compile.generate.language;
    files.add(fs::path(options.output_dir) / ("soft_float" + source_suffix(language)),
              soft_float_text(version(), language));
    files.commit();
    return 0;
}

} // namespace hlo2cpp
