import type { ContainerMachine } from "../machines/containerMachine.ts";
import type { PodLife } from "../pods/podLife.ts";
import type { NodePod } from "../pods/podParts.ts";
import type { StorageUse } from "./storageLimits.ts";

/** Maximum bytes of a container's logs that a node keeps: five files of ten mebibytes. */
const MAX_LOGS = 50 * 1024 ** 2;

/** Measures the bytes in volumes of a pod, by name, and in the machines of its containers. */
export type MeasureStorage = (
  pod: NodePod,
  volumes: readonly string[],
  machines: readonly (ContainerMachine | undefined)[],
) => Promise<{ readonly volumes: ReadonlyMap<string, number>; readonly machines: readonly number[] }>;

/** What a pod uses of its node's disk. @param volumes names of volumes to measure, too */
export async function storageUse(
  { pod, containers }: Pick<PodLife, "pod" | "containers">,
  volumes: readonly string[],
  measure: MeasureStorage,
): Promise<StorageUse> {
  const counted = containers.filter(({ role }) => role !== "ephemeral");
  const found = await measure(
    pod,
    volumes,
    counted.map(({ machine }) => machine),
  );
  const logs = ({ log, previousLog }: PodLife["containers"][number]): number =>
    Math.min(log.bytes + (previousLog?.bytes ?? 0), MAX_LOGS);
  return {
    volumes: found.volumes,
    containers: new Map(counted.map((each, i) => [each.name, (found.machines[i] ?? 0) + logs(each)])),
  };
}
