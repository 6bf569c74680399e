// Puts the file and its header together.
#include "generate/code.h"

#include <algorithm>

#include "generate/banner.h"
#include "generate/comments.h"
#include "generate/elements.h"
#include "generate/region.h"
#include "generate/runtime_text.h"
#include "generate/state_text.h"
#include "generate/template.h"
#include "generate/text_lines.h"
#include "generate/tiled_nest.h"

namespace hlo2cpp {
namespace {

// "const float* x, float* out"; without the names that `named` leaves out.
template <typename Named>
std::string parameter_list(const std::vector<Argument>& arguments, std::string first, Named&& named) {
    for (const Argument& argument : arguments) {
        if (argument.state) continue;
        if (!first.empty()) first += ", ";
        first += argument.type() + (named(argument) ? " " + argument.name : " /*" + argument.name + "*/");
    }
    return first;
}

std::string argument_list(const std::vector<Argument>& arguments, std::string first) {
    for (const Argument& argument : arguments)
        if (!argument.state) first += (first.empty() ? "" : ", ") + argument.name;
    return first;
}

bool holds_word(std::string_view text, std::string_view word) {
    const auto part = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || (c >= 'A' && c <= 'Z');
    };
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !part(text[at - 1])) && (end == text.size() || !part(text[end]))) return true;
    }
    return false;
}

// Where a part of the file is empty, two blank lines would meet.
std::string without_double_blanks(const std::string& text) {
    std::string result;
    for (const char c : text)
        if (c != '\n' || !result.ends_with("\n\n")) result += c;
    return result;
}

std::string typedefs(const Program& program, std::string_view code) {
    std::string text;
    for (int i = 0; i <= static_cast<int>(ElementType::C128); ++i) {
        const auto type = static_cast<ElementType>(i);
        if (holds_word(code, memory_alias(type)))
            text += "typedef " + std::string(info(type).memory_type) + " " + program.prefix + "_MAY_ALIAS " +
                    memory_alias(type) + ";\n";
    }
    return text.empty() ? "" : "// Elements in the arena, whose bytes other steps use as other types.\n" + text + "\n";
}

// The vectors that register tiles are made of, and how they are read from and written to arrays.
std::string vector_typedefs(const Program& program, std::string_view code) {
    std::set<std::pair<ElementType, std::int64_t>> types;
    for (const LoopNest& nest : program.nests.nests)
        for (const auto& type : vector_types(program.kernels[nest.kernel], nest)) types.insert(type);
    std::string text;
    for (const auto& [type, lanes] : types) {
        const std::string name = vector_type_name(type, lanes), bytes = std::to_string(lanes * byte_size(type));
        text += "typedef " + std::string(info(type).value_type) + " " + name + " __attribute__((vector_size(" + bytes +
                "), aligned(" + std::to_string(byte_size(type)) + "), may_alias));\n";
        if (holds_word(code, name + "_at"))
            text += "static inline const " + name + "* " + name +
                    "_at(const void* elements) {\n    return static_cast<const " + name + "*>(elements);\n}\n";
        if (holds_word(code, name + "_to"))
            text += "static inline " + name + "* " + name + "_to(void* elements) {\n    return static_cast<" + name +
                    "*>(elements);\n}\n";
    }
    return text.empty() ? "" : "// Neighbouring elements as vectors.\n" + text + "\n";
}

class Files {
public:
    explicit Files(const Program& program)
        : program_(program), arguments_(arguments_of(program, reserve_names(globals_, program))),
          weights_(program, names_of(arguments_), globals_), run_(program, arguments_, weights_, globals_),
          state_(program, arguments_, weights_, has_arena()) {
        run_.print();
        figures_ = {.arena_bytes = program.plan.arena_bytes,
                    .state_bytes = state_.bytes(),
                    .weights_bytes = program.constants.bytes,
                    .stack_bytes = run_.step_stack_bytes + run_.entry_stack_bytes,
                    .multiply_adds = multiply_adds_of(program),
                    .stack_checked = checks_stack()};
    }

    std::string header() const {
        const std::string& prefix = program_.prefix;
        std::string elements;
        std::int64_t alignment = 1;
        for (const Argument& argument : arguments_) {
            if (argument.state) continue;
            elements += "#define " + prefix + "_" + upper_case(argument.name) + "_ELEMENTS " +
                        std::to_string(memory_shape(argument.shape).elements()) + "\n";
            alignment = std::max(alignment, byte_size(argument.shape.type));
        }
        const std::string trace =
            program_.options.trace ? fill_template("trace.tmpl", {{"name", program_.options.name}, {"prefix", prefix}})
                                   : "";
        TemplateValues values = common();
        values.insert({{"prefix", prefix},
                       {"figures", figures_text(figures_)},
                       {"arena_bytes", std::to_string(program_.plan.arena_bytes)},
                       {"arena_alignment", std::to_string(program_.plan.arena_alignment)},
                       {"alignment", std::to_string(alignment)},
                       {"weights_bytes", std::to_string(figures_.weights_bytes)},
                       {"elements", elements},
                       {"more_codes", more_codes()},
                       {"state_type", state_.type()},
                       {"state_member", state_.member()},
                       {"state_functions", state_.functions().empty() ? "" : "\n" + state_.functions()},
                       {"summary", summary()},
                       {"table", argument_table(entry_arguments())},
                       {"promises", argument_promises(program_, entry_arguments())},
                       {"arena_note", has_arena() ? prefix + "_ARENA_BYTES, aligned to " + prefix +
                                                        "_ARENA_ALIGNMENT; holds nothing between calls"
                                                  : "not used, may be NULL"},
                       {"trace", trace}});
        return without_double_blanks(fill_template("header.h.tmpl", values));
    }

