#include "hlo/write.h"

#include <algorithm>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include "hlo/print/module.h"
#include "hlo/proto/hlo.pb.h"
#include "hlo/proto/module_to_proto.h"
#include "support/diagnostics.h"
#include "support/name_uniquer.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloComputationProto;
using hlo2cpp_proto::HloInstructionProto;
using hlo2cpp_proto::HloModuleProto;

std::shared_ptr<const HloModuleProto> proto_of(const Module& module) {
    if (module.source != nullptr) return std::static_pointer_cast<const HloModuleProto>(module.source);
    return std::make_shared<const HloModuleProto>(module_to_proto(module));
}

bool is_from_text(const Module& module) {
    const std::vector<Instruction>& instructions = module.entry_computation().instructions;
    return std::any_of(instructions.begin(), instructions.end(), [](const Instruction& i) { return i.place.line > 0; });
}

// Makes instruction names unique in the whole module, as XLA wants; in a text they are unique in their computation.
void make_names_unique(HloModuleProto& module) {
    NameUniquer names, computations;
    for (HloComputationProto& computation : *module.mutable_computations()) {
        computation.set_name(computations.unique(computation.name()));
        if (computation.id() == module.entry_computation_id()) module.set_entry_computation_name(computation.name());
        auto& shape = *computation.mutable_program_shape();
        for (HloInstructionProto& instruction : *computation.mutable_instructions()) {
            instruction.set_name(names.unique(instruction.name()));
            const std::int64_t number = instruction.parameter_number();
            if (instruction.opcode() == "parameter" && number < shape.parameter_names_size())
                shape.set_parameter_names(static_cast<int>(number), instruction.name());
        }
    }
}

std::string serialized(const HloModuleProto& module) {
    std::string bytes;
    google::protobuf::io::StringOutputStream target(&bytes);
    google::protobuf::io::CodedOutputStream stream(&target);
    stream.SetSerializationDeterministic(true);
    if (!module.SerializeToCodedStream(&stream))
        throw InputError("the module is larger than 2 GiB, the most that a proto can be");
    stream.Trim();
    return bytes;
}

} // namespace

std::string write_proto(const Module& module) {
    const std::shared_ptr<const HloModuleProto> proto = proto_of(module);
    if (!is_from_text(module)) return serialized(*proto);
    HloModuleProto copy = *proto;
    make_names_unique(copy);
    return serialized(copy);
}

std::string write_text(const Module& module) {
    return hlo_text(*proto_of(module));
}

} // namespace hlo2cpp
