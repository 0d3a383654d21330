"""Inputs for the programs: what a generator makes of a fixed seed, and small
variations of it. Inputs that a program refuses are left out by the caller.

    python3 tests/accuracy/inputs.py PROGRAM
"""
import random
import re
import sys

BASES = 7
VARIATIONS = 9
NAMES = ("ada", "bob", "cleo", "dan", "eve", "fred", "gina", "hugo")


class Input:
    """The words of the command behind the program, and stdin."""

    def __init__(self, words, text):
        self.words, self.text = tuple(words), text

    def letters(self):
        return "\0".join(self.words) + "\0" + (self.text or "")

    def parts(self):
        """Its words, spaces and signs."""
        return tuple(re.findall(r"\w+|\W", self.letters()))

    def key(self):
        return (self.words, self.text)


def _lines(lines):
    return Input((), "".join(line + "\n" for line in lines))


def _expression(rng, depth, names):
    kind = rng.randrange(8) if depth else rng.randrange(2)
    if kind == 0 or (kind == 1 and not names):
        return str(rng.choice((0, 1, 2, 3, 7, 10, 12, 25)))
    if kind == 1:
        return rng.choice(names)
    left = _expression(rng, depth - 1, names)
    if kind == 2:
        return f"-{left}" if left[0] != "-" else f"-({left})"
    if kind == 3:
        name = rng.choice(("abs", "sq"))
        return f"{name}({left})"
    right = _expression(rng, depth - 1, names)
    if kind == 4:
        name = rng.choice(("max", "min"))
        return f"{name}({left}, {right})"
    sign = rng.choice("++--**/%^")
    if sign == "^":
        right = rng.choice("0123")
    return rng.choice((f"{left} {sign} {right}", f"({left} {sign} {right})"))


def calc(rng):
    names, words = [], []
    for name in "xyz"[:rng.randrange(4)]:
        words.append(f"{name} = {_expression(rng, 2, names)}")
        names.append(name)
    words.append(_expression(rng, 3, names))
    return Input(words, None)


def orders(rng):
    lines = []
    for _ in range(rng.randrange(2, 9)):
        item = rng.choice(("pen", "ink", "cup", '"tea, green"', "box"))
        price = rng.choice(("1.5", "2", "0.99", "12.25", "100", "3.05"))
        lines.append(f"{rng.choice(NAMES[:4])},{item},{rng.randrange(1, 12)},"
                     f" {price}")
    if rng.randrange(3) == 0:
        lines.insert(1, "# late ones")
    return _lines(lines)


def inventory(rng):
    things = ("bolt", "nut", "gear", "pipe", "lamp", "wire", "fuse")
    lines = []
    for _ in range(rng.randrange(4, 12)):
        thing, verb = rng.choice(things), rng.randrange(10)
        if verb < 5:
            lines.append(f"add {thing} {rng.randrange(1, 20)} "
                         f"{rng.randrange(1, 50)}")
        elif verb < 8:
            lines.append(f"take {thing} {rng.randrange(1, 15)}")
        elif verb == 8:
            lines.append(f"drop {thing}")
        else:
            lines.append(f"rename {thing} {rng.choice(things)}")
    return _lines(lines)


def ledger(rng):
    people = NAMES[:rng.randrange(2, 5)]
    lines = [f"open {name}" for name in rng.sample(people, len(people))]
    for _ in range(rng.randrange(3, 10)):
        name, verb = rng.choice(people), rng.randrange(9)
        if verb < 4:
            lines.append(f"put {name} {rng.choice((50, 200, 1000, -300))}")
        elif verb < 7:
            lines.append(f"move {name} {rng.choice(people)} "
                         f"{rng.choice((20, 100, 450, 700))}")
        elif verb == 7:
            lines.append(f"interest {rng.randrange(1, 9)}")
        else:
            lines += [f"open {NAMES[5]}", f"move {name} {NAMES[5]} 30",
                      f"move {NAMES[5]} {name} 30", f"close {NAMES[5]}"]
    return _lines(lines)


def scheduler(rng):
    lines = [f"workers {rng.randrange(1, 4)}", f"slice {rng.randrange(1, 5)}"]
    names = []
    for name in rng.sample(NAMES, rng.randrange(2, 7)):
        needs = rng.sample(names, rng.randrange(min(len(names), 2) + 1))
        lines.append(" ".join(
            ["task", name, str(rng.randrange(1, 8)), str(rng.randrange(5)),
             str(rng.randrange(6)), *needs]))
        names.append(name)
    return _lines(lines)


