#include "generate/weights_files.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "generate/c_words.h"
#include "generate/files.h"
#include "generate/other_compilers.h"
#include "generate/self_test_text.h"
#include "generate/weights_text.h"
#include "runtime_lib/self_test.h"
#include "tree/uses.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kHeaderBytes = 64;  // of the binary
constexpr std::int64_t kCheckedBytes = 24; // of the header, in front of the CRC
constexpr std::uint32_t kVersion = 1;

// Alignment in bytes of each array in the binary, and of byte strings.
std::int64_t alignment_for(const Target& target) {
    return target.constant_alignment();
}

std::string mangled(const std::vector<std::string>& names) {
    std::string text = "_ZN";
    for (const std::string& name : names) text += std::to_string(name.size()) + name;
    return text + "E";
}

void append_word(std::string& text, std::uint32_t word, ByteOrder order) {
    for (int i = 0; i < 4; ++i) text += static_cast<char>(word >> (8 * (order == ByteOrder::Big ? 3 - i : i)) & 0xff);
}

// NAME_set_weights compares these as words, so a machine of the other byte order rejects them.
std::vector<std::uint32_t> header_words(const GenerateInput& input, std::int64_t bytes) {
    constexpr std::uint32_t kMagic[] = {0x324f4c48, 0x57505043}; // "HLO2CPPW"
    return {kMagic[0],
            kMagic[1],
            kVersion,
            static_cast<std::uint32_t>(std::stoul(run_hash(input), nullptr, 16)),
            static_cast<std::uint32_t>(bytes),
            0};
}

// Complex numbers as pairs of reals, because other files do not know the complex type.
LiteralPtr in_parts(const Literal& numbers) {
    return std::make_shared<Literal>(
        Literal{.shape = caller_shape(numbers.shape), .bytes = numbers.bytes, .tuple = {}});
}

} // namespace

std::string name_of(WeightsPlace place) {
    switch (place) {
    case WeightsPlace::Inline: return "inline";
    case WeightsPlace::Source: return "source";
    case WeightsPlace::Incbin: return "incbin";
    case WeightsPlace::External: return "external";
    }
    return "";
}

WeightsFiles::WeightsFiles(const GenerateInput& input)
    : input_(input),
      tested_(input.weights_apart() ? SelfTestText(input).stored_arrays() : std::vector<NamedConstant>()) {
    binary_bytes_ = kHeaderBytes;
    const std::int64_t alignment = alignment_for(input.target);
    for (const std::vector<NamedConstant>* list : {&input.program.constants, &tested_})
        for (const NamedConstant& array : *list) {
            binary_bytes_ = (binary_bytes_ + alignment - 1) / alignment * alignment;
            const bool parts = is_complex(array.literal->shape.type) && in_other_file() && !array.as_bytes;
            arrays_.push_back({.name = array.name,
                               .comment = list == &tested_ ? "of the self-test" : array.comment,
                               .literal = parts ? in_parts(*array.literal) : array.literal,
                               .place = weights_place(input.program, array),
                               .type = array.literal->shape.type,
                               .as_bytes = array.as_bytes,
                               .in_parts = parts,
                               .offset = binary_bytes_});
            binary_bytes_ += static_cast<std::int64_t>(array.literal->bytes.size());
        }
}

bool WeightsFiles::in_other_file() const {
    return input_.options.weights == WeightsPlace::Source || input_.options.weights == WeightsPlace::Incbin;
}

bool WeightsFiles::set_by_program() const {
    return input_.options.weights == WeightsPlace::External && !arrays_.empty();
}

std::string WeightsFiles::space() const {
    return "weights_" + run_hash(input_);
}

std::string WeightsFiles::declared(const Array& array) const {
    return declared_array(array.declared_name(), array.literal->shape);
}

