"""The classes of C++ text and their numbers of methods, for structure.py.

It reads declarations by their braces and parentheses, which is enough for the style of this project.
"""
import re

TEXT = r'R"(?P<mark>\w*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
COMMENT = r"//[^\n]*|/\*.*?\*/"


def plain(text):
    """The text without comments, directives, and what literals of text hold."""
    text = re.sub(f"{COMMENT}|{TEXT}", lambda m: " " if m[0].startswith("/") else '""', text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\.)*", "", text, flags=re.M | re.S)


def without_arguments(text):
    """The text without what templates have in angle brackets."""
    while True:
        shorter = re.sub(r"<[^<>()]*(?:\([^<>()]*\)[^<>()]*)*>", "", text)
        if shorter == text:
            return text
        text = shorter


def function_of(declaration):
    """The name of the function that a class declares, or None."""
    text = without_arguments(re.sub(r"\[\[.*?\]\]|alignas\(.*?\)", "", declaration)).strip()
    if re.match(r"(using|typedef|friend|static_assert|enum|class|struct|union)\b", text):
        return None
    named = re.match(r"[^=({]*?([~\w]+)\s*\(", re.sub(r"operator\s*\S+?\s*\(", "operator_(", text))
    return named[1] if named else None


def class_name_of(head):
    """The name of the class whose body begins behind this text, or None."""
    found = re.match(r"(?:template\s*)?(?:class|struct)\s+(?:\w+\s+)*?(?:\w+::)*(\w+)\s*(?:final\s*)?(?::[^:].*)?$",
                     without_arguments(head), re.S)
    return found[1] if found and "(" not in head else None


def classes(text):
    """(name, number of methods) of each class in the text; constructors and destructors are none."""
    text = plain(text)
    found = []
    scopes = []  # a [name, methods] for each class around, None for other braces
    begin = parentheses = 0
    for at, character in enumerate(text):
        parentheses += (character == "(") - (character == ")")
        if parentheses or character not in ";{}":
            continue
        head = re.sub(r"^(?:(?:public|private|protected)\s*:\s*)+", "", text[begin:at].strip())
        inside = scopes[-1] if scopes else None
        ends = True  # a declaration, or a body in its place
        if character == "}":
            closed = scopes.pop()
            ends = closed != "initial value"
            if isinstance(closed, list):
                found.append(tuple(closed))
        else:
            function = function_of(head) if isinstance(inside, list) else None
            if function and function.lstrip("~") != inside[0]:
                inside[1] += 1
            if character == "{":
                name = class_name_of(head)
                ends = bool(name or function) or not isinstance(inside, list)
                scopes.append([name, 0] if name else None if ends else "initial value")
        if ends:
            begin = at + 1
    return found
