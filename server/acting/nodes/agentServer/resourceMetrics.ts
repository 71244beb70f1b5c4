import type { ContainerStats, CpuStats, MemoryStats, PodStats, StatsSummary } from "../metrics/statsSummary.ts";
import type { MetricFamily, Sample } from "./exposition.ts";

const NANO = 1e9;

/** The content of `/metrics/resource`: CPU and memory usage, as in the summary. */
export function resourceMetrics({ node, pods }: StatsSummary): MetricFamily[] {
  const ofPod = ({ podRef }: PodStats) => ({ namespace: podRef.namespace, pod: podRef.name });
  const ofContainers = <T extends Sample>(sample: (container: ContainerStats) => T | undefined): Sample[] =>
    pods.flatMap((pod) =>
      pod.containers.flatMap((container) => {
        const made = sample(container);
        return made === undefined ? [] : [{ ...made, labels: { container: container.name, ...ofPod(pod) } }];
      }),
    );
  const ofPods = (sample: (pod: PodStats) => Sample | undefined): Sample[] =>
    pods.flatMap((pod) => {
      const made = sample(pod);
      return made === undefined ? [] : [{ ...made, labels: ofPod(pod) }];
    });
  const counter = (name: string, whose: string, samples: Sample[]): MetricFamily => ({
    ...{ name: `${name}_cpu_usage_seconds_total`, type: "counter", samples },
    help: `[STABLE] Cumulative cpu time consumed by the ${whose} in core-seconds`,
  });
  const memory = (name: string, whose: string, samples: Sample[]): MetricFamily => ({
    ...{ name: `${name}_memory_working_set_bytes`, type: "gauge", samples },
    help: `[STABLE] Current working set of the ${whose} in bytes`,
  });
  const error = (name: string, stability: string): MetricFamily => ({
    ...{ name, type: "gauge", samples: [{ value: 0 }] },
    help: `[${stability}] 1 if there was an error while getting container metrics, 0 otherwise`,
  });
  return [
    counter(
      "container",
      "container",
      ofContainers(({ cpu }) => seconds(cpu)),
    ),
    memory(
      "container",
      "container",
      ofContainers((each) => workingSet(each.memory)),
    ),
    {
      ...{ name: "container_start_time_seconds", type: "gauge" },
      help: "[STABLE] Start time of the container since unix epoch in seconds",
      samples: ofContainers(({ startTime }) => startOf(startTime)),
    },
    counter("node", "node", [seconds(node.cpu) ?? []].flat()),
    memory("node", "node", [workingSet(node.memory) ?? []].flat()),
    counter(
      "pod",
      "pod",
      ofPods(({ cpu }) => seconds(cpu)),
    ),
    memory(
      "pod",
      "pod",
      ofPods((each) => workingSet(each.memory)),
    ),
    error("resource_scrape_error", "STABLE"),
    error("scrape_error", "ALPHA (Deprecated since 1.29.0)"),
  ];
}

/** Processor time in seconds. */
export const seconds = (cpu: CpuStats | undefined): Sample | undefined =>
  cpu && { value: cpu.usageCoreNanoSeconds / NANO, time: Date.parse(cpu.time) };

/** Memory in bytes. */
export const workingSet = (memory: MemoryStats | undefined): Sample | undefined =>
  memory && { value: memory.workingSetBytes, time: Date.parse(memory.time) };

/** A start time, in seconds since the epoch. */
export const startOf = (startTime: string | undefined): Sample | undefined =>
  startTime === undefined ? undefined : { value: Date.parse(startTime) / 1000 };
