import type { ContainerStatus, Pod } from "kubernetes-types/core/v1";
import { parseQuantity, quantityMilliValue, quantityValue } from "../../../../shared/quantity.ts";
import { packetsOf } from "../load/networkUse.ts";
import type { ContainerStats, NetworkStats, PodStats, StatsSummary } from "../metrics/statsSummary.ts";
import type { MetricFamily, Sample } from "./exposition.ts";
import { seconds, startOf, workingSet } from "./resourceMetrics.ts";

/** The period of a CPU quota, in microseconds. */
const PERIOD = 100_000;

export interface CadvisorParts {
  readonly summary: StatsSummary;
  /** The pods of the summary, as the API returns them. */
  readonly pods: readonly Pod[];
  /** The capacity of the node, as quantities by resource. */
  readonly capacity: Readonly<Record<string, string>>;
  readonly machine: Readonly<Record<string, string>>;
  /** Seconds since the epoch. */
  readonly now: number;
}

/** A measured cgroup: a container, a pod, or the whole node. */
interface Group {
  readonly labels: Readonly<Record<string, string>>;
  readonly stats: Pick<ContainerStats, "cpu" | "memory" | "startTime"> & { readonly network?: NetworkStats };
  /** The resource limits of the group, as quantities by resource. */
  readonly limits: Readonly<Record<string, string>>;
  readonly requests: Readonly<Record<string, string>>;
}

/** The content of `/metrics/cadvisor`: the usage of the node, its pods and their containers, by cgroup. */
export function cadvisorMetrics(parts: CadvisorParts): MetricFamily[] {
  const { capacity, machine, now } = parts;
  const groups = groupsOf(parts);
  const each = (sample: (group: Group) => Sample | undefined): Sample[] =>
    groups.flatMap((group) => {
      const made = sample(group);
      return made === undefined ? [] : [{ ...made, labels: { ...group.labels, ...made.labels } }];
    });
  const gauge = (name: string, help: string, samples: Sample[]): MetricFamily => ({
    ...{ name, help, samples, type: "gauge" },
  });
  const memory = (stats: Group["stats"]): Sample | undefined => workingSet(stats.memory);
  const ofMachine = (value: number): Sample[] => [{ value, labels: machine }];
  return [
    {
      ...{
        name: "container_cpu_usage_seconds_total",
        type: "counter",
        help: "Cumulative cpu time consumed in seconds.",
      },
      samples: each(({ stats }) => {
        const sample = seconds(stats.cpu);
        return sample && { ...sample, labels: { cpu: "total" } };
      }),
    },
    gauge(
      "container_last_seen",
      "Last time a container was seen by the exporter",
      each(() => ({ value: now })),
    ),
    gauge(
      "container_memory_rss",
      "Size of RSS in bytes.",
      each(({ stats }) => memory(stats)),
    ),
    gauge(
      "container_memory_usage_bytes",
      "Current memory usage in bytes, including all memory regardless of when it was accessed",
      each(({ stats }) => memory(stats)),
    ),
    gauge(
      "container_memory_working_set_bytes",
      "Current working set in bytes.",
      each(({ stats }) => memory(stats)),
    ),
    ...networkFamilies((sample) => each(({ stats }) => stats.network && sample(stats.network))),
    gauge(
      "container_spec_cpu_period",
      "CPU period of the container.",
      each(() => ({ value: PERIOD })),
    ),
    gauge(
      "container_spec_cpu_quota",
      "CPU quota of the container.",
      each(({ limits }) =>
        limits["cpu"] === undefined ? undefined : { value: (milli(limits["cpu"]) * PERIOD) / 1000 },
      ),
    ),
    gauge(
      "container_spec_cpu_shares",
      "CPU share of the container.",
      each(({ requests }) => ({ value: Math.max(2, Math.floor((milli(requests["cpu"] ?? "0") * 1024) / 1000)) })),
    ),
    gauge(
      "container_spec_memory_limit_bytes",
      "Memory limit for the container.",
      each(({ limits }) => ({ value: bytes(limits["memory"] ?? "0") })),
    ),
    gauge(
      "container_start_time_seconds",
      "Start time of the container since unix epoch in seconds.",
      each(({ stats }) => startOf(stats.startTime)),
    ),
    gauge(
      "machine_cpu_cores",
      "Number of logical CPU cores.",
      ofMachine(Math.ceil(milli(capacity["cpu"] ?? "0") / 1000)),
    ),
    gauge(
      "machine_memory_bytes",
      "Amount of memory installed on the machine.",
      ofMachine(bytes(capacity["memory"] ?? "0")),
    ),
  ];
}

