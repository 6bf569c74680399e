#include "hlo/proto/devices.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <set>

#include "hlo/proto/hlo.pb.h"
#include "support/checked.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::AxisRefProto;
using hlo2cpp_proto::HloInstructionProto;
using hlo2cpp_proto::MeshProto;
using Groups = std::vector<std::vector<std::int64_t>>;
using Sizes = std::vector<std::int64_t>;

constexpr std::int64_t kMostDevices = 1 << 20;
constexpr std::size_t kMostAxes = 64; // three times the most axes that the most devices can fill

[[noreturn]] void refuse_groups() {
    throw InputError("its replica groups are no list of at most " + std::to_string(kMostDevices) + " devices");
}

std::int64_t device_count(const Sizes& sizes) {
    std::int64_t count = 1;
    if (sizes.size() > kMostAxes) refuse_groups();
    for (const std::int64_t size : sizes) {
        count = size < 1 ? -1 : checked_multiply(count, size).value_or(-1);
        if (count < 1 || count > kMostDevices) refuse_groups();
    }
    return count;
}

bool is_permutation_of(const Sizes& permutation, std::size_t rank) {
    Sizes sorted = permutation;
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < sorted.size(); ++i)
        if (sorted[i] != static_cast<std::int64_t>(i)) return false;
    return sorted.size() == rank;
}

// `numbers`, an array of these sizes, transposed.
Sizes transposed_devices(const Sizes& numbers, const Sizes& sizes, const Sizes& permutation) {
    if (!is_permutation_of(permutation, sizes.size())) refuse_groups();
    Sizes strides(sizes.size(), 1);
    for (std::size_t d = sizes.size(); d-- > 1;) strides[d - 1] = strides[d] * sizes[d];
    Sizes result, index(sizes.size());
    for (std::size_t n = 0; n < numbers.size(); ++n) {
        std::int64_t at = 0;
        for (std::size_t d = 0; d < index.size(); ++d)
            at += index[d] * strides[static_cast<std::size_t>(permutation[d])];
        result.push_back(numbers[static_cast<std::size_t>(at)]);
        for (std::size_t d = index.size(); d-- > 0;) {
            if (++index[d] < sizes[static_cast<std::size_t>(permutation[d])]) break;
            index[d] = 0;
        }
    }
    return result;
}

// The numbers from 0 up, reshaped to `dims` and transposed; no permutation: as they are.
Sizes iota_devices(const Sizes& dims, const Sizes& permutation) {
    Sizes numbers(static_cast<std::size_t>(device_count(dims)));
    std::iota(numbers.begin(), numbers.end(), 0);
    return permutation.empty() ? numbers : transposed_devices(numbers, dims, permutation);
}

Groups in_groups_of(const Sizes& devices, std::size_t size) {
    if (size == 0 || devices.size() % size != 0) refuse_groups();
    Groups groups;
    for (auto at = devices.begin(); at != devices.end(); at += static_cast<std::ptrdiff_t>(size))
        groups.emplace_back(at, at + static_cast<std::ptrdiff_t>(size));
    return groups;
}

Groups iota_groups(const hlo2cpp_proto::IotaReplicaGroupListProto& proto) {
    const Sizes counts = {proto.num_replica_groups(), proto.num_devices_per_group()};
    const std::int64_t count = device_count(counts);
    Sizes dims(proto.iota_reshape_dims().begin(), proto.iota_reshape_dims().end());
    if (dims.empty()) dims = {count};
    const Sizes devices = iota_devices(dims, {proto.iota_transpose_perm().begin(), proto.iota_transpose_perm().end()});
    if (static_cast<std::int64_t>(devices.size()) != count) refuse_groups();
    return in_groups_of(devices, static_cast<std::size_t>(counts[1]));
}

Sizes mesh_devices(const MeshProto& mesh, std::int64_t count) {
    Sizes devices(mesh.device_ids().begin(), mesh.device_ids().end());
    const MeshProto::IotaTransform& iota = mesh.iota_transform();
    if (devices.empty()) {
        Sizes dims(iota.reshape_dims().begin(), iota.reshape_dims().end());
        if (dims.empty()) dims = {count};
        devices = iota_devices(dims, {iota.transpose_perm().begin(), iota.transpose_perm().end()});
    }
    if (static_cast<std::int64_t>(devices.size()) != count) refuse_groups();
    return devices;
}

// A part of a mesh axis: the digits of its index between two strides.
struct AxisPart {
    std::int64_t axis = 0, low = 1, high = 1;
    std::int64_t size() const { return high / low; }
};

// Part of an axis along which the devices of a group vary.
AxisPart part_of(const AxisRefProto& reference, const Sizes& sizes) {
    const std::int64_t axis = reference.mesh_axis_index();
    if (axis < 0 || axis >= static_cast<std::int64_t>(sizes.size())) refuse_groups();
    const std::int64_t size = sizes[static_cast<std::size_t>(axis)];
    if (!reference.has_sub_axis_info()) return {.axis = axis, .low = 1, .high = size};
    const auto& sub = reference.sub_axis_info();
    const auto high = checked_multiply(sub.pre_size(), sub.size());
    if (sub.pre_size() < 1 || sub.size() < 1 || !high || size % *high != 0) refuse_groups();
    return {.axis = axis, .low = sub.pre_size(), .high = *high};
}

