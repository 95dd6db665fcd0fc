#!/usr/bin/env python3
# /// script
# requires-python = ">=3.9"
# dependencies = [{{ dependencies }}]
# ///
"""统计文本的行数。TODO: 写明脚本的用途，并在 `work` 中实现。"""

import argparse
import json
import sys

DONE, NO, USAGE, UNREADABLE = 0, 1, 2, 3


def work(text, minimum):
    """返回要以 JSON 输出的结果，以及输入是否符合要求。"""
    lines = len(text.splitlines())
    return {"lines": lines, "enough": lines >= minimum}, lines >= minimum


def read(path):
    if path == "-":
        return sys.stdin.buffer.read().decode("utf-8")
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    # Windows 控制台默认不是 UTF-8。
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stderr.reconfigure(encoding="utf-8")
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="结果以 JSON 输出到 stdout。退出码：0 完成，1 输入不符合要求，2 用法错误，3 无法读取输入。",
    )
    parser.add_argument("input", metavar="INPUT", help="文本文件；- 表示标准输入")
    parser.add_argument("--minimum", type=int, default=1, metavar="N", help="至少需要的行数（默认 1）")
    arguments = parser.parse_args()
    try:
        text = read(arguments.input)
    except (OSError, UnicodeDecodeError) as error:
        print(f"{{ file }}: 无法读取输入：{error}", file=sys.stderr)
        return UNREADABLE
    result, does = work(text, arguments.minimum)
    print(json.dumps(result))
    if not does:
        print(f"{{ file }}: 少于 {arguments.minimum} 行", file=sys.stderr)
    return DONE if does else NO


if __name__ == "__main__":
    sys.exit(main())
