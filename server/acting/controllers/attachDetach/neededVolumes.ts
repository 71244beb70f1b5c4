import type { ApiObject } from "../../../../shared/object.ts";
import { type AttachableVolume, type AttachableVolumes, attachmentName, nodeOf } from "../../volumes/attachable.ts";
import type { InformedParts } from "../controller.ts";
import { isTerminated } from "../pods/podState.ts";

/** A volume that a node's pods need. */
export interface NeededVolume {
  readonly attachable: AttachableVolume;
  readonly pods: ApiObject[];
}

const NODES = { group: "", resource: "nodes" };
const PODS = { group: "", resource: "pods" };

/**
 * The pods of a node that need their volumes: none when the node's agent attaches volumes itself, and terminated ones
 * only when the agent keeps their volumes.
 */
export function usersOn({ informers, vocabulary }: Pick<InformedParts, "informers" | "vocabulary">, name: string) {
  const node = informers.of(NODES).get("", name);
  const noteOf = (note: string): string | undefined =>
    node?.metadata.annotations?.[vocabulary.render(`volumes.{labelDomain}/${note}`)];
  if (noteOf("controller-managed-attach-detach") === undefined) return [];
  const keeps = noteOf("keep-terminated-pod-volumes") === "true";
  return informers
    .of(PODS)
    .by(nodeOf, name)
    .filter((pod) => keeps || !isTerminated(pod));
}

/** The volumes that a node's pods need, by the name of the attachment. */
export function neededVolumes(
  parts: Pick<InformedParts, "informers" | "vocabulary">,
  volumes: AttachableVolumes,
  node: string,
): Map<string, NeededVolume> {
  const needed = new Map<string, NeededVolume>();
  for (const pod of usersOn(parts, node)) {
    for (const attachable of volumes.of(pod).attachable) {
      const name = attachmentName(attachable, node);
      const known = needed.get(name);
      if (known === undefined) needed.set(name, { attachable, pods: [pod] });
      else known.pods.push(pod);
    }
  }
  return needed;
}
