// Devices in HLO text: shardings, replica groups, pairs of devices.
#pragma once

#include "hlo/parse/lexer.h"

namespace hlo2cpp_proto {
class HloInstructionProto;
class OpSharding;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

// {replicated}, {maximal device=0}, {devices=[2,1]<=[2]}, {{replicated}, {manual}} and the like
void parse_sharding(HloTextLexer& lexer, hlo2cpp_proto::OpSharding& sharding);
// {{0,1},{2,3}}, {}, [2,10]<=[20] or mesh['x'=2,'y'=2] {'x'}
void parse_replica_groups(HloTextLexer& lexer, hlo2cpp_proto::HloInstructionProto& instruction);
// {{0,1},{1,0}}
void parse_source_target_pairs(HloTextLexer& lexer, hlo2cpp_proto::HloInstructionProto& instruction);

} // namespace hlo2cpp
