#!/bin/sh
# Counts the lines of a text. TODO: say what this script does, and do it below.
set -eu

usage() {
    cat <<'HELP'
Usage: {{ file }} [--minimum N] INPUT

Counts the lines of a text.

  INPUT        text file; - for standard input
  --minimum N  fewest lines that do (default: 1)

Prints JSON on stdout. Exit codes: 0 done, 1 the input does not do,
2 wrong usage, 3 the input can't be read.
HELP
}

fail() {
    printf '{{ file }}: %s\n' "$2" >&2
    exit "$1"
}

input=
minimum=1
while [ $# -gt 0 ]; do
    case $1 in
    -h | --help)
        usage
        exit 0
        ;;
    --minimum)
        [ $# -ge 2 ] || fail 2 "--minimum needs a number"
        minimum=$2
        shift
        ;;
    --minimum=*) minimum=${1#--minimum=} ;;
    -?*) fail 2 "unknown option: $1" ;;
    *)
        [ -z "$input" ] || fail 2 "more than one INPUT"
        input=$1
        ;;
    esac
    shift
done
[ -n "$input" ] || fail 2 "INPUT is missing (try --help)"
case $minimum in '' | *[!0-9]*) fail 2 "--minimum needs a number" ;; esac
if [ "$input" != - ]; then
    [ -f "$input" ] && [ -r "$input" ] || fail 3 "cannot read: $input"
    exec <"$input"
fi

# TODO: the real work; anything but the result goes to stderr.
lines=$(awk 'END { print NR }')
if [ "$lines" -ge "$minimum" ]; then
    printf '{"lines": %d, "enough": true}\n' "$lines"
else
    printf '{"lines": %d, "enough": false}\n' "$lines"
    fail 1 "fewer than $minimum lines"
fi
