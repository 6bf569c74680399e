#include "hlo/parse/devices.h"

#include "hlo/parse/attribute_values.h"
#include "hlo/parse/mesh.h"
#include "hlo/parse/metadata.h"
#include "hlo/proto/hlo.pb.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::OpSharding;

// "<=[6,5]T(1,0)": the numbers from 0 up, reshaped to [6,5] and transposed.
template <typename Proto>
void parse_iota(HloTextLexer& lexer, Proto& proto) {
    for (std::int64_t size : lexer.integer_list("[", "]", "the sizes of the iota")) proto.add_iota_reshape_dims(size);
    if (!lexer.accept("T")) {
        for (int i = 0; i < proto.iota_reshape_dims_size(); ++i) proto.add_iota_transpose_perm(i);
        return;
    }
    for (std::int64_t dim : lexer.integer_list("(", ")", "the permutation of the iota"))
        proto.add_iota_transpose_perm(static_cast<std::int32_t>(dim));
}

// Parses the tile assignment after "devices=": "[2,1]0,1" or "[2,1]<=[2]".
void parse_devices(HloTextLexer& lexer, OpSharding& sharding) {
    sharding.set_type(OpSharding::OTHER);
    for (std::int64_t size : lexer.integer_list("[", "]", "the tile assignment"))
        sharding.add_tile_assignment_dimensions(size);
    if (lexer.accept("<=")) return parse_iota(lexer, sharding);
    do sharding.add_tile_assignment_devices(lexer.integer("a device"));
    while (lexer.accept(","));
}

void parse_last_tile_dims(HloTextLexer& lexer, OpSharding& sharding) {
    lexer.expect("{", "before the last tile dimensions");
    if (lexer.accept("}")) return;
    do sharding.add_last_tile_dims(parse_enum<OpSharding::Type>(lexer, OpSharding::Type_descriptor()));
    while (lexer.accept(","));
    lexer.expect("}", "after the last tile dimensions");
}

void parse_shard_group(HloTextLexer& lexer, OpSharding& sharding, OpSharding::ShardGroupType type) {
    sharding.set_is_shard_group(true);
    sharding.set_shard_group_type(type);
    sharding.set_shard_group_id(lexer.integer("the id of the shard group"));
}

// Parses the sharding of one array, inside the braces.
void parse_single(HloTextLexer& lexer, OpSharding& sharding) {
    if (next_is_mesh(lexer)) return parse_named_sharding(lexer, *sharding.mutable_named_sharding());
    while (!lexer.next_is("}")) {
        const std::size_t position = lexer.position();
        const std::string_view word = lexer.identifier("a sharding");
        if (word == "device") {
            lexer.expect("=", "after device");
            sharding.add_tile_assignment_devices(lexer.integer("a device"));
        } else if (word == "devices") {
            lexer.expect("=", "after devices");
            parse_devices(lexer, sharding);
        } else if (word == "last_tile_dim_replicate") {
            sharding.set_replicate_on_last_tile_dim(true);
        } else if (word == "last_tile_dims") {
            lexer.expect("=", "after last_tile_dims");
            parse_last_tile_dims(lexer, sharding);
        } else if (word == "metadata") {
            lexer.expect("=", "after metadata");
            parse_metadata_list(lexer, *sharding.mutable_metadata());
        } else if (word == "shard_as" || word == "shard_like") {
            parse_shard_group(lexer, sharding, word == "shard_as" ? OpSharding::AS : OpSharding::LIKE);
        } else {
            lexer.rewind(position);
            sharding.set_type(parse_enum<OpSharding::Type>(lexer, OpSharding::Type_descriptor()));
        }
    }
}

} // namespace

void parse_sharding(HloTextLexer& lexer, OpSharding& sharding) {
    lexer.expect("{", "before the sharding");
    if (!lexer.next_is("{") && !lexer.next_is("}")) {
        parse_single(lexer, sharding);
    } else {
        sharding.set_type(OpSharding::TUPLE);
        while (!lexer.next_is("}")) {
            lexer.expect("{", "before the sharding of a tuple's element");
            parse_single(lexer, *sharding.add_tuple_shardings());
            lexer.expect("}", "after the sharding of a tuple's element");
            if (!lexer.accept(",")) break;
        }
    }
    lexer.expect("}", "after the sharding");
}

void parse_replica_groups(HloTextLexer& lexer, hlo2cpp_proto::HloInstructionProto& instruction) {
    if (next_is_mesh(lexer))
        return parse_mesh_replica_groups(lexer, *instruction.mutable_mesh_axes_replica_group_list());
    if (lexer.next_is("[")) {
        auto& iota = *instruction.mutable_iota_collective_device_list();
        const std::vector<std::int64_t> sizes = lexer.integer_list("[", "]", "the sizes of the replica groups");
        if (sizes.size() != 2) lexer.fail("expected the number of replica groups and their size");
        iota.set_num_replica_groups(sizes[0]);
        iota.set_num_devices_per_group(sizes[1]);
        lexer.expect("<=", "after the sizes of the replica groups");
        return parse_iota(lexer, iota);
    }
    auto& devices = *instruction.mutable_collective_device_list();
    lexer.expect("{", "before the replica groups");
    if (lexer.accept("}")) return;
    do {
        auto& group = *devices.add_replica_groups();
        for (std::int64_t id : lexer.integer_list("{", "}", "a replica group")) group.add_replica_ids(id);
    } while (lexer.accept(","));
    lexer.expect("}", "after the replica groups");
}

void parse_source_target_pairs(HloTextLexer& lexer, hlo2cpp_proto::HloInstructionProto& instruction) {
    lexer.expect("{", "before the pairs of devices");
    if (lexer.accept("}")) return;
    do {
        const std::vector<std::int64_t> ids = lexer.integer_list("{", "}", "a pair of devices");
        if (ids.size() != 2) lexer.fail("expected a source and a target");
        auto& pair = *instruction.add_source_target_pairs();
        pair.set_source(ids[0]);
        pair.set_target(ids[1]);
    } while (lexer.accept(","));
    lexer.expect("}", "after the pairs of devices");
}

} // namespace hlo2cpp