def _value(rng, names):
    return rng.choice((*names, str(rng.randrange(12))))


def _sum(rng, names):
    left, right = _value(rng, names), _value(rng, names)
    return rng.choice((left, f"{left} {rng.choice('+-*')} {right}",
                       f"({left} + 2) * {right}", f"{left} / 3 - {right}"))


def vm(rng):
    names = ["a", "b"]
    lines = [f"let {name} = {rng.randrange(1, 9)}" for name in names]
    for _ in range(rng.randrange(1, 4)):
        kind = rng.randrange(5)
        if kind == 0:
            lines += [f"if {_sum(rng, names)} < {_sum(rng, names)}",
                      f"print {_sum(rng, names)}", "else",
                      f"let b = {_sum(rng, names)}", "end"]
        elif kind == 1:
            lines += ["let i = 0", f"while i < {rng.randrange(1, 5)}",
                      f"let a = {_sum(rng, ['a', 'b', 'i'])}",
                      "let i = i + 1", "end"]
        elif kind == 2:
            lines += [f"if a = {_value(rng, names)}", "print a", "end"]
        elif kind == 3:
            lines.append(f"let {rng.choice('abc')} = {_sum(rng, names)}")
        else:
            lines.append(f"print {_sum(rng, names)} # shown")
    return _lines(lines)


def roads(rng):
    places = [name[0].upper() for name in NAMES[:rng.randrange(4, 7)]]
    lines = []
    for place, other in zip(places, places[1:]):
        lines.append(f"{place} - {other} {rng.randrange(1, 12)}")
    for _ in range(rng.randrange(2, 7)):
        place, other = rng.sample(places, 2)
        lines.append(f"{place} {rng.choice('--->')} {other} "
                     f"{rng.randrange(1, 15)}")
    for _ in range(rng.randrange(1, 4)):
        place, other, third = rng.sample(places, 3)
        avoided = f" avoiding {third}" if rng.randrange(3) == 0 else ""
        lines.append(f"from {place} to {other}{avoided}")
    return _lines(lines)


def _words(rng, count):
    words = ("a", "the", "of", "tree", "house", "and", "river", "stone",
             "light", "extraordinary", "on", "bread", "small", "quick")
    return " ".join(rng.choice(words) for _ in range(count))


def justify(rng):
    lines = []
    for _ in range(rng.randrange(1, 5)):
        kind = rng.randrange(6)
        start = ("", "", "- ", "! ", "^ ", "")[kind]
        count = 2 if start in ("! ", "^ ") else rng.randrange(3, 14)
        lines.append(start + _words(rng, count))
        if kind == 5:
            lines.append("")
    made = _lines(lines)
    mode = rng.choice(([], ["left"], ["right"]))
    return Input([str(rng.randrange(14, 40)), *mode], made.text)


def pack(rng):
    words = []
    for _ in range(rng.randrange(1, 3)):
        text = ""
        for _ in range(rng.randrange(3, 9)):
            kind = rng.randrange(4)
            if kind == 0:
                text += rng.choice("abx~") * rng.randrange(2, 12)
            elif kind == 1 and text:
                start = rng.randrange(len(text))
                text += text[start:start + rng.randrange(3, 9)]
            else:
                text += "".join(rng.choice("abcdef")
                                for _ in range(rng.randrange(1, 5)))
        words.append(text)
    return Input(words, None)


def equations(rng):
    lines = []
    for _ in range(rng.randrange(1, 3)):
        names = "xyz"[:rng.randrange(1, 4)]
        for _ in range(rng.randrange(1, 4)):
            terms = []
            for name in names:
                factor = rng.choice((-3, -1, 1, 2, 4))
                sign = "-" if factor < 0 else "+" if terms else ""
                size = "" if abs(factor) == 1 else abs(factor)
                terms.append(f"{sign} {size}{name}".strip())
            right = rng.choice((f"{rng.randrange(20)}",
                                f"{rng.randrange(9)} - {names[0]}"))
            lines.append(" ".join(terms) + f" = {right}")
        lines.append("")
    return _lines(lines[:-1])


def words(rng):
    known = ("bread", "tree", "stone", "river", "light", "house", "then",
             "three", "shore", "horse")
    chosen = rng.sample(known, rng.randrange(2, 6))
    lines = ["+" + " ".join(chosen)]
    if rng.randrange(2):
        lines.append("+" + rng.choice(chosen))
    for _ in range(rng.randrange(1, 3)):
        word = rng.choice(known)
        at = rng.randrange(len(word))
        lines.append(rng.choice((
            word, word[:at] + word[at + 1:], word[:at] + "e" + word[at:],
            word[:at] + "o" + word[at + 1:],
            word[:at] + word[at:at + 2][::-1] + word[at + 2:])))
    return _lines(lines)


