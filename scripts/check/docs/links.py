"""The links of all pages of the repository: relative ones, their anchors, and files named in code style."""

import pathlib
import re
import subprocess
import urllib.parse

from markdown_it import MarkdownIt

ATTRIBUTE = re.compile(r'\b(?:href|src|srcset)="([^"]+)"')
PATH = re.compile(r"(?:benchmarks|conf|deploy|docs|scripts|starter|testdata)/[\w./-]*\w/?")


def pages(root):
    """Every Markdown file that git knows or could add."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=root, check=True,
                            capture_output=True, text=True).stdout.split()
    return [pathlib.Path(name) for name in listed if (root / name).exists()]


def parsed(text):
    return MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)


def targets(tokens):
    """What a page refers to: links and pictures, and paths in code style."""
    for token in tokens:
        for child in token.children or []:
            if child.type in ("link_open", "image"):
                yield child.attrGet("href") or child.attrGet("src")
            elif child.type == "html_inline":
                yield from ATTRIBUTE.findall(child.content)
        if token.type == "html_block":
            yield from ATTRIBUTE.findall(token.content)


def named(tokens):
    """The paths of the repository that a page names in code style."""
    for token in tokens:
        for child in token.children or []:
            if child.type == "code_inline":
                path = child.content.split()[0] if child.content.split() else ""
                if PATH.fullmatch(path):
                    yield path


def anchors(text):
    """The anchors of a page's headings, as code hosts make them."""
    tokens, seen, found = parsed(text), {}, set()
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            words = "".join(child.content for child in tokens[i + 1].children if child.type in ("text", "code_inline"))
            slug = re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
            count = seen[slug] = seen.get(slug, -1) + 1
            found.add(slug if count == 0 else f"{slug}-{count}")
    return found


def broken(root):
    """A line for each reference that leads nowhere, and how many were followed."""
    lines, followed = [], 0
    for page in pages(root):
        tokens = parsed((root / page).read_text(encoding="utf-8"))
        for target in targets(tokens):
            url = urllib.parse.urlsplit(target)
            if url.scheme or url.netloc:
                continue
            followed += 1
            file = root / page.parent / urllib.parse.unquote(url.path) if url.path else root / page
            if not file.exists():
                lines.append(f"{page}: {target}: there is no such file")
            elif url.fragment and file.suffix == ".md" and url.fragment not in anchors(file.read_text(encoding="utf-8")):
                lines.append(f"{page}: {target}: there is no such heading")
        for path in named(tokens):
            followed += 1
            if not (root / path).exists() and not (root / page.parent / path).exists():
                lines.append(f"{page}: `{path}`: there is no such file")
    return lines, followed


def unlisted(root):
    """The pages of docs/ that its index does not link to."""
    index = root / "docs" / "README.md"
    linked = {urllib.parse.urlsplit(target).path for target in targets(parsed(index.read_text(encoding="utf-8")))}
    return [page.name for page in sorted((root / "docs").glob("*.md")) if page != index and page.name not in linked]


def unpublished(root):
    """The results and programs of benchmarks/ that docs/performance.md does not name."""
    page = (root / "docs/performance.md").read_text(encoding="utf-8")
    files = [file for kind in ("*.py", "*.sh", "results/*") for file in sorted((root / "benchmarks").glob(kind))]
    return [file.name for file in files if not re.search(rf"(?<![\w.-]){re.escape(file.name)}(?!\w)", page)]


def unnamed(root):
    """The public names of laya (laya_names.py prints them) that the page for those who come from it does not have in code
    style."""
    named = set(re.findall(r"`([^`\n]+)`", (root / "docs/migrating-from-laya-serve.md").read_text(encoding="utf-8")))
    return [name for name in (root / "scripts/check/docs/laya-names.txt").read_text().splitlines() if name not in named]
