// Lines are put in order by insertion and merging: stable, and inside the line whatever the comparison says.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "runtime_lib/sort_line.h"

namespace {

struct Element {
    int key = 0, place = 0; // where it was at first
    friend bool operator==(const Element&, const Element&) = default;
};

std::function<bool(const Element&, const Element&)> comparison;

// As generated code has it: a view of arrays. `at` complains about what lies outside.
struct Line {
    std::vector<Element>* elements;
    std::vector<Element>* room;
    Element get(int32_t k) const { return elements->at(static_cast<std::size_t>(k)); }
    void put(int32_t k, const Element moved) const { elements->at(static_cast<std::size_t>(k)) = moved; }
    Element get_aside(int32_t k) const { return room->at(static_cast<std::size_t>(k)); }
    void put_aside(int32_t k, const Element moved) const { room->at(static_cast<std::size_t>(k)) = moved; }
    static bool before(const Element a, const Element b) { return comparison(a, b); }
};

std::vector<Element> line_of(std::int32_t size, std::mt19937& random, int keys) {
    std::vector<Element> elements;
    for (std::int32_t i = 0; i < size; ++i)
        elements.push_back({static_cast<int>(random() % static_cast<unsigned>(keys)), i});
    return elements;
}

// Elements of the largest left run, as the compiler plans it.
std::size_t room_for(std::int32_t size, std::int32_t run) {
    std::int32_t width = run;
    while (2 * width < size) width *= 2;
    return static_cast<std::size_t>(width);
}

} // namespace

TEST_CASE("lines of all lengths and runs are in order, equal elements as they were", "[runtime_lib]") {
    std::mt19937 random(7);
    comparison = [](const Element& a, const Element& b) { return a.key < b.key; };
    for (std::int32_t size = 0; size < 70; ++size)
        for (const std::int32_t run : {1, 2, 3, 7, 16}) {
            std::vector<Element> elements = line_of(size, random, 9), room(room_for(size, run));
            std::vector<Element> expected = elements;
            std::ranges::stable_sort(expected, {}, &Element::key);
            sort_line(Line{&elements, &room}, size, run);
            CHECK(elements == expected);
        }
}

TEST_CASE("insertion alone puts a line in order", "[runtime_lib]") {
    std::mt19937 random(8);
    comparison = [](const Element& a, const Element& b) { return a.key > b.key; };
    std::vector<Element> elements = line_of(16, random, 5), expected = elements, room;
    std::ranges::stable_sort(expected, std::greater(), &Element::key);
    insert_in_order(Line{&elements, &room}, 0, 16);
    CHECK(elements == expected);
}

TEST_CASE("the first elements of a line are in order, those behind them stay", "[runtime_lib]") {
    std::mt19937 random(10);
    comparison = [](const Element& a, const Element& b) { return a.key < b.key; };
    for (std::int32_t size = 2; size < 70; ++size)
        for (std::int32_t first = 1; first < size; first += 1 + first / 4) {
            std::vector<Element> elements = line_of(size, random, 9), expected = elements, room;
            std::ranges::stable_sort(expected, {}, &Element::key);
            std::copy(elements.begin() + first, elements.end(), expected.begin() + first);
            first_in_order(Line{&elements, &room}, first, size);
            CHECK(elements == expected);
        }
}

TEST_CASE("a broken comparison ends inside the line, and loses no element", "[runtime_lib]") {
    std::mt19937 random(9);
    for (const int answer : {0, 1, 2}) {
        comparison = [&](const Element&, const Element&) { return answer == 2 ? random() % 2 == 0 : answer == 1; };
        for (std::int32_t size = 1; size < 60; ++size) {
            std::vector<Element> elements = line_of(size, random, 100), before = elements, room(room_for(size, 3));
            sort_line(Line{&elements, &room}, size, 3);
            std::ranges::sort(elements, {}, &Element::place);
            CHECK(elements == before);
        }
    }
}
