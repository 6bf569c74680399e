#include "driver/stages.h"

#include <array>
#include <utility>

namespace hlo2cpp {
namespace {

constexpr std::array<std::pair<const char*, Stage>, 14> kStages = {{{"read", Stage::Read},
                                                                    {"verify", Stage::Verify},
                                                                    {"bound", Stage::Bound},
                                                                    {"lower", Stage::Lower},
                                                                    {"precompute", Stage::Precompute},
                                                                    {"fuse", Stage::Fuse},
                                                                    {"scalarize", Stage::Scalarize},
                                                                    {"layout", Stage::Layout},
                                                                    {"arrange", Stage::Arrange},
                                                                    {"tile", Stage::Tile},
                                                                    {"schedule", Stage::Schedule},
                                                                    {"buffers", Stage::Buffers},
                                                                    {"program", Stage::Program},
                                                                    {"generate", Stage::Generate}}};

} // namespace

std::map<std::string, Stage> stages_by_name() {
    return {kStages.begin(), kStages.end()};
}

std::vector<std::pair<std::string, Stage>> stages_in_order() {
    return {kStages.begin(), kStages.end()};
}

} // namespace hlo2cpp
