import type { Container, Probe } from "kubernetes-types/core/v1";
import type { ProbeCounts, ProbeName, ProbeResult } from "./probeCounts.ts";
import { type ProbeParts, runProbe } from "./probes.ts";

export interface ProbedContainer extends Pick<ProbeParts, "ask" | "address" | "agent" | "time" | "commandsEnd"> {
  readonly spec: Container;
  /** Aborts when probing must stop. */
  readonly signal: AbortSignal;
  /** Aborts when the pod starts to terminate: startup and liveness no longer matter then. */
  readonly ending: AbortSignal;
  /** Whether the program was running, and so had started, before the node's agent began. */
  readonly isResumed: boolean;
  /** The counters of probe results. */
  readonly counts: ProbeCounts;
  onStarted(): void;
  onReady(ready: boolean): void;
  /** Called when the container must be restarted. */
  onDead(probe: "startup" | "liveness"): void;
  onFailure(text: string): void;
  onWarning(text: string): void;
}

/**
 * Runs a container's probes. Readiness and liveness are probed once the container has started, which the startup probe
 * decides when there is one. While the pod terminates, only readiness is probed.
 */
export function probeContainer(parts: ProbedContainer): void {
  const { spec, isResumed, onStarted, onReady, onDead } = parts;
  const { startupProbe, readinessProbe, livenessProbe } = spec;
  const untilEnding = AbortSignal.any([parts.signal, parts.ending]);
  const run = (name: ProbeName, probe: Probe, onResult: (ok: boolean) => void): void => {
    const onFailure = (text: string, isUnknown: boolean): void =>
      parts.onFailure(`${name} probe ${isUnknown ? "errored" : "failed"}: ${text}`);
    const onWarning = (text: string): void => parts.onWarning(`${name} probe warning: ${text}`);
    const { ask, address, agent, time, commandsEnd, counts } = parts;
    const onAnswer = (result: ProbeResult, took: number): void => counts.count(name, result, took);
    const signal = name === "Readiness" ? parts.signal : untilEnding;
    const listeners = { onAnswer, onResult, onFailure, onWarning };
    void runProbe({ name, probe, container: spec, ask, address, agent, time, signal, commandsEnd, ...listeners });
  };
  const begin = (): void => {
    if (readinessProbe === undefined) onReady(true);
    else run("Readiness", readinessProbe, onReady);
    if (livenessProbe !== undefined) run("Liveness", livenessProbe, (ok) => ok || onDead("liveness"));
    onStarted();
  };
  if (startupProbe === undefined || isResumed) begin();
  else run("Startup", startupProbe, (ok) => (ok ? begin() : onDead("startup")));
}
