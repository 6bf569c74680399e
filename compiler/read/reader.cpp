#include "read/reader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>

#include <google/protobuf/io/coded_stream.h>

#include "hlo/parse/parser.h"
#include "hlo/proto/fields.h"
#include "hlo/proto/hlo.pb.h"
#include "hlo/proto/proto_to_module.h"
#include "read/byte_order_mark.h"
#include "read/gzip.h"
#include "read/nnef/nnef.h"
#include "read/other_formats.h"
#include "read/stablehlo/stablehlo.h"
#include "support/diagnostics.h"
#include "support/file_bytes.h"
#include "support/sha256.h"

namespace hlo2cpp {
namespace {

using google::protobuf::io::CodedInputStream;
using hlo2cpp_proto::HloModuleProto;

// Messages around a shape: module, computation, instruction, sharding and the like. A literal at every level of a tuple
// adds none, since its own shape is as much less deep.
constexpr int kMaxMessageDepth = kMaxTupleDepth + 28;

bool parse_proto(std::string_view bytes, HloModuleProto& module) {
    CodedInputStream stream(static_cast<const std::uint8_t*>(static_cast<const void*>(bytes.data())),
                            static_cast<int>(bytes.size()));
    stream.SetRecursionLimit(kMaxMessageDepth);
    return module.ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage();
}

// XLA keeps equal payloads once, in the module, with their place there at the instructions; texts have each at its
// instruction.
void repeat_payloads(HloModuleProto& module) {
    std::int64_t room = std::numeric_limits<int>::max(); // no larger than a proto can be
    const auto repeat = [&](hlo2cpp_proto::Payload& payload) {
        if (!payload.value().empty() || payload.id() < 0 || payload.id() >= module.payloads_size()) return;
        const std::string& value = module.payloads(static_cast<int>(payload.id()));
        room -= static_cast<std::int64_t>(value.size());
        if (room < 0) throw InputError("the payloads of the instructions together are larger than 2 GiB");
        payload.set_value(value);
        payload.clear_id();
    };
    if (module.payloads().empty()) return;
    for (auto& computation : *module.mutable_computations())
        for (auto& instruction : *computation.mutable_instructions()) {
            if (instruction.metadata().has_metadata_payload())
                repeat(*instruction.mutable_metadata()->mutable_metadata_payload());
            if (instruction.has_backend_config_payload()) repeat(*instruction.mutable_backend_config_payload());
        }
    module.clear_payloads();
}

// The bytes of field 1 of a message, where it is a message or a string: the module of an HloProto, the name of an
// HloModuleProto.
std::string_view first_field(std::string_view bytes) {
    constexpr std::uint32_t kTag = 1 << 3 | 2;
    CodedInputStream stream(static_cast<const std::uint8_t*>(static_cast<const void*>(bytes.data())),
                            static_cast<int>(bytes.size()));
    std::uint32_t size = 0;
    if (stream.ReadTag() != kTag || !stream.ReadVarint32(&size)) return {};
    const auto start = static_cast<std::size_t>(stream.CurrentPosition());
    return size <= bytes.size() - start ? bytes.substr(start, size) : std::string_view();
}

// The numbers of replicas and partitions, which an HloModuleProtoWithConfig has beside its module: config = 2, of that
// replica_count = 4, num_partitions = 5.
void read_config(std::string_view bytes, HloModuleProto& module) {
    constexpr std::size_t kAll = 1000;
    for (const ProtoField& config : proto_fields(bytes, 2))
        for (const ProtoField& field : proto_fields(config.number == 2 ? config.bytes : "", kAll)) {
            const auto count = static_cast<std::int64_t>(field.value);
            if (field.number == 4 && count != 0) module.set_replica_count(count);
            if (field.number == 5 && count != 0) module.set_num_partitions(count);
        }
}

// Number of control characters except white space.
std::int64_t control_characters(std::string_view bytes) {
    return std::count_if(bytes.begin(), bytes.end(), [](char c) {
        const bool space = c == ' ' || (c >= '\t' && c <= '\r');
        return static_cast<unsigned char>(c) < ' ' && !space;
    });
}

// Text has no control characters; a proto has some among its first tags and lengths.
bool looks_like_text(std::string_view bytes) {
    constexpr std::size_t kLook = 256;
    const std::size_t start = bytes.find_first_not_of(" \t\r\n\f\v");
    if (start == std::string_view::npos) return true;
    return bytes.substr(start).starts_with("HloModule") || control_characters(bytes.substr(0, kLook)) == 0;
}

// True if bytes that are no proto are damaged text: few of them are control characters.
bool is_damaged_text(std::string_view bytes) {
    constexpr std::int64_t kRare = 100;
    return control_characters(bytes) * kRare <= static_cast<std::int64_t>(bytes.size());
}

ProtoModule read_proto(std::string_view bytes) {
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw InputError("the file is larger than 2 GiB, which is the most that a serialized proto can be");
    auto module = std::make_shared<HloModuleProto>();
    bool parsed = parse_proto(first_field(bytes), *module) && module->computations_size() > 0;
    if (parsed)
        read_config(bytes, *module);
    else
        module->Clear();
    parsed = parsed || parse_proto(bytes, *module);
    if (parsed) {
        repeat_payloads(*module);
        return {.proto = module, .places = {}};
    }
    if (is_damaged_text(bytes)) return parse_hlo_text(bytes); // which says where the damage is
    throw InputError(
        "the file is neither HLO text nor a serialized HloModuleProto or HloProto: it is damaged or cut off, or its "
        "tuples are nested more than " +
        std::to_string(kMaxTupleDepth) + " deep");
}

void check_no_entry(const ReadOptions& options, const char* reason) {
    if (!options.entry.empty()) throw InputError(std::string("--entry is for StableHLO; ") + reason);
}

ModelFile read_unpacked(std::string_view bytes, const ReadOptions& options, const Forget& forget) {
    if (bytes.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos)
        throw InputError("the file is empty; expected HLO, a serialized HloModuleProto or text, or StableHLO");
    if (is_stablehlo(bytes)) return read_stablehlo(bytes, options, forget);
    if (const std::optional<Diagnostic> other = other_format(bytes)) throw InputError(*other);
    check_no_entry(options, "HLO says which computation is its entry");
    if (!options.input_shapes.empty())
        throw InputError("--input-shape is for NNEF models and StableHLO; this module has all its shapes");
    ModelFile model;
    model.module = module_from_proto(looks_like_text(bytes) ? parse_hlo_text(bytes) : read_proto(bytes));
    return model;
}

// `contents`: what is in the file, which may be packed.
ModelFile read_contents(std::string_view file, std::string_view contents, const ReadOptions& options,
                        const Forget& forget) {
    std::string sha256 = sha256_hex(file);
    ModelFile model = read_unpacked(without_byte_order_mark(contents), options, forget);
    model.module.sha256 = std::move(sha256);
    return model;
}

FileBytes read_bytes(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) throw InputError(other_folder(path));
    std::optional<FileBytes> bytes = FileBytes::read(path);
    if (!bytes) throw InputError("the file cannot be read");
    return std::move(*bytes);
}

} // namespace

Module read_module_bytes(std::string_view file) {
    const std::string archive = is_gzip(file) ? unpacked(file) : "";
    return read_contents(file, is_gzip(file) ? archive : file, {}, {}).module;
}

Module read_module(const std::string& path) {
    return read_module_bytes(read_bytes(path).all());
}

ModelFile read_model(const std::string& path, const ReadOptions& options) {
    std::error_code ignored;
    const bool folder = std::filesystem::is_directory(path, ignored);
    const FileBytes file = folder && is_nnef(path, {}) ? FileBytes() : read_bytes(path);
    const std::string archive = is_gzip(file.all()) ? unpacked(file.all()) : "";
    const std::string_view bytes = is_gzip(file.all()) ? archive : file.all();
    if (!is_nnef(path, bytes)) {
        ModelFile model = read_contents(file.all(), bytes, options, [&file] { file.forget(); });
        file.check_unchanged();
        return model;
    }
    check_no_entry(options, "an NNEF model is one graph");
    return read_nnef(path, bytes, options.input_shapes);
}

} // namespace hlo2cpp
