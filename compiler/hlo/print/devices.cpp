#include "hlo/print/notes.h"
#include "hlo/print/values.h"
#include "hlo/proto/hlo.pb.h"
#include "support/ascii_case.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::AxisRefProto;
using hlo2cpp_proto::MeshProto;
using hlo2cpp_proto::NamedShardingProto;
using hlo2cpp_proto::OpSharding;
using AxisRefs = google::protobuf::RepeatedPtrField<AxisRefProto>;

// The numbers from 0 up, reshaped and transposed: "[6,5]T(1,0)".
template <typename Sizes, typename Permutation>
std::string iota_text(const Sizes& sizes, const Permutation& permutation) {
    const std::string text = number_list(sizes, "[", "]");
    return sizes.size() > 1 && !permutation.empty() ? text + number_list(permutation, "T(", ")") : text;
}

std::string mesh_text(const MeshProto& mesh) {
    if (mesh.axes().empty() && mesh.device_ids_size() == 1)
        return "maximal_mesh[device_id=" + std::to_string(mesh.device_ids(0)) + "]";
    std::string text = "mesh[";
    for (int i = 0; i < mesh.axes_size(); ++i)
        text += (i == 0 ? "'" : ",'") + mesh.axes(i).name() + "'=" + std::to_string(mesh.axes(i).size());
    text += "]";
    if (mesh.has_iota_transform())
        return text + ", device_ids=(" +
               iota_text(mesh.iota_transform().reshape_dims(), mesh.iota_transform().transpose_perm()) + ")";
    return mesh.device_ids().empty() ? text : text + number_list(mesh.device_ids(), ", device_ids=(", ")");
}

std::string axis_text(const MeshProto& mesh, const AxisRefProto& axis) {
    const std::int64_t index = axis.mesh_axis_index();
    const bool known = index >= 0 && index < mesh.axes_size();
    std::string text = "'" + (known ? mesh.axes(static_cast<int>(index)).name() : std::to_string(index)) + "'";
    if (!axis.has_sub_axis_info()) return text;
    return text + ":(" + std::to_string(axis.sub_axis_info().pre_size()) + ")" +
           std::to_string(axis.sub_axis_info().size());
}

std::string axes_text(const MeshProto& mesh, const AxisRefs& axes, bool closed = true) {
    std::string text = "{";
    for (const AxisRefProto& axis : axes) text += (text.size() == 1 ? "" : ", ") + axis_text(mesh, axis);
    if (!closed) text += text.size() == 1 ? "?" : ", ?";
    return text + "}";
}

std::string named_sharding_text(const NamedShardingProto& sharding) {
    const MeshProto& mesh = sharding.mesh();
    std::string text = mesh_text(mesh);
    const bool maximal = text.starts_with("maximal");
    const bool special =
        sharding.replicated_axes().empty() && sharding.unreduced_axes().empty() && sharding.manual_axes().empty();
    if (!maximal && sharding.dim_shardings().empty() && special) text += ", replicated";
    if (!maximal && (!sharding.dim_shardings().empty() || !special)) {
        text += ", [";
        for (int i = 0; i < sharding.dim_shardings_size(); ++i)
            text += (i == 0 ? "" : ", ") +
                    axes_text(mesh, sharding.dim_shardings(i).axes(), sharding.dim_shardings(i).is_closed());
        text += "]";
    }
    if (!sharding.replicated_axes().empty()) text += ", replicated=" + axes_text(mesh, sharding.replicated_axes());
    if (!sharding.unreduced_axes().empty()) text += ", unreduced=" + axes_text(mesh, sharding.unreduced_axes());
    if (!sharding.manual_axes().empty()) text += ", manual=" + axes_text(mesh, sharding.manual_axes());
    if (!sharding.metadata().empty()) text += ", metadata=" + metadata_list_text(sharding.metadata());
    return text;
}

std::string type_text(OpSharding::Type type) {
    return lower_case(OpSharding::Type_Name(type));
}

std::string tiled_text(const OpSharding& sharding) {
    std::string text = "devices=" + number_list(sharding.tile_assignment_dimensions(), "[", "]");
    if (!sharding.iota_reshape_dims().empty())
        text += "<=" + iota_text(sharding.iota_reshape_dims(), sharding.iota_transpose_perm());
    else
        text += number_list(sharding.tile_assignment_devices(), "", "");
    if (sharding.replicate_on_last_tile_dim()) text += " last_tile_dim_replicate";
    for (int i = 0; i < sharding.last_tile_dims_size(); ++i)
        text += (i == 0 ? " last_tile_dims={" : ", ") +
                type_text(static_cast<OpSharding::Type>(sharding.last_tile_dims(i))) +
                (i + 1 == sharding.last_tile_dims_size() ? "}" : "");
    return text;
}

// Sharding of one array, without braces.
std::string single_text(const OpSharding& sharding) {
    if (sharding.has_named_sharding()) return named_sharding_text(sharding.named_sharding());
    std::string text;
    if (sharding.type() == OpSharding::OTHER)
        text = tiled_text(sharding);
    else
        text = type_text(sharding.type());
    if (sharding.type() == OpSharding::MAXIMAL)
        text += " device=" + number_list(sharding.tile_assignment_devices(), "", "");
    if (sharding.is_shard_group())
        text += (sharding.shard_group_type() == OpSharding::AS ? " shard_as " : " shard_like ") +
                std::to_string(sharding.shard_group_id());
    if (!sharding.metadata().empty()) text += " metadata=" + metadata_list_text(sharding.metadata());
    return text;
}

} // namespace

std::string sharding_text(const OpSharding& sharding) {
    if (sharding.type() != OpSharding::TUPLE) return "{" + single_text(sharding) + "}";
    std::string text = "{";
    for (const OpSharding& element : sharding.tuple_shardings())
        text += (text.size() == 1 ? "{" : ", {") + single_text(element) + "}";
    return text + "}";
}

std::string replica_groups_text(const hlo2cpp_proto::HloInstructionProto& instruction) {
    if (instruction.has_mesh_axes_replica_group_list()) {
        const auto& list = instruction.mesh_axes_replica_group_list();
        return mesh_text(list.mesh()) + " " + axes_text(list.mesh(), list.axes());
    }
    const auto& devices = instruction.collective_device_list();
    const bool is_iota = instruction.has_iota_collective_device_list() || devices.has_iota_replica_group_list();
    if (is_iota) {
        const auto& iota = instruction.has_iota_collective_device_list() ? instruction.iota_collective_device_list()
                                                                         : devices.iota_replica_group_list();
        return "[" + std::to_string(iota.num_replica_groups()) + "," + std::to_string(iota.num_devices_per_group()) +
               "]<=" + iota_text(iota.iota_reshape_dims(), iota.iota_transpose_perm());
    }
    const auto& groups = devices.replica_groups().empty() ? instruction.replica_groups() : devices.replica_groups();
    std::string text;
    for (const auto& group : groups) text += (text.empty() ? "{" : ",") + number_list(group.replica_ids());
    if (text.empty()) return instruction.has_collective_device_list() ? "{}" : ""; // all devices
    return text + "}";
}

} // namespace hlo2cpp
