import type { Node, Pod } from "kubernetes-types/core/v1";
import { each, type Steps } from "../../../../shared/steps.ts";
import { microTimestamp, timestamp } from "../../../../shared/time.ts";
import { type NetworkUse, nodeNetwork, podNetwork } from "../load/networkUse.ts";
import type { Usage } from "../load/usage.ts";
import type { StorageUse } from "../storage/storageLimits.ts";
import { nodeUsage } from "./nodeUsage.ts";
import { type Measuring, measured } from "./podUsage.ts";

export interface CpuStats {
  /** RFC 3339. */
  readonly time: string;
  readonly usageNanoCores: number;
  readonly usageCoreNanoSeconds: number;
}

export interface MemoryStats {
  readonly time: string;
  readonly availableBytes?: number;
  readonly usageBytes: number;
  readonly workingSetBytes: number;
  readonly rssBytes: number;
}

export interface FileStats {
  readonly time: string;
  readonly availableBytes: number;
  readonly capacityBytes: number;
  readonly usedBytes: number;
}

/** Bytes that went through a network interface. */
interface InterfaceStats {
  readonly name: string;
  readonly rxBytes: number;
  readonly rxErrors: number;
  readonly txBytes: number;
  readonly txErrors: number;
}

/** The traffic of the default interface, and that of all interfaces. */
export interface NetworkStats extends InterfaceStats {
  readonly time: string;
  readonly interfaces: readonly InterfaceStats[];
}

/** Usage of a node, pod or container; what was not measured yet is absent. */
interface Stats {
  readonly startTime?: string | undefined;
  readonly cpu?: CpuStats;
  readonly memory?: MemoryStats;
}

export interface ContainerStats extends Stats {
  readonly name: string;
  readonly rootfs?: FileStats;
}

export interface PodStats extends Stats {
  readonly podRef: { readonly name: string; readonly namespace: string; readonly uid: string };
  readonly containers: readonly ContainerStats[];
  readonly network?: NetworkStats;
  readonly volume?: readonly (FileStats & { readonly name: string })[];
  readonly "ephemeral-storage"?: FileStats;
}

export interface StatsSummary {
  readonly node: Stats & { readonly nodeName: string; readonly fs?: FileStats; readonly network?: NetworkStats };
  readonly pods: readonly PodStats[];
}

/** The disk of a node. */
export interface NodeDisk {
  readonly capacity: number;
  /** What pods use of the disk, by pod uid. */
  readonly use: ReadonlyMap<string, StorageUse>;
}

export interface SummaryParts {
  /** Memory of the node in bytes. */
  readonly memory: number;
  /** Absent when only CPU and memory are wanted. */
  readonly disk?: NodeDisk | undefined;
  /** Whether network traffic is wanted, too. */
  readonly withNetwork?: boolean;
  readonly measuring: Measuring;
}

/**
 * The node agent's report of usage, in the form of `/stats/summary`. What was not measured yet appears without usage.
 */
export function* statsSummary(node: Node, pods: readonly Pod[], parts: SummaryParts): Steps<StatsSummary> {
  const { memory, disk, measuring, withNetwork = false } = parts;
  const usage = nodeUsage(node, pods, measuring);
  const { name = "", creationTimestamp } = node.metadata ?? {};
  const running = pods.filter(({ status }) => status?.phase === "Running");
  const disks = disk && new Disk(disk, measuring.now);
  return {
    node: {
      nodeName: name,
      startTime: creationTimestamp,
      ...(usage === undefined ? {} : { cpu: cpuOf(usage), memory: memoryOf(usage, memory) }),
      ...(withNetwork ? { network: networkOfNode(node, measuring) } : {}),
      ...(disks === undefined ? {} : { fs: disks.of(disks.used) }),
    },
    pods: yield* each(running, (pod) => ({
      ...podOf(pod, measuring, disks),
      ...(withNetwork ? networkOfPod(pod, measuring) : {}),
    })),
  };
}

