import type { Container } from "kubernetes-types/core/v1";
import { type ContainerLoad, containerLoad } from "./containerLoad.ts";
import { noise } from "./noise.ts";
import type { RequestedWork } from "./requestedWork.ts";
import { lastSpan, type Span } from "./samples.ts";

/** Measured usage over a span. */
export interface Usage {
  readonly span: Span;
  /** Average CPU usage, in billionths of a processor. */
  readonly nanoCores: number;
  /** Memory usage at the end of the span. */
  readonly bytes: number;
  /** CPU time since the start, in billionths of a second. */
  readonly coreNanoSeconds: number;
}

/** A running container. */
export interface RunningContainer {
  readonly spec: Container;
  /** The uid of its pod. */
  readonly uid: string;
  readonly annotations: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The work that the container did for requests. */
  readonly work?: RequestedWork | undefined;
}

/** Measurements vary: these are the largest relative deviations. */
const CPU_NOISE = 0.04;
const MEMORY_NOISE = 0.01;
const PAGE = 4096;

/**
 * The usage of a container at its last measurement; undefined before the first one.
 * @param now milliseconds since the epoch
 */
export function containerUsage(container: RunningContainer, now: number): Usage | undefined {
  const { spec, uid, annotations, startedAt } = container;
  const id = `${uid}/${spec.name}`;
  const span = lastSpan(id, startedAt, now);
  if (span === undefined) return undefined;
  const load = containerLoad(spec, annotations);
  const vary = (resource: string, part: number): number => 1 + part * (2 * noise(`${id}/${resource}/${span.to}`) - 1);
  const milliCores = averageCpu(container, load, span) * vary("cpu", CPU_NOISE);
  const bytes = load.memory.at(span.to - startedAt) * vary("memory", MEMORY_NOISE);
  return {
    span,
    nanoCores: Math.round(Math.min(milliCores, load.mostCpu) * 1e6),
    bytes: Math.floor(bytes / PAGE) * PAGE,
    // Millicores times milliseconds are millionths of a second.
    coreNanoSeconds: Math.round(load.cpu.total(span.to - startedAt) * 1e3 + (container.work?.total ?? 0) * 1e6),
  };
}

/** Average CPU usage in millicores. */
function averageCpu({ startedAt, work }: RunningContainer, { cpu }: ContainerLoad, { from, to }: Span): number {
  const own = (cpu.total(to - startedAt) - cpu.total(from - startedAt)) / (to - from);
  return own + ((work?.between(from, to) ?? 0) / (to - from)) * 1000;
}
