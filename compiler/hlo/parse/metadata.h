// Metadata in HLO text: source places, and notes for and by frameworks.
#pragma once

#include <google/protobuf/repeated_ptr_field.h>

#include "hlo/parse/lexer.h"

namespace hlo2cpp_proto {
class FrontendAttributes;
class OpMetadata;
class StackFrameIndexProto;
class StatisticsViz;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

// {op_type="Mul" op_name="jit(f)/mul" source_file="f.py" source_line=3 stack_frame_id=7}
void parse_metadata(HloTextLexer& lexer, hlo2cpp_proto::OpMetadata& metadata);
// One metadata, or several in a list: {{...}, {...}}
void parse_metadata_list(HloTextLexer& lexer, google::protobuf::RepeatedPtrField<hlo2cpp_proto::OpMetadata>& metadata);
// {key="value",other={any braces}}
void parse_frontend_attributes(HloTextLexer& lexer, hlo2cpp_proto::FrontendAttributes& attributes);
// {visualizing_index=1,stat-1=33}
void parse_statistics(HloTextLexer& lexer, hlo2cpp_proto::StatisticsViz& statistics);
// The tables FileNames, FunctionNames, FileLocations and StackFrames, if they follow.
void parse_stack_frames(HloTextLexer& lexer, hlo2cpp_proto::StackFrameIndexProto& frames);

} // namespace hlo2cpp
