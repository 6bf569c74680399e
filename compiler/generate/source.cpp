// NAME.cpp
#include <algorithm>

#include "generate/arithmetic_text.h"
#include "generate/banner.h"
#include "generate/c_functions.h"
#include "generate/c_words.h"
#include "generate/cooperative_text.h"
#include "generate/devices_text.h"
#include "generate/files.h"
#include "generate/mathematics_text.h"
#include "generate/other_compilers.h"
#include "generate/self_test_text.h"
#include "generate/state_text.h"
#include "generate/text_lines.h"
#include "generate/tree_text.h"
#include "generate/weights_files.h"
#include "generate/weights_text.h"
#include "machine/vector_text.h"
#include "mathematics/vector_function.h"
#include "support/ascii_case.h"
#include "support/embedded.h"
#include "support/runtime_text.h"
#include "tree/uses.h"

namespace hlo2cpp {
namespace {

// Names, helpers and types that the program uses, with `constants` also in the literals of its constants.
Used used_by(const Program& program, bool constants) {
    Used used;
    for (const tree::Function& step : program.steps) used.add(step);
    if (program.reset) used.add(*program.reset);
    used.add(program.run);
    for (const NamedConstant& array : program.constants) {
        const ElementType type = array.literal->shape.type;
        used.add(array.element());
        if (!array.as_bytes && constants && !is_narrow_float(type)) // narrow floats are stored as bits
            used.add(type, array.literal->bytes);
    }
    return used;
}

// Declarations of the functions of <string.h>, also where there is no such header.
std::string string_functions(bool in_c) {
    return fill_template("string_functions.tmpl", {{"begin", in_c ? "" : "extern \"C\" {"},
                                                   {"size", in_c ? "__SIZE_TYPE__" : "decltype(sizeof 0)"},
                                                   {"end", in_c ? "" : "}"}});
}

class SourceText {
public:
    explicit SourceText(const GenerateInput& input)
        : input_(input), program_(input.program), prefix_(program_.prefix), state_(input), devices_(input),
          cooperative_(input), self_test_(input), weights_(input), used_(uses()),
          vectors_(used_.vectors, input.target) {
        used_.functions.merge(vectors_.helpers());
    }

    std::string text() const {
        const RuntimeText runtime = runtime_text(used_.functions);
        TemplateValues values = common_values(input_);
        values.insert(
            {{"map", arena_map(input_)},
             {"includes", includes(runtime)},
             {"string_functions", runtime.includes.contains("string.h") ? string_functions(input_.in_c()) : ""},
             {"machine_includes", vectors_.includes()},
             {"other_compilers", other_compilers_text(used_, runtime, input_.options.language)},
             {"prefix", prefix_},
             {"arena_bytes", std::to_string(input_.plan.arena_bytes())},
             {"arena_alignment", std::to_string(input_.plan.arena_alignment)},
             {"weights_bytes", std::to_string(program_.weights_bytes())},
             {"target_check", target_check()},
             {"arithmetic", arithmetic_text(input_, used_, used_.doubles || runtime.words.contains("double"))},
             {"macros", macros(runtime)},
             {"declarations", declarations(runtime)},
             {"weights", weights_.shared_declarations()},
             {"set_weights", weights_.set_definition()},
             {"devices", devices_.definition()},
             {"steps", steps()},
             {"run", function_text(program_.run, attributes(program_.run)) + cooperative_.run()},
             {"check", checks()},
             {"self_test", self_test_.function()},
             {"own", own_memory(input_, own_entry() + state_.own_definitions() +
                                            self_test_.own_definition(own_arenas(), weights_.set_check()))},
             {"self_test_definition", self_test_.definition(context_check(false))},
             {"context_check", context_check(input_.has_chunks())},
             {"run_in_context", call_of_run("context", context_memory())},
             {"cooperative", cooperative_.definitions(context_check(true), context_memory())},
             {"state_definitions", state_.definitions()}});
        std::string text = without_double_blanks(fill_template("source.cpp.tmpl", values));
        weights_.append_long_arrays(text);
        if (!input_.target.tuning.empty()) text += embedded_file("tuning_end.tmpl");
        return input_.in_c() ? without_double_blanks(in_c(text, prefix_)) : text;
    }

private:
    Used uses() const {
        Used used = used_by(program_, !input_.weights_apart());
        if (input_.in_c()) // each is written for its record
            for (const std::string& name : sort_algorithms()) used.functions.erase(name);
        self_test_.add_uses(used);
        if (!weights_.set_definition().empty()) used.functions.insert("memcmp");
        used.vectors = closure_of(with_called_mathematics(std::move(used.vectors), input_.target));
        return used;
    }

    static std::string includes(const RuntimeText& runtime) {
        std::set<std::string> headers = runtime.includes;
        headers.insert("stdint.h");
        headers.erase("string.h"); // which string_functions.tmpl includes
        std::string text;
        for (const std::string& header : headers) text += "<" + header + ">\n";
        return text;
    }

