// Which helpers the generated code gets, and in which order.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/embedded.h"
#include "support/runtime_text.h"

using namespace hlo2cpp;

TEST_CASE("only what is used is emitted, dependencies first", "[program]") {
    CHECK(runtime_text({"x", "y"}).helpers.empty());
    const RuntimeText text = runtime_text({"clamp_index_u64"});
    const std::size_t callee = text.helpers.find("clamp_index_s64(int64_t value");
    const std::size_t caller = text.helpers.find("clamp_index_u64(uint64_t value");
    REQUIRE(callee != std::string::npos);
    REQUIRE(caller != std::string::npos);
    CHECK(callee < caller);
    CHECK(text.helpers.find("clamp_index_wide") == std::string::npos);
    CHECK(text.includes.contains("stdint.h"));
    CHECK(runtime_text({"memcpy"}).includes.contains("string.h"));
}

TEST_CASE("helpers are emitted byte for byte", "[program]") {
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.name.ends_with(".h")) continue;
        const std::string name(file.name);
        const std::string sample = HLO2CPP_SOURCE_DIR "/samples/replicas/" + name;
        const bool is_helper = !std::filesystem::exists(sample); // else a table for programs of several devices
        std::ifstream stream(is_helper ? HLO2CPP_SOURCE_DIR "/runtime_lib/" + name : sample, std::ios::binary);
        CHECK(std::string(std::istreambuf_iterator<char>(stream), {}) == file.text);
    }
    for (const std::string& name : runtime_names()) {
        const std::string helpers = runtime_text({name}).helpers;
        CHECK(!helpers.empty());
        // Each helper, with the blank line that follows it, is a run of bytes of a file.
        std::size_t begin = 0;
        while (begin < helpers.size()) {
            const std::size_t end = std::min(helpers.find("\n\n", begin), helpers.size());
            const std::string_view one = std::string_view(helpers).substr(begin, end - begin);
            bool found = false;
            for (const EmbeddedFile& file : embedded_files())
                found = found || file.text.find(one) != std::string_view::npos;
            INFO(one);
            CHECK(found);
            begin = end + 2;
        }
    }
}
