import { goDuration } from "../goDuration.ts";
import { klogLine } from "../goLog.ts";
import type { Program, ProgramStart, RunningProgram } from "../program.ts";

const KILLED = 137;
const TERMINATED = 143;
const VERBS = ["GET", "POST", "PUT"];
const NAMESPACES = ["default", "kube-system", "ns"];
/** Milliseconds of a duration such as `20s` or `1m30s`; 0 for any other text. */
export const millisecondsOf = (text: string): number => goDuration(text) ?? 0;

/**
 * Prints lines about random requests, evenly spread over a duration, and ends.
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

/** The text of an invented request. */
function textOf(i: number): string {
  const path = `/api/v1/namespaces/${NAMESPACES[i % NAMESPACES.length]}/pods/${(i * 7919 + 46_656).toString(36)}`;
  return `${i} ${VERBS[i % VERBS.length]} ${path} ${200 + ((i * 37) % 400)}`;
}