    // Helpers know the macros MAY_ALIAS and UNROLL without the prefix.
    std::string with_prefix(std::string helpers) const {
        for (const std::string_view macro : {" MAY_ALIAS ", " UNROLL("})
            for (std::size_t at = 0; (at = helpers.find(macro, at)) != helpers.npos; at += prefix_.size())
                helpers.insert(at + 1, prefix_ + "_");
        return helpers;
    }

    std::string steps() const {
        std::string text;
        for (const tree::Function& step : program_.steps)
            text += function_text(step, prefix_ + "_STEP " + attributes(step)) + "\n\n";
        if (program_.reset) text += function_text(*program_.reset, "") + "\n\n";
        return text;
    }

    std::string function_text(const tree::Function& function, const std::string& attributes) const {
        return input_.in_c() ? text_for_c(function, prefix_, attributes) : to_text(function, prefix_, attributes);
    }

    bool is_complex(const Used& used) const {
        return input_.options.goal.in_order && (used.functions.contains("c64") || used.functions.contains("c128"));
    }

    // Attributes in front of a function. GCC takes the last one of several optimize attributes.
    std::string attributes(const tree::Function& function) const {
        Used used;
        used.add(function);
        const bool marked = function.as_written && marks_functions(input_.target);
        return (marked ? prefix_ + "_AS_WRITTEN " : "") + (is_complex(used) ? prefix_ + "_COMPLEX " : "");
    }

    std::string argument_list(std::string first) const {
        for (const Argument& argument : input_.entry_arguments())
            first = joined(std::move(first), argument.pointer(argument.name));
        return first;
    }

    std::string typedefs() const {
        std::string text;
        for (const ElementType type : used_.arena_types)
            text += "typedef " + std::string(info(type).memory_type) + " " + prefix_ + "_MAY_ALIAS " +
                    tree::arena_typedef(type) + ";\n";
        if (text.empty()) return "";
        const bool strings = std::ranges::any_of(program_.constants, &NamedConstant::as_bytes);
        return "// Elements in the arena, whose bytes other steps use as other types" +
               std::string(strings ? ", and in strings of bytes" : "") + ".\n" + text + "\n";
    }

    // The function that checks a context and returns its error.
    std::string checks() const {
        if (!input_.has_memory() && !input_.has_devices()) return "";
        std::string text, null = "context == nullptr || ";
        for (const MemoryRegion& region : input_.plan.arenas()) {
            const std::string arena = "context->arena" + region.suffix();
            text += "if (" + null + arena + " == nullptr) return " + prefix_ + "_NO_ARENA;\n" +
                    wrap_code("if (reinterpret_cast<uintptr_t>(" + arena + ") % " + prefix_ +
                              "_ARENA_ALIGNMENT != 0) return " + prefix_ + "_MISALIGNED;") +
                    "\n";
            null = "";
        }
        if (input_.has_state()) {
            text += "if (" + null + "context->state == nullptr) return " + prefix_ + "_NO_STATE;\n";
            null = "";
        }
        if (input_.has_devices() && !null.empty())
            text += "if (context == nullptr) return " + prefix_ + "_NO_DEVICE;\n";
        text += devices_.check("context->");
        return "\n" + fill_template("check_context.tmpl",
                                    {{"name", input_.options.name}, {"prefix", prefix_}, {"checks", text}});
    }

    // The memory of a context as arguments of `run`.
    std::string context_memory() const {
        return joined(joined(each_arena(input_, "static_cast<unsigned char*>(context->", ")"),
                             input_.has_state() ? "context->state" : ""),
                      devices_.arguments("context->"));
    }

    // `uses_it`: what follows uses the context.
    std::string context_check(bool uses_it) const {
        const std::string begun = cooperative_.end_of_begun();
        if (!input_.has_memory() && !input_.has_devices())
            return begun + (uses_it || !begun.empty() ? "" : "static_cast<void>(context);\n") + weights_.set_check();
        return begun + weights_.set_check() + "const int status = " + input_.options.name +
               "_detail::check(context);\nif (status != " + prefix_ + "_OK) return status;";
    }

    // The file's own arenas as arguments, if there are some. The self-test shares those of NAME_run.
    std::string own_arenas() const {
        return input_.self_test ? each_arena(input_, input_.options.name + "_own_", "()")
                                : each_arena(input_, "static_");
    }

    std::string definition_of(const MemoryRegion& region) const {
        const std::string macro = prefix_ + "_ARENA" + upper_case(region.suffix());
        return wrap_code("    alignas(" + prefix_ + "_ARENA_ALIGNMENT) " + macro +
                         " static unsigned char static_arena" + region.suffix() + "[" + macro + "_BYTES];");
    }

    // `context`: where the threads are, if steps need some.
    std::string call_of_run(const char* context, const std::string& memory) const {
        const std::string first = joined(input_.has_chunks() ? context : "", memory);
        return wrap_code("    return " + input_.options.name + "_detail::run(" + argument_list(first) + ");");
    }

