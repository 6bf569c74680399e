// Notes of HLO text beside the computation: devices, origins, notes of frameworks.
#pragma once

#include <string>

#include <google/protobuf/repeated_ptr_field.h>

namespace hlo2cpp_proto {
class FrontendAttributes;
class HloInstructionProto;
class OpMetadata;
class OpSharding;
class OriginalValueProto;
class OriginalValueRecoveryTableProto;
class StackFrameIndexProto;
class StatisticsViz;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

std::string sharding_text(const hlo2cpp_proto::OpSharding& sharding); // {devices=[2,1]<=[2]}
std::string
replica_groups_text(const hlo2cpp_proto::HloInstructionProto& instruction); // {{0,1},{2,3}}; empty where there are none
std::string metadata_text(const hlo2cpp_proto::OpMetadata& metadata);       // {op_name="f" source_line=3}; may be {}
std::string metadata_list_text(const google::protobuf::RepeatedPtrField<hlo2cpp_proto::OpMetadata>& metadata);
std::string frontend_attributes_text(const hlo2cpp_proto::FrontendAttributes& attributes); // {key="value"}
std::string statistics_text(const hlo2cpp_proto::StatisticsViz& statistics);     // {visualizing_index=0,stat=1}
std::string original_value_text(const hlo2cpp_proto::OriginalValueProto& value); // {({"a"}, {"b" {0}})}
std::string recovery_table_text(const hlo2cpp_proto::OriginalValueRecoveryTableProto& table);
std::string stack_frames_text(const hlo2cpp_proto::StackFrameIndexProto& frames); // four tables, a line an entry

} // namespace hlo2cpp
