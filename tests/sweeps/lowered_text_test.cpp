// Dumps of `lower` for all fixtures: a dump is a module that can be read, that passes verification, and that means the
// same.
#include <catch2/catch.hpp>

#include <filesystem>

#include "bound/dimensions.h"
#include "bound/random_state.h"
#include "fuse/fuse.h"
#include "hlo/write.h"
#include "lower/lower.h"
#include "lower/pass.h"
#include "read/reader.h"
#include "support/diagnostics.h"
#include "verify/verify.h"

using namespace hlo2cpp;

TEST_CASE("what lower makes of each supported module is written as a module that means the same", "[lowered_text]") {
    int read = 0;
    for (const std::filesystem::directory_entry& entry :
         std::filesystem::recursive_directory_iterator(HLO2CPP_FIXTURES)) {
        if (entry.path().extension() != ".hlo") continue;
        INFO(entry.path());
        Module module = bound_dimensions(read_module(entry.path().string()));
        add_random_state(module);
        const Module lowered = lower(module);
        const std::string text = write_text(lowered);
        INFO(text);
        Module again = read_module_bytes(text);
        Diagnostics diagnostics;
        verify(again, diagnostics);
        CHECK(diagnostics.render("it", 3) == "");
        CHECK(write_text(again) == text);
        merge_equal(again); // equal constants share one literal, which text does not say
        CHECK(print(fuse(again)) == print(fuse(lowered)));
        ++read;
    }
    CHECK(read > 700);
}
