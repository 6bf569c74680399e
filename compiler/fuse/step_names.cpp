#include "fuse/step_names.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "fuse/partition.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMaxLength = 30; // characters of a label; names with additions may be longer

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

// True for a part that a framework adds, which says nothing of the model: jit(f), while, body, branch_1_fun,
// bqhd,bkhd->bhqk.
bool is_wrapper(std::string_view part) {
    constexpr auto kWrappers = std::to_array<std::string_view>(
        {"while", "body", "cond", "scan", "pjit", "main", "closed_call", "core_call", "remat", "checkpoint",
         "rematted_computation", "custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr", "shard_map"});
    const bool plain = std::ranges::all_of(part, [](char c) {
        return is_lower(c) || is_upper(c) || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-' || c == ':';
    });
    const bool branch = part.starts_with("branch_") && part.ends_with("_fun");
    return part.empty() || !plain || branch || std::ranges::find(kWrappers, part) != kWrappers.end();
}

// Parts of an op_name between slashes that are the model's own; only the first of several op_names counts.
std::vector<std::string_view> own_parts(std::string_view op_name) {
    op_name = op_name.substr(0, op_name.find(';'));
    std::vector<std::string_view> parts;
    while (!op_name.empty()) {
        const std::size_t end = std::min(op_name.find('/'), op_name.size());
        if (!is_wrapper(op_name.substr(0, end))) parts.push_back(op_name.substr(0, end));
        op_name.remove_prefix(std::min(end + 1, op_name.size()));
    }
    return parts;
}

// "MultiHeadAttention_0" as "multi_head_attention_0".
std::string snake_case(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool word =
            i > 0 && i + 1 < text.size() && is_lower(text[i - 1]) && is_upper(text[i]) && is_lower(text[i + 1]);
        if (word) result += '_';
        result += is_upper(text[i]) ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    }
    return result.substr(0, kMaxLength);
}

// Name of the last part's scope, marked as gradient if it belongs to the backward pass of a training step.
std::string scope_of(std::string_view op_name, const std::vector<std::string_view>& parts) {
    const bool backward = op_name.starts_with("transpose(") || op_name.find("/transpose(") != std::string_view::npos;
    return snake_case(parts[parts.size() - 2]) + (backward ? "_gradient" : "");
}

bool is_product_sum(Opcode opcode) {
    return opcode == Opcode::Dot || opcode == Opcode::Convolution;
}

std::string opcode_words(Opcode opcode) {
    std::string words(name_of(opcode));
    std::ranges::replace(words, '-', '_');
    return words;
}

bool is_zero(const Computation& computation, InstructionId id) {
    const Instruction* instruction = &computation[id];
    if (instruction->opcode == Opcode::Broadcast) instruction = &computation[instruction->operands[0]];
    return instruction->opcode == Opcode::Constant && is_splat(*instruction->literal) &&
           std::ranges::all_of(instruction->literal->bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

std::string heaviest_words(const Module& module, const Instruction& heaviest) {
    if (heaviest.opcode == Opcode::Convolution && heaviest.attributes.feature_group_count > 1)
        return "grouped_convolution";
    if (heaviest.opcode != Opcode::Reduce && heaviest.opcode != Opcode::ReduceWindow)
        return opcode_words(heaviest.opcode);
    const Computation& combiner = module[heaviest.called[0]];
    const Instruction& root = combiner[combiner.root];
    return opcode_words(heaviest.opcode) + (root.opcode == Opcode::Tuple ? "" : "_" + opcode_words(root.opcode));
}

// True for steps that together stand for one op of the module, as the passes of an fft: its name tells more than
// theirs.
bool is_part_of_op(const Instruction& heaviest, const Instruction& last) {
    return heaviest.origins.size() == 1 && heaviest.origins == last.origins &&
           heaviest.name != heaviest.origins.front() && !is_product_sum(heaviest.opcode) &&
           !own_parts(heaviest.metadata.op_name).empty();
}

} // namespace

std::string label_of(std::string_view op_name, const std::string& name) {
    const std::vector<std::string_view> parts = own_parts(op_name);
    if (parts.empty()) return name;
    const std::string last = snake_case(parts.back());
    if (parts.size() > 1) return scope_of(op_name, parts) + "_" + last;
    return std::string_view(name).substr(0, name.find('.')) == last ? name : last; // reduce_sum.5 of reduce_sum
}

std::string step_label(const Instruction& heaviest, const Instruction& last) {
    const std::string& op_name = heaviest.metadata.op_name;
    const std::vector<std::string_view> parts = own_parts(op_name);
    if (parts.empty()) return last.name;
    return parts.size() > 1 && is_product_sum(heaviest.opcode) ? scope_of(op_name, parts)
                                                               : label_of(op_name, heaviest.name);
}

std::string computed_by(const Module& module, const Computation& computation, const Instruction& heaviest,
                        const Instruction& last) {
    if (is_part_of_op(heaviest, last)) return snake_case(own_parts(heaviest.metadata.op_name).back());
    const std::string words = heaviest_words(module, heaviest);
    const Instruction* root = &last;
    while (root != &heaviest && !root->operands.empty() && definition_of(root->opcode)->cost == Cost::Free)
        root = &computation[root->operands[0]];
    if (root == &heaviest || root->operands.empty()) return words;
    const bool relu = root->opcode == Opcode::Maximum &&
                      std::ranges::any_of(root->operands, [&](InstructionId id) { return is_zero(computation, id); });
    return words + (relu ? "_relu" : "_" + opcode_words(root->opcode));
}

} // namespace hlo2cpp
