"""Inputs for the programs: what a generator makes of a fixed seed, and small
variations of it. Inputs that a program refuses are left out by the caller.

    python3 tests/accuracy/inputs.py PROGRAM
"""
import random
import re
import sys

BASES = 7
VARIATIONS = 6
NAMES = ("ada", "bob", "cleo", "dan", "eve", "fred", "gina", "hugo")


class Input:
    """The words of the command behind the program, and stdin."""

    def __init__(self, words, text):
        self.words, self.text = tuple(words), text

    def parts(self):
        """What an edit changes: words, and the lines' ends."""
        text = "\0".join(self.words) + "\0" + (self.text or "")
        return tuple(re.findall(r"\w+|[^\w ]", text))

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


GENERATORS = {function.__name__: function for function in (
    calc, orders, inventory, ledger, scheduler)}


def _other_number(rng, text):
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    found = rng.choice(numbers)
    value = max(0, int(found.group()) + rng.choice((-3, -1, 1, 2, 10)))
    return text[:found.start()] + str(value) + text[found.end():]


def _vary(rng, base):
    """Another number, or a line, a word or a letter less."""
    kind = rng.randrange(3)
    if base.text is None:
        words = list(base.words)
        at = rng.randrange(len(words))
        if kind == 0 and len(words) > 1:
            del words[at]
        elif kind == 1:
            cut = rng.randrange(len(words[at]))
            words[at] = words[at][:cut] + words[at][cut + 1:]
        else:
            words[at] = _other_number(rng, words[at])
        return Input(words, None)
    lines = base.text.splitlines()
    at = rng.randrange(len(lines))
    if kind == 0 and len(lines) > 1:
        del lines[at]
    elif kind == 1:
        other = rng.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines[at] = _other_number(rng, lines[at])
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
