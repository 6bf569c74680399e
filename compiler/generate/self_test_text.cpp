#include "generate/self_test_text.h"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "check/inputs.h"
#include "evaluate/tensor.h"
#include "generate/files.h"
#include "generate/numbers.h"
#include "generate/text_lines.h"
#include "generate/weights_text.h"
#include "program/comments.h"
#include "runtime_lib/self_test.h"

namespace hlo2cpp {
namespace {

std::int64_t elements_of(const Argument& argument) {
    return caller_shape(argument.shape).elements();
}

ElementType type_of(const Argument& argument) {
    return part_type(argument.shape.type);
}

std::string member_of(const Argument& argument) {
    return (argument.state ? "memory->state." : "memory->") + argument.name;
}

std::string sample_function(ElementType type) {
    const bool bits = !is_float(type) || is_small_float(type);
    return bits ? "sample_integers" : "sample_" + std::string(info(type).name);
}

std::string compare_function(ElementType type) {
    if (is_float(type)) return "sums_near_" + std::string(info(type).name);
    return (is_signed(type) ? "sums_near_s" : "sums_near_u") + std::to_string(8 * byte_size(type));
}

std::string number_of_sums(ElementType type, double value) {
    return type == ElementType::F64 ? double_literal(value) : float_literal(static_cast<float>(value));
}

std::string hexadecimal(std::uint32_t value) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%08xu", value);
    return text;
}

} // namespace

const Argument& SelfTestText::holder(std::size_t result) const {
    const Value& value = input_.schedule[input_.schedule.entries.front().results[result]];
    const auto holds = [&](const Argument& argument) {
        return is_parameter(value) ? !argument.result && argument.leaf == value.leaf
                                   : argument.result && argument.leaf == static_cast<std::int64_t>(result);
    };
    return *std::ranges::find_if(input_.program.arguments, holds);
}

std::string SelfTestText::members() const {
    std::string text = input_.has_state() ? input_.options.name + "_state state;\n" : "";
    for (const Argument& argument : input_.entry_arguments())
        text += std::string(info(type_of(argument)).memory_type) + " " + argument.name + "[" +
                std::to_string(std::max<std::int64_t>(elements_of(argument), 1)) + "];\n";
    return text.empty() ? "unsigned char unused;\n" : text;
}

std::int64_t SelfTestText::flash_bytes() const {
    constexpr std::int64_t kCrcTable = 64; // of crc32_words
    return input_.self_test->stored_bytes() + (input_.program.weights_bytes() > 0 ? kCrcTable : 0);
}

std::int64_t SelfTestText::memory_bytes() const {
    std::int64_t bytes = 0, alignment = 1;
    const auto align = [&](std::int64_t to) {
        alignment = std::max(alignment, to);
        bytes = (bytes + to - 1) / to * to;
    };
    const auto add = [&](const Argument& argument) {
        align(byte_size(type_of(argument)));
        bytes += std::max<std::int64_t>(elements_of(argument), 1) * byte_size(type_of(argument));
    };
    const std::vector<Argument> state = input_.program.state(), entry = input_.entry_arguments();
    std::ranges::for_each(state, add);
    align(alignment);
    std::ranges::for_each(entry, add);
    align(alignment);
    return std::max<std::int64_t>(bytes, 1);
}

std::string SelfTestText::header() const {
    if (!input_.self_test) return "";
    const std::string &name = input_.options.name, &prefix = input_.program.prefix;
    std::string text = "For tests at power-on, and as evidence on the target: checks ";
    if (input_.program.weights_bytes() > 0)
        text += "the CRC-32 of the constants, which any one bit that flips changes, then ";
    text += std::string("that the model computes what the evaluator of hlo2cpp has computed from ") +
            (input_.self_test->given ? "arguments that were given" : "arguments that were made up") + ".";
    text += " Returns " + prefix + "_OK, " + prefix + "_WRONG_WEIGHTS, " + prefix + "_WRONG_RESULT or what " + name +
            "_run_in returns. `output`, which may be NULL, gets the number of the first result that is off, else -1.";
    std::string by_rounding;
    for (std::size_t i = 0; i < input_.self_test->results.size(); ++i)
        if (input_.self_test->results[i].by_rounding)
            by_rounding += (by_rounding.empty() ? "" : ", ") + std::to_string(i);
    if (!by_rounding.empty())
        text +=
            " With these arguments rounding alone decides results, as it does vectors of equal eigenvalues: number " +
            by_rounding + ". The test finds nothing wrong there that is smaller than they are.";
    text += " The test runs on the arena that it is given; what a context keeps from call to call it neither reads nor "
            "changes, so that it may run at any time between two calls. " +
            name + "_self_test works on the file's own arena and memory, " + name + "_self_test_in on the caller's.";
    return "\n" + fill_template("self_test_header.tmpl", {{"name", name},
                                                          {"prefix", prefix},
                                                          {"of_state", input_.has_state() ? ", and a state" : ""},
                                                          {"members", members()},
                                                          {"text", wrap(text, 112, " * ")}});
}

