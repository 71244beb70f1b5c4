import type { Container, Probe } from "kubernetes-types/core/v1";
import type { ProgramTime, Question, Reply, RunningProgram } from "../../programs/program.ts";
import type { ProbeName, ProbeResult } from "./probeCounts.ts";

export interface ProbeParts {
  readonly name: ProbeName;
  readonly probe: Probe;
  readonly container: Container;
  readonly program: RunningProgram;
  readonly time: ProgramTime;
  readonly signal: AbortSignal;
  /** Whether a command that does not end in time has failed; otherwise that asking does not count. */
  readonly commandsEnd: boolean;
  /** Every answer, or that it could not be asked. */
  onAnswer(result: ProbeResult): void;
  /** The probe has come to another result: after as many equal answers as it asks for. */
  onResult(success: boolean): void;
  /** Every failure, with its words. @param isUnknown whether it could not be asked at all */
  onFailure(text: string, isUnknown: boolean): void;
  /** What is odd about a success. */
  onWarning(text: string): void;
}

/** What a probe asks; undefined when it asks nothing that can be asked. */
export function questionOf(probe: Probe, container: Container): Question | undefined {
  const { httpGet, tcpSocket, exec } = probe;
  const grpc = (probe as { grpc?: { port: number } }).grpc;
  const portOf = (port: number | string): number =>
    typeof port === "number"
      ? port
      : (container.ports?.find(({ name }) => name === port)?.containerPort ?? Number(port));
  if (httpGet !== undefined) return { kind: "http", port: portOf(httpGet.port), path: httpGet.path ?? "/" };
  if (tcpSocket !== undefined) return { kind: "tcp", port: portOf(tcpSocket.port) };
  if (grpc !== undefined) return { kind: "grpc", port: grpc.port };
  return exec === undefined ? undefined : { kind: "exec", command: exec.command ?? [] };
}

/** Asks until the signal aborts, or a startup probe has succeeded. */
export async function runProbe(parts: ProbeParts): Promise<void> {
  const { name, probe, container, program, time, signal, commandsEnd, ...tell } = parts;
  const question = questionOf(probe, container);
  if (question === undefined) return;
  const period = (probe.periodSeconds ?? 10) * 1000;
  const limits = { true: probe.successThreshold ?? 1, false: probe.failureThreshold ?? 3 };
  let run = 0;
  let last: boolean | undefined;
  await time.sleep((probe.initialDelaySeconds ?? 0) * 1000, signal);
  while (!signal.aborted) {
    const seconds = probe.timeoutSeconds ?? 1;
    const reply = await inTime(program.answer(question), seconds, time, signal);
    if (signal.aborted) return;
    // What could not be asked does not count.
    if (reply?.isUnknown === true) {
      tell.onAnswer("unknown");
      tell.onFailure(reply.text, true);
    } else if (reply !== undefined || question.kind !== "exec" || commandsEnd) {
      const { ok, text, warning }: Reply = reply ?? { ok: false, text: `command timed out after ${seconds}s` };
      run = ok === last ? run + 1 : 1;
      last = ok;
      tell.onAnswer(ok ? "successful" : "failed");
      if (!ok) tell.onFailure(text, false);
      else if (warning !== undefined) tell.onWarning(warning);
      if (run === limits[ok ? "true" : "false"]) {
        tell.onResult(ok);
        if (name === "Startup" && ok) return;
      }
    }
    await time.sleep(period, signal);
  }
}

/** The answer; undefined when there was none in time. */
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
