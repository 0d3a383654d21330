"""The variables that are wrong if a statement is: what it assigns or tests, and
the names that these values have where they are passed on.

A variable is (name, function), or (name, None) for a member or a global.
"""
from csource import ASSIGNMENTS, KEYWORDS

# They write what their first argument leads to.
COPIES = {"strcpy", "strncpy", "strcat", "memcpy", "memmove", "memset",
          "sprintf", "snprintf"}
# A value is followed through so many returns.
MAX_RETURNS = 3


class Path:
    """A use of a variable: `a`, `a->b.c`, `a[i].b`; the last name counts."""

    def __init__(self, name, function, first, end, through):
        self.variable = (name, function)
        self.first, self.end, self.through = first, end, through


def paths(source, start, end, function):
    """All of them between two tokens, also in brackets of others."""
    found = []
    for i in range(start, end):
        if (source.tokens[i].kind != "name" or source[i] in KEYWORDS or
                source[i + 1] == "(" or source[i - 1] in (".", "->")):
            continue
        variable = source.variable_at(i, function)
        if variable:
            found.append(_path(source, i, end, variable, function))
    return found


def _path(source, i, end, variable, function):
    is_global = variable in source.globals
    name, owner, through = source[i], function.name, source[i - 1] == "*"
    j = i + 1
    while j < end:
        if source[j] in (".", "->"):
            name, owner, through = source[j + 1], None, False
            j += 2
        elif source[j] == "[":
            through = True
            j = source.match[j] + 1
        elif (source[j] == ")" and source[i - 2:i] == ["(", "*"] and
              j + 1 < end and source[j + 1] == "->"):
            j += 1
        else:
            break
    return Path(name, None if is_global else owner, i, j, through)


def _leads_to(source, path, function):
    """What a pointer or array stands for: what it was set to, or passed as."""
    name, owner = path.variable
    if owner is None or not path.through:
        return []
    found = []
    for statement in source.statements:
        at = _assignment(source, statement)
        if (statement.function is function and at and
                _sets(source, statement, at, name)):
            found += paths(source, at + 1, statement.end, function)[:1]
    for number, parameter in enumerate(function.parameters):
        if parameter.name == name:
            for statement, arguments in calls(source, function.name):
                if number < len(arguments):
                    found += paths(source, *arguments[number],
                                   statement.function)[:1]
    return [p.variable for p in found]


def _sets(source, statement, at, name):
    """Whether it gives a variable itself a value, not what it leads to."""
    before = source[statement.start:at]
    return before[-1:] == [name] and (
        statement.kind == "declaration" or before == [name])


def calls(source, name):
    """The statements that call a function, with the ranges of arguments."""
    for i, token in enumerate(source.tokens):
        if token.text == name and source[i + 1] == "(":
            statement = source.statement_at(i)
            if statement:
                yield statement, arguments_of(source, i + 1)


def arguments_of(source, opening):
    ranges, start, close = [], opening + 1, source.match[opening]
    i = start
    while i <= close:
        if i == close or source[i] == ",":
            ranges.append((start, i))
            start = i + 1
        i = source.match.get(i, i) + 1
    return ranges


def _assignment(source, statement):
    """The sign that assigns, if one does."""
    if statement.kind not in ("plain", "declaration"):
        return None
    i = statement.start
    while i < statement.end:
        if source[i] in ASSIGNMENTS:
            return i
        i = source.match.get(i, i) + 1
    return None


def _with_targets(source, found, function):
    variables = []
    for path in found:
        variables.append(path.variable)
        variables += _leads_to(source, path, function)
    return variables


def assigned(source, statement, index):
    """What a statement without a test assigns, as far as it depends on the
    token."""
    function = statement.function
    at = _assignment(source, statement)
    if statement.kind == "declaration":
        names = [v for v in function.locals
                 if statement.start < v.start < statement.end]
        before = [v for v in names if v.start <= index] or names
        return [(before[-1].name, function.name)]
    if at is not None:
        return _with_targets(source, paths(
            source, statement.start, at, function)[:1], function)
    if source[statement.start + 1] == "(" and source[
            statement.start] not in KEYWORDS:
        arguments = arguments_of(source, statement.start + 1)
        if source[statement.start] in COPIES:
            return _with_targets(
                source, paths(source, *arguments[0], function)[:1], function)
        for start, end in arguments:
            if start <= index < end:
                return _with_targets(
                    source, paths(source, start, end, function), function)
        return []
    return _with_targets(source, paths(source, statement.start, statement.end,
                                       function)[:1], function)


def _passed(source, statement, index):
    """The parameters of our functions that get a value with the token."""
    found = []
    for i in range(statement.start, index):
        for callee in source.functions:
            if callee.name == source[i] and source[i + 1] == "(":
                for number, (start, end) in enumerate(
                        arguments_of(source, i + 1)):
                    if start <= index < end:
                        parameter = callee.parameters[number]
                        found.append((parameter.name, callee.name))
    return found


def _returned(source, function, level):
    found = []
    if level < MAX_RETURNS:
        for statement, _ in calls(source, function.name):
            if statement.kind == "return":
                found += _returned(source, statement.function, level + 1)
            elif statement.kind in ("plain", "declaration"):
                found += assigned(source, statement, statement.start)
    return found


def _passed_on(source, variables):
    """The same values under other names: what our functions get as an argument,
    and what is made of a value that is returned."""
    found = []
    for statement in source.statements:
        function = statement.function
        if (statement.kind == "return" and
                statement.end == statement.start + 1 and
                (source[statement.start], function.name) in variables):
            found += _returned(source, function, 0)
    for callee in source.functions:
        for statement, arguments in calls(source, callee.name):
            for parameter, (start, end) in zip(callee.parameters, arguments):
                if (end == start + 1 and (
                        source[start],
                        statement.function.name) in variables):
                    found.append((parameter.name, callee.name))
    return found


def _all(source, variables):
    return sorted({*variables, *_passed_on(source, variables)}, key=str)


def faulty_variables(source, statement, index):
    """The truth about a fault at this token."""
    function = statement.function
    found = _passed(source, statement, index)
    if statement.kind in ("plain", "declaration"):
        found += assigned(source, statement, index)
    else:
        found += _with_targets(source, paths(
            source, statement.start, statement.end, function), function)
    if statement.kind == "return":
        found += _returned(source, function, 0)
    return _all(source, found)


def branch_variables(source, statement):
    """The truth about a branch that is missing: also what it assigns."""
    found = faulty_variables(source, statement, statement.start)
    for inner in source.statements:
        if statement.body[0] <= inner.start < statement.body[1]:
            if inner.kind in ("plain", "declaration"):
                found += assigned(source, inner, inner.start)
            elif inner.kind == "return":
                found += _returned(source, inner.function, 0)
    return _all(source, found)
