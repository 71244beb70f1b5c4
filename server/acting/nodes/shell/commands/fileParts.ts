import type { ExecResult } from "just-bash/browser";
import { type CommandContext, failed } from "./command.ts";

/** Which part of a text `head` or `tail` prints. */
export interface WantedPart {
  readonly unit: "c" | "n";
  /** As written, for example `+2` or `-1`. */
  readonly count: string;
  readonly operands: readonly string[];
}

const COUNT = /^([-+]?)(\d+)([kKmM]?)$/;
const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1024, K: 1024, m: 1024 ** 2, M: 1024 ** 2 };
const NEWLINE = 10;

/** Reads the arguments of `head` and `tail`. Undefined without a count, and with options other than `-c` and `-n`. */
export function wantedPart(args: readonly string[]): WantedPart | undefined {
  let part: Pick<WantedPart, "unit" | "count"> | undefined;
  const operands: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    const [, letter, joined = ""] = /^-([cn])(.*)$/.exec(arg) ?? [];
    const [, long, value = ""] = /^--(bytes|lines)=(.*)$/.exec(arg) ?? [];
    if (letter !== undefined) {
      if (joined === "") i += 1;
      part = { unit: letter === "c" ? "c" : "n", count: joined === "" ? (args[i] ?? "") : joined };
    } else if (long !== undefined) part = { unit: long === "bytes" ? "c" : "n", count: value };
    else if (/^\+\d+$/.test(arg) && operands.length === 0 && part === undefined) part = { unit: "n", count: arg };
    else if (/^-./.test(arg)) return undefined;
    else operands.push(arg);
  }
  return part && { ...part, operands };
}

/** The end of the first `count` lines: an offset. */
function endOfLines(bytes: Uint8Array, count: number): number {
  let at = 0;
  for (let left = count; left > 0 && at < bytes.length; left--) {
    const end = bytes.indexOf(NEWLINE, at);
    at = end < 0 ? bytes.length : end + 1;
  }
  return at;
}

/** The beginning of the last `count` lines: an offset. */
function beginOfLines(bytes: Uint8Array, count: number): number {
  // The end of the last line belongs to it.
  let at = bytes.at(-1) === NEWLINE ? bytes.length - 1 : bytes.length;
  if (count === 0) return bytes.length;
  for (let left = count; left > 0; left--) {
    const end = at === 0 ? -1 : bytes.lastIndexOf(NEWLINE, at - 1);
    if (end < 0) return 0;
    at = end;
  }
  return at + 1;
}

/** Cuts the part out of a text; undefined for a count that is no number. */
function cut(name: "head" | "tail", { unit, count }: WantedPart, bytes: Uint8Array): Uint8Array | undefined {
  const [, sign, digits, factor = ""] = COUNT.exec(count) ?? [];
  if (sign === undefined) return undefined;
  const number = Number(digits) * (UNITS[factor] ?? 1);
  const isLines = unit === "n";
  if (name === "tail" && sign === "+")
    return bytes.subarray(isLines ? endOfLines(bytes, number - 1) : Math.max(0, number - 1));
  if (name === "head" && sign !== "-")
    return bytes.subarray(0, isLines ? endOfLines(bytes, number) : Math.min(number, bytes.length));
  const begin = isLines ? beginOfLines(bytes, number) : Math.max(0, bytes.length - number);
  return name === "tail" ? bytes.subarray(begin) : bytes.subarray(0, begin);
}

/**
 * The output of `head` and `tail` for counts that the library reads wrongly: all but the last ones (`head -n -2`), those
 * from a position on (`tail -c +2`), and those with a minus sign.
 */
export async function printedPart(
  name: "head" | "tail",
  part: WantedPart,
  { fs, cwd, stdin }: CommandContext,
): Promise<ExecResult> {
  const outputs: string[] = [];
  const problems: string[] = [];
  for (const operand of part.operands.length === 0 ? ["-"] : part.operands) {
    const path = fs.resolvePath(cwd, operand);
    if (operand !== "-" && !(await fs.exists(path))) {
      problems.push(`${name}: ${operand}: No such file or directory\n`);
      continue;
    }
    const bytes = operand === "-" ? Buffer.from(stdin as unknown as string, "latin1") : await fs.readFileBuffer(path);
    const found = cut(name, part, bytes);
    if (found === undefined) return failed(`${name}: invalid number '${part.count}'`);
    if (part.operands.length > 1) outputs.push(`${outputs.length > 0 ? "\n" : ""}==> ${operand} <==\n`);
    outputs.push(Buffer.from(found).toString("latin1"));
  }
  const exitCode = problems.length > 0 ? 1 : 0;
  return { stdout: outputs.join(""), stdoutKind: "bytes", stderr: problems.join(""), exitCode };
}
