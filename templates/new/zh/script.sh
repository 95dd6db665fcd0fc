#!/bin/sh
# 统计文本的行数。TODO: 写明脚本的用途，并在下面实现。
set -eu

usage() {
    cat <<'HELP'
用法：{{ file }} [--minimum N] INPUT

统计文本的行数。

  INPUT        文本文件；- 表示标准输入
  --minimum N  至少需要的行数（默认 1）

结果以 JSON 输出到 stdout。退出码：0 完成，1 输入不符合要求，
2 用法错误，3 无法读取输入。
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
        [ $# -ge 2 ] || fail 2 "--minimum 需要一个数字"
        minimum=$2
        shift
        ;;
    --minimum=*) minimum=${1#--minimum=} ;;
    -?*) fail 2 "未知选项: $1" ;;
    *)
        [ -z "$input" ] || fail 2 "只能有一个 INPUT"
        input=$1
        ;;
    esac
    shift
done
[ -n "$input" ] || fail 2 "缺少 INPUT（见 --help）"
case $minimum in '' | *[!0-9]*) fail 2 "--minimum 需要一个数字" ;; esac
if [ "$input" != - ]; then
    [ -f "$input" ] && [ -r "$input" ] || fail 3 "无法读取: $input"
    exec <"$input"
fi

# TODO: 实际的工作；结果之外的内容一律写到 stderr。
lines=$(awk 'END { print NR }')
if [ "$lines" -ge "$minimum" ]; then
    printf '{"lines": %d, "enough": true}\n' "$lines"
else
    printf '{"lines": %d, "enough": false}\n' "$lines"
    fail 1 "少于 $minimum 行"
fi
