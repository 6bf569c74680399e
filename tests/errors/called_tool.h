// The program as it is called, in a folder with two modules and an array.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "driver/files.h"
#include "driver/npy.h"
#include "driver/process.h"

namespace hlo2cpp {

inline constexpr const char* kGood =
    "HloModule good\n\nENTRY main {\n  x = f32[2]{0} parameter(0)\n  ROOT y = f32[2]{0} negate(x)\n}\n";
inline constexpr const char* kBad =
    "HloModule bad\n\nENTRY main {\n  x = f32[2] parameter(0)\n  ROOT y = f32[3] negate(x)\n}\n";

class Called {
public:
    Called() {
        std::ofstream(path("good.hlo")) << kGood;
        std::ofstream(path("bad.hlo")) << kBad;
        Literal x = Literal::zeros(Shape::array(ElementType::F32, {2}));
        x.set(0, 1.5F);
        std::ofstream(path("x.npy"), std::ios::binary) << to_npy(x);
    }
    // Words that begin with @ are paths in the folder of the test.
    int call(const std::string& words) {
        std::vector<std::string> command = {HLO2CPP_TOOL};
        for (const std::string& word : split_words(words))
            command.push_back(word[0] == '@' ? path(word.substr(1)) : word);
        const ProcessEnd end = run_process(command, path("log"), folder_.processes());
        said = read_file(path("log"));
        return end.status;
    }
    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
    bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }

    std::string said;

private:
    TemporaryFolder folder_;
};

} // namespace hlo2cpp
