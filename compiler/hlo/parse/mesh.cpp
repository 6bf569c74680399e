#include "hlo/parse/mesh.h"

#include "hlo/parse/devices.h"
#include "hlo/parse/metadata.h"
#include "hlo/proto/hlo.pb.h"
#include "ir/module.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::AxisRefProto;
using hlo2cpp_proto::MeshProto;
using hlo2cpp_proto::NamedShardingProto;
using AxisRefs = google::protobuf::RepeatedPtrField<AxisRefProto>;

std::string axis_name(HloTextLexer& lexer) {
    const char next = lexer.peek();
    return next == '\'' || next == '"' ? lexer.quoted("the name of an axis") : std::string(lexer.word());
}

// "([4,2]T(1,0))" or "(3,2,1,0)"
void parse_device_ids(HloTextLexer& lexer, MeshProto& mesh) {
    if (!lexer.accept("([")) {
        for (std::int64_t id : lexer.integer_list("(", ")", "the devices of the mesh")) mesh.add_device_ids(id);
        return;
    }
    auto& iota = *mesh.mutable_iota_transform();
    do iota.add_reshape_dims(lexer.integer("a size of the iota"));
    while (lexer.accept(","));
    lexer.expect("]", "after the sizes of the iota");
    if (lexer.accept("T"))
        for (std::int64_t dim : lexer.integer_list("(", ")", "the permutation of the iota"))
            iota.add_transpose_perm(dim);
    else
        iota.add_transpose_perm(0);
    lexer.expect(")", "after the devices of the mesh");
    if (iota.reshape_dims_size() == 1) mesh.clear_iota_transform(); // in order, which needs no words
}

// True for the mesh of one device, which only metadata may follow.
bool parse_mesh(HloTextLexer& lexer, MeshProto& mesh) {
    if (lexer.accept("maximal_mesh[")) {
        lexer.expect("device_id=", "in the mesh of one device");
        mesh.add_device_ids(lexer.integer("a device"));
        lexer.expect("]", "after the device");
        return true;
    }
    lexer.expect("mesh[", "before the axes of the mesh");
    while (!lexer.accept("]")) {
        auto& axis = *mesh.add_axes();
        axis.set_name(axis_name(lexer));
        lexer.expect("=", "after the name of the axis");
        axis.set_size(lexer.integer("the size of the axis"));
        if (!lexer.next_is("]")) lexer.expect(",", "or ] after an axis");
    }
    return false;
}

// Parses an axis by name or by number.
void parse_axis(HloTextLexer& lexer, const MeshProto& mesh, AxisRefProto& axis) {
    const std::size_t position = lexer.position();
    const std::string name = axis_name(lexer);
    int index = 0;
    while (index < mesh.axes_size() && mesh.axes(index).name() != name && std::to_string(index) != name) ++index;
    if (index == mesh.axes_size()) lexer.fail_at(position, "the mesh has no axis '" + printable(name, 40) + "'");
    axis.set_mesh_axis_index(index);
    if (!lexer.accept(":")) return;
    lexer.expect("(", "before the devices before the part of the axis");
    axis.mutable_sub_axis_info()->set_pre_size(lexer.integer("an integer"));
    lexer.expect(")", "after the devices before the part of the axis");
    axis.mutable_sub_axis_info()->set_size(lexer.integer("the size of the part of the axis"));
}

void parse_axes(HloTextLexer& lexer, const MeshProto& mesh, AxisRefs& axes) {
    lexer.expect("{", "before the axes");
    while (!lexer.accept("}")) {
        parse_axis(lexer, mesh, *axes.Add());
        if (!lexer.next_is("}")) lexer.expect(",", "or } after an axis");
    }
}

void parse_dimension(HloTextLexer& lexer, const MeshProto& mesh, NamedShardingProto::DimensionSharding& dimension) {
    lexer.expect("{", "before the axes of a dimension");
    dimension.set_is_closed(true);
    while (!lexer.accept("}")) {
        if (lexer.accept("?"))
            dimension.set_is_closed(false);
        else
            parse_axis(lexer, mesh, *dimension.add_axes());
        if (!lexer.next_is("}")) lexer.expect(",", "or } after an axis");
    }
}

void add_all_axes(const MeshProto& mesh, AxisRefs& axes) {
    for (int i = 0; i < mesh.axes_size(); ++i) axes.Add()->set_mesh_axis_index(i);
}

void parse_named_part(HloTextLexer& lexer, NamedShardingProto& sharding) {
    const std::size_t position = lexer.position();
    if (lexer.next_is("[")) {
        lexer.accept("[");
        while (!lexer.accept("]")) {
            parse_dimension(lexer, sharding.mesh(), *sharding.add_dim_shardings());
            if (!lexer.next_is("]")) lexer.expect(",", "or ] after a dimension");
        }
        return;
    }
    const std::string_view word = lexer.identifier("a part of the sharding");
    const bool listed = lexer.accept("=");
    if (word == "device_ids" && listed)
        parse_device_ids(lexer, *sharding.mutable_mesh());
    else if (word == "metadata" && listed)
        parse_metadata_list(lexer, *sharding.mutable_metadata());
    else if (word == "replicated")
        listed ? parse_axes(lexer, sharding.mesh(), *sharding.mutable_replicated_axes()) : void();
    else if (word == "unreduced")
        listed ? parse_axes(lexer, sharding.mesh(), *sharding.mutable_unreduced_axes())
               : add_all_axes(sharding.mesh(), *sharding.mutable_unreduced_axes());
    else if (word == "manual")
        listed ? parse_axes(lexer, sharding.mesh(), *sharding.mutable_manual_axes())
               : add_all_axes(sharding.mesh(), *sharding.mutable_manual_axes());
    else
        lexer.fail_at(position, "unknown part '" + printable(word, 40) + "' of a sharding on a mesh");
}

} // namespace

bool next_is_mesh(HloTextLexer& lexer) {
    return lexer.next_is("mesh[") || lexer.next_is("maximal_mesh[");
}

void parse_named_sharding(HloTextLexer& lexer, NamedShardingProto& sharding) {
    parse_mesh(lexer, *sharding.mutable_mesh());
    while (!lexer.next_is("}")) {
        lexer.accept(","); // which may be missing
        parse_named_part(lexer, sharding);
    }
}

void parse_mesh_replica_groups(HloTextLexer& lexer, hlo2cpp_proto::MeshAxesReplicaGroupListProto& groups) {
    parse_mesh(lexer, *groups.mutable_mesh());
    if (lexer.accept(",")) {
        lexer.expect("device_ids=", "after the axes of the mesh");
        parse_device_ids(lexer, *groups.mutable_mesh());
    }
    parse_axes(lexer, groups.mesh(), *groups.mutable_axes());
}

} // namespace hlo2cpp
