#include "driver/run.h"

#include <algorithm>
#include <csignal>
#include <cstring>

#include "check/inputs.h"
#include "driver/device_harness.h"
#include "driver/dynamic_arguments.h"
#include "driver/feed.h"
#include "driver/files.h"
#include "driver/harness.h"
#include "driver/npy.h"
#include "driver/process.h"
#include "driver/program_tools.h"
#include "evaluate/round_counter.h"
#include "ir/layout_order.h"

namespace hlo2cpp {
namespace {

// No identifier, so never the NAME of the generated files beside them.
constexpr const char* kProgram = "run-main";
constexpr const char* kProgramSource = "run-main.cpp";

std::string bytes_text(const std::vector<std::byte>& bytes) {
    std::string text(bytes.size(), '\0');
    if (!bytes.empty()) std::memcpy(text.data(), bytes.data(), bytes.size());
    return text;
}

std::vector<std::byte> text_bytes(const std::string& text) {
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

// "scale, log_it": the functions of the host.
std::string host_functions(const Program& program) {
    std::string text;
    for (const HostFunction& function : program.host_functions) text += (text.empty() ? "" : ", ") + function.name;
    return text;
}

void compile_with(const std::vector<std::string>& command, const ProgramTools& tools, const TemporaryFolder& folder,
                  const std::string& what) {
    const std::filesystem::path log = folder.path() / "compiler.log";
    ProcessEnd end;
    try {
        end = run_process(command, log, folder.processes());
    } catch (const InputError& error) {
        throw InputError(error.what() + tools.missing_compiler);
    }
    if (end.status != 0)
        throw InputError("the C++ compiler ended with " + describe(end) + " on " + what + ": " +
                         without_files(command) + " (" + tools.other_compiler + " names another one)\n" +
                         first_lines(read_file(log)));
}

// Files to link: the arguments of --link, with C sources compiled to objects.
std::vector<std::string> linked(const std::vector<std::string>& links, const ProgramTools& tools,
                                const TemporaryFolder& folder) {
    std::vector<std::string> files;
    for (const std::string& link : links) {
        if (!std::filesystem::is_regular_file(link)) throw InputError("--link " + link + ": there is no such file");
        const std::filesystem::path path = std::filesystem::absolute(link);
        if (path.extension() != ".c") {
            files.push_back(path.string());
            continue;
        }
        files.push_back((folder.path() / ("link" + std::to_string(files.size()) + ".o")).string());
        compile_with({tools.compiler[0], "-x", "c", "-O1", "-w", "-c", path.string(), "-o", files.back()}, tools,
                     folder, link);
    }
    return files;
}

void build(const TemporaryFolder& folder, const ProgramTools& tools, const Program& program,
           const RunOptions& options) {
    std::vector<std::string> command = tools.compiler;
    const auto add = [&](const std::vector<std::string>& words) {
        command.insert(command.end(), words.begin(), words.end());
    };
    add({"-std=c++17", "-O1", "-w"});
    add(tools.flags);
    add(split_words(options.cxxflags));
    const std::vector<std::string> files = linked(options.links, tools, folder);
    command.push_back((folder.path() / kProgramSource).string());
    if (program.devices) {
        command.push_back((folder.path() / table_source(options.launch)).string());
        command.emplace_back("-pthread");
    }
    add(files);
    add({"-o", (folder.path() / kProgram).string(), "-lm"});
    const std::string calls = host_functions(program);
    compile_with(command, tools, folder,
                 "the generated code" +
                     (calls.empty() ? "" : ", which calls " + calls + ": --link gives the files that define them"));
}

// Takes the file of reports apart; see harness.h.
void read_reports(const Compilation& compilation, std::string file, GeneratedRun& run) {
    run.data = std::move(file);
    for (std::size_t at = 0; at < run.data.size();) {
        std::int32_t point = 0;
        std::int64_t elements = 0;
        std::memcpy(&point, run.data.data() + at, sizeof point);
        run.complete = point >= 0;
        if (!run.complete) return;
        const TracePoint& known = compilation.program.trace.at(static_cast<std::size_t>(point));
        std::memcpy(&elements, run.data.data() + at + sizeof point, sizeof elements);
        at += sizeof point + sizeof elements;
        check_internal(elements == known.elements, "a report has not the elements of its point");
        run.reports.push_back({.point = point, .begin = at});
        at += static_cast<std::size_t>(elements * byte_size(compilation.schedule[known.value].type));
    }
}

// "while.20 (500 rounds), while.39 (500 rounds)": the loops that --max-trips stops.
std::string stopped_loops(const Schedule& schedule) {
    std::string text;
    for (const Region& region : schedule.regions)
        for (const StepNode& step : region.steps)
            if (const While* loop = std::get_if<While>(&step); loop != nullptr && loop->stopped)
                text += (text.empty() ? "" : ", ") + printable(loop->name, 80) + " (" +
                        std::to_string(loop->max_trips) + " rounds)";
    return text;
}

// The command that starts the program, up to its arguments.
std::vector<std::string> start_command(const TemporaryFolder& folder, const Compilation& compilation,
                                       const ProgramTools& tools, const RunOptions& options) {
    std::vector<std::string> command;
    if (compilation.program.devices) command = launch_command(options.launch, compilation.module.devices.count());
    command.insert(command.end(), tools.emulator.begin(), tools.emulator.end());
    command.push_back((folder.path() / kProgram).string());
    return command;
}

ProcessEnd start(std::vector<std::string> command, const ProgramTools& tools, const std::filesystem::path& log,
                 const TemporaryFolder& folder) {
    command.push_back(folder.path().string());
    try {
        return run_process(command, log, folder.processes());
    } catch (const InputError& error) {
        if (tools.missing_emulator.empty()) throw;
        throw InputError(error.what() + tools.missing_emulator);
    }
}

void execute(const TemporaryFolder& folder, const Compilation& compilation, const Target& target,
             const ProgramTools& tools, const RunOptions& options) {
    constexpr int kTooManyRounds = 5; // as header.h.tmpl numbers it
    const std::filesystem::path log = folder.path() / "run.log";
    const ProcessEnd end = start(start_command(folder, compilation, tools, options), tools, log, folder);
    if (end.status == 0) return;
    const std::string stopped = stopped_loops(compilation.schedule);
    if (end.status == kTooManyRounds && !stopped.empty())
        throw InputError("the generated code returned " + compilation.program.prefix +
                         "_TOO_MANY_ROUNDS: with these arguments a loop goes on after as many rounds as --max-trips "
                         "allows: " +
                         stopped + ". Allow more, or give it others with --input");
    std::string message = "the generated code ended with " + describe(end);
    if (end.signal == SIGILL && !target.runs_here && target.vector_bytes != 0)
        message += ": this machine has not all instructions of " + target.name;
    const std::string said = first_lines(read_file(log));
    throw InputError(said.empty() ? message : message + "\n" + said);
}

// The files that the program of a device reads.
void add_arguments(const Arguments& arguments, const Signature& signature, const std::string& infeed,
                   const std::filesystem::path& folder, OutputFiles& files) {
    check_internal(arguments.leaves.size() == signature.parameters.size(),
                   "run has not as many arguments as the module");
    for (std::size_t i = 0; i < arguments.leaves.size(); ++i)
        if (signature.parameters[i].from_file)
            files.add(folder / ("in" + std::to_string(i) + ".raw"),
                      bytes_text(to_layout(arguments.leaves[i].bytes, signature.parameters[i].shape)));
    files.add(folder / "infeed.raw", infeed); // also where there is nothing else, for the folder
}

// Results that the program wrote to the folder.
GeneratedRun run_in_folder(const Compilation& compilation, const Signature& signature,
                           const std::filesystem::path& folder) {
    GeneratedRun run;
    for (std::size_t i = 0; i < signature.results.size(); ++i) {
        const Shape& shape = signature.results[i].shape;
        const std::string raw = read_file(folder / ("out" + std::to_string(i) + ".raw"));
        run.results.push_back(
            {.shape = Shape::array(shape.type, shape.dims), .bytes = from_layout(text_bytes(raw), shape), .tuple = {}});
    }
    if (const auto given = folder / "outfeed.raw"; std::filesystem::exists(given)) run.outfeed = read_file(given);
    const std::filesystem::path trace = folder / "trace.raw";
    if (signature.trace && std::filesystem::exists(trace)) read_reports(compilation, read_file(trace), run);
    return run;
}

} // namespace

LiteralPtr initial_value(const Module& module, const std::vector<StateArray>& state, std::size_t leaf) {
    const auto found = std::ranges::find(state, static_cast<std::int64_t>(leaf), &StateArray::parameter_leaf);
    if (found == state.end()) return nullptr;
    const Shape shape = leaves_of(module.parameter_shapes)[leaf];
    Literal literal = Literal::zeros(Shape::array(shape.type, shape.dims));
    if (found->initial != nullptr) literal.bytes = from_layout(found->initial->bytes, shape);
    return std::make_shared<Literal>(std::move(literal));
}

Arguments read_arguments(const Module& module, const std::vector<StateArray>& state,
                         const std::vector<std::string>& paths, const std::string& option) {
    const std::vector<Shape> shapes = leaves_of(module.parameter_shapes);
    const std::size_t all = shapes.size() - module.parameter_sizes.size(); // sizes come with their arrays
    const std::size_t without_state = all - state.size();
    if (paths.size() != all && paths.size() != without_state)
        throw InputError("takes " + std::to_string(without_state) + (without_state == 1 ? " argument" : " arguments") +
                         (state.empty() ? "" : " (or " + std::to_string(all) + " with the state)") + " but " + option +
                         " gives " + std::to_string(paths.size()));
    Arguments arguments{.leaves = std::vector<Literal>(shapes.size()), .state_given = paths.size() == all};
    std::size_t next = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (is_size(module.parameter_sizes, i)) continue;
        const LiteralPtr initial = arguments.state_given ? nullptr : initial_value(module, state, i);
        if (initial != nullptr) {
            arguments.leaves[i] = *initial;
            continue;
        }
        const std::string what = "argument " + std::to_string(next) + ", " + paths[next];
        arguments.leaves[i] = sized_argument(parse_npy(read_file(paths[next++]), what), shapes[i], i,
                                             module.parameter_sizes, arguments.leaves, what);
    }
    arguments.given = true;
    return arguments;
}

Arguments made_up_arguments(const Module& module, const std::vector<StateArray>& state, const std::string& infeed) {
    Arguments arguments{.leaves = {}, .state_given = false};
    for (const bool positive : {false, true}) {
        arguments.leaves = sample_arguments(module, positive);
        arguments.positive = positive;
        for (std::size_t i = 0; i < arguments.leaves.size(); ++i)
            if (const LiteralPtr initial = initial_value(module, state, i)) arguments.leaves[i] = *initial;
        try {
            FileFeed host(infeed);
            if (!any_nan(run_evaluator(module, arguments.leaves, kMaxMadeUpRounds, &host))) break;
        } catch (const InputError&) { // endless loops: perhaps not from positive numbers
            if (positive) throw;
        }
    }
    return arguments;
}

Arguments read_or_made_up_arguments(const Module& module, const std::vector<StateArray>& state,
                                    const std::vector<std::string>& paths) {
    return paths.empty() ? made_up_arguments(module, state) : read_arguments(module, state, paths);
}

std::vector<Literal> run_evaluator(const Module& module, const std::vector<Literal>& arguments, std::int64_t max_rounds,
                                   HostData* host) {
    RoundCounter counter(module, max_rounds);
    std::vector<Tensor> tensors;
    for (const Literal& argument : arguments) tensors.push_back(to_tensor(argument));
    std::vector<Literal> results;
    try {
        for (const Tensor& result : evaluate(module, tensors, max_rounds > 0 ? &counter : nullptr, host))
            results.push_back(to_literal(result));
    } catch (const RoundCounter::LimitReached&) {
        throw InputError("with made-up arguments its loops do not end: give it arguments with --input");
    }
    return results;
}

std::vector<GeneratedRun> run_compiled(const Compilation& compilation, const std::string& name, const Target& target,
                                       const std::vector<Arguments>& arguments, const RunOptions& options) {
    const ProgramTools tools = program_tools(target, options.compiler);
    Signature signature = signature_of(compilation);
    for (Signature::Parameter& parameter : signature.parameters)
        parameter.from_file =
            parameter.state.empty() || std::ranges::any_of(arguments, &Arguments::state_given); // of one device, too
    const TemporaryFolder folder;
    const auto place = [&](std::size_t device) {
        return compilation.program.devices ? folder.path() / ("d" + std::to_string(device)) : folder.path();
    };
    OutputFiles files;
    files.add(folder.path() / (name + ".h"), compilation.code.header);
    files.add(folder.path() / (name + ".cpp"), compilation.code.source);
    if (compilation.program.devices) {
        files.add(folder.path() / kProgramSource, device_harness_text(name, signature, options.launch));
        for (const auto& [file, text] : table_files()) files.add(folder.path() / file, std::string(text));
    } else {
        files.add(folder.path() / kProgramSource, harness_text(name, signature));
    }
    for (std::size_t device = 0; device < arguments.size(); ++device)
        add_arguments(arguments[device], signature, options.infeed, place(device), files);
    files.commit();
    build(folder, tools, compilation.program, options);
    execute(folder, compilation, target, tools, options);
    std::vector<GeneratedRun> runs;
    for (std::size_t device = 0; device < arguments.size(); ++device)
        runs.push_back(run_in_folder(compilation, signature, place(device)));
    return runs;
}

GeneratedRun run_compiled(const Compilation& compilation, const std::string& name, const Target& target,
                          const Arguments& arguments, const std::string& cxxflags,
                          const std::vector<std::string>& links, const std::string& infeed) {
    return std::move(run_compiled(compilation, name, target, std::vector{arguments},
                                  {.cxxflags = cxxflags, .links = links, .infeed = infeed})[0]);
}

} // namespace hlo2cpp
