"""Writes the files that a page shows, blocks with file=NAME, into a folder: files.py PAGE FOLDER."""
import pathlib
import re
import sys

page, folder = map(pathlib.Path, sys.argv[1:])
for name, text in re.findall(r"^```\w+ file=(\S+)[^\n]*\n(.*?)^```$", page.read_text(), re.M | re.S):
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
