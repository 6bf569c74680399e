#include "driver/harness.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

// Files of the device that runs. Buffers are kept, so that a leak checker finds them at the end.
constexpr std::string_view kHelpers = R"(
static thread_local int32_t this_device = 0;
static const char* place(const char* name) {
    static thread_local char text[64];
    snprintf(text, sizeof text, @SEVERAL@ ? "d%d/%s" : "%.0d%s", (int)this_device, name);
    return text;
}
static void* kept[@BUFFERS@];
static void* buffer(size_t bytes) {
    static int used = 0;
    void* memory = 0;
    if (posix_memalign(&memory, @ALIGNMENT@, bytes > 0 ? bytes : 1) != 0) {
        fprintf(stderr, "no memory for a buffer of %zu bytes\n", bytes);
        exit(125);
    }
    memset(memory, 0xCB, bytes); // so that what the entry leaves out shows
    kept[__atomic_fetch_add(&used, 1, __ATOMIC_RELAXED)] = memory;
    return memory;
}
static void transfer(const char* name, void* memory, size_t bytes, bool in) {
    FILE* file = fopen(place(name), in ? "rb" : "wb");
    size_t done = 0;
    if (file) done = in ? fread(memory, 1, bytes, file) : fwrite(memory, 1, bytes, file);
    if (!file || done != bytes || fclose(file) != 0) {
        fprintf(stderr, "%s: cannot be transferred\n", name);
        exit(125);
    }
}
)";
constexpr std::string_view kTrace = R"(
static thread_local FILE* trace_file = 0;
static thread_local int64_t trace_left = @BYTES@; // that the file may still grow by
static size_t trace_element(const char* type) {
    static const struct { const char* name; size_t bytes; } types[] = {@TYPES@};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i)
        if (strcmp(types[i].name, type) == 0) return types[i].bytes;
    exit(125);
}
extern "C" void @NAME@_trace(int32_t report, const char*, const char* type, const void* data, int64_t elements) noexcept {
    if (trace_left < 0) return;
    if (!trace_file) trace_file = fopen(place("trace.raw"), "wb");
    const size_t bytes = trace_element(type) * (size_t)elements;
    trace_left -= (int64_t)bytes + 12;
    const int32_t end = -1;
    const bool more = trace_left >= 0;
    bool good = trace_file && fwrite(more ? &report : &end, sizeof report, 1, trace_file) == 1;
    if (more) good = good && fwrite(&elements, sizeof elements, 1, trace_file) == 1;
    if (more) good = good && fwrite(data, 1, bytes, trace_file) == bytes;
    if (!good) {
        fprintf(stderr, "trace.raw: cannot be written\n");
        exit(125);
    }
}
)";
constexpr std::string_view kFeeds = R"(
extern "C" __attribute__((weak)) void @NAME@_infeed(void* array, size_t bytes) {
    static thread_local FILE* const file = fopen(place("infeed.raw"), "rb");
    if (!file || fread(array, 1, bytes, file) != bytes) {
        fprintf(stderr, "an infeed takes %zu bytes, more than --infeed has left: give it more\n", bytes);
        exit(125);
    }
}
extern "C" __attribute__((weak)) void @NAME@_outfeed(const void* array, size_t bytes) {
    static thread_local FILE* const file = fopen(place("outfeed.raw"), "wb");
    if (!file || fwrite(array, 1, bytes, file) != bytes || fflush(file) != 0) exit(125);
}
)";
constexpr std::string_view kContext = R"(
static int run_device(int32_t device, const hlo2cpp_collectives* collectives) {
    this_device = device;
    @NAME@_context context = {};
    context.device = device;
    context.collectives = collectives;
)";
constexpr std::int64_t kTraceBytes = std::int64_t{1} << 28;
constexpr std::size_t kAlignment = 64; // the largest that a header states

std::string replaced(std::string_view text, std::string_view hole, const std::string& with) {
    std::string out(text);
    out.replace(out.find(hole), hole.size(), with);
    return out;
}

std::string trace_text(const std::string& name) {
    std::string types;
    for (int i = 0; i <= static_cast<int>(ElementType::C128); ++i) {
        const auto type = static_cast<ElementType>(i);
        types +=
            (i == 0 ? "{\"" : ", {\"") + std::string(info(type).name) + "\", " + std::to_string(byte_size(type)) + "}";
    }
    return replaced(replaced(replaced(kTrace, "@BYTES@", std::to_string(kTraceBytes)), "@TYPES@", types), "@NAME@",
                    name);
}

} // namespace

std::string entry_type(ElementType type) {
    return std::string(info(part_type(type)).memory_type);
}

