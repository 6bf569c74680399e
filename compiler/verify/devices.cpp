#include "verify/devices.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "ops/device_groups.h"
#include "ops/feed.h"
#include "ops/op.h"
#include "support/checked.h"
#include "verify/structure.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostDevices = 1 << 20;

Collective collective_kind(const Instruction& instruction) {
    const OpDefinition* const definition = definition_of(instruction.opcode);
    return definition == nullptr ? Collective::None : definition->collective;
}

bool names_no_other(const Attributes& attributes) {
    const auto is_zero = [](std::int64_t device) { return device == 0; };
    return std::ranges::all_of(attributes.replica_groups,
                               [&](const auto& group) { return std::ranges::all_of(group, is_zero); }) &&
           std::ranges::all_of(attributes.source_target_pairs, [](const SourceTarget& pair) {
               return pair == SourceTarget{0, 0};
           });
}

// Whether the instruction could be one of a module for this many devices.
bool fits(Module& module, const Computation& computation, const Instruction& instruction, const Devices& devices) {
    module.devices = devices;
    try {
        return same_shape(infer_shape({module, computation, instruction}), instruction.shape);
    } catch (const InputError&) {
        return false;
    }
}

// Whether the value depends on how many devices there are: it could be that of several. Lists that name device 0 alone
// speak for one device, but where all partitions of the listed replicas take part.
bool depends_on_devices(Module& module, const Computation& computation, const Instruction& instruction) {
    if (instruction.opcode == Opcode::ReplicaId || instruction.opcode == Opcode::PartitionId) return true;
    if (is_device_transfer(instruction)) return true;
    const Collective kind = collective_kind(instruction);
    if (kind == Collective::None) return false;
    if (!names_no_other(instruction.attributes)) return true;
    const bool listed = !instruction.attributes.replica_groups.empty();
    if (kind == Collective::Pairs || (kind == Collective::Separate && listed)) return false;
    const Devices said = module.devices;
    const bool several = fits(module, computation, instruction, {.replicas = 2, .partitions = 1}) ||
                         fits(module, computation, instruction, {.replicas = 1, .partitions = 2});
    module.devices = said;
    return several;
}

std::string number_of_devices(std::int64_t count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

void resolve(std::int64_t& said, std::int64_t asked, const char* option, const char* what, Diagnostics& diagnostics) {
    if (asked > 0 && said > 0 && asked != said)
        diagnostics.error(std::string(option) + " " + std::to_string(asked) + ", but the module says that it is for " +
                          number_of_devices(said, what) + ": leave the option out, or export the module for " +
                          number_of_devices(asked, what));
    if (asked > 0) said = asked;
}

// A collective that is called, but not by a call, loop or conditional, would run once an element.
class Placement {
public:
    Placement(const Module& module, Diagnostics& diagnostics)
        : module_(module), diagnostics_(diagnostics), holds_(module.computations.size()) {}

    void check(ComputationId id) {
        for (const Instruction& instruction : module_[id].instructions) {
            const bool calls =
                std::ranges::any_of(instruction.called, [&](ComputationId called) { return holds_[called.index()]; });
            const bool may_hold = is_inlined(instruction.opcode) || has_regions(instruction.opcode) ||
                                  instruction.opcode == Opcode::AsyncStart;
            if (calls && !may_hold)
                diagnostics_.error(about(module_[id], instruction,
                                         "what it calls exchanges data with other devices, as only calls, loops and "
                                         "conditionals may: do that in front of it"));
            if (calls || collective_kind(instruction) != Collective::None || is_device_transfer(instruction))
                holds_[id.index()] = true;
        }
    }

private:
    const Module& module_;
    Diagnostics& diagnostics_;
    std::vector<bool> holds_; // by computation: has one, or calls what has
};

// In each computation a recv-done between devices needs the send on its channel in front of it, with the same pairs.
void check_transfers(const Computation& computation, Diagnostics& diagnostics) {
    std::map<std::int64_t, const Instruction*> sent;
    for (const Instruction& instruction : computation.instructions) {
        if (!is_device_transfer(instruction)) continue;
        const std::string channel = "channel " + std::to_string(instruction.attributes.channel_id);
        const Instruction*& send = sent[instruction.attributes.channel_id];
        if (instruction.opcode == Opcode::Send) {
            if (send != nullptr)
                diagnostics.error(about(computation, instruction,
                                        "it is the second send on " + channel + ": give each transfer its own"));
            send = &instruction;
        }
        if (instruction.opcode != Opcode::RecvDone) continue;
        if (send == nullptr)
            diagnostics.error(
                about(computation, instruction, "no send on " + channel + " stands in front of it in its computation"));
        else if (send->attributes.source_target_pairs != instruction.attributes.source_target_pairs)
            diagnostics.error(
                about(computation, instruction, "the send on " + channel + " has other pairs of devices"));
    }
}

} // namespace

void resolve_devices(Module& module, const Devices& asked, Diagnostics& diagnostics) {
    Devices& devices = module.devices;
    resolve(devices.replicas, asked.replicas, "--replicas", "replica", diagnostics);
    resolve(devices.partitions, asked.partitions, "--partitions", "partition", diagnostics);
    const bool said = devices.replicas > 0 || devices.partitions > 0;
    devices.replicas = std::max<std::int64_t>(devices.replicas, 1);
    devices.partitions = std::max<std::int64_t>(devices.partitions, 1);
    const auto count = checked_multiply(devices.replicas, devices.partitions);
    if (!count || *count > kMostDevices) {
        diagnostics.error("the module is for more than " + std::to_string(kMostDevices) + " devices");
        devices = {.replicas = 1, .partitions = 1};
    }
    devices.device = asked.device;
    if (devices.device >= devices.count())
        diagnostics.error("--device " + std::to_string(asked.device) + ", but the module is for " +
                          number_of_devices(devices.count(), "device") + ", the first of which is 0");
    if (said) return;
    std::optional<Diagnostic> first;
    std::int64_t dependent = 0;
    for (const Computation& computation : module.computations)
        for (const Instruction& instruction : computation.instructions) {
            if (!depends_on_devices(module, computation, instruction)) continue;
            ++dependent;
            if (!first) first = about(computation, instruction, "");
        }
    if (!first) return;
    first->message = "its value depends on how many devices run the module" +
                     (dependent == 1 ? "" : ", and so do those of " + std::to_string(dependent - 1) + " more") +
                     ", and nobody says: give --replicas and --partitions (for one device --replicas 1)";
    diagnostics.error(*first);
}

void check_exchanges(const Module& module, std::span<const ComputationId> computations, Diagnostics& diagnostics) {
    Placement placement(module, diagnostics);
    for (const ComputationId id : computations) {
        placement.check(id);
        check_transfers(module[id], diagnostics);
    }
}

} // namespace hlo2cpp
