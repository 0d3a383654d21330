"""What a report is worth, if the fault is known."""
import json
import os
import re
import shlex
import signal
import subprocess
import time

from reveal import limit_stack

# For one analysis, on a busy machine; it reports what it has by then.
LIMIT_SECONDS = 180
NEAR = 5
HERE = os.path.dirname(os.path.abspath(__file__))

# The command's own words and files, whatever was made of them.
ARGUMENT = re.compile(r"^(main::)?arg[cv]\b|^\(?\*?(main::)?argv\b|^<fd |"
                      r"_IO_2_1_std|\benviron\b")
# Casts, and texts in GDB's expressions.
CAST = re.compile(r"\((?:const )?(?:struct |enum |union )?\w+ "
                  r"[*()\[\]\d ]+\)")


def _write_args(folder, name, program, given):
    words = ["./" + program, *given.words]
    line = " ".join(shlex.quote(word) for word in words)
    if given.text is not None:
        with open(os.path.join(folder, f"{name}.txt"), "w",
                  encoding="utf-8") as file:
            file.write(given.text)
        line += f" < {name}.txt"
    with open(os.path.join(folder, f"{name}.args"), "w",
              encoding="utf-8") as file:
        file.write(line + "\n")
    return line


class Analysis:
    """One run of howcome, with the two args files and nothing else."""

    def __init__(self, howcome, folder, program, pair):
        _write_args(folder, "pass", program, pair.passing)
        self.failing = _write_args(folder, "fail", program, pair.failing)
        self.folder, self.report = folder, {}
        out = os.path.join(folder, "report.json")
        with open(out, "wb") as file:
            process = subprocess.Popen(
                [howcome, "-q", "--format", "json", "pass.args", "fail.args"],
                cwd=folder, stdin=subprocess.DEVNULL, stdout=file,
                stderr=subprocess.DEVNULL, preexec_fn=limit_stack)
            self.status, self.seconds = _wait(process)
        if os.path.getsize(out):
            with open(out, encoding="utf-8") as file:
                self.report = json.load(file)


def _wait(process):
    """Its status and processor seconds; stopped when its time is up."""
    end = time.monotonic() + LIMIT_SECONDS
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_utime + usage.ru_stime
        if time.monotonic() > end:
            os.kill(process.pid, signal.SIGTERM)
            end += LIMIT_SECONDS
        time.sleep(0.01)


def names_variable(expression, function, variable):
    """Whether GDB's expression at a moment in a function is the variable, or
    an element or member of it."""
    name, owner = variable
    plain = CAST.sub("", expression)
    for found in re.finditer(rf"(?:(\w+)::)?\b{re.escape(name)}\b", plain):
        rest = re.sub(r"\[[^\]]*\]|\.\w+|[\s)*]|@\d+", "",
                      plain[found.end():])
        is_member = plain[:found.start()].endswith((".", "->"))
        if rest or (owner and is_member):
            continue
        if owner is None or owner == (found.group(1) or function):
            return True
    return False


def _ranks(mutant, suspects):
    """The ranks of the first suspect that has a line of the fault, or of what
    is beside it if it is missing; and of the first in its function."""
    rank = function_rank = None
    for suspect in suspects:
        first, last = suspect["lines"]
        if suspect["function"] != mutant.function:
            continue
        function_rank = function_rank or suspect["rank"]
        if rank is None and any(first <= end and start <= last
                                for start, end in mutant.places):
            rank = suspect["rank"]
    return rank, function_rank


class Score:
    def __init__(self, mutant, analysis):
        report = analysis.report
        self.status, self.seconds = analysis.status, analysis.seconds
        self.events = report.get("events", [])
        self.steps = report.get("steps", [])
        told = [self.events[step["event"]] for step in self.steps]
        self.tests = sum(event["tests"]["total"] for event in self.events)
        self.unresolved = sum(event["tests"]["unresolved"]
                              for event in self.events)
        self.causes = len(told)
        self.both = sum(event["confirmed"] == "both" for event in told)
        past = [(event["location"]["function"], cause["variable"])
                for event in told for cause in event["cause"]
                if not ARGUMENT.search(cause["variable"])]
        self.found = self.status == 0 and bool(past)
        self.variable = any(
            names_variable(expression, function, variable)
            for function, expression in past
            for variable in mutant.variables())
        self.distance = self._distance(mutant)
        self.rank, self.function_rank = _ranks(
            mutant, report.get("suspects", []))
        self.bracketed = self.early = False
        if self.found:
            self._follow(mutant, analysis)

    def _transitions(self):
        """Events between which the cause moves; None is the failure."""
        return [(step["holds_to"], step["moves_to"]) for step in self.steps]

    def _distance(self, mutant):
        first, last = mutant.lines
        distances = []
        for number in {n for ends in self._transitions() for n in ends}:
            if number is None:
                continue
            place = self.events[number]["location"]
            if place["function"] == mutant.function:
                line = place["line"]
                distances.append(max(first - line, line - last, 0))
        return min(distances, default=None)

    def _follow(self, mutant, analysis):
        """When the failing run executes the fault: in a transition, and so not
        only while one cause holds; or after all that is told (early)."""
        ends = sorted({n for pair in self._transitions() for n in pair
                       if n is not None})
        places = [self.events[number]["location"] for number in ends]
        asked = {"file": mutant.program + ".c",
                 "fault": [mutant.lines[0], mutant.line],
                 "arguments": analysis.failing.partition(" ")[2],
                 "events": [(place["line"], place["hit"]["fail"])
                            for place in places]}
        order = _order(analysis.folder, mutant.program, asked)
        moments = {n: order.index(i) for i, n in enumerate(ends)
                   if i in order}
        self.early = "F" in order and order.index("F") > max(
            moments.values(), default=-1)
        moments[None] = len(order)
        self.bracketed = any(
            start in moments and end in moments and
            "F" in order[moments[start]:moments[end]]
            for start, end in self._transitions())


def _order(folder, program, asked):
    done = subprocess.run(
        ["gdb", "-nx", "-q", "-batch", "-iex", "set debuginfod enabled off",
         "-x", os.path.join(HERE, "bracket.py"), "./" + program],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        env={**os.environ, "BRACKET_LINES": json.dumps(asked),
             "SHELL": "/bin/sh"},
        timeout=LIMIT_SECONDS, preexec_fn=limit_stack, check=False)
    found = re.search(r"^ORDER (.*)$", done.stdout, re.MULTILINE)
    return json.loads(found.group(1)) if found else []
