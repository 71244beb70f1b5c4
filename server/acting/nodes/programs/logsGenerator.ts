import { klogLine } from "./goLog.ts";
import type { Program, ProgramStart, RunningProgram } from "./program.ts";

const KILLED = 137;
const TERMINATED = 143;
const VERBS = ["GET", "POST", "PUT"];
const NAMESPACES = ["default", "kube-system", "ns"];
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3600_000 };

/** Milliseconds of a duration such as `20s` or `1m30s`; 0 for what is none. */
export function millisecondsOf(text: string): number {
  let sum = 0;
  for (const [, number, unit = ""] of text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|s|m|h)/g))
    sum += Number(number) * (UNITS[unit] ?? 0);
  return sum;
}

/**
 * Prints lines of made-up requests, evenly over a time, and ends.
 * @param total number of lines
 * @param duration milliseconds from the first line to the end
 */
export const logsGenerator = (total: number, duration: number): Program => ({
  start: (start) => generate(total, duration, start),
});

function generate(total: number, duration: number, { time, print }: ProgramStart): RunningProgram {
  const ended = new AbortController();
  let code = 0;
  const work = async (): Promise<number> => {
    for (let i = 0; i < total && !ended.signal.aborted; i++) {
      print("stdout", klogLine(time.now(), "I", "logs_generator.go:76", textOf(i)));
      await time.sleep(duration / total, ended.signal);
    }
    return code;
  };
  return {
    exited: work(),
    signal(name) {
      code = name === "TERM" ? TERMINATED : KILLED;
      ended.abort();
    },
    answer: async () => ({ ok: true, text: "" }),
  };
}

/** A made-up request. */
function textOf(i: number): string {
  const path = `/api/v1/namespaces/${NAMESPACES[i % NAMESPACES.length]}/pods/${(i * 7919 + 46_656).toString(36)}`;
  return `${i} ${VERBS[i % VERBS.length]} ${path} ${200 + ((i * 37) % 400)}`;
}