    std::string source() const {
        const std::string& name = program_.options.name;
        const std::string body = join_lines(run_.lines);
        const std::string reset = state_.reset();
        const std::string code = run_.functions + reset + body;
        const std::string aliases = typedefs(program_, code);
        const RuntimeText runtime = runtime_text(code);
        std::set<std::string> headers = runtime.includes;
        headers.insert("stdint.h");
        std::string includes;
        for (const std::string& header : headers) includes += "<" + header + ">\n";
        const auto used = [&](const Argument& argument) { return run_.used_arguments.contains(argument.name); };
        TemplateValues values = common();
        values.insert(
            {{"prefix", program_.prefix},
             {"map", arena_map(program_, run_.steps)},
             {"includes", includes},
             {"target_check", target_check()},
             {"macros", macros(aliases)},
             {"declarations", aliases + vector_typedefs(program_, code) + runtime.helpers + weights_text()},
             {"steps",
              (run_.functions.empty() ? "" : run_.functions.substr(0, run_.functions.size() - 1) + "\n") + reset},
             {"run_signature",
              wrap_code("int run(" + parameter_list(arguments_, own_parameters(body), used) + ") noexcept {")},
             {"run_body", body},
             {"static_arena", static_arena() + state_.static_object()},
             {"arena_call", argument_list(arguments_, joined(has_arena() ? name + "_detail::static_arena" : "",
                                                             state_.any() ? "&" + name + "_detail::own_state" : ""))},
             {"context_check", context_check()},
             {"context_call",
              argument_list(arguments_, joined(has_arena() ? "static_cast<unsigned char*>(context->arena)" : "",
                                               state_.any() ? "context->state" : ""))},
             {"state_definitions", state_.definitions()}});
        return without_double_blanks(fill_template("source.cpp.tmpl", values));
    }

    const Figures& figures() const { return figures_; }
    const std::vector<TracePoint>& trace_points() const { return run_.trace_points; }
    std::vector<std::pair<std::int64_t, std::string>> state_members() const {
        std::vector<std::pair<std::int64_t, std::string>> members;
        for (const Argument& argument : arguments_)
            if (argument.state) members.emplace_back(argument.leaf, argument.name);
        return members;
    }

private:
    static Names names_of(const std::vector<Argument>& arguments) {
        Names names;
        for (const Argument& argument : arguments) names.reserve(argument.name);
        return names;
    }

    static Names& reserve_names(Names& globals, const Program& program) {
        if (std::ranges::find(program.schedule.values, ValueKind::State, &Value::kind) != program.schedule.values.end())
            for (const char* name : {"state", "own_state", "reset"}) globals.reserve(name);
        for (const std::string& helper : runtime_names()) globals.reserve(helper);
        for (int i = 0; i <= static_cast<int>(ElementType::C128); ++i)
            globals.reserve(memory_alias(static_cast<ElementType>(i)));
        return globals;
    }

    bool has_arena() const { return program_.plan.arena_bytes > 0; }

    // What the caller passes: all but the state.
    std::vector<Argument> entry_arguments() const {
        std::vector<Argument> entry;
        std::ranges::copy_if(arguments_, std::back_inserter(entry),
                             [](const Argument& argument) { return !argument.state; });
        return entry;
    }

    static std::string joined(const std::string& first, const std::string& second) {
        return first + (first.empty() || second.empty() ? "" : ", ") + second;
    }

    // What `run` takes in front of the entry's arguments; unnamed where no step uses it.
    std::string own_parameters(const std::string& body) const {
        const auto named = [&](const std::string& type, const std::string& name) {
            return type + (holds_word(body, name) ? " " + name : " /*" + name + "*/");
        };
        return joined(has_arena() ? named("unsigned char*", "arena") : "",
                      state_.any() ? named(program_.options.name + "_state*", "state") : "");
    }

    std::string context_check() const {
        const std::string& prefix = program_.prefix;
        std::string text, null = "context == nullptr || ";
        if (has_arena()) {
            text = "if (" + null + "context->arena == nullptr) return " + prefix + "_NO_ARENA;\n";
            null = "";
        }
        if (state_.any()) text += "if (" + null + "context->state == nullptr) return " + prefix + "_NO_STATE;\n";
        return text.empty() ? "static_cast<void>(context);" : text;
    }

