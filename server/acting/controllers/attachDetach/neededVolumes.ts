import type { ApiObject } from "../../../../shared/object.ts";
import type { Informers } from "../../informers/informers.ts";
import { type AttachableVolume, type AttachableVolumes, attachmentName, nodeOf } from "../../volumes/attachable.ts";
import { isFinished } from "../pods/podState.ts";

/** A volume that a node's pods need. */
export interface NeededVolume {
  readonly attachable: AttachableVolume;
  readonly pods: ApiObject[];
}

const PODS = { group: "", resource: "pods" };

/** The pods of a node that may use volumes: those that have not finished. */
export const usersOn = (informers: Informers, node: string): ApiObject[] =>
  informers
    .of(PODS)
    .by(nodeOf, node)
    .filter((pod) => !isFinished(pod));

/** The volumes that a node's pods need, by the name of the attachment. */
export function neededVolumes(
  informers: Informers,
  volumes: AttachableVolumes,
  node: string,
): Map<string, NeededVolume> {
  const needed = new Map<string, NeededVolume>();
  for (const pod of usersOn(informers, node)) {
    for (const attachable of volumes.of(pod).attachable) {
      const name = attachmentName(attachable, node);
      const known = needed.get(name);
      if (known === undefined) needed.set(name, { attachable, pods: [pod] });
      else known.pods.push(pod);
    }
  }
  return needed;
}
