// Parts of the page, each the HTML below a headline; and helpers that several of them need.
#pragma once

#include <string>
#include <vector>

#include "report/html.h"
#include "report/page_data.h"

namespace hlo2cpp {

std::string page_arguments(const ReportInput& input);
std::string page_memory(const ReportInput& input, const PageData& data);
std::string page_weights(const ReportInput& input);
std::string page_time(const TimeEstimate& time);
std::string page_code(const Measured& measured);
std::string page_work(const PageData& data);

constexpr std::size_t kMostRanked = 20; // rows of a table that ranks

std::string counted(std::int64_t count, const std::string& one, const std::string& many); // "1 byte", "1,024 bytes"
std::string others(std::size_t count);                                                    // "3 others"
// A name, its shape, and below them in a quiet line where it comes from; all HTML, the latter two may be empty.
std::string described(const std::string& name, const std::string& shape, const std::string& origin);
std::string origin_text(const StepCost& step);
// The numbers of sizes 0, 1, ..., the largest first; equal ones as they stand.
std::vector<std::size_t> ranked(const std::vector<std::int64_t>& sizes);

} // namespace hlo2cpp
