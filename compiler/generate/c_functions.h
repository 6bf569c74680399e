// Functions of the statement tree in the statements that C has.
#pragma once

#include <set>
#include <string>

#include "tree/statement.h"

namespace hlo2cpp {

// The text of a function in C++ without what C lacks, for in_c: what the function needs stands in front of it, in names
// of its own ("sort_2__line"; no other name has two underscores).
//
// - A record's functions are functions of the file, which get the record's address.
// - The algorithms of sort_line.h, templates in C++, are written for the record.
// - The body of a parallel loop is a function that gets what it uses of the variables around it in a record.
// - A parameter that is not used has a name, and is used as nothing.
// Names of the algorithms of sort_line.h that functions call.
const std::set<std::string>& sort_algorithms();

std::string text_for_c(const tree::Function& function, const std::string& prefix, const std::string& attributes);

} // namespace hlo2cpp
