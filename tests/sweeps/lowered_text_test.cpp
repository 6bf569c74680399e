// Dumps of `lower` for all fixtures: a dump is a module that can be read and that passes verification.
#include <catch2/catch.hpp>

#include <filesystem>

#include "hlo/write.h"
#include "lower/lower.h"
#include "read/reader.h"
#include "support/diagnostics.h"
#include "verify/verify.h"

using namespace hlo2cpp;

TEST_CASE("what lower makes of each supported module is written as a module that means something", "[lowered_text]") {
    for (const std::filesystem::directory_entry& entry :
         std::filesystem::recursive_directory_iterator(HLO2CPP_FIXTURES)) {
        if (entry.path().extension() != ".hlo") continue;
        INFO(entry.path());
        const std::string text = write_text(lower(read_module(entry.path().string())));
        INFO(text);
        Diagnostics diagnostics;
        verify(read_module_bytes(text), diagnostics);
        CHECK(diagnostics.render("it", 3) == "");
    }
}
