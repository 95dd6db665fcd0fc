#!/usr/bin/env node
// 统计文本的行数。TODO: 写明脚本的用途，并在 `work` 中实现。
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const DONE = 0, NO = 1, USAGE = 2, UNREADABLE = 3;

const HELP = `用法：{{ file }} [--minimum N] INPUT

统计文本的行数。

  INPUT        文本文件；- 表示标准输入
  --minimum N  至少需要的行数（默认 1）

结果以 JSON 输出到 stdout。退出码：0 完成，1 输入不符合要求，
2 用法错误，3 无法读取输入。
`;

function fail(code, text) {
  process.stderr.write(`{{ file }}: ${text}\n`);
  return code;
}

// 返回要以 JSON 输出的结果，以及输入是否符合要求。
function work(text, minimum) {
  const lines = text === "" ? 0 : text.replace(/\r?\n$/, "").split(/\r?\n/).length;
  return [{ lines, enough: lines >= minimum }, lines >= minimum];
}

function main() {
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h" }, minimum: { type: "string", default: "1" } },
    });
  } catch (error) {
    return fail(USAGE, error.message);
  }
  const { values, positionals } = parsed;
  if (values.help) {
    process.stdout.write(HELP);
    return DONE;
  }
  if (positionals.length !== 1) return fail(USAGE, "需要且只能有一个 INPUT（见 --help）");
  if (!/^[0-9]+$/.test(values.minimum)) return fail(USAGE, "--minimum 需要一个数字");
  let text;
  try {
    text = readFileSync(positionals[0] === "-" ? 0 : positionals[0], "utf8");
  } catch (error) {
    return fail(UNREADABLE, `无法读取输入：${error.message}`);
  }
  const [result, does] = work(text, Number(values.minimum));
  process.stdout.write(JSON.stringify(result) + "\n");
  return does ? DONE : fail(NO, `少于 ${values.minimum} 行`);
}

process.exitCode = main();
