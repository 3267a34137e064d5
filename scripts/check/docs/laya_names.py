"""Prints every public name of an installed laya that somebody may call, one per line: PYTHON laya_names.py

Functions and classes by their module, methods by their class, flags by their command, tools of its MCP server, variables of
laya-serve. laya-names.txt beside this file is what 0.4.15 printed; modules that an extra is missing for are left out."""
import argparse
import contextlib
import importlib
import inspect
import pkgutil
import sys
import unittest.mock

import laya

COMMANDS = {"laya": "laya.cli", "laya-evals": "laya.evals_cli", "laya-train": "laya.train_cli"}
# Classes whose methods are what users call; the others are only named.
CALLED = ("Agent", "ONNXAgent", "Router", "HookRegistry", "EvalReport", "Dataset")


def modules():
    for found in pkgutil.walk_packages(laya.__path__, "laya."):
        if not any(part.startswith("_") for part in found.name.split(".")):
            with contextlib.suppress(Exception):  # an extra that is not installed
                yield importlib.import_module(found.name)


def public(module):
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", "").split(".")[0] != "laya":
            continue
        if inspect.isclass(value) or inspect.isfunction(value):
            yield name, value


def names():
    for name in laya.__all__:
        if not name.startswith("_"):
            yield name
    for module in modules():
        for name, value in public(module):
            if name != "main":
                yield name
            if inspect.isclass(value) and name in CALLED:
                for method, code in vars(value).items():
                    if not method.startswith("_") and (callable(code) or isinstance(code, (property, classmethod, staticmethod))):
                        yield f"{name}.{method}"


def flags(command, module):
    """The flags and subcommands that a command declares, without running it."""
    found = []

    class Stop(Exception):
        pass

    def parse(parser, *_, **__):
        for action in parser._actions:
            found.extend(f"{command} {flag}" for flag in action.option_strings if flag.startswith("--"))
            for name, sub in (getattr(action, "choices", None) or {}).items() if isinstance(action, argparse._SubParsersAction) else ():
                found.append(f"{command} {name}")
                found.extend(f"{command} {name} {flag}" for a in sub._actions for flag in a.option_strings if flag.startswith("--"))
        raise Stop

    with unittest.mock.patch.object(argparse.ArgumentParser, "parse_args", parse), contextlib.suppress(Stop):
        importlib.import_module(module).main([])
    return [flag for flag in found if not flag.endswith("--help")]


if __name__ == "__main__":
    every = {*names(), *COMMANDS, "laya-serve", "laya-mcp-server"}
    for command, module in COMMANDS.items():
        every |= set(flags(command, module))
    sys.stdout.writelines(name + "\n" for name in sorted(every))
