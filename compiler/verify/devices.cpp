#include "verify/devices.h"

#include <algorithm>
#include <optional>
#include <string>

#include "read/devices.h"
#include "verify/structure.h"

namespace hlo2cpp {
namespace {

constexpr const char* kAdvice = ", but the generated code is for one: export the function for one device, in JAX "
                                "without pmap, shard_map and arrays that lie on several devices";

std::string counted(std::int64_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// A collective's devices are replicas, partitions or both, as its channel says; one that is not number 0 is another.
std::int64_t last_device(const Attributes& attributes) {
    std::int64_t last = 0;
    for (const std::vector<std::int64_t>& group : attributes.replica_groups)
        for (const std::int64_t device : group) last = std::max(last, device);
    for (const SourceTarget& pair : attributes.source_target_pairs) last = std::max({last, pair.source, pair.target});
    return last;
}

} // namespace

bool check_devices(const Module& module, std::span<const ComputationId> computations, Diagnostics& diagnostics) {
    const auto [replicas, partitions] = devices_of(module);
    if (replicas != 1 || partitions != 1) {
        diagnostics.error("the module is for several devices, " + counted(replicas, "replica") + " of " +
                          counted(partitions, "partition") + kAdvice);
        return false;
    }
    std::int64_t last = 0;
    std::optional<Diagnostic> error;
    for (const ComputationId id : computations)
        for (const Instruction& instruction : module[id].instructions) {
            const std::int64_t device = last_device(instruction.attributes);
            if (device <= last) continue;
            last = device;
            error = about(module[id], instruction,
                          "it names device " + std::to_string(device) + ", so the module is for at least " +
                              std::to_string(static_cast<std::uint64_t>(device) + 1) + " devices" + kAdvice);
        }
    if (error) diagnostics.error(*error);
    return !error;
}

} // namespace hlo2cpp
