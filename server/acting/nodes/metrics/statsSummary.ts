import type { Node, Pod } from "kubernetes-types/core/v1";
import { microTimestamp, timestamp } from "../../../../shared/time.ts";
import type { Usage } from "../load/usage.ts";
import { nodeUsage } from "./nodeUsage.ts";
import { type Measuring, measured } from "./podUsage.ts";

/**
 * What a node's agent reports about everything that runs there, in the form of its `/stats/summary`. What was not
 * measured yet appears without its use.
 * @param memory bytes that the node has
 */
export function statsSummary(
  node: Node,
  pods: readonly Pod[],
  memory: number,
  measuring: Measuring,
): Record<string, unknown> {
  const usage = nodeUsage(node, pods, measuring);
  const { name, creationTimestamp } = node.metadata ?? {};
  return {
    node: {
      nodeName: name,
      startTime: creationTimestamp,
      ...(usage === undefined ? {} : { cpu: cpuOf(usage), memory: memoryOf(usage, memory) }),
    },
    pods: pods.filter(({ status }) => status?.phase === "Running").map((pod) => podOf(pod, measuring)),
  };
}

function podOf(pod: Pod, measuring: Measuring): Record<string, unknown> {
  const { name, namespace, uid } = pod.metadata ?? {};
  const containers = measured(pod, measuring).filter((each) => each !== undefined);
  const [first, ...rest] = containers.map(({ usage }) => usage);
  const sum = first && rest.reduce(added, first);
  return {
    podRef: { name, namespace, uid },
    startTime: pod.status?.startTime,
    containers: containers.map(({ usage, ...container }) => ({
      name: container.name,
      startTime: timestamp(container.startedAt),
      cpu: cpuOf(usage),
      memory: memoryOf(usage),
    })),
    ...(sum === undefined ? {} : { cpu: cpuOf(sum), memory: memoryOf(sum) }),
  };
}

/** Two uses together; the time is that of the first. */
const added = (a: Usage, b: Usage): Usage => ({
  span: a.span,
  nanoCores: a.nanoCores + b.nanoCores,
  bytes: a.bytes + b.bytes,
  coreNanoSeconds: a.coreNanoSeconds + b.coreNanoSeconds,
});

const cpuOf = ({ span, nanoCores, coreNanoSeconds }: Usage) => ({
  time: microTimestamp(span.to),
  usageNanoCores: nanoCores,
  usageCoreNanoSeconds: coreNanoSeconds,
});

const memoryOf = ({ span, bytes }: Usage, all?: number) => ({
  time: microTimestamp(span.to),
  ...(all === undefined ? {} : { availableBytes: Math.max(0, all - bytes) }),
  usageBytes: bytes,
  workingSetBytes: bytes,
  rssBytes: bytes,
});