// All axes, cut at the ends of the varied parts.
std::vector<AxisPart> cut_axes(const Sizes& sizes, const std::vector<AxisPart>& varied) {
    std::vector<AxisPart> parts;
    for (std::int64_t axis = 0; axis < static_cast<std::int64_t>(sizes.size()); ++axis) {
        std::set<std::int64_t> cuts = {1, sizes[static_cast<std::size_t>(axis)]};
        for (const AxisPart& part : varied)
            if (part.axis == axis) cuts.insert({part.low, part.high});
        for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut) {
            if (*std::next(cut) % *cut != 0) refuse_groups();
            parts.push_back({.axis = axis, .low = *cut, .high = *std::next(cut)});
        }
    }
    return parts;
}

// A group has the devices that differ along the named axes alone, in axis order.
Groups mesh_groups(const hlo2cpp_proto::MeshAxesReplicaGroupListProto& proto) {
    Sizes sizes;
    for (const auto& axis : proto.mesh().axes()) sizes.push_back(axis.size());
    const Sizes devices = mesh_devices(proto.mesh(), device_count(sizes));
    if (static_cast<std::size_t>(proto.axes_size()) > kMostAxes) refuse_groups();
    std::vector<AxisPart> varied;
    for (const AxisRefProto& axis : proto.axes()) varied.push_back(part_of(axis, sizes));
    const std::vector<AxisPart> parts = cut_axes(sizes, varied);
    Sizes shape, outer, inner;
    for (const AxisPart& part : parts) shape.push_back(part.size());
    std::size_t group = 1;
    for (const AxisPart& whole : varied)
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (parts[i].axis == whole.axis && parts[i].low >= whole.low && parts[i].high <= whole.high) {
                inner.push_back(static_cast<std::int64_t>(i));
                group *= static_cast<std::size_t>(shape[i]);
            }
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(parts.size()); ++i)
        if (std::ranges::find(inner, i) == inner.end()) outer.push_back(i);
    outer.insert(outer.end(), inner.begin(), inner.end());
    return in_groups_of(transposed_devices(devices, shape, outer), group);
}

// {{0,1},{1,2}}
std::vector<SourceTarget> pairs_in(const std::string& text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const auto expect = [&](bool found) {
        if (!found) throw InputError("its pairs of devices, " + printable(text, 80) + ", are no list {{0,1},{1,2}}");
    };
    const auto next = [&](char character) {
        while (at != end && *at == ' ') ++at;
        const bool found = at != end && *at == character;
        if (found) ++at;
        return found;
    };
    const auto number = [&] {
        while (at != end && *at == ' ') ++at;
        std::int64_t device = 0;
        const auto [rest, error] = std::from_chars(at, end, device);
        expect(error == std::errc());
        at = rest;
        return device;
    };
    std::vector<SourceTarget> pairs;
    expect(next('{'));
    do {
        expect(next('{'));
        SourceTarget& pair = pairs.emplace_back();
        pair.source = number();
        expect(next(','));
        pair.target = number();
        expect(next('}'));
    } while (next(','));
    expect(next('}') && at == end);
    return pairs;
}

// "4", or "4 : i32" in MLIR's spelling; 0 if it is no number.
std::int64_t number_in(const std::string& text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

} // namespace

Groups replica_groups_from(const HloInstructionProto& proto) {
    const auto& devices = proto.collective_device_list();
    if (devices.has_iota_replica_group_list()) return iota_groups(devices.iota_replica_group_list());
    if (proto.has_iota_collective_device_list()) return iota_groups(proto.iota_collective_device_list());
    if (proto.has_mesh_axes_replica_group_list()) return mesh_groups(proto.mesh_axes_replica_group_list());
    Groups groups;
    for (const auto& group : proto.replica_groups_size() > 0 ? proto.replica_groups() : devices.replica_groups())
        if (group.replica_ids_size() > 0) groups.emplace_back(group.replica_ids().begin(), group.replica_ids().end());
    return groups;
}

std::vector<SourceTarget> source_target_pairs_from(const HloInstructionProto& proto) {
    std::vector<SourceTarget> pairs;
    for (const auto& pair : proto.source_target_pairs())
        pairs.push_back({.source = pair.source(), .target = pair.target()});
    for (const auto& note : proto.frontend_attributes().map())
        if (note.key() == "_xla_send_recv_source_target_pairs") pairs = pairs_in(note.value());
    return pairs;
}

Devices devices_from(const hlo2cpp_proto::HloModuleProto& proto) {
    Devices devices = {.replicas = proto.replica_count(), .partitions = proto.num_partitions()};
    const auto otherwise = [](std::int64_t& count, std::int64_t next) {
        if (count <= 0) count = std::max<std::int64_t>(next, 0);
    };
    otherwise(devices.replicas, proto.device_assignment().replica_count());
    otherwise(devices.partitions, proto.device_assignment().computation_count());
    for (const auto& note : proto.frontend_attributes().map()) {
        if (note.key() == "mhlo.num_replicas") otherwise(devices.replicas, number_in(note.value()));
        if (note.key() == "mhlo.num_partitions") otherwise(devices.partitions, number_in(note.value()));
    }
    return devices;
}

} // namespace hlo2cpp
