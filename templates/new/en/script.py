#!/usr/bin/env python3
# /// script
# requires-python = ">=3.9"
# dependencies = [{{ dependencies }}]
# ///
"""Counts the lines of a text. TODO: say what this script does, and do it in `work`."""

import argparse
import json
import sys

DONE, NO, USAGE, UNREADABLE = 0, 1, 2, 3


def work(text, minimum):
    """Gives what is printed as JSON, and whether the input does."""
    lines = len(text.splitlines())
    return {"lines": lines, "enough": lines >= minimum}, lines >= minimum


def read(path):
    if path == "-":
        return sys.stdin.buffer.read().decode("utf-8")
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="Prints JSON on stdout. Exit codes: 0 done, 1 the input does not do, 2 wrong usage, 3 the input can't be read.",
    )
    parser.add_argument("input", metavar="INPUT", help="text file; - for standard input")
    parser.add_argument("--minimum", type=int, default=1, metavar="N", help="fewest lines that do (default: 1)")
    arguments = parser.parse_args()
    try:
        text = read(arguments.input)
    except (OSError, UnicodeDecodeError) as error:
        print(f"{{ file }}: cannot read the input: {error}", file=sys.stderr)
        return UNREADABLE
    result, does = work(text, arguments.minimum)
    print(json.dumps(result))
    if not does:
        print(f"{{ file }}: fewer than {arguments.minimum} lines", file=sys.stderr)
    return DONE if does else NO


if __name__ == "__main__":
    sys.exit(main())
