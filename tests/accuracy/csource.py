"""Just enough of C to seed faults into programs written in one plain style:
tokens with their lines, functions, statements, and variables with their types.
It is no parser of C in general; the compiler judges what the mutator makes.
"""
import re

TOKEN = re.compile(r"""
    (?P<space>\s+|/\*.*?\*/|\#[^\n]*)
  | (?P<text>"(?:\\.|[^"\\])*")
  | (?P<char>'(?:\\.|[^'\\])+')
  | (?P<number>\d[\w.]*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<sign>->|\+\+|--|<<=|>>=|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|.)
""", re.VERBOSE | re.DOTALL)

ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^="}
BASIC_TYPES = {"int", "char", "long", "unsigned", "double", "size_t", "FILE",
               "void", "short", "float"}
TYPE_WORDS = BASIC_TYPES | {"struct", "enum", "const", "static"}
KEYWORDS = TYPE_WORDS | {"if", "else", "while", "for", "do", "switch", "case",
                         "default", "return", "break", "continue", "sizeof",
                         "NULL", "goto"}


class Token:
    def __init__(self, kind, text, start, line):
        self.kind, self.text = kind, text
        self.start, self.end, self.line = start, start + len(text), line

    def __repr__(self):
        return self.text


class Variable:
    """One that is declared: where it may be used, by token numbers."""

    def __init__(self, name, type_, size, start, end):
        self.name, self.type, self.size = name, type_, size
        self.start, self.end = start, end


class Statement:
    """What is executed as one: an expression, a test, a return. `kind` is
    "plain", "declaration", "if", "loop" (the test of one) or "return"; `body`
    is what an if guards."""

    def __init__(self, kind, start, end, function):
        self.kind, self.start, self.end = kind, start, end
        self.function, self.body = function, (end, end)


class Function:
    def __init__(self, name, start, end):
        self.name, self.start, self.end = name, start, end
        self.parameters, self.locals = [], []


class Source:
    def __init__(self, text):
        self.text = text
        self.tokens = list(_tokens(text))
        self.match = _brackets(self.tokens)
        self.functions, self.statements = [], []
        self.globals, self.fields = [], []
        self._read_file()

    def __getitem__(self, index):
        """The text of a token, or of several."""
        if isinstance(index, slice):
            return [token.text for token in self.tokens[index]]
        return self.tokens[index].text

    def _read_file(self):
        i = 0
        while i < len(self.tokens):
            end = i
            while self[end] not in (";", "{"):
                end = self.match.get(end, end) + 1
            if self[end] == "{" and self[end - 1] == ")":
                self._read_function(i, end)
                i = self.match[end] + 1
                continue
            if self[i] == "struct" and self[i + 2] == "{":
                self._read_fields(self[i + 1], end + 1, self.match[end])
            elif self[end] == ";" and "(" not in self[i:end]:
                self.globals += self._declared(i, end, len(self.tokens))
            while self[end] != ";":
                end = self.match.get(end, end) + 1
            i = end + 1

    def _read_fields(self, struct, start, end):
        while start < end:
            stop = start
            while self[stop] != ";":
                stop += 1
            for field in self._declared(start, stop, 0):
                field.struct = struct
                self.fields.append(field)
            start = stop + 1

    def _read_function(self, start, body):
        opening = next(i for i in range(start, body) if self[i] == "(")
        function = Function(self[opening - 1], body, self.match[body])
        i = opening + 1
        while i < self.match[opening]:
            end = i
            while self[end] != "," and end < self.match[opening]:
                end = self.match.get(end, end) + 1
            function.parameters += self._declared(i, end, function.end)
            i = end + 1
        self.functions.append(function)
        self._read_block(body, function)

    def _read_block(self, start, function):
        i = start + 1
        while i < self.match[start]:
            i = self._read_statement(i, function, self.match[start])

    def _add(self, kind, start, end, function):
        statement = Statement(kind, start, end, function)
        self.statements.append(statement)
        return statement

    def _read_statement(self, i, function, scope):
        """Returns the number of the first token behind it."""
        word = self[i]
        if word == "{":
            self._read_block(i, function)
            return self.match[i] + 1
        if word in ("else", "do"):
            return self._read_statement(i + 1, function, scope)
        if word in ("case", "default"):
            while self[i] != ":":
                i += 1
            return i + 1
        if word in ("if", "while", "switch"):
            close = self.match[i + 1]
            kind = "loop" if word == "while" else "if"
            statement = self._add(kind, i + 2, close, function)
            if self[close + 1] == ";":
                return close + 2
            end = self._read_statement(close + 1, function, scope)
            statement.body = (close + 1, end)
            if word == "if" and end < scope and self[end] == "else":
                return self._read_statement(end, function, scope)
            return end
        if word == "for":
            close = self.match[i + 1]
            first = self._semicolon(i + 2)
            second = self._semicolon(first + 1)
            self._add("plain", i + 2, first, function)
            self._add("loop", first + 1, second, function)
            self._add("plain", second + 1, close, function)
            return self._read_statement(close + 1, function, scope)
        end = self._semicolon(i)
        if word == "return":
            self._add("return", i + 1, end, function)
        elif self._is_type(i):
            self._add("declaration", i, end, function)
            function.locals += self._declared(i, end, scope)
        elif word not in ("break", "continue", "goto"):
            self._add("plain", i, end, function)
        return end + 1

    def _semicolon(self, i):
        while self[i] != ";":
            i = self.match.get(i, i) + 1
        return i

    def _is_type(self, i):
        return self[i] in TYPE_WORDS

    def _declared(self, start, end, scope):
        """The variables of one declaration, `const struct x *a[3], b = 1`."""
        base = []
        while self[start] in TYPE_WORDS:
            if self[start] in ("struct", "enum"):
                start += 1
                base.append(self[start])
            elif self[start] not in ("const", "static"):
                base.append(self[start])
            start += 1
        found = []
        while start < end:
            stars = ""
            while self[start] in ("*", "const"):
                stars += self[start].replace("const", "")
                start += 1
            name, i, size = self[start], start + 1, None
            while i < end and self[i] == "[":
                stars, size = stars + "[]", size or i
                i = self.match[i] + 1
            if name.isidentifier() and name not in KEYWORDS:
                found.append(Variable(name, " ".join(base) + stars, size,
                                      start, scope))
            while i < end and self[i] != ",":
                i = self.match.get(i, i) + 1
            start = i + 1
        return found

    def statement_at(self, index):
        """The innermost statement with this token."""
        for statement in self.statements:
            if statement.start <= index < statement.end:
                return statement
        return None

    def variable_at(self, index, function):
        """What a name means there: a local or a global."""
        if self[index - 1] in (".", "->"):
            return None
        usable = [v for v in self.scope_at(index, function)
                  if v.name == self[index]]
        return usable[-1] if usable else None

    def scope_at(self, index, function):
        """Variables that are declared there, the innermost last."""
        inner = [v for v in function.locals if v.start < index < v.end]
        return self.globals + function.parameters + inner


def _tokens(text):
    line = 1
    for found in TOKEN.finditer(text):
        if found.lastgroup != "space":
            yield Token(found.lastgroup, found.group(), found.start(), line)
        line += found.group().count("\n")


def _brackets(tokens):
    """From each opening bracket to the one that closes it."""
    match, opened = {}, []
    for i, token in enumerate(tokens):
        if token.kind == "sign" and token.text in "([{":
            opened.append(i)
        elif token.kind == "sign" and token.text in ")]}":
            match[opened.pop()] = i
    return match