def config(rng):
    sections, lines, asked = [], [], []
    for name in rng.sample(("net", "disk", "ui", "log"), rng.randrange(2, 4)):
        parent = rng.choice(["", *sections])
        lines.append(f"[{name} : {parent}]" if parent else f"[{name}]")
        sections.append(name)
        for _ in range(rng.randrange(1, 4)):
            key = rng.choice(("size", "path", "mode", "name"))
            other = f"${{{rng.choice(sections)}.{key}2}}"
            value = rng.choice((str(rng.randrange(99)), "yes", "off", "/tmp/x",
                                '"a b"', other, "fast ; really"))
            lines.append(f"{key} = {value}")
            if value == other:
                lines.append(f"{key}2 = {rng.randrange(9)}")
            asked.append(f"{name}.{key}")
    made = _lines(lines)
    count = rng.randrange(3)
    return Input(rng.sample(asked, min(count, len(asked))), made.text)


def huffman(rng):
    letters = "abcdehlor"[:rng.randrange(2, 10)]
    return Input(["".join(rng.choice(letters + letters[0] * 3)
                          for _ in range(rng.randrange(4, 16)))
                  for _ in range(rng.randrange(1, 4))], None)


def dates(rng):
    year = rng.choice((1999, 2000, 2023, 2024, 2100))
    month = rng.randrange(1, 12)
    given = [f"{year}-{month}-{rng.randrange(1, 29)}",
             f"until={year}-{rng.randrange(month, 13)}-{rng.randrange(1, 29)}"]
    for _ in range(rng.randrange(1, 5)):
        given.append(rng.choice((
            f"+{rng.randrange(1, 400)}", f"+{rng.randrange(1, 14)}m",
            f"every={rng.randrange(5, 30)}:{rng.choice(NAMES)}",
            f"in={rng.randrange(1, 60)}:{rng.choice(NAMES)}", "month")))
    return Input(given, None)


def editor(rng):
    lines = ["a one two", "a three"]
    for _ in range(rng.randrange(3, 11)):
        lines.append(rng.choice((
            f"a {_words(rng, 2)}", f"i {_words(rng, 2)}", "d", "u", "u", "j",
            f"r {rng.choice('eto')} {rng.choice(('X', 'yy', 'e'))}",
            f"m {rng.randrange(4)}", str(rng.randrange(1, 4)),
            f"-{rng.randrange(1, 3)}", "p")))
    return _lines(lines)


GENERATORS = {function.__name__: function for function in (
    calc, config, dates, editor, equations, huffman, inventory, justify,
    ledger, orders, pack, roads, scheduler, vm, words)}


def _without_letter(rng, text):
    at = rng.randrange(max(1, len(text)))
    return text[:at] + text[at + 1:]


def _other_number(rng, text):
    """Or a letter less, if it has none."""
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return _without_letter(rng, text)
    found = rng.choice(numbers)
    value = max(0, int(found.group()) + rng.choice((-3, -1, 1, 2, 10)))
    return text[:found.start()] + str(value) + text[found.end():]


def _vary_parts(rng, parts):
    """Words or lines: one less, two exchanged, one changed."""
    parts, kind = list(parts), rng.randrange(4)
    at, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    if kind == 0 and len(parts) > 1:
        del parts[at]
    elif kind == 1:
        parts[at], parts[other] = parts[other], parts[at]
    elif kind == 2:
        parts[at] = _without_letter(rng, parts[at])
    else:
        parts[at] = _other_number(rng, parts[at])
    return parts


def _vary(rng, base):
    if base.text is None:
        return Input(_vary_parts(rng, base.words), None)
    if base.words and rng.randrange(6) == 0:
        return Input(_vary_parts(rng, base.words), base.text)
    lines = _vary_parts(rng, base.text.splitlines())
    return Input(base.words, "".join(line + "\n" for line in lines))


def inputs_of(program):
    """Always the same ones."""
    rng = random.Random(program)
    found = {}
    for _ in range(BASES):
        base = GENERATORS[program](rng)
        found.setdefault(base.key(), base)
        for _ in range(VARIATIONS):
            varied = _vary(rng, base)
            found.setdefault(varied.key(), varied)
    return list(found.values())


if __name__ == "__main__":
    for each in inputs_of(sys.argv[1]):
        print(each.words, each.text or "")
