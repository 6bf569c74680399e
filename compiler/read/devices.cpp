#include "read/devices.h"

#include "read/hlo.pb.h"

namespace hlo2cpp {

// HLO text and the configuration beside a proto count replicas and partitions; a proto alone may say where each runs.
// 0 is what is not said.
Devices devices_of(const Module& module) {
    if (module.source == nullptr) return {};
    const auto& proto = *static_cast<const hlo2cpp_proto::HloModuleProto*>(module.source.get());
    const auto said = [](std::int64_t count, std::int64_t assigned) {
        if (count == 0) count = assigned;
        return count == 0 ? 1 : count;
    };
    const auto& assignment = proto.device_assignment();
    return {.replicas = said(proto.replica_count(), assignment.replica_count()),
            .partitions = said(proto.num_partitions(), assignment.computation_count())};
}

} // namespace hlo2cpp