std::string WeightsFiles::shared_declarations() const {
    if (!in_other_file() || arrays_.empty()) return "";
    std::string text = "// The constants, in " + input_.weights_source_file() + " of the same run.\n" + names_for_c() +
                       "namespace " + space() + " {\n";
    for (const Array& array : arrays_)
        text +=
            comment_lines(array.comment) +
            (array.as_bytes ? bytes_declared(array.name, *array.literal, "extern const", alignment_for(input_.target))
                            : "extern const " + declared(array)) +
            ";\n";
    return text + "} // namespace " + space() + "\nusing namespace " + space() + ";\n\n";
}

void WeightsFiles::append_long_arrays(std::string& text) const {
    if (input_.options.weights != WeightsPlace::Inline || !has_long_weights(input_.program)) return;
    const TemplateValues name = {{"name", input_.options.name}};
    text += fill_template("long_weights_begin.tmpl", name);
    append_long_weights(text, input_.program, alignment_for(input_.target), input_.options.byte_order);
    text += fill_template("long_weights_end.tmpl", name);
}

std::string WeightsFiles::declarations() const {
    if (input_.options.weights == WeightsPlace::Inline)
        return weights_text(input_.program, alignment_for(input_.target));
    if (in_other_file()) {
        std::string text;
        for (const Array& array : arrays_)
            if (array.as_bytes || array.in_parts)
                text += elements_pointer(array.name, array.as_bytes ? "_bytes" : "_parts", array.type);
        return text.empty() ? "" : "// The constants that are declared as bytes or as parts.\n" + text + "\n";
    }
    if (!set_by_program()) return "";
    std::string text = "// The constants, where " + input_.options.name + "_set_weights has found them.\n";
    for (const Array& array : arrays_)
        text += comment_lines(array.comment) + "const " + std::string(info(array.literal->shape.type).memory_type) +
                "* " + array.name + ";\n";
    return text + "\n";
}

std::string WeightsFiles::file_order_check() const {
    return byte_order_check("the bytes of " + input_.options.name + "_weights.bin are", input_.options.byte_order);
}

std::string WeightsFiles::set_check() const {
    if (!set_by_program()) return "";
    return "if (" + input_.options.name + "_detail::" + arrays_.front().name + " == nullptr) return " +
           input_.program.prefix + "_WRONG_WEIGHTS;\n";
}

std::string WeightsFiles::set_definition() const {
    if (!set_by_program()) return "";
    std::string words, pointers;
    for (const std::uint32_t word : header_words(input_, binary_bytes_))
        words += (words.empty() ? "" : ", ") + std::to_string(word) + "u";
    for (const Array& array : arrays_)
        pointers += input_.options.name + "_detail::" + array.name + " = static_cast<const " +
                    qualified_type(array.literal->shape.type) + "*>(static_cast<const void*>(at + " +
                    std::to_string(array.offset) + "));\n";
    return fill_template("weights_set.tmpl", {{"name", input_.options.name},
                                              {"prefix", input_.program.prefix},
                                              {"order", file_order_check()},
                                              {"header", words},
                                              {"pointers", pointers}});
}

std::string WeightsFiles::qualified_type(ElementType type) const {
    return (is_complex(type) ? input_.options.name + "_detail::" : "") + std::string(info(type).memory_type);
}

std::string WeightsFiles::set_declaration() const {
    if (!set_by_program()) return "";
    const std::string order = input_.options.byte_order == ByteOrder::Big ? "big" : "little";
    return fill_template("weights_set_header.tmpl", {{"name", input_.options.name},
                                                     {"prefix", input_.program.prefix},
                                                     {"bytes", std::to_string(binary_bytes_)},
                                                     {"order", order},
                                                     {"alignment", std::to_string(alignment_for(input_.target))}});
}

