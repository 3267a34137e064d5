"""The code blocks of a page. A block's info string, which readers do not see, says what to do with it after the language:

    ```sh                        run; a line that starts ./serve starts a service, and the lines after it ask that service
    ```python                    run, as are js and java; a comment behind a print is the line it must print
    ```json answer               the JSON that the block before it must print; `answer part` may leave members out
    ```text output               the same for text; numbers are equal if they are within half a hundredth
    ```json file=NAME            written to NAME, for the blocks after it; other languages likewise

    service="NAME=VALUE ..."     the settings of the service that the block asks, if it starts none itself
    files="NAME=PATH ..."        files of the repository that the block finds under these names
    jars="PATH ..."              jars of the repository that a java block has on its class path
    map="TEXT=PATH"              a path that stands in the block and not on this machine, and one of the repository for it
    right="QUESTION=ANSWER; ..." what the answer must say for sure; every request of README has it, see examples.py
    status=1                     the exit status, if it is not 0
    needs=pytorch                what has to be built or installed; without it the block is skipped
    with=google                  the packages that the block imports or runs, of those that packages.py lists
    serves                       the whole block is one command that serves until it is stopped
    long                         left out of the short form
    source="PATH"                not run: every stretch of it, up to an empty line, stands in that file, whatever the comments
    skip="REASON"                not run, and why
"""

import dataclasses
import shlex

from markdown_it import MarkdownIt

RUN = {"sh", "python", "js", "java"}
NOT_COMMANDS = {"mermaid": "a diagram", "nginx": "configuration of nginx"}
WORDS = {"answer", "part", "output", "long", "serves"}
NAMES = {"file", "service", "files", "jars", "map", "right", "status", "needs", "skip", "source", "with"}


class Misuse(Exception):
    """A block that says nothing, or nothing known, about itself."""


@dataclasses.dataclass
class Block:
    """A code block; `line` counts from 1 and is that of its fence."""

    page: str
    line: int
    language: str
    text: str
    words: set
    values: dict

    def __str__(self):
        return f"{self.page}:{self.line} {self.language}"

    def pairs(self, name):
        """`NAME=VALUE` pairs of a value."""
        return dict(pair.split("=", 1) for pair in shlex.split(self.values.get(name, "")))

    @property
    def kind(self):
        """What to do with it: run, answer, output, file, source or skip."""
        if "source" in self.values:
            return "source"
        if "skip" in self.values or self.language in NOT_COMMANDS:
            return "skip"
        for kind in ("answer", "output"):
            if kind in self.words:
                return kind
        return "file" if "file" in self.values and self.language not in ("python", "js", "java") else "run"

    @property
    def reason(self):
        return self.values.get("skip") or NOT_COMMANDS[self.language]


def read(page, text):
    """The blocks of a page, in order."""
    blocks = []
    for token in MarkdownIt("commonmark").parse(text):
        if token.type == "code_block":
            raise Misuse(f"{page}:{token.map[0] + 1}: an indented block; use a fence, whose language says how to run it")
        if token.type == "fence":
            blocks.append(block(page, token))
    return blocks


def write(file, renewed):
    """Writes (old text, new text) of blocks, by the lines of their fences, into a page."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    for line, (old, new) in sorted(renewed.items(), reverse=True):
        end = line + len(old.splitlines())
        if "".join(lines[line:end]) != old:
            raise Misuse(f"{file}:{line}: the block is indented, so it cannot be renewed")
        lines[line:end] = [new]
    file.write_text("".join(lines), encoding="utf-8")


def block(page, token):
    language, *rest = shlex.split(token.info) or [""]
    words = {word for word in rest if "=" not in word}
    values = dict(word.split("=", 1) for word in rest if "=" in word)
    made = Block(page, token.map[0] + 1, language, token.content, words, values)
    unknown = (words - WORDS) | (values.keys() - NAMES)
    if unknown:
        raise Misuse(f"{made}: unknown words: {', '.join(sorted(unknown))}")
    if made.kind == "run" and language not in RUN:
        raise Misuse(f"{made}: is it run, compared with an answer, or not run, and why? See scripts/check/docs/blocks.py")
    return made
