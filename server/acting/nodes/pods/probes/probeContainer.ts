import type { Container, Probe } from "kubernetes-types/core/v1";
import type { ProgramTime, RunningProgram } from "../../programs/program.ts";
import type { ProbeCounts, ProbeName, ProbeResult } from "./probeCounts.ts";
import { runProbe } from "./probes.ts";

export interface ProbedContainer {
  readonly spec: Container;
  readonly program: RunningProgram;
  readonly time: ProgramTime;
  /** Aborts when nothing is to be asked any more. */
  readonly signal: AbortSignal;
  /** Whether a probe's command that does not end in time has failed. */
  readonly commandsEnd: boolean;
  /** Whether it ran, and so had started, when the node's agent began. */
  readonly isResumed: boolean;
  /** Where answers are counted. */
  readonly counts: ProbeCounts;
  onStarted(): void;
  onReady(ready: boolean): void;
  /** It is to be started again. */
  onDead(probe: "startup" | "liveness"): void;
  onFailure(text: string): void;
  onWarning(text: string): void;
}

/**
 * Asks what a container's probes ask. Readiness and liveness are asked for once the container has started, which a startup
 * probe decides when there is one.
 */
export function probeContainer(parts: ProbedContainer): void {
  const { spec, isResumed, onStarted, onReady, onDead } = parts;
  const { startupProbe, readinessProbe, livenessProbe } = spec;
  const ask = (name: ProbeName, probe: Probe, onResult: (ok: boolean) => void): void => {
    const onFailure = (text: string, isUnknown: boolean): void =>
      parts.onFailure(`${name} probe ${isUnknown ? "errored" : "failed"}: ${text}`);
    const onWarning = (text: string): void => parts.onWarning(`${name} probe warning: ${text}`);
    const { program, time, signal, commandsEnd, counts } = parts;
    const onAnswer = (result: ProbeResult): void => counts.count(name, result);
    const tell = { onAnswer, onResult, onFailure, onWarning };
    void runProbe({ name, probe, container: spec, program, time, signal, commandsEnd, ...tell });
  };
  const begin = (): void => {
    if (readinessProbe === undefined) onReady(true);
    else ask("Readiness", readinessProbe, onReady);
    if (livenessProbe !== undefined) ask("Liveness", livenessProbe, (ok) => ok || onDead("liveness"));
    onStarted();
  };
  if (startupProbe === undefined || isResumed) begin();
  else ask("Startup", startupProbe, (ok) => (ok ? begin() : onDead("startup")));
}
