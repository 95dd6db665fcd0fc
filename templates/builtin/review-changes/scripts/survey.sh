#!/bin/sh
# Surveys a git diff: one JSON object a line for every changed file and every suspicious added line.
set -eu

usage() {
    cat <<'HELP'
Usage: survey.sh [--staged | --base REF] [--help]

Surveys the changes of the git repository in the current folder.

  (no option)  everything not yet committed, untracked files included
  --staged     what the next commit would hold
  --base REF   what this branch adds since it left REF

Prints one JSON object a line on stdout:
  {"type":"file","path":"a.py","added":3,"removed":1}
  {"type":"flag","kind":"debug","path":"a.py","line":7,"text":"print(x)"}
A secret's text is not printed. Binary files have null for added and removed.

Exit codes: 0 nothing flagged, 1 something flagged, 2 wrong usage, 3 git could not answer.
HELP
}

fail() {
    printf 'survey.sh: %s\n' "$2" >&2
    exit "$1"
}

range=HEAD
untracked=yes
while [ $# -gt 0 ]; do
    case $1 in
    --help | -h)
        usage
        exit 0
        ;;
    --staged)
        range=--cached
        untracked=no
        ;;
    --base)
        [ $# -ge 2 ] || fail 2 "--base needs a branch, tag or commit"
        case $2 in -*) fail 2 "not a branch, tag or commit: $2" ;; esac
        range=$2...HEAD
        untracked=no
        shift
        ;;
    *) fail 2 "unknown argument: $1 (try --help)" ;;
    esac
    shift
done

command -v git >/dev/null 2>&1 || fail 3 "git is not installed"
top=$(git rev-parse --show-toplevel 2>/dev/null) || fail 3 "this folder is not inside a git repository"
cd "$top"

# A repository without commits is compared with the empty tree.
if [ "$range" = HEAD ] && ! git rev-parse --verify --quiet HEAD >/dev/null; then
    range=$(git hash-object -t tree /dev/null)
fi

changes() {
    git -c core.quotePath=false diff --no-color --no-ext-diff --no-renames "$@" "$range" --
}

numbers=$(changes --numstat) || fail 3 "git could not compare with ${range%...HEAD}"

{
    printf '%s\n' "$numbers" | sed -e '/^$/d' -e 's/^/N	/'
    if [ "$untracked" = yes ]; then
        git -c core.quotePath=false ls-files --others --exclude-standard | sed 's/^/U	/'
    fi
    changes --unified=0 --src-prefix=a/ --dst-prefix=b/ | sed 's/^/D	/'
} | awk '
    # JSON text of a string; bytes above 127 pass as they are.
    function quoted(text,    i, c, out) {
        out = "\""
        for (i = 1; i <= length(text); i++) {
            c = substr(text, i, 1)
            if (c == "\"" || c == "\\") out = out "\\" c
            else if (c == "\t") out = out "\\t"
            else if (c < " ") out = out "?"
            else out = out c
        }
        return out "\""
    }
    # git quotes a path that holds quotes, backslashes or control characters.
    function path_of(text,    i, c, out) {
        sub(/\t$/, "", text)
        if (text !~ /^".*"$/) return text
        for (i = 2; i < length(text); i++) {
            c = substr(text, i, 1)
            if (c == "\\") { i++; c = substr(text, i, 1); if (c == "t") c = "\t" }
            out = out c
        }
        return out
    }
    function count(text) { return text == "-" ? "null" : text }
    function flag(kind, text) {
        flagged = 1
        if (kind == "secret") text = "(not shown)"
        sub(/^[ \t]+/, "", text)
        printf "{\"type\":\"flag\",\"kind\":\"%s\",\"path\":%s,\"line\":%d,\"text\":%s}\n",
            kind, quoted(path), line, quoted(substr(text, 1, 160))
    }
    function judge(text,    low) {
        low = tolower(text)
        if (text ~ /^(<<<<<<<|>>>>>>>)( |$)/) flag("conflict", text)
        else if (text ~ /-----BEGIN [A-Z ]*PRIVATE KEY/) flag("secret", text)
        else if (match(text, /AKIA[0-9A-Z]+/) && RLENGTH >= 20) flag("secret", text)
        else if (match(text, /(ghp_|github_pat_|glpat-|xox[bp]-)[0-9A-Za-z_-]+/) && RLENGTH >= 20) flag("secret", text)
        else if (match(low, /(password|passwd|secret|token|api_?key)[a-z_]*["\047]? *[:=]+ *["\047][^"\047 ]+/) && RLENGTH >= 20) flag("secret", text)
        else if (text ~ /console\.(log|debug)\(|(^|[^a-z_])(debugger;|dbg!\(|breakpoint\(\)|var_dump\(|binding\.pry)|pdb\.set_trace/) flag("debug", text)
        else if (text ~ /@(pytest\.mark\.)?skip|@Disabled|#\[ignore|(^|[^a-zA-Z_])(it|test|describe)\.(skip|only)\(|t\.Skip\(/) flag("skipped-test", text)
        else if (text ~ /(^|[^A-Za-z])(TODO|FIXME|XXX|HACK)([^A-Za-z]|$)/) flag("note", text)
    }
    {
        kind = substr($0, 1, 1)
        rest = substr($0, 3)
    }
    kind == "N" {
        split(rest, part, "\t")
        name = substr(rest, length(part[1]) + length(part[2]) + 3)
        printf "{\"type\":\"file\",\"path\":%s,\"added\":%s,\"removed\":%s}\n", quoted(path_of(name)), count(part[1]), count(part[2])
    }
    kind == "U" { printf "{\"type\":\"file\",\"path\":%s,\"untracked\":true}\n", quoted(path_of(rest)) }
    kind != "D" { next }
    # Inside a hunk every line is counted, so an added line that looks like a header is not taken for one.
    left > 0 && rest ~ /^\+/ { left--; judge(substr(rest, 2)); line++; next }
    gone > 0 && rest ~ /^-/ { gone--; next }
    rest ~ /^\+\+\+ / { path = path_of(substr(rest, 5)); sub(/^b\//, "", path); next }
    rest ~ /^@@ / {
        split(rest, part, " ")
        sub(/^-/, "", part[2]); sub(/^\+/, "", part[3])
        gone = (split(part[2], old, ",") > 1) ? old[2] : 1
        left = (split(part[3], fresh, ",") > 1) ? fresh[2] : 1
        line = fresh[1]
    }
    END { exit flagged ? 1 : 0 }
'
