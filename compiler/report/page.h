// The report of a compilation, for people: one HTML file that needs nothing else, neither network nor script.
#pragma once

#include "report/report.h"

namespace hlo2cpp {

std::string report_page(const ReportInput& input);

} // namespace hlo2cpp