std::string WeightsFiles::definitions() const {
    std::string arrays;
    Used used;
    for (const Array& array : arrays_) {
        const std::string place = array.place + " extern ";
        arrays += comment_lines(array.comment);
        if (array.as_bytes) {
            arrays +=
                bytes_declared(array.name, *array.literal, place + "constexpr", alignment_for(input_.target)) + " =\n";
            append_bytes(arrays, *array.literal, input_.options.byte_order);
            arrays += "\n";
            continue;
        }
        used.add(array.literal->shape.type, array.literal->bytes);
        arrays += aligned(*array.literal, alignment_for(input_.target)) + place;
        append_array(arrays, array.declared_name(), *array.literal);
        arrays += "\n";
    }
    return fill_template(
        "weights_arrays.tmpl",
        {{"name", input_.options.name},
         {"space", space()},
         {"other_compilers", other_compilers_text(used, {}, input_.options.language)},
         {"macro", weights_macros(input_.program, !tested_.empty()) +
                       byte_strings_check(input_.program, input_.options.byte_order) +
                       (input_.in_c() && has_byte_strings(input_.program) ? aligned_macro(input_.program.prefix) : "")},
         {"arrays", names_for_c() + arrays}});
}

std::string WeightsFiles::global_name(const Array& array) const {
    return space() + "_" + array.declared_name();
}

std::string WeightsFiles::names_for_c() const {
    if (!input_.in_c()) return "";
    std::string text;
    for (const Array& array : arrays_) {
        const std::string bytes = array.as_bytes ? "_bytes" : "";
        text += "#define " + array.declared_name() + bytes + " " + global_name(array) + bytes + "\n";
    }
    return text;
}

std::string WeightsFiles::incbin() const {
    std::string lines;
    const std::string file = input_.program.prefix + "_WEIGHTS_FILE";
    for (const Array& array : arrays_) {
        const std::string symbol = input_.in_c()
                                       ? global_name(array)
                                       : mangled({input_.options.name + "_detail", space(), array.declared_name()});
        const std::string bytes = std::to_string(array.literal->bytes.size());
        lines += "\".balign " + std::to_string(alignment_for(input_.target)) + "\\n.globl " + symbol + "\\n.type " +
                 symbol + ", %object\\n.size " + symbol + ", " + bytes + "\\n\"\n\"" + symbol + ":\\n.incbin \\\"\" " +
                 file + " \"\\\", " + std::to_string(array.offset) + ", " + bytes + "\\n\"\n";
    }
    return fill_template("weights_incbin.tmpl", {{"name", input_.options.name},
                                                 {"prefix", input_.program.prefix},
                                                 {"order", file_order_check()},
                                                 {"assembler", lines}});
}

std::string WeightsFiles::source() const {
    if (!in_other_file()) return "";
    TemplateValues values = common_values(input_);
    values.erase("run_in_entry");
    values["weights_source"] = input_.weights_source_file();
    values["module"] = module_text(input_.module, true);
    values.insert({{"prefix", input_.program.prefix},
                   {"includes", "#include <stdint.h>"},
                   {"definitions", input_.options.weights == WeightsPlace::Source ? definitions() : incbin()}});
    const std::string text = without_double_blanks(fill_template("weights_source.tmpl", values));
    return input_.in_c() ? in_c(text, input_.program.prefix) : text;
}

std::string WeightsFiles::binary() const {
    const WeightsPlace place = input_.options.weights;
    if (place != WeightsPlace::Incbin && place != WeightsPlace::External) return "";
    const ByteOrder order = input_.options.byte_order;
    std::string text;
    for (const std::uint32_t word : header_words(input_, binary_bytes_)) append_word(text, word, order);
    text.resize(static_cast<std::size_t>(binary_bytes_), '\0');
    for (const Array& array : arrays_)
        if (const std::vector<std::byte>& bytes = array.literal->bytes; !bytes.empty()) {
            char* const at = text.data() + array.offset;
            std::memcpy(at, bytes.data(), bytes.size());
            if (order == ByteOrder::Big)
                reverse_elements(std::as_writable_bytes(std::span(at, bytes.size())), byte_size(part_type(array.type)));
        }
    std::string crc;
    append_word(crc, crc32_words(0, text.data() + kHeaderBytes, text.size() - kHeaderBytes, 1), order);
    text.replace(static_cast<std::size_t>(kCheckedBytes), crc.size(), crc);
    return text;
}

} // namespace hlo2cpp
