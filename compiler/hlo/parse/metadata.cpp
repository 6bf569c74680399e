#include "hlo/parse/metadata.h"

#include "hlo/parse/attribute_values.h"
#include "hlo/proto/hlo.pb.h"
#include "ir/module.h"

namespace hlo2cpp {
namespace {

void skip_value(HloTextLexer& lexer) {
    const char c = lexer.peek();
    if (c == '{')
        lexer.balanced("a value");
    else if (c == '"' || c == '\'')
        lexer.quoted("a value");
    else if (lexer.word().empty())
        lexer.fail_expected("a value");
}

std::int32_t small_integer(HloTextLexer& lexer) {
    return static_cast<std::int32_t>(lexer.integer("an integer"));
}

// Calls entry(name) for each "name=" in braces; commas between them are optional.
template <typename Entry>
void parse_entries(HloTextLexer& lexer, std::string_view what, Entry&& entry) {
    lexer.expect("{", "before " + std::string(what));
    while (!lexer.accept("}")) {
        const std::string_view name = lexer.identifier("a name in " + std::string(what) + ", or }");
        lexer.expect("=", "after the name");
        entry(name);
        lexer.accept(",");
    }
}

// The lines of a table: "1 entry", numbered from 1.
template <typename Entry>
void parse_table(HloTextLexer& lexer, Entry&& entry) {
    for (std::int64_t expected = 1; lexer.peek() >= '0' && lexer.peek() <= '9'; ++expected) {
        if (lexer.integer("the number of an entry") != expected)
            lexer.fail("expected the entry after number " + std::to_string(expected));
        entry();
    }
}

void parse_location(HloTextLexer& lexer, hlo2cpp_proto::StackFrameIndexProto::FileLocation& location) {
    parse_entries(lexer, "a file location", [&](std::string_view name) {
        const std::int32_t value = small_integer(lexer);
        if (name == "file_name_id") location.set_file_name_id(value);
        if (name == "function_name_id") location.set_function_name_id(value);
        if (name == "line") location.set_line(value);
        if (name == "column") location.set_column(value);
        if (name == "end_line") location.set_end_line(value);
        if (name == "end_column") location.set_end_column(value);
    });
}

void parse_frame(HloTextLexer& lexer, hlo2cpp_proto::StackFrameIndexProto::StackFrame& frame) {
    parse_entries(lexer, "a stack frame", [&](std::string_view name) {
        const std::int32_t value = small_integer(lexer);
        if (name == "file_location_id") frame.set_file_location_id(value);
        if (name == "parent_frame_id")
            frame.set_parent_frame_id(value - 1); // 1-based in the text even without a parent
    });
}

} // namespace

void parse_metadata(HloTextLexer& lexer, hlo2cpp_proto::OpMetadata& metadata) {
    parse_entries(lexer, "the metadata", [&](std::string_view name) {
        if (name == "op_type")
            metadata.set_op_type(lexer.quoted("a string"));
        else if (name == "op_name")
            metadata.set_op_name(lexer.quoted("a string"));
        else if (name == "source_file")
            metadata.set_source_file(lexer.quoted("a string"));
        else if (name == "source_line")
            metadata.set_source_line(small_integer(lexer));
        else if (name == "source_end_line")
            metadata.set_source_end_line(small_integer(lexer));
        else if (name == "source_column")
            metadata.set_source_column(small_integer(lexer));
        else if (name == "source_end_column")
            metadata.set_source_end_column(small_integer(lexer));
        else if (name == "stack_frame_id")
            metadata.set_stack_frame_id(small_integer(lexer));
        else if (name == "deduplicated_name")
            metadata.set_deduplicated_name(lexer.quoted("a string"));
        else if (name == "scheduling_name")
            metadata.set_scheduling_name(lexer.quoted("a string"));
        else if (name == "profile_type")
            for (std::int64_t type : lexer.integer_list("{", "}", "profile types"))
                metadata.add_profile_type(static_cast<hlo2cpp_proto::ProfileType>(type));
        else if (name == "metadata_payload")
            metadata.mutable_metadata_payload()->set_value(lexer.quoted("a string"));
        else
            skip_value(lexer); // profiles and the like: nothing depends on them
    });
}

void parse_metadata_list(HloTextLexer& lexer, google::protobuf::RepeatedPtrField<hlo2cpp_proto::OpMetadata>& metadata) {
    const std::size_t start = lexer.position();
    lexer.expect("{", "before the metadata");
    if (!lexer.next_is("{")) { // of one source, without a list
        lexer.rewind(start);
        return parse_metadata(lexer, *metadata.Add());
    }
    do parse_metadata(lexer, *metadata.Add());
    while (lexer.accept(","));
    lexer.expect("}", "after the metadata");
}

void parse_frontend_attributes(HloTextLexer& lexer, hlo2cpp_proto::FrontendAttributes& attributes) {
    lexer.expect("{", "before the frontend attributes");
    if (lexer.accept("}")) return;
    do {
        const std::size_t position = lexer.position();
        const std::string_view key = lexer.run_until("={},\"");
        if (key.empty()) lexer.fail_at(position, "expected the name of a frontend attribute");
        lexer.expect("=", "after the name of the frontend attribute");
        auto& entry = *attributes.add_map();
        entry.set_key(std::string(key));
        entry.set_value(parse_string_or_braced(lexer));
    } while (lexer.accept(","));
    lexer.expect("}", "after the frontend attributes");
}

void parse_statistics(HloTextLexer& lexer, hlo2cpp_proto::StatisticsViz& statistics) {
    parse_entries(lexer, "the statistics", [&](std::string_view name) {
        if (name == "visualizing_index") return statistics.set_stat_index_to_visualize(lexer.integer("an integer"));
        auto& statistic = *statistics.add_statistics();
        statistic.set_stat_name(std::string(name));
        statistic.set_stat_val(lexer.real("a number"));
    });
}

void parse_stack_frames(HloTextLexer& lexer, hlo2cpp_proto::StackFrameIndexProto& frames) {
    for (;;) {
        const std::string_view table = lexer.peek_identifier();
        if (table != "FileNames" && table != "FunctionNames" && table != "FileLocations" && table != "StackFrames")
            return;
        lexer.identifier("a table");
        if (table == "FileNames")
            parse_table(lexer, [&] { frames.add_file_names(lexer.quoted("the name of a file")); });
        else if (table == "FunctionNames")
            parse_table(lexer, [&] { frames.add_function_names(lexer.quoted("the name of a function")); });
        else if (table == "FileLocations")
            parse_table(lexer, [&] { parse_location(lexer, *frames.add_file_locations()); });
        else
            parse_table(lexer, [&] { parse_frame(lexer, *frames.add_stack_frames()); });
    }
}

} // namespace hlo2cpp
