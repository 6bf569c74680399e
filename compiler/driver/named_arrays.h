// Sets of arrays with names: folders of .npy files, and NumPy's archives of them (.npz).
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace hlo2cpp {

struct NamedArray {
    std::string name;                  // "params/kernel": its path in the set, without .npy
    std::string place;                 // for messages: "weights.npz: params/kernel"
    std::function<std::string()> read; // the .npy file; throws InputError
};

// The arrays of a set, by name. Throws InputError where the path is neither a folder nor an archive, or holds no array.
std::vector<NamedArray> list_arrays(const std::string& path);

} // namespace hlo2cpp
