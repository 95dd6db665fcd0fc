#!/usr/bin/env node
// Counts the lines of a text. TODO: say what this script does, and do it in `work`.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const DONE = 0, NO = 1, USAGE = 2, UNREADABLE = 3;

const HELP = `Usage: {{ file }} [--minimum N] INPUT

Counts the lines of a text.

  INPUT        text file; - for standard input
  --minimum N  fewest lines that do (default: 1)

Prints JSON on stdout. Exit codes: 0 done, 1 the input does not do,
2 wrong usage, 3 the input can't be read.
`;

function fail(code, text) {
  process.stderr.write(`{{ file }}: ${text}\n`);
  return code;
}

// Gives what is printed as JSON, and whether the input does.
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
  if (positionals.length !== 1) return fail(USAGE, "exactly one INPUT is needed (try --help)");
  if (!/^[0-9]+$/.test(values.minimum)) return fail(USAGE, "--minimum needs a number");
  let text;
  try {
    text = readFileSync(positionals[0] === "-" ? 0 : positionals[0], "utf8");
  } catch (error) {
    return fail(UNREADABLE, `cannot read the input: ${error.message}`);
  }
  const [result, does] = work(text, Number(values.minimum));
  process.stdout.write(JSON.stringify(result) + "\n");
  return does ? DONE : fail(NO, `fewer than ${values.minimum} lines`);
}

process.exitCode = main();
