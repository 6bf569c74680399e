#include "hlo/print/notes.h"

#include "hlo/print/module.h"
#include "hlo/print/values.h"
#include "hlo/proto/hlo.pb.h"

namespace hlo2cpp {
namespace {

// {"name" {1,2}}
std::string original_array_text(const hlo2cpp_proto::OriginalArrayProto& array) {
    if (array.instruction_name().empty()) return "{}";
    const std::string index = array.shape_index().empty() ? "" : " " + number_list(array.shape_index());
    return "{" + quoted(array.instruction_name()) + index + "}";
}

} // namespace

std::string metadata_text(const hlo2cpp_proto::OpMetadata& metadata) {
    std::string text = "{";
    const auto add = [&](const char* name, const std::string& value) {
        text += (text.size() == 1 ? "" : " ") + (std::string(name) + "=") + value;
    };
    const auto add_string = [&](const char* name, const std::string& value) {
        if (!value.empty()) add(name, quoted(value));
    };
    const auto add_number = [&](const char* name, std::int32_t value) {
        if (value != 0) add(name, std::to_string(value));
    };
    add_string("op_type", metadata.op_type());
    add_string("op_name", metadata.op_name());
    add_string("source_file", metadata.source_file());
    add_number("source_line", metadata.source_line());
    add_number("source_end_line", metadata.source_end_line());
    add_number("source_column", metadata.source_column());
    add_number("source_end_column", metadata.source_end_column());
    add_number("stack_frame_id", metadata.stack_frame_id());
    if (!metadata.profile_type().empty()) add("profile_type", number_list(metadata.profile_type()));
    add_string("deduplicated_name", metadata.deduplicated_name());
    add_string("scheduling_name", metadata.scheduling_name());
    add_string("metadata_payload", metadata.metadata_payload().value());
    return text + "}";
}

std::string metadata_list_text(const google::protobuf::RepeatedPtrField<hlo2cpp_proto::OpMetadata>& metadata) {
    if (metadata.size() == 1) return metadata_text(metadata.Get(0));
    std::string text = "{";
    for (const auto& entry : metadata) text += (text.size() == 1 ? "" : ", ") + metadata_text(entry);
    return text + "}";
}

std::string frontend_attributes_text(const hlo2cpp_proto::FrontendAttributes& attributes) {
    std::string text = "{";
    for (const auto& entry : attributes.map())
        text += (text.size() == 1 ? "" : ",") + entry.key() + "=" + quoted(entry.value());
    return text + "}";
}

std::string statistics_text(const hlo2cpp_proto::StatisticsViz& statistics) {
    std::string text = "{visualizing_index=" + std::to_string(statistics.stat_index_to_visualize());
    for (const auto& statistic : statistics.statistics())
        text += "," + statistic.stat_name() + "=" + decimal(statistic.stat_val());
    return text + "}";
}

// The indices of the elements, which are in order, determine where tuples begin and end.
std::string original_value_text(const hlo2cpp_proto::OriginalValueProto& value) {
    if (value.is_synthetic_call()) return "{[synthetic_call]}";
    std::string text = "{";
    std::vector<std::int64_t> open; // index of the element before, whose length is the depth of the text
    for (const auto& element : value.elements()) {
        const std::vector<std::int64_t> index(element.shape_index().begin(), element.shape_index().end());
        std::size_t common = 0;
        while (common < open.size() && common < index.size() && open[common] == index[common]) ++common;
        const bool advances = common < open.size();
        while (open.size() > common + (advances ? 1 : 0)) {
            text += ")";
            open.pop_back();
        }
        if (advances && common < index.size())
            for (; open.back() < index[common]; ++open.back()) text += ", ";
        for (std::size_t depth = open.size(); depth < index.size(); ++depth) {
            text += "(";
            open.push_back(0);
            for (; open.back() < index[depth]; ++open.back()) text += ",";
        }
        text += original_array_text(element.original_array());
    }
    return text + std::string(open.size(), ')') + "}";
}

std::string recovery_table_text(const hlo2cpp_proto::OriginalValueRecoveryTableProto& table) {
    std::string text = "{";
    for (const auto& entry : table.entries()) {
        text += "\n  " + original_array_text(entry.old_original_array()) + " : " +
                original_array_text(entry.new_original_array());
        if (entry.has_recovery_module()) text += ",\n  " + quoted(hlo_text(entry.recovery_module()));
    }
    return text + "\n}";
}

std::string stack_frames_text(const hlo2cpp_proto::StackFrameIndexProto& frames) {
    std::string text;
    const auto names = [&](const char* title, const auto& table) {
        text += std::string("\n") + title + "\n";
        for (int i = 0; i < table.size(); ++i) text += std::to_string(i + 1) + " " + quoted(table.Get(i)) + "\n";
    };
    if (frames.file_names().empty()) return text;
    names("FileNames", frames.file_names());
    names("FunctionNames", frames.function_names());
    text += "\nFileLocations\n";
    for (int i = 0; i < frames.file_locations_size(); ++i) {
        const auto& l = frames.file_locations(i);
        text += std::to_string(i + 1) + " {file_name_id=" + std::to_string(l.file_name_id()) +
                " function_name_id=" + std::to_string(l.function_name_id()) + " line=" + std::to_string(l.line()) +
                " end_line=" + std::to_string(l.end_line()) + " column=" + std::to_string(l.column()) +
                " end_column=" + std::to_string(l.end_column()) + "}\n";
    }
    text += "\nStackFrames\n";
    for (int i = 0; i < frames.stack_frames_size(); ++i)
        text += std::to_string(i + 1) +
                " {file_location_id=" + std::to_string(frames.stack_frames(i).file_location_id()) +
                " parent_frame_id=" + std::to_string(frames.stack_frames(i).parent_frame_id() + 1) + "}\n";
    return text;
}

} // namespace hlo2cpp