std::vector<NamedConstant> SelfTestText::stored_arrays() const {
    std::vector<NamedConstant> arrays;
    if (!input_.self_test) return arrays;
    const auto add = [&](const std::string& name, const Literal& literal) {
        arrays.push_back({.literal = std::make_shared<Literal>(literal), .name = name, .comment = {}});
    };
    const SelfTest& test = *input_.self_test;
    for (std::size_t i = 0; i < test.arguments.size(); ++i)
        if (test.arguments[i].stored) add("given_" + std::to_string(i), *test.arguments[i].stored);
    for (std::size_t i = 0; i < test.results.size(); ++i) {
        const SelfTest::Result& result = test.results[i];
        add("expected_" + std::to_string(i), result.sums);
        const ElementType type = result.sums.shape.type;
        if (!input_.weights_apart() || !is_float(type)) continue;
        Tensor allowed(Shape::array(type, {2}));
        allowed.reals()(0) = round_to(type, result.relative);
        allowed.reals()(1) = round_to(type, result.absolute);
        add("allowed_" + std::to_string(i), to_literal(allowed));
    }
    if (!input_.weights_apart() || input_.program.weights_bytes() == 0) return arrays;
    Literal crc = Literal::zeros(Shape::array(ElementType::U32, {1}));
    crc.set(0, crc_of_weights());
    add("weights_crc", crc);
    return arrays;
}

std::string SelfTestText::arrays() const {
    if (input_.weights_apart()) return "";
    const std::string attribute = input_.program.weights_bytes() > 0 ? input_.program.prefix + "_WEIGHTS " : "";
    std::string text;
    for (const NamedConstant& array : stored_arrays()) text += attribute + array_text(array.name, *array.literal);
    return text;
}

std::uint32_t SelfTestText::crc_of_weights() const {
    std::uint32_t crc = 0;
    for (const NamedConstant& array : input_.program.constants)
        crc = crc32_words(crc, array.literal->bytes.data(), array.literal->bytes.size(),
                          static_cast<std::size_t>(byte_size(part_type(array.literal->shape.type))));
    return crc;
}

std::string SelfTestText::crc() const {
    std::string text;
    for (const NamedConstant& array : input_.program.constants)
        text += (text.empty() ? "uint32_t crc = crc32_words(0u, " : "crc = crc32_words(crc, ") + array.name + ", " +
                std::to_string(array.literal->bytes.size()) + ", " +
                std::to_string(byte_size(part_type(array.literal->shape.type))) + ");\n";
    const std::string expected = input_.weights_apart() ? "weights_crc[0]" : hexadecimal(crc_of_weights());
    return text.empty() ? ""
                        : text + "if (crc != " + expected + ") return " + input_.program.prefix + "_WRONG_WEIGHTS;\n";
}

std::string SelfTestText::arguments() const {
    const SelfTest& test = *input_.self_test;
    std::string text = input_.has_state() ? "reset(&memory->state);\n" : "";
    for (const Argument& argument : input_.program.arguments) {
        if (argument.result) continue;
        const auto leaf = static_cast<std::size_t>(argument.leaf);
        const ElementType type = type_of(argument);
        const std::string to = member_of(argument), elements = std::to_string(elements_of(argument));
        if (test.arguments[leaf].initial) continue;
        if (test.arguments[leaf].stored) {
            const std::string from = "given_" + std::to_string(leaf);
            text += wrap_code("memcpy(" + to + ", " + from + " + zero, " +
                              std::to_string(test.arguments[leaf].stored->bytes.size()) + ");") +
                    "\n";
        } else {
            const bool bits = sample_function(type) == "sample_integers";
            text +=
                wrap_code(sample_function(type) + "(" + to + ", " + elements + ", " +
                          (bits ? std::to_string(byte_size(type)) + ", " : "") + std::to_string(leaf) + "u + zero, " +
                          (bits            ? std::to_string(sample_width(type))
                           : test.positive ? "true"
                                           : "false") +
                          ");") +
                "\n";
        }
    }
    return text;
}

