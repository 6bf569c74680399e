#include "hlo/proto/notes.h"

#include <algorithm>

#include "hlo/parse/devices.h"
#include "hlo/print/notes.h"
#include "hlo/print/values.h"
#include "hlo/proto/hlo.pb.h"
#include "hlo/proto/origins.h"
#include "support/ascii_case.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloInstructionProto;
using hlo2cpp_proto::PrecisionConfig;

constexpr PrecisionConfig::Precision kPrecisions[] = {PrecisionConfig::DEFAULT, PrecisionConfig::HIGH,
                                                      PrecisionConfig::HIGHEST}; // in the order of the enumeration

bool is_product(Opcode opcode) {
    return opcode == Opcode::Dot || opcode == Opcode::RaggedDot || opcode == Opcode::ScaledDot ||
           opcode == Opcode::Convolution;
}

void write_precision(const Notes& notes, HloInstructionProto& proto) {
    for (const Precision precision : notes.operand_precision)
        proto.mutable_precision_config()->add_operand_precision(kPrecisions[static_cast<std::size_t>(precision)]);
    PrecisionConfig::Algorithm algorithm{};
    if (PrecisionConfig::Algorithm_Parse("ALG_" + upper_case(notes.algorithm), &algorithm))
        proto.mutable_precision_config()->set_algorithm(algorithm);
}

// A sharding in words that HLO does not know is left out.
void write_sharding(const std::string& text, HloInstructionProto& proto) {
    try {
        HloTextLexer lexer(text);
        parse_sharding(lexer, *proto.mutable_sharding());
        if (!lexer.at_end()) proto.clear_sharding();
    } catch (const InputError&) {
        proto.clear_sharding();
    }
}

template <typename Proto>
void write_attributes(const Notes& notes, Proto& proto) {
    for (const auto& [name, value] : notes.frontend_attributes) {
        auto& entry = *proto.mutable_frontend_attributes()->add_map();
        entry.set_key(name);
        entry.set_value(value);
    }
}

std::vector<Precision> precisions_from(const PrecisionConfig& config) {
    std::vector<Precision> precisions;
    for (const int precision : config.operand_precision())
        precisions.push_back(static_cast<Precision>(std::ranges::find(kPrecisions, precision) - kPrecisions));
    const bool known = std::ranges::all_of(precisions, [](Precision p) { return p <= Precision::Highest; });
    return known ? precisions : std::vector<Precision>();
}

std::string algorithm_from(const PrecisionConfig& config) {
    if (config.algorithm() == PrecisionConfig::ALG_UNSET) return "";
    return word_behind("ALG_", PrecisionConfig::Algorithm_Name(config.algorithm()));
}

template <typename Proto>
void read_attributes(const Proto& proto, Notes& notes) {
    for (const auto& entry : proto.frontend_attributes().map())
        if (entry.key() != kOriginsAttribute) notes.frontend_attributes[entry.key()] = entry.value();
}

NotesPtr shared(Notes notes) {
    return notes == Notes() ? nullptr : std::make_shared<const Notes>(std::move(notes));
}

} // namespace

NotesPtr notes_from_proto(const HloInstructionProto& proto) {
    Notes notes{.operand_precision = precisions_from(proto.precision_config()),
                .algorithm = algorithm_from(proto.precision_config()),
                .indices_are_sorted = proto.indices_are_sorted(),
                .unique_indices = proto.unique_indices()};
    if (proto.has_sharding()) notes.sharding = sharding_text(proto.sharding());
    read_attributes(proto, notes);
    return shared(std::move(notes));
}

NotesPtr notes_from_proto(const hlo2cpp_proto::HloModuleProto& proto) {
    Notes notes;
    read_attributes(proto, notes);
    return shared(std::move(notes));
}

void notes_to_proto(const Instruction& instruction, HloInstructionProto& proto) {
    if (instruction.notes == nullptr) return;
    const Notes& notes = *instruction.notes;
    if (is_product(instruction.opcode)) write_precision(notes, proto);
    const bool scatters = instruction.opcode == Opcode::Scatter;
    if (notes.indices_are_sorted && (scatters || instruction.opcode == Opcode::Gather))
        proto.set_indices_are_sorted(true);
    if (notes.unique_indices && scatters) proto.set_unique_indices(true);
    if (!notes.sharding.empty()) write_sharding(notes.sharding, proto);
    write_attributes(notes, proto);
}

void notes_to_proto(const Module& module, hlo2cpp_proto::HloModuleProto& proto) {
    if (module.notes != nullptr) write_attributes(*module.notes, proto);
}

} // namespace hlo2cpp