    std::string more_codes() const {
        std::string text;
        if (program_.options.poison)
            text += ", " + program_.prefix + "_POISONED = 2 /* a step wrote where it must not */";
        if (state_.any()) text += ", " + program_.prefix + "_NO_STATE = 3";
        return text;
    }

    TemplateValues common() const {
        const GenerateOptions& options = program_.options;
        const auto all = [](const Argument&) { return true; };
        const std::string hash = program_.module.sha256.substr(0, 12);
        const std::string parameters = parameter_list(arguments_, "", all);
        return {{"name", options.name},
                {"version", HLO2CPP_VERSION},
                {"module",
                 comment_text(program_.module.name, 60) + (hash.empty() ? "" : " (sha256 " + comment_text(hash) + ")")},
                {"command", "hlo2cpp compile " + comment_text(options.module_file) +
                                (options.command_line.empty() ? "" : " " + comment_text(options.command_line))},
                {"run_entry",
                 wrap_code("int " + options.name + "_run(" + (parameters.empty() ? "void" : parameters) + ")")},
                {"run_in_entry", wrap_code("int " + options.name + "_run_in(" +
                                           parameter_list(arguments_, options.name + "_context* context", all) + ")")}};
    }

    std::string summary() const {
        std::vector<std::string> results, inputs;
        for (const Argument& argument : arguments_) {
            const std::string kept = argument.state ? " (kept)" : "";
            if (!argument.result) inputs.push_back(argument.name + kept);
            if (argument.result || argument.written) results.push_back(argument.name + kept);
        }
        if (results.empty()) return "Computes nothing: the module has no results.";
        const auto text = [](const std::vector<std::string>& names) { return comment_list(names, 4); };
        return "Computes " + text(results) + (inputs.empty() ? ", which are constant." : " from " + text(inputs) + ".");
    }

    std::string weights_text() const {
        const std::string text = weights_.text();
        return text.empty() ? "" : text + "\n";
    }

    // What places arrays, and lets the arena hold elements of every type; only where there are any.
    std::string macros(const std::string& aliases) const {
        const std::string& prefix = program_.prefix;
        std::string text;
        if (program_.constants.bytes > 0)
            text += fill_template("place_macro.tmpl",
                                  {{"macro", prefix + "_WEIGHTS"}, {"what", "constants are"}, {"section", ".qspi"}});
        if (has_arena())
            text += fill_template("place_macro.tmpl",
                                  {{"macro", prefix + "_ARENA"}, {"what", "the arena is"}, {"section", ".dtcm"}});
        if (!run_.functions.empty()) text += fill_template("step_macro.tmpl", {{"macro", prefix + "_STEP"}});
        if (checks_stack())
            text += fill_template("stack_check.tmpl", {{"bytes", std::to_string(figures_.stack_bytes)}});
        if (holds_word(run_.functions, prefix + "_ROLLED"))
            text += fill_template("rolled_macro.tmpl", {{"macro", prefix + "_ROLLED"}});
        if (state_.any())
            text += fill_template("place_macro.tmpl",
                                  {{"macro", prefix + "_STATE"}, {"what", "the state is"}, {"section", ".backup"}});
        if (!aliases.empty()) text += fill_template("may_alias.tmpl", {{"macro", prefix + "_MAY_ALIAS"}});
        return text;
    }

    // Where stack is scarce.
    bool checks_stack() const { return program_.nests.target.word_bytes == 4 && !run_.functions.empty(); }

    std::string target_check() const {
        const Target& target = program_.nests.target;
        std::string text;
        if (!target.required_macro.empty())
            text += fill_template(
                "target_check.tmpl",
                {{"macro", target.required_macro}, {"target", target.name}, {"flags", target.compiler_flags}});
        if (program_.options.deterministic)
            text += (text.empty() ? "" : "\n") + fill_template("deterministic.tmpl", {});
        return text;
    }

    std::string static_arena() const {
        if (!has_arena()) return "";
        return "\n" + wrap_code("alignas(" + program_.prefix + "_ARENA_ALIGNMENT) " + program_.prefix +
                                "_ARENA unsigned char static_arena[" + program_.prefix + "_ARENA_BYTES];");
    }

    const Program& program_;
    Names globals_;
    std::vector<Argument> arguments_;
    Weights weights_;
    RegionPrinter run_;
    StateText state_;
    Figures figures_;
};

} // namespace

Code generate(const Module& module, const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
              const BufferPlan& plan, const ConstantPlan& constants, const GenerateOptions& options) {
    const Program program = {module, kernels, nests, schedule, plan, constants, options, upper_case(options.name)};
    const Files files(program);
    return {.header = files.header(),
            .source = files.source(),
            .weights_bytes = files.figures().weights_bytes,
            .stack_bytes = files.figures().stack_bytes,
            .state_bytes = files.figures().state_bytes,
            .trace = files.trace_points(),
            .state_members = files.state_members()};
}

} // namespace hlo2cpp