std::string SelfTestText::results() const {
    const SelfTest& test = *input_.self_test;
    std::string text;
    for (std::size_t i = test.results.size(); i-- > 0;) { // so that the first one that is off is left
        const SelfTest::Result& result = test.results[i];
        const Argument& argument = holder(i);
        const ElementType type = type_of(argument), sums = result.sums.shape.type;
        const std::string apart = "allowed_" + std::to_string(i);
        const std::string allowed = !is_float(type)          ? std::to_string(result.most) + "u"
                                    : input_.weights_apart() ? apart + "[0], " + apart + "[1]"
                                                             : number_of_sums(sums, result.relative) + ", " +
                                                                   number_of_sums(sums, result.absolute);
        text += wrap_code("if (!" + compare_function(type) + "(" + member_of(argument) + ", " +
                          std::to_string(elements_of(argument)) + ", " + std::to_string(result.run) + ", expected_" +
                          std::to_string(i) + ", " + allowed + ")) wrong = " + std::to_string(i) + ";") +
                "\n";
    }
    return text;
}

std::string SelfTestText::function() const {
    if (!input_.self_test) return "";
    const bool fills_arguments = std::ranges::any_of(input_.program.arguments, [&](const Argument& argument) {
        return !argument.result && !input_.self_test->arguments[static_cast<std::size_t>(argument.leaf)].initial;
    });
    const std::string& name = input_.options.name;
    std::string parameters = joined(each_arena(input_, "unsigned char* "), name + "_self_test_memory* memory");
    std::string call = joined(input_.has_chunks() ? "nullptr" : "",
                              joined(each_arena(input_, ""), input_.has_state() ? "&memory->state" : ""));
    for (const Argument& argument : input_.entry_arguments())
        call = joined(std::move(call), "memory->" + argument.name);
    return fill_template(
        "self_test.tmpl",
        {{"prefix", input_.program.prefix},
         {"what", wrap("What " + name +
                           "_self_test does. Of a result of more than 256 elements it compares sums of neighbours.",
                       112)},
         {"arrays", arrays()},
         {"parameters", joined(parameters, "int32_t* output")},
         {"zero", fills_arguments ? fill_template("self_test_zero.tmpl", {}) : ""},
         {"crc", crc()},
         {"arguments", arguments()},
         {"call", call},
         {"results", results()}});
}

std::string SelfTestText::own_definition(const std::string& memory, const std::string& weights_check) const {
    if (!input_.self_test) return "";
    return fill_template(
        "self_test_own.tmpl",
        {{"name", input_.options.name},
         {"weights_check", weights_check.empty() ? "" : "if (output != nullptr) *output = -1;\n" + weights_check},
         {"call", joined(memory, "&memory, output")}});
}

std::string SelfTestText::definition(const std::string& context_check) const {
    if (!input_.self_test) return "";
    return fill_template(
        "self_test_in.tmpl",
        {{"name", input_.options.name},
         {"prefix", input_.program.prefix},
         {"context_check", context_check},
         {"call", joined(each_arena(input_, "static_cast<unsigned char*>(context->", ")"), "memory, output")}});
}

void SelfTestText::add_uses(Used& used) const {
    if (!input_.self_test) return;
    used.functions.insert("memset");
    const SelfTest& test = *input_.self_test;
    if (input_.program.weights_bytes() > 0) used.functions.insert("crc32_words");
    if (!input_.weights_apart())
        for (const NamedConstant& array : stored_arrays()) used.add(array.literal->shape.type, array.literal->bytes);
    for (const Argument& argument : input_.program.arguments) {
        if (argument.result) continue;
        const SelfTest::Argument& tested = test.arguments[static_cast<std::size_t>(argument.leaf)];
        if (!tested.initial) used.functions.insert(tested.stored ? "memcpy" : sample_function(type_of(argument)));
    }
    for (std::size_t i = 0; i < test.results.size(); ++i) {
        used.functions.insert(compare_function(type_of(holder(i))));
    }
}

} // namespace hlo2cpp
