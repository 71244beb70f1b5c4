import { messageOf } from "../../../../shared/text/messageOf.ts";
import { sharedAbort } from "../../../ground/timing/signals.ts";
import { notListening } from "./httpProbe.ts";
import type { Program, ProgramStart } from "./program.ts";

/** Exit codes of a Go program that was asked to end, that was killed, and that failed. */
const TERMINATED = 2;
const KILLED = 137;
const FAILED = 1;

/**
 * A program that does some work and ends, and listens on no port.
 * @param work resolves with the exit code; an error is printed. The signal aborts when the program is ended early
 */
export const task = (work: (start: ProgramStart, signal: AbortSignal) => Promise<number>): Program => ({
  start(start) {
    const ended = sharedAbort();
    let end: (code: number) => void = () => undefined;
    const exited = new Promise<number>((resolve) => {
      end = resolve;
    });
    work(start, ended.signal).then(end, (error: unknown) => {
      if (!ended.signal.aborted) start.print("stderr", `${messageOf(error)}\n`);
      end(FAILED);
    });
    return {
      exited,
      signal(name) {
        ended.abort();
        end(name === "TERM" ? TERMINATED : KILLED);
      },
      answer: async (question) =>
        question.kind === "exec" ? { ok: true, text: "" } : notListening(question, start.pod.address),
    };
  },
});
