// Named meshes in HLO text: arrangements of devices whose axes have names.
#pragma once

#include "hlo/parse/lexer.h"

namespace hlo2cpp_proto {
class MeshAxesReplicaGroupListProto;
class NamedShardingProto;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

bool next_is_mesh(HloTextLexer& lexer);
// mesh['x'=2,'y'=4], device_ids=([4,2]T(1,0)), [{'x'}, {'y':(1)2, ?}], replicated={'x'}, unreduced={}, metadata={...}
void parse_named_sharding(HloTextLexer& lexer, hlo2cpp_proto::NamedShardingProto& sharding);
// mesh['x'=2,'y'=4] {'x'}
void parse_mesh_replica_groups(HloTextLexer& lexer, hlo2cpp_proto::MeshAxesReplicaGroupListProto& groups);

} // namespace hlo2cpp
