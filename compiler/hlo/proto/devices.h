// Groups of devices that a collective joins, in each of the proto's forms.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp_proto {
class HloInstructionProto;
class HloModuleProto;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

// The replica groups, written out: a list, iota [2,4]<=[8]T(1,0) or mesh['x'=2,'y'=4] {'x'}. Throws InputError if they
// name more devices than a list may.
std::vector<std::vector<std::int64_t>> replica_groups_from(const hlo2cpp_proto::HloInstructionProto& proto);
// The pairs of a collective-permute; send and recv between devices have them as text in frontend attributes.
std::vector<SourceTarget> source_target_pairs_from(const hlo2cpp_proto::HloInstructionProto& proto);
// The numbers of replicas and partitions, from HLO text or the configuration beside a proto, else from the device
// assignment, else from the frontend attributes mhlo.num_replicas and mhlo.num_partitions.
Devices devices_from(const hlo2cpp_proto::HloModuleProto& proto);

} // namespace hlo2cpp
