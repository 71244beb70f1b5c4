import type { Container, Volume } from "kubernetes-types/core/v1";
import {
  addQuantity,
  canonicalQuantity,
  formatQuantity,
  parseQuantity,
  type Quantity,
} from "../../../../shared/quantity.ts";
import { bytesOf } from "../machines/volumeRoom.ts";
import { type NodePod, roleOfInit } from "../pods/podParts.ts";

/** Bytes that a pod has written to the node's disk. */
export interface StorageUse {
  /** Bytes by name of the volumes that are on the node. */
  readonly volumes: ReadonlyMap<string, number>;
  /** Bytes by container name: logs and files outside of images and volumes. */
  readonly containers: ReadonlyMap<string, number>;
}

/** Whether a volume's files are stored on the pod's node. */
export const isOnNode = ({ emptyDir, configMap }: Volume): boolean => emptyDir !== undefined || configMap !== undefined;

/** Whether a volume uses the node's disk. */
const isOnDisk = ({ emptyDir }: Volume): boolean => emptyDir?.medium !== "Memory";

/** Whether a pod limits its use of ephemeral storage. */
export const limitsStorage = ({ spec }: NodePod): boolean =>
  (spec.volumes ?? []).some(({ emptyDir }) => emptyDir?.sizeLimit !== undefined) ||
  [...spec.containers, ...(spec.initContainers ?? [])].some((each) => limitOf(each) !== undefined);

/**
 * Why a node evicts a pod that exceeds its storage limits, with the messages and the order of the reference's eviction
 * manager: an emptyDir, the whole pod, one container. Undefined for a pod within its limits.
 */
export function storageExcess({ spec }: NodePod, { volumes, containers }: StorageUse): string | undefined {
  for (const { name, emptyDir } of spec.volumes ?? []) {
    const most = bytesOf(emptyDir?.sizeLimit);
    if (emptyDir?.sizeLimit === undefined || most === undefined || most <= 0 || (volumes.get(name) ?? 0) <= most)
      continue;
    return `Usage of EmptyDir volume ${JSON.stringify(name)} exceeds the limit ${JSON.stringify(canonicalQuantity(emptyDir.sizeLimit))}. `;
  }
  const limit = podLimit(spec);
  const onDisk = (spec.volumes ?? []).filter(isOnDisk).map(({ name }) => volumes.get(name) ?? 0);
  const used = [...onDisk, ...containers.values()].reduce((sum, each) => sum + each, 0);
  if (limit !== undefined && used > (bytesOf(formatQuantity(limit)) ?? 0)) {
    return `Pod ephemeral local storage usage exceeds the total limit of containers ${formatQuantity(limit)}. `;
  }
  for (const container of spec.containers) {
    const text = limitOf(container);
    const most = bytesOf(text);
    if (text === undefined || most === undefined || most === 0 || (containers.get(container.name) ?? 0) <= most)
      continue;
    return `Container ${container.name} exceeded its local ephemeral storage limit ${JSON.stringify(canonicalQuantity(text))}. `;
  }
  return undefined;
}

const limitOf = ({ resources }: Container): string | undefined =>
  (resources?.limits as Readonly<Record<string, string>> | undefined)?.["ephemeral-storage"];

/**
 * The sum of the containers' storage limits; containers without a limit add nothing. Undefined when none has a limit.
 */
function podLimit({ containers, initContainers = [] }: NodePod["spec"]): Quantity | undefined {
  const sum = (all: readonly Container[], more?: Quantity): Quantity | undefined =>
    all.reduce<Quantity | undefined>((before, each) => {
      const text = limitOf(each);
      if (text === undefined) return before;
      return before === undefined ? parseQuantity(text) : addQuantity(before, parseQuantity(text));
    }, more);
  let sidecars: Quantity | undefined;
  let most: Quantity | undefined;
  for (const each of initContainers) {
    const together = sum([each], sidecars);
    if (roleOfInit(each) === "sidecar") sidecars = together;
    if (isMore(together, most)) most = together;
  }
  const main = sum(containers, sidecars);
  return isMore(most, main) ? most : main;
}

const isMore = (a: Quantity | undefined, b: Quantity | undefined): boolean =>
  a !== undefined && (b === undefined || (bytesOf(formatQuantity(a)) ?? 0) > (bytesOf(formatQuantity(b)) ?? 0));
