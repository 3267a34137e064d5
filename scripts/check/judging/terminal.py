#!/usr/bin/env python3
"""Runs a command on a pseudo-terminal and prints what it wrote there: terminal.py COMMAND ..."""

import os
import pty
import sys

status = pty.spawn(sys.argv[1:])
sys.exit(os.waitstatus_to_exitcode(status))
