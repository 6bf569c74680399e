// The nearest known word to an unknown one, for error messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp {

// The first word that begins with `written`, dashes aside, else the first that contains it, else the one with the
// smallest edit distance, which is at most a third of the letters of the longer one. An edit inserts, deletes or
// replaces a letter, or swaps two neighbours.
std::optional<std::string> nearest(std::string_view written, const std::vector<std::string>& words);
// "; did you mean WORD?", for the end of an error message; empty where no word is near.
std::string did_you_mean(std::string_view written, const std::vector<std::string>& words);

} // namespace hlo2cpp
