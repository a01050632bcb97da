#!/usr/bin/env python3
"""Fills in what gpulint itself says on the lesson's pages and beside the examples.

    scripts/refresh-lessons.py [--check] GPULINT

Runs the program GPULINT from the repository's root and writes
  * below every `<!-- gpulint: ARGUMENTS -->` of a Markdown page, into the fenced block that follows, the command
    and what it prints;
  * between `<!-- manifest: FILE -->` and the end of the fenced block that follows, the file (comments at its top left out);
  * between `<!-- rules -->` and `<!-- /rules -->` below a step's anchor, links to the rules that the step explains;
  * between `<!-- steps -->` and `<!-- /steps -->`, links to all steps;
  * beside every example `NAME.yaml`, in `NAME.expected.txt`, what `gpulint check` says of it.

An example is checked against examples/clusters/lesson.yaml, or with the arguments of a comment
`# gpulint ARGUMENTS` in its first line. A file of examples/clusters is shown by `gpulint inventory show`.

With --check nothing is written; the exit status is 1 when something would change, or when a page and
rules/lessons.yaml, or a rule and the lesson, do not agree.
"""
import argparse
import difflib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LESSONS = ROOT / "docs" / "lessons"
GUIDES = ROOT / "docs" / "guides"
EXAMPLES = ROOT / "examples"
CLUSTER = "examples/clusters/lesson.yaml"

COMMAND = re.compile(r"^<!-- gpulint: (.*?) -->$")
MANIFEST = re.compile(r"^<!-- manifest: (.*?) -->$")
ANCHOR = re.compile(r'^<a id="([0-9.]+)"></a>$')
HEADING = re.compile(r"^## ([0-9]\.[0-9]) (.*)$")
STEP = re.compile(r'^  - id: "([0-9.]+)"\n    title: "(.*)"\n    page: (\S+)$', re.MULTILINE)