const DIRECTIONS = [
  { word: "receive", doing: "received", bytesOf: ({ rxBytes }: NetworkStats) => rxBytes },
  { word: "transmit", doing: "transmitted", bytesOf: ({ txBytes }: NetworkStats) => txBytes },
];

/** Network traffic of the pods and of the node. Errors and drops are always zero. */
function networkFamilies(each: (sample: (stats: NetworkStats) => Sample) => Sample[]): MetricFamily[] {
  return DIRECTIONS.flatMap(({ word, doing, bytesOf }) => {
    const counter = (suffix: string, help: string, value: (stats: NetworkStats) => number): MetricFamily => ({
      ...{ name: `container_network_${word}_${suffix}_total`, type: "counter", help },
      samples: each((stats) => ({
        value: value(stats),
        labels: { interface: stats.name },
        time: Date.parse(stats.time),
      })),
    });
    return [
      counter("bytes", `Cumulative count of bytes ${doing}`, bytesOf),
      counter(
        "errors",
        `Cumulative count of errors encountered while ${word === "receive" ? "receiving" : "transmitting"}`,
        () => 0,
      ),
      counter(
        "packets_dropped",
        `Cumulative count of packets dropped while ${word === "receive" ? "receiving" : "transmitting"}`,
        () => 0,
      ),
      counter("packets", `Cumulative count of packets ${doing}`, (stats) => packetsOf(bytesOf(stats))),
    ];
  });
}

const NONE = { container: "", image: "", name: "", namespace: "", pod: "" };

function groupsOf({ summary, pods, capacity }: CadvisorParts): Group[] {
  const known = new Map(pods.map((pod) => [pod.metadata?.uid, pod]));
  const whole = { labels: { ...NONE, id: "/" }, stats: summary.node, limits: capacity, requests: {} };
  return [whole, ...summary.pods.flatMap((stats) => groupsOfPod(stats, known.get(stats.podRef.uid)))];
}

function groupsOfPod(stats: PodStats, pod: Pod | undefined): Group[] {
  const { name, namespace, uid } = stats.podRef;
  const quality = pod?.status?.qosClass ?? "BestEffort";
  const path = `/kubepods/${quality === "Guaranteed" ? "" : `${quality.toLowerCase()}/`}pod${uid}`;
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = pod?.status ?? {};
  const statuses: readonly ContainerStatus[] = [
    ...initContainerStatuses,
    ...containerStatuses,
    ...ephemeralContainerStatuses,
  ];
  const specs = [...(pod?.spec?.initContainers ?? []), ...(pod?.spec?.containers ?? [])];
  return [
    { labels: { ...NONE, id: path, namespace, pod: name }, stats, limits: {}, requests: {} },
    ...stats.containers.map((each): Group => {
      const status = statuses.find((one) => one.name === each.name);
      const resources = specs.find((one) => one.name === each.name)?.resources;
      const id = status?.containerID?.replace(/^.*:\/\//, "") ?? "";
      return {
        labels: {
          container: each.name,
          id: `${path}/${id}`,
          image: status?.image ?? "",
          name: id,
          namespace,
          pod: name,
        },
        stats: each,
        limits: { ...(resources?.limits as Record<string, string> | undefined) },
        requests: { ...(resources?.requests as Record<string, string> | undefined) },
      };
    }),
  ];
}

const milli = (text: string): number => Number(quantityMilliValue(parseQuantity(text)));
const bytes = (text: string): number => Number(quantityValue(parseQuantity(text)));
