// Origins in HLO text: arrays of an earlier module that an instruction computes.
#pragma once

#include "hlo/parse/lexer.h"

namespace hlo2cpp_proto {
class OriginalValueProto;
class OriginalValueRecoveryTableProto;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

// {({"w"}, ({}, {"z" {3}}))}: an array for each leaf of the shape; or {[synthetic_call]}
void parse_original_value(HloTextLexer& lexer, hlo2cpp_proto::OriginalValueProto& value);
// { {"a" {0}} : {"b"}, "the text of a module that computes a from b", ... }; `depth` of these are open.
void parse_recovery_table(HloTextLexer& lexer, hlo2cpp_proto::OriginalValueRecoveryTableProto& table, int depth);

} // namespace hlo2cpp