    // NAME_run and its own memory.
    std::string own_entry() const {
        const std::string& name = input_.options.name;
        const bool shared = input_.self_test.has_value();
        std::string arenas, functions;
        for (const MemoryRegion& region : input_.plan.arenas()) {
            const std::string arena = definition_of(region);
            if (shared)
                functions += fill_template("own_arena.tmpl",
                                           {{"name", name}, {"region", region.suffix()}, {"static_arena", arena}});
            else
                arenas += (arenas.empty() ? "" : "\n") + arena;
        }
        const std::string memory =
            joined(joined(own_arenas(), input_.has_state() ? name + "_own_state()" : ""), devices_.arguments(""));
        return functions +
               fill_template("own_entry.tmpl", {{"run_entry", run_entry(input_)},
                                                {"static_arena", arenas},
                                                {"weights_check", weights_.set_check() + devices_.check("")},
                                                {"run", call_of_run("nullptr", memory)}});
    }

    std::string place_macro(const std::string& what, const char* description, const std::string& section) const {
        return fill_template("place_macro.tmpl",
                             {{"macro", prefix_ + what}, {"what", description}, {"section", section}});
    }

    // Macros that place arrays and set attributes of functions and types; each only if the file uses it.
    std::string macros(const RuntimeText& runtime) const {
        std::string text;
        if (program_.weights_bytes() > 0 && !input_.weights_apart())
            text += weights_macros(program_, input_.self_test.has_value());
        text += byte_strings_check(program_, input_.options.byte_order);
        if (input_.in_c() && (input_.has_arena() || has_byte_strings(program_))) text += aligned_macro(prefix_);
        for (const MemoryRegion& region : input_.plan.arenas())
            text += place_macro("_ARENA" + upper_case(region.suffix()), "the arena is",
                                ".bss." + (region.name.empty() ? "dtcm" : region.name));
        const bool own_options = has_vectors() && !input_.options.goal.in_order; // else the file has them
        if (!program_.steps.empty())
            text += place_macro("_CODE", "steps are", ".itcm") +
                    fill_template(own_options ? "vector_step_macro.tmpl" : "step_macro.tmpl",
                                  {{"macro", prefix_ + "_STEP"}, {"place", prefix_ + "_CODE"}});
        if (has_loads_as_written(program_) && marks_functions(input_.target))
            text += fill_template("as_written_macro.tmpl", {{"macro", prefix_ + "_AS_WRITTEN"}});
        if (is_complex(used_)) text += fill_template("complex_macro.tmpl", {{"macro", prefix_ + "_COMPLEX"}});
        if (used_.rolled_loops) text += fill_template("rolled_macro.tmpl", {{"macro", prefix_ + "_ROLLED"}});
        if (used_.unrolled_loops || helpers(runtime).find("_UNROLL(") != std::string::npos)
            text += fill_template("unroll_macro.tmpl", {{"macro", prefix_ + "_UNROLL"}});
        text += cooperative_.macro();
        if (input_.has_state()) text += place_macro("_STATE", "the state is", ".bss.backup");
        if (!used_.arena_types.empty() || runtime.words.contains("MAY_ALIAS"))
            text +=
                fill_template("may_alias.tmpl",
                              {{"macro", prefix_ + "_MAY_ALIAS"},
                               {"old_compilers", input_.in_c() ? std::string(embedded_file("may_alias_c.tmpl")) : ""}});
        return text;
    }

    bool has_vectors() const { return input_.target.vector_bytes > 0; }

    std::string target_check() const {
        const Target& target = input_.target;
        if (target.unfit.empty()) return "";
        const std::string more = vectors_.unfit();
        const std::string unfit = target.unfit + (more.empty() ? "" : " || " + more);
        return fill_template("target_check.tmpl",
                             {{"unfit", unfit}, {"target", target.name}, {"flags", target.compiler_flags}});
    }

    // Types and helpers in order of their dependences.
    std::string declarations(const RuntimeText& runtime) const {
        return helpers(runtime) + parallel() + weights_.declarations();
    }

    std::string helpers(const RuntimeText& runtime) const {
        return typedefs() + with_prefix(vectors_.vectors() + runtime.helpers + vectors_.behind_helpers() +
                                        mathematics_text(used_.vectors, input_.target));
    }

    std::string parallel() const {
        if (!input_.has_chunks()) return "";
        return fill_template(input_.in_c() ? "parallel_c.tmpl" : "parallel.tmpl",
                             {{"name", input_.options.name}, {"prefix", prefix_}});
    }

    const GenerateInput& input_;
    const Program& program_;
    const std::string& prefix_;
    const StateText state_;
    const DevicesText devices_;
    const CooperativeText cooperative_;
    const SelfTestText self_test_;
    const WeightsFiles weights_;
    Used used_;
    const VectorTexts vectors_;
};

} // namespace

std::string source_text(const GenerateInput& input) {
    return SourceText(input).text();
}

} // namespace hlo2cpp
