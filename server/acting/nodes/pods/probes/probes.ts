import type { Container, Probe } from "kubernetes-types/core/v1";
import { lateText } from "../../programs/httpProbe.ts";
import type { ProgramTime, Question, Reply } from "../../programs/program.ts";
import type { ProbeName, ProbeResult } from "./probeCounts.ts";
import { questionOf } from "./questionOf.ts";

export interface ProbeParts {
  readonly name: ProbeName;
  readonly probe: Probe;
  readonly container: Container;
  /** Asks the container, or the host that the question names. */
  ask(question: Question): Promise<Reply>;
  /** The pod's address. */
  address(): string;
  /** The user agent of HTTP probes. */
  readonly agent: string;
  readonly time: ProgramTime;
  readonly signal: AbortSignal;
  /** Whether a command that exceeds the timeout has failed; otherwise that probe is not counted. */
  readonly commandsEnd: boolean;
  /** Called with every answer. @param took milliseconds */
  onAnswer(result: ProbeResult, took: number): void;
  /** Called when the probe's result changes, which takes as many equal answers as the probe's thresholds require. */
  onResult(success: boolean): void;
  /** Called with every failure. @param isUnknown whether the probe could not be sent at all */
  onFailure(text: string, isUnknown: boolean): void;
  /** Called with the warning of a success. */
  onWarning(text: string): void;
}

/** Probes until the signal aborts, a startup probe succeeds, or the container must be restarted. */
export async function runProbe(parts: ProbeParts): Promise<void> {
  const { name, probe, container, time, signal, commandsEnd, address, agent, ...listeners } = parts;
  const asked = questionOf(probe, container, agent);
  if (asked === undefined) return;
  const limits = { true: probe.successThreshold ?? 1, false: probe.failureThreshold ?? 3 };
  let run = 0;
  let last: boolean | undefined;
  await time.sleep((probe.initialDelaySeconds ?? 0) * 1000, signal);
  while (!signal.aborted) {
    const began = time.now();
    const seconds = probe.timeoutSeconds ?? 1;
    const reply = "problem" in asked ? unknown(asked.problem) : await inTime(parts.ask(asked), seconds, time, signal);
    if (signal.aborted) return;
    // A probe that could not be sent is not counted.
    if (reply?.isUnknown === true) {
      listeners.onFailure(reply.text, true);
    } else if (reply !== undefined || commandsEnd || !("kind" in asked && asked.kind === "exec")) {
      const late = "problem" in asked ? "" : lateText(asked, seconds, address());
      const { ok, text, warning }: Reply = reply ?? { ok: false, text: late };
      run = ok === last ? run + 1 : 1;
      last = ok;
      listeners.onAnswer(ok ? "successful" : "failed", time.now() - began);
      if (!ok) listeners.onFailure(text, false);
      else if (warning !== undefined) listeners.onWarning(warning);
      if (run === limits[ok ? "true" : "false"]) {
        listeners.onResult(ok);
        // A startup probe ends with its success; a liveness probe ends when the container must be restarted.
        if (name === "Startup" || (name === "Liveness" && !ok)) return;
      }
    }
    await time.sleep((probe.periodSeconds ?? 10) * 1000, signal);
  }
}

const unknown = (text: string): Reply => ({ ok: false, text, isUnknown: true });

/** The answer; undefined when there was none within the timeout. */
async function inTime(
  answer: Promise<Reply>,
  seconds: number,
  time: ProgramTime,
  signal: AbortSignal,
): Promise<Reply | undefined> {
  const done = new AbortController();
  const late = time.sleep(seconds * 1000, AbortSignal.any([signal, done.signal]));
  const reply = await Promise.race([answer, late.then(() => undefined)]);
  done.abort();
  return reply;
}