Signature signature_of(const Module& module, const Schedule& schedule) {
    Signature signature;
    for (const Shape& shape : module.parameter_shapes)
        for_each_leaf(shape, [&](const Shape& leaf) { signature.parameters.push_back({leaf, false}); });
    for_each_leaf(module.result_shape, [&](const Shape& leaf) { signature.results.push_back({leaf, std::nullopt}); });
    const std::vector<ValueId>& results = schedule.entries.front().results; // the module has one
    check_internal(results.size() == signature.results.size(), "the schedule has not as many results as the module");
    for (std::size_t i = 0; i < signature.results.size(); ++i) {
        const Value& value = schedule[results[i]];
        if (!is_parameter(value)) continue;
        const auto parameter = static_cast<std::size_t>(value.leaf);
        signature.results[i].parameter = parameter;
        signature.parameters.at(parameter).written = true;
    }
    return signature;
}

Signature signature_of(const Compilation& compilation) {
    Signature signature = signature_of(compilation.module, compilation.schedule);
    for (const Argument& argument : compilation.program.arguments)
        if (argument.state) signature.parameters.at(static_cast<std::size_t>(argument.leaf)).state = argument.name;
    signature.trace = !compilation.program.trace.empty();
    signature.feeds = compilation.program.has_feeds();
    signature.devices = compilation.module.devices.count();
    signature.arenas = compilation.plan.arenas();
    return signature;
}

std::string harness_start(const std::string& name, const Signature& signature) {
    constexpr std::size_t kOthers = 2; // the state of a device; the table
    const std::size_t buffers =
        (signature.parameters.size() + signature.results.size() + signature.arenas.size() + kOthers) *
        static_cast<std::size_t>(signature.devices);
    std::string text = "#include \"" + name +
                       ".cpp\"\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n";
    text += replaced(
        replaced(replaced(kHelpers, "@ALIGNMENT@", std::to_string(kAlignment)), "@BUFFERS@", std::to_string(buffers)),
        "@SEVERAL@", signature.devices > 1 ? "true" : "false");
    if (signature.trace) text += trace_text(name);
    if (signature.feeds) text += replaced(replaced(kFeeds, "@NAME@", name), "@NAME@", name);
    return text;
}

std::string device_function_text(const std::string& name, const Signature& signature) {
    const bool several = signature.devices > 1;
    const auto has_state = [](const Signature::Parameter& parameter) { return !parameter.state.empty(); };
    const bool state = std::ranges::any_of(signature.parameters, has_state);
    std::string text, arguments;
    const auto declare = [&](const std::string& variable, const Shape& shape) {
        const std::string type = entry_type(shape.type);
        text += "    " + type + "* " + variable + " = static_cast<" + type + "*>(buffer(" +
                std::to_string(memory_bytes(shape)) + "));\n";
        arguments += (arguments.empty() ? "" : ", ") + variable;
    };
    const auto transfer = [&](const std::string& file, const std::string& variable, const Shape& shape,
                              const char* in) {
        text += "    transfer(\"" + file + ".raw\", " + variable + ", " + std::to_string(memory_bytes(shape)) + ", " +
                in + ");\n";
    };
    if (several) {
        arguments = "&context";
        text += replaced(kContext, "@NAME@", name);
        for (const MemoryRegion& region : signature.arenas)
            text += "    context.arena" + region.suffix() + " = buffer(" + std::to_string(region.arena_bytes) + ");\n";
        if (state)
            text += "    context.state = static_cast<" + name + "_state*>(buffer(sizeof(" + name + "_state)));\n    " +
                    name + "_reset_in(&context);\n";
    } else {
        text += "static int run_device() {\n";
        if (state) text += "    " + name + "_reset();\n";
    }
    const std::string kept = several ? "context.state->" : name + "_own_state()->";
    const auto memory = [&](std::size_t i) {
        const std::string& array = signature.parameters[i].state;
        return array.empty() ? "in" + std::to_string(i) : kept + array;
    };
    for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
        const Signature::Parameter& parameter = signature.parameters[i];
        if (parameter.state.empty()) declare(memory(i), parameter.shape);
        if (parameter.from_file) transfer("in" + std::to_string(i), memory(i), parameter.shape, "true");
    }
    for (std::size_t i = 0; i < signature.results.size(); ++i)
        if (!signature.results[i].parameter) declare("out" + std::to_string(i), signature.results[i].shape);
    text += "    const int status = " + name + (several ? "_run_in(" : "_run(") + arguments +
            ");\n    if (status != 0) return status;\n";
    if (signature.trace) text += "    if (trace_file && fclose(trace_file) != 0) return 125;\n";
    for (std::size_t i = 0; i < signature.results.size(); ++i) {
        const auto& [shape, parameter] = signature.results[i];
        const std::string out = "out" + std::to_string(i);
        transfer(out, parameter ? memory(*parameter) : out, shape, "false");
    }
    return text + "    return 0;\n}\n";
}

std::string harness_text(const std::string& name, const Signature& signature) {
    return harness_start(name, signature) + device_function_text(name, signature) +
           "int main(int, char** argv) {\n    return chdir(argv[1]) != 0 ? 125 : run_device();\n}\n";
}

} // namespace hlo2cpp
