// The files of a model: in a folder, or in an archive of one.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace hlo2cpp::nnef {

class ModelFolder {
public:
    static ModelFolder on_disk(std::string folder);
    // Opens a tar archive, given its contents, at the folder that has a graph.nnef. Throws InputError if there is none.
    static ModelFolder in_archive(std::string archive);

    // True if the name stays in the model's folder.
    static bool is_safe(const std::string& name);
    // Contents of a file, whose name may have folders in it; nothing if there is no such file. Names that lead out of
    // the model's folder throw InputError.
    std::optional<std::string> read(const std::string& name) const;

private:
    std::string folder_;                            // on disk
    std::map<std::string, std::string> in_archive_; // file by name
    bool archive_ = false;
};

// A tar archive that holds a graph.nnef.
bool is_model_archive(std::string_view bytes);

} // namespace hlo2cpp::nnef
