#include "ir/module.h"

namespace hlo2cpp {

std::string printable(std::string_view bytes, std::size_t limit) {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string text;
    for (const char c : bytes) {
        if (text.size() >= limit) return text + "...";
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f && c != '\\')
            text += c;
        else
            text += std::string("\\x") + kHex[byte >> 4] + kHex[byte & 15];
    }
    return text;
}

std::string describe(const Computation& computation, const Instruction& instruction) {
    constexpr std::size_t kMaxOperands = 8;
    std::string text = printable(instruction.name, 80) + " = " + to_string(instruction.shape, true) + " " +
                       std::string(name_of(instruction.opcode)) + "(";
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
        if (i == kMaxOperands) {
            text += ", ...";
            break;
        }
        text += (i == 0 ? "" : ", ") + printable(computation[instruction.operands[i]].name, 80);
    }
    if (instruction.opcode == Opcode::Constant) text += "...";
    if (instruction.opcode == Opcode::Parameter) text += std::to_string(instruction.attributes.parameter_number);
    return text + "), in computation " + printable(computation.name, 80);
}

std::string describe_origin(const Metadata& metadata) {
    std::string text = printable(metadata.op_name);
    if (!metadata.source_file.empty()) {
        if (!text.empty()) text += ", ";
        text += printable(metadata.source_file);
        if (metadata.source_line > 0) text += ":" + std::to_string(metadata.source_line);
    }
    return text;
}

} // namespace hlo2cpp
