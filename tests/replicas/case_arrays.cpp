// Writes the arrays of a case as `hlo2cpp run --device-inputs` reads them and --output-dir has them:
//
//     case_arrays CASE.hlo FOLDER
//
// writes FOLDER/in<D>/in<N>.npy and FOLDER/out<D>/out<N>.npy of each device.
#include <cstdio>

#include "code_unit.h"
#include "driver/npy.h"
#include "fixture.h"

namespace hlo2cpp::testing {
namespace {

void write_arrays(const std::filesystem::path& folder, const std::string& label, std::size_t device,
                  const std::vector<Literal>& arrays) {
    const std::filesystem::path own = folder / (label + std::to_string(device));
    std::filesystem::create_directories(own);
    for (std::size_t i = 0; i < arrays.size(); ++i)
        write_text_file(own / (label + std::to_string(i) + ".npy"), to_npy(arrays[i]));
}

void write_case(const std::string& path, const std::filesystem::path& folder) {
    const std::vector<Fixture> fixtures = read_device_fixtures(path);
    for (std::size_t d = 0; d < fixtures.size(); ++d) {
        write_arrays(folder, "in", d, fixtures[d].arguments);
        write_arrays(folder, "out", d, fixtures[d].results);
    }
}

} // namespace
} // namespace hlo2cpp::testing

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "case_arrays CASE.hlo FOLDER\n");
        return 2;
    }
    try {
        hlo2cpp::testing::write_case(argv[1], argv[2]);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "case_arrays: %s\n", error.what());
        return 1;
    }
}