class Gpulint:
    """The program, run from the repository's root."""

    def __init__(self, path):
        self.path = str(pathlib.Path(path).resolve())

    def run(self, arguments):
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("FORCE_COLOR", "NO_COLOR", "GITHUB_ACTIONS")}
        done = subprocess.run([self.path, *arguments], cwd=ROOT, env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        if done.returncode < 0:
            sys.exit(f"gpulint {shlex.join(arguments)}: ended by signal {-done.returncode}")
        return done.stdout.decode("utf-8")

    def rules(self):
        known = json.loads(self.run(["rules", "--output", "json"]))
        return known["rules"] if isinstance(known, dict) else known


def first_comment_arguments(text):
    """The arguments in a first line `# gpulint ARGUMENTS`, else None."""
    match = re.match(r"# gpulint (.*)\n", text)
    return shlex.split(match.group(1)) if match else None


def without_head_comment(text):
    """The file without the comment lines at its top, which the page's own words replace."""
    lines = text.splitlines()
    while lines and lines[0].startswith("#"):
        lines.pop(0)
    return "\n".join(lines).strip("\n")


def example_arguments(path):
    relative = path.relative_to(ROOT).as_posix()
    if path.parent.name == "clusters":
        return ["inventory", "show", relative]
    given = first_comment_arguments(path.read_text(encoding="utf-8"))
    return given or ["check", relative, "-i", CLUSTER]


def read_steps():
    text = (ROOT / "rules" / "lessons.yaml").read_text(encoding="utf-8")
    return [{"id": id, "title": title, "page": page} for id, title, page in STEP.findall(text)]


class Page:
    """One Markdown page, rewritten line by line."""

    def __init__(self, path, gpulint, rules):
        self.path = path
        self.gpulint = gpulint
        self.rules = rules
        self.lines = path.read_text(encoding="utf-8").splitlines()
        self.problems = []
        self.steps = {}  # id -> title of its heading
        self.out = []
        self.step = None

    def complain(self, index, message):
        self.problems.append(f"{self.path.relative_to(ROOT)}:{index + 1}: {message}")

    def refreshed(self):
        index = 0
        while index < len(self.lines):
            line = self.lines[index]
            self.out.append(line)
            index += 1
            if anchor := ANCHOR.match(line):
                self.step = anchor.group(1)
            elif heading := HEADING.match(line):
                self.steps[heading.group(1)] = heading.group(2)
                if self.step != heading.group(1):
                    self.complain(index - 1, f'needs <a id="{heading.group(1)}"></a> above this heading')
            elif command := COMMAND.match(line):
                said = self.gpulint.run(shlex.split(command.group(1)))
                index = self.fill_block(index, "text", f"$ gpulint {command.group(1)}\n{said}")
            elif manifest := MANIFEST.match(line):
                file = ROOT / manifest.group(1)
                if not file.exists():
                    self.complain(index - 1, f"there is no {manifest.group(1)}")
                else:
                    text = without_head_comment(file.read_text(encoding="utf-8"))
                    index = self.fill_block(index, "yaml", text)
            elif line == "<!-- rules -->":
                index = self.fill_list(index, "rules", self.rule_links())
            elif line == "<!-- steps -->":
                index = self.fill_list(index, "steps", step_links())
        return "\n".join(self.out) + "\n"

    def fill_block(self, index, language, text):
        """Replaces the fenced block at `index`, or makes one there; returns where to go on."""
        if index < len(self.lines) and self.lines[index].startswith("```"):
            end = index + 1
            while end < len(self.lines) and self.lines[end] != "```":
                end += 1
            if end == len(self.lines):
                self.complain(index, "this block has no end")
            index = end + 1
        self.out += [f"```{language}", *text.rstrip("\n").splitlines(), "```"]
        return index

    def rule_links(self):
        links = [f"* [{rule['id']} {rule['name']}](../rules/{rule['name']}.md): {rule['title']}"
                 for rule in self.rules if rule["lesson"] == self.step]
        return ["Rules about this step:", "", *links] if links else []

    def fill_list(self, index, name, lines):
        """Replaces what stands before `<!-- /name -->`; returns where to go on."""
        end = index
        while end < len(self.lines) and self.lines[end] != f"<!-- /{name} -->":
            end += 1
        if end == len(self.lines):
            self.complain(index - 1, f"needs <!-- /{name} --> below")
            return index
        if lines:
            self.out += ["", *lines, ""]
        return end


def step_links():
    """All steps, section by section."""
    lines, page = [], None
    for step in read_steps():
        if step["page"] != page:
            page = step["page"]
            heading = (LESSONS / page).read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
            lines += [f"* [{heading}]({page})"]
        lines += [f"  * [{step['id']} {step['title']}]({page}#{step['id']})"]
    return lines


def find_broken_links(page, by_name):
    """Links of a lesson's page to files and anchors that are not there."""
    problems = []
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", "\n".join(page.out)):
        # The rules' pages are generated by another program; their links are checked with them.
        if "://" in target or target.startswith("../rules/"):
            continue
        name = target or page.path.name
        if not (page.path.parent / name).exists():
            problems.append(f"docs/lessons/{page.path.name}: links to {target}, which is not there")
        elif anchor and name in by_name and anchor not in by_name[name].steps:
            problems.append(f"docs/lessons/{page.path.name}: links to {name}#{anchor}, and there is no such step")
    return problems


def compare_with_steps(pages, rules):
    """What does not agree between the pages, rules/lessons.yaml and the rules."""
    problems = []
    by_name = {page.path.name: page for page in pages}
    steps = read_steps()
    if not steps:
        problems.append("rules/lessons.yaml: no steps found")
    for step in steps:
        page = by_name.get(step["page"])
        if page is None:
            problems.append(f"docs/lessons/{step['page']} is missing")
        elif page.steps.get(step["id"]) != step["title"]:
            problems.append(f"docs/lessons/{step['page']}: wants the heading \"## {step['id']} {step['title']}\"")
    known = {step["id"] for step in steps}
    for page in pages:
        problems += [f"docs/lessons/{page.path.name}: {id} is no step of rules/lessons.yaml"
                     for id in page.steps if id not in known]
        problems += find_broken_links(page, by_name)
    problems += [f"rule {rule['id']}: its lesson {rule['lesson']} is no step" for rule in rules
                 if rule["lesson"] not in known]
    return problems


def main():
    parser = argparse.ArgumentParser(description="Fill in what gpulint says on the lesson's pages and beside the examples.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when something would change")
    parser.add_argument("gpulint", help="the gpulint program")
    arguments = parser.parse_args()
    gpulint = Gpulint(arguments.gpulint)
    rules = gpulint.rules()

    pages = [Page(path, gpulint, rules) for path in [*sorted(LESSONS.glob("*.md")), *sorted(GUIDES.glob("*.md")), ROOT / "README.md"] if path.exists()]
    wanted = {page.path: page.refreshed() for page in pages}
    problems = [problem for page in pages for problem in page.problems]
    lesson_pages = [page for page in pages if page.path.parent == LESSONS]
    problems += compare_with_steps(lesson_pages, rules)

    expected = set()
    for path in sorted(EXAMPLES.rglob("*.yaml")):
        beside = path.with_suffix(".expected.txt")
        wanted[beside] = gpulint.run(example_arguments(path))
        expected.add(beside)
    left_over = [path for path in EXAMPLES.rglob("*.expected.txt") if path not in expected]

    for path, text in wanted.items():
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if before == text:
            continue
        name = path.relative_to(ROOT).as_posix()
        if arguments.check:
            problems.append(f"{name}: is not what gpulint says now")
            problems += list(difflib.unified_diff(before.splitlines(), text.splitlines(), "there", "now", lineterm=""))[:40]
        else:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    for path in left_over:
        if arguments.check:
            problems.append(f"{path.relative_to(ROOT)}: has no example any more")
        else:
            path.unlink()
            print(f"removed {path.relative_to(ROOT)}")

    for problem in problems:
        print(problem, file=sys.stderr)
    if problems and arguments.check:
        print("run scripts/refresh-lessons.py build/release/gpulint", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
