import type { Container } from "kubernetes-types/core/v1";
import { type ContainerLoad, containerLoad } from "./containerLoad.ts";
import { noise } from "./noise.ts";
import type { RequestedWork } from "./requestedWork.ts";
import { lastSpan, type Span } from "./samples.ts";

/** What something took over a time. */
export interface Usage {
  readonly span: Span;
  /** Billionths of a processor, on average. */
  readonly nanoCores: number;
  /** At the end. */
  readonly bytes: number;
  /** Processor time since the start, in billionths of a second. */
  readonly coreNanoSeconds: number;
}

/** A container that runs. */
export interface RunningContainer {
  readonly spec: Container;
  /** Of its pod. */
  readonly uid: string;
  readonly annotations: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The work that it did for requests. */
  readonly work?: RequestedWork | undefined;
}

/** No two measurements are quite the same: the largest part by which they differ. */
const CPU_NOISE = 0.04;
const MEMORY_NOISE = 0.01;
const PAGE = 4096;

/** What a container took when it was last measured; undefined as long as it was not. @param now milliseconds since the epoch */
export function containerUsage(container: RunningContainer, now: number): Usage | undefined {
  const { spec, uid, annotations, startedAt } = container;
  const id = `${uid}/${spec.name}`;
  const span = lastSpan(id, startedAt, now);
  if (span === undefined) return undefined;
  const load = containerLoad(spec, annotations);
  const vary = (what: string, part: number): number => 1 + part * (2 * noise(`${id}/${what}/${span.to}`) - 1);
  const milliCores = averageCpu(container, load, span) * vary("cpu", CPU_NOISE);
  const bytes = load.memory.at(span.to - startedAt) * vary("memory", MEMORY_NOISE);
  return {
    span,
    nanoCores: Math.round(Math.min(milliCores, load.mostCpu) * 1e6),
    bytes: Math.floor(bytes / PAGE) * PAGE,
    // Thousandths times milliseconds are millionths of a second.
    coreNanoSeconds: Math.round(load.cpu.total(span.to - startedAt) * 1e3 + (container.work?.total ?? 0) * 1e6),
  };
}

/** In thousandths. */
function averageCpu({ startedAt, work }: RunningContainer, { cpu }: ContainerLoad, { from, to }: Span): number {
  const own = (cpu.total(to - startedAt) - cpu.total(from - startedAt)) / (to - from);
  return own + ((work?.between(from, to) ?? 0) / (to - from)) * 1000;
}
