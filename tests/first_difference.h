// How a test of an expected text says where another one differs.
#pragma once

#include <sstream>
#include <string>

// "line 12: ..." of the first line that differs.
inline std::string first_difference(const std::string& now, const std::string& before) {
    std::istringstream a(now), b(before);
    std::string x, y;
    for (int line = 1;; ++line) {
        const bool more_a = static_cast<bool>(std::getline(a, x)), more_b = static_cast<bool>(std::getline(b, y));
        if (!more_a && !more_b) return "nowhere";
        if (!more_a) x = "the end";
        if (!more_b) y = "the end";
        if (x != y || more_a != more_b) return "line " + std::to_string(line) + "\n  is now: " + x + "\n  was:    " + y;
    }
}