function networkOfNode({ metadata }: Node, { now }: Measuring): NetworkStats {
  const age = Math.max(0, now - Date.parse(metadata?.creationTimestamp ?? timestamp(now)));
  return networkStats(nodeNetwork(age), now);
}

function networkOfPod(pod: Pod, measuring: Measuring): { readonly network?: NetworkStats } {
  const use = podNetwork(pod, measuring);
  return use === undefined ? {} : { network: networkStats(use, measuring.now) };
}

function networkStats({ rxBytes, txBytes }: NetworkUse, now: number): NetworkStats {
  const usual = { name: INTERFACE, rxBytes, rxErrors: 0, txBytes, txErrors: 0 };
  return { time: microTimestamp(now), ...usual, interfaces: [usual] };
}

/** The default network interface of pods and nodes. */
export const INTERFACE = "eth0";

function podOf(pod: Pod, measuring: Measuring, disk: Disk | undefined): PodStats {
  const { name = "", namespace = "", uid = "" } = pod.metadata ?? {};
  const containers = measured(pod, measuring).filter((each) => each !== undefined);
  const [first, ...rest] = containers.map(({ usage }) => usage);
  const sum = first && rest.reduce(added, first);
  const use = disk?.ofPod(uid);
  return {
    podRef: { name, namespace, uid },
    startTime: pod.status?.startTime,
    containers: containers.map(({ usage, ...container }) => ({
      name: container.name,
      startTime: timestamp(container.startedAt),
      cpu: cpuOf(usage),
      memory: memoryOf(usage),
      ...(disk === undefined ? {} : { rootfs: disk.of(use?.containers.get(container.name) ?? 0) }),
    })),
    ...(sum === undefined ? {} : { cpu: cpuOf(sum), memory: memoryOf(sum) }),
    ...(disk === undefined || use === undefined
      ? {}
      : {
          volume: [...use.volumes].map(([volume, bytes]) => ({ ...disk.of(bytes), name: volume })),
          "ephemeral-storage": disk.of(totalBytes(use)),
        }),
  };
}

/** The sum of two usages, with the time of the first. */
const added = (a: Usage, b: Usage): Usage => ({
  span: a.span,
  nanoCores: a.nanoCores + b.nanoCores,
  bytes: a.bytes + b.bytes,
  coreNanoSeconds: a.coreNanoSeconds + b.coreNanoSeconds,
});

const cpuOf = ({ span, nanoCores, coreNanoSeconds }: Usage): CpuStats => ({
  time: microTimestamp(span.to),
  usageNanoCores: nanoCores,
  usageCoreNanoSeconds: coreNanoSeconds,
});

const memoryOf = ({ span, bytes }: Usage, all?: number): MemoryStats => ({
  time: microTimestamp(span.to),
  ...(all === undefined ? {} : { availableBytes: Math.max(0, all - bytes) }),
  usageBytes: bytes,
  workingSetBytes: bytes,
  rssBytes: bytes,
});

const totalBytes = ({ volumes, containers }: StorageUse): number =>
  [...volumes.values(), ...containers.values()].reduce((sum, each) => sum + each, 0);

/** Renders parts of a node's disk: free space is the same for each part. */
class Disk {
  readonly #disk: NodeDisk;
  readonly #time: string;
  /** Bytes used. */
  readonly used: number;

  /** @param now milliseconds since the epoch */
  constructor(disk: NodeDisk, now: number) {
    this.#disk = disk;
    this.#time = microTimestamp(now);
    this.used = [...disk.use.values()].reduce((sum, use) => sum + totalBytes(use), 0);
  }

  ofPod(uid: string): StorageUse | undefined {
    return this.#disk.use.get(uid);
  }

  of(usedBytes: number): FileStats {
    const { capacity } = this.#disk;
    return {
      time: this.#time,
      availableBytes: Math.max(0, capacity - this.used),
      capacityBytes: capacity,
      usedBytes,
    };
  }
}
