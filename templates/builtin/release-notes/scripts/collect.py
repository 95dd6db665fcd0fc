#!/usr/bin/env python3
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
"""Collects the commits of a range of a git repository as JSON, sorted by kind.

Exit codes: 0 collected, 2 wrong usage, 3 git could not answer, 4 no commits in the range.
"""

import argparse
import json
import re
import subprocess
import sys

# Fields and commits are set apart by control characters that git puts in and messages don't hold.
FIELD, COMMIT = "\x1f", "\x1e"
FORMAT = COMMIT + FIELD.join(["%H", "%aN", "%aI", "%s", "%b"]) + FIELD

PREFIXES = {
    "feat": "feature", "feature": "feature", "add": "feature",
    "fix": "fix", "bugfix": "fix", "hotfix": "fix",
    "perf": "performance",
    "docs": "documentation", "doc": "documentation",
    "refactor": "internal", "test": "internal", "tests": "internal", "ci": "internal", "build": "internal",
    "chore": "internal", "style": "internal", "deps": "internal",
}
FIRST_WORDS = {
    "add": "feature", "adds": "feature", "added": "feature", "support": "feature", "introduce": "feature",
    "fix": "fix", "fixes": "fix", "fixed": "fix", "correct": "fix", "repair": "fix",
    "document": "documentation",
    "bump": "internal", "refactor": "internal",
}
PREFIX = re.compile(r"^(?P<word>[A-Za-z]+)(\([^)]*\))?(?P<mark>!)?:\s")


class GitError(Exception):
    """git was missing or refused."""


def git(*arguments):
    command = ["git", *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace")
    except FileNotFoundError:
        raise GitError("git is not installed") from None
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        raise GitError(lines[0] if lines else f"git ended with {done.returncode}")
    return done.stdout


def kind_of(subject, body):
    match = PREFIX.match(subject)
    if (match and match["mark"]) or re.search(r"^BREAKING[ -]CHANGE:", body, re.MULTILINE):
        return "breaking"
    if match and match["word"].lower() in PREFIXES:
        return PREFIXES[match["word"].lower()]
    words = subject.split()
    return FIRST_WORDS.get(words[0].lower(), "other") if words else "other"


def find_range(start, end):
    if start:
        return start, None
    try:
        return git("describe", "--tags", "--abbrev=0", f"{end}^").strip(), None
    except GitError:
        return None, "no earlier tag: the whole history up to this point"


def collect(start, end, path, merges):
    span = f"{start}..{end}" if start else end
    arguments = ["log", f"--format={FORMAT}", "--name-only", "-z"]
    if not merges:
        arguments.append("--no-merges")
    arguments += ["--end-of-options", span, "--"]
    if path:
        arguments.append(path)
    commits = []
    for entry in git(*arguments).split(COMMIT)[1:]:
        name, author, date, subject, body, files = entry.split(FIELD, 5)
        commits.append({
            "commit": name,
            "author": author,
            "date": date,
            "kind": kind_of(subject, body),
            "subject": subject,
            "body": body.strip(),
            "issues": sorted({int(number) for number in re.findall(r"(?<![\w&])#(\d{1,9})\b", f"{subject}\n{body}")}),
            "files": [name for name in files.strip("\n\0").split("\0") if name],
        })
    return commits


def main():
    parser = argparse.ArgumentParser(
        description="Print the commits of a range as JSON.",
        epilog="Exit codes: 0 collected, 2 wrong usage, 3 git could not answer, 4 no commits in the range.",
    )
    parser.add_argument("--from", dest="start", metavar="REF", help="where to start (default: the last tag)")
    parser.add_argument("--to", dest="end", metavar="REF", default="HEAD", help="where to end (default: HEAD)")
    parser.add_argument("--path", metavar="FOLDER", help="only commits that touch this folder or file")
    parser.add_argument("--merges", action="store_true", help="merge commits too")
    arguments = parser.parse_args()
    for ref in (arguments.start, arguments.end):
        if ref is not None and (not ref or ref.startswith("-")):
            parser.error(f"not a branch, tag or commit: {ref!r}")
    try:
        start, note = find_range(arguments.start, arguments.end)
        commits = collect(start, arguments.end, arguments.path, arguments.merges)
    except GitError as error:
        print(f"collect.py: {error}", file=sys.stderr)
        return 3
    if not commits:
        print(f"collect.py: no commits between {start or 'the beginning'} and {arguments.end}", file=sys.stderr)
        return 4
    counts = {}
    for commit in commits:
        counts[commit["kind"]] = counts.get(commit["kind"], 0) + 1
    found = {"range": {"from": start, "to": arguments.end, "note": note}, "counts": counts, "commits": commits}
    sys.stdout.reconfigure(encoding="utf-8")
    json.dump(found, sys.stdout, ensure_ascii=False, indent=2)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
