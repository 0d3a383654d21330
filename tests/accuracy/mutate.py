"""Seeds faults into a C program by rules, one at a time.

    python3 tests/accuracy/mutate.py PROGRAM.c [NAME]

lists the mutants of a program, or prints one. A mutant's name is
PROGRAM.FUNCTION.RULE.NUMBER, so that it stays when other functions change.
"""
import hashlib
import os
import sys

from csource import KEYWORDS, Source
from truth import arguments_of, branch_variables, faulty_variables

OPERATORS = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "==": "!=",
             "!=": "==", "&&": "||", "||": "&&", "+=": "-=", "-=": "+=",
             "*=": "+=", "<<": ">>", ">>": "<<", "&": "|", "|": "&"}
ORDERS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
# By function, the number of the argument that is a size.
SIZES = {"malloc": 0, "realloc": 1, "memcpy": 2, "memmove": 2, "memset": 2,
         "strncpy": 2, "strncmp": 2, "snprintf": 1, "fgets": 1}
CLEARING = {"0", "NULL", "'\\0'", "- 1", "1"}


def digest(text):
    """A number that only depends on the text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


class Mutant:
    """One fault: the text with it, and what is known to be wrong."""

    def __init__(self, source, rule, statement, index, edit, find_variables):
        tokens = source.tokens
        self.rule, self.function = rule, statement.function.name
        self.line = tokens[index].line
        self.lines = (tokens[statement.start].line,
                      tokens[statement.end].line)
        self._find_variables = find_variables
        start, end, text = edit
        # Where a suspect has the fault: a range of lines, or several.
        self.places = [self.lines]
        if _is_missing(rule, edit[2]):
            self.places += _beside(source, statement)
        # All that follows stays on its line.
        text += "\n" * (source.text.count("\n", start, end) -
                        text.count("\n"))
        self.change = f"{source.text[start:end]!r} -> {text!r}"
        self.text = source.text[:start] + text + source.text[end:]
        self.name = None

    def variables(self):
        """Found on demand: most mutants are never looked at."""
        return self._find_variables()


def _is_missing(rule, text):
    """Whether no code is left of the statement, or of the branch."""
    return rule == "missing-branch" or (
        rule in ("missing-init", "missing-copy") and not text)


def _beside(source, statement):
    """The lines of the statements before and behind, in the function: what is
    missing can only be pointed at from there."""
    end = statement.body[1] if statement.body else statement.end
    others = sorted((s for s in source.statements
                     if s.function is statement.function),
                    key=lambda s: s.start)
    before = [s for s in others if s.end <= statement.start][-1:]
    behind = [s for s in others if s.start >= end][:1]
    return [(source.tokens[s.start].line, source.tokens[s.end].line)
            for s in before + behind]


class Mutator:
    def __init__(self, text):
        self.source = Source(text)
        self.mutants = []

    def all(self):
        for statement in self.source.statements:
            for i in range(statement.start, statement.end):
                self._operator(statement, i)
                self._off_by_one(statement, i)
                self._constant(statement, i)
                self._wrong_variable(statement, i)
                self._wrong_member(statement, i)
                self._wrong_size(statement, i)
                self._missing_duplicate(statement, i)
            self._missing_branch(statement)
            self._missing_initialisation(statement)
            self._missing_copy(statement)
        return self.mutants

    def _add(self, rule, statement, index, edit, find_variables=None):
        def find():
            return faulty_variables(self.source, statement, index)

        self.mutants.append(Mutant(self.source, rule, statement, index, edit,
                                   find_variables or find))

    def _replace(self, rule, statement, index, text, last=None):
        tokens = self.source.tokens
        end = tokens[index if last is None else last].end
        self._add(rule, statement, index, (tokens[index].start, end, text))

    def _is_binary(self, statement, i):
        before = self.source.tokens[i - 1]
        if i == statement.start or before.kind in ("sign", "text"):
            return before.text == "]" or (
                before.text == ")" and not self._closes_cast(i - 1))
        if before.kind == "name" and before.text in KEYWORDS:
            return False
        # A declaration has a type before the sign.
        return before.kind != "name" or self.source[i - 2] not in (
            "struct", "enum")

    def _closes_cast(self, close):
        opening = next(a for a, b in self.source.match.items() if b == close)
        return self.source[opening + 1] in KEYWORDS - {"sizeof", "NULL"}

    def _operator(self, statement, i):
        sign = self.source[i]
        if (self.source.tokens[i].kind == "sign" and sign in OPERATORS and
                self._is_binary(statement, i)):
            self._replace("operator", statement, i, OPERATORS[sign])

    def _off_by_one(self, statement, i):
        sign = self.source[i]
        if self.source.tokens[i].kind == "sign" and sign in ORDERS:
            self._replace("off-by-one", statement, i, ORDERS[sign])

    def _constant(self, statement, i):
        token = self.source.tokens[i]
        if token.kind == "number" and token.text.isdigit():
            value = int(token.text)
            self._replace("constant", statement, i,
                          "0" if value == 1 else str(value + 1))

    def _wrong_variable(self, statement, i):
        function = statement.function
        if (self.source.tokens[i].kind != "name" or
                self.source[i + 1] == "("):
            return
        used = self.source.variable_at(i, function)
        if not used or used.start == i:
            return
        others = {v.name for v in self.source.scope_at(i, function)
                  if v.type == used.type and v.end != i} - {used.name}
        declared = {v.name for v in function.locals
                    if statement.start <= v.start < statement.end}
        self._other_name(statement, i, others - declared)

    def _wrong_member(self, statement, i):
        """Of the same struct; its other members of the type."""
        if self.source[i - 1] not in (".", "->"):
            return
        owners = [f for f in self.source.fields if f.name == self.source[i]]
        if len(owners) == 1:
            used = owners[0]
            self._other_name(statement, i, {
                f.name for f in self.source.fields
                if f.struct == used.struct and f.type == used.type and
                f is not used})

    def _other_name(self, statement, i, others):
        if others:
            place = f"{statement.function.name} {i} "
            name = min(others, key=lambda other: digest(place + other))
            token = self.source.tokens[i]

            def find():
                found = faulty_variables(self.source, statement, i)
                # What is assigned instead is wrong as well.
                return found + [(name, owner) for old, owner in found
                                if old == token.text]

            self._add("wrong-variable", statement, i,
                      (token.start, token.end, name), find)

    def _wrong_size(self, statement, i):
        source = self.source
        if source[i] == "strlen" and source[i + 1] == "(":
            close = source.match[i + 1]
            if source[close + 1:close + 3] == ["+", "1"]:
                self._replace("wrong-size", statement, close + 1, "",
                              close + 2)
        if source[i] == "sizeof" and source[i + 1] == "(":
            last = source.match[i + 1] - 1
            if source[i + 2] == "struct" and source[last] != "*":
                self._replace("wrong-size", statement, last,
                              source[last] + " *")
        if source[i] in SIZES and source[i + 1] == "(":
            arguments = arguments_of(source, i + 1)
            start, end = arguments[SIZES[source[i]]]
            text = source.text[source.tokens[start].start:
                               source.tokens[end - 1].end]
            self._replace("wrong-size", statement, start, f"({text}) / 2",
                          end - 1)
        if statement.kind == "declaration":
            for variable in statement.function.locals:
                if variable.start == i and variable.size:
                    size = variable.size + 1
                    if source.tokens[size].kind == "number":
                        self._replace("wrong-size", statement, size,
                                      str(int(source[size]) // 4))

    def _missing_duplicate(self, statement, i):
        """Two names for one text, where there should be two texts."""
        source = self.source
        if source[i] in ("strdup", "copy_text") and source[i + 1] == "(":
            inside = source.tokens[i + 1].start
            close = source.tokens[source.match[i + 1]].end
            text = source.text[inside:close]
            self._add("missing-copy", statement, i,
                      (source.tokens[i].start, close, f"(char *){text}"))

    def _missing_branch(self, statement):
        tokens = self.source.tokens
        if statement.kind == "if" and self.source[
                statement.start - 2] == "if":
            start = tokens[statement.start].start
            end = tokens[statement.end - 1].end
            condition = self.source.text[start:end]
            self._add("missing-branch", statement, statement.start,
                      (start, end, f"0 && ({condition})"),
                      lambda: branch_variables(self.source, statement))

    def _right_side(self, statement):
        for i in range(statement.start, statement.end):
            if self.source[i] == "=":
                return i
        return None

    def _clears(self, statement, at):
        right = self.source[at + 1:statement.end]
        return " ".join(right) in CLEARING

    def _missing_initialisation(self, statement):
        source, at = self.source, self._right_side(statement)
        if statement.kind == "declaration" and at:
            if "," not in source[statement.start:statement.end]:
                self._replace("missing-init", statement, at, "",
                              statement.end - 1)
        elif statement.kind == "plain":
            if source[statement.start] == "memset" or (
                    at and self._clears(statement, at)):
                self._delete("missing-init", statement)
        for i in range(statement.start, statement.end):
            if source[i] == "calloc" and source[i + 1] == "(":
                comma = arguments_of(source, i + 1)[0][1]
                start, end = source.tokens[i].start, source.tokens[comma].end
                middle = source.text[source.tokens[i].end:end - 1]
                self._add("missing-init", statement, i,
                          (start, end, f"malloc{middle} *"))

    def _missing_copy(self, statement):
        source, at = self.source, self._right_side(statement)
        if statement.kind != "plain":
            return
        if source[statement.start] in ("strcpy", "memcpy", "strncpy",
                                       "memmove"):
            self._delete("missing-copy", statement)
        elif at and not self._clears(statement, at) and "(" not in source[
                at:statement.end]:
            self._delete("missing-copy", statement)

    def _delete(self, rule, statement):
        self._replace(rule, statement, statement.start, "",
                      statement.end - 1)


def mutants_of(path):
    """All mutants of a program, in the order of its text, with names."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    program = os.path.basename(path).removesuffix(".c")
    counts, found = {}, []
    for mutant in Mutator(text).all():
        key = f"{program}.{mutant.function}.{mutant.rule}"
        counts[key] = counts.get(key, 0) + 1
        mutant.name = f"{key}.{counts[key]}"
        mutant.program = program
        found.append(mutant)
    return found


def main(path, wanted=None):
    for mutant in mutants_of(path):
        if wanted == mutant.name:
            print(mutant.text, end="")
        elif wanted is None:
            names = " ".join(name for name, _ in mutant.variables())
            print(f"{mutant.name}:{mutant.line}: {mutant.change} [{names}]")


if __name__ == "__main__":
    main(*sys.argv[1:])
