import type { PersistentVolumeClaim } from "kubernetes-types/core/v1";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { volumeAnnotations } from "../../../volumes/annotations.ts";
import { classOf } from "../../../volumes/storageClass.ts";
import { usedClaims } from "../../../volumes/usedClaims.ts";
import type { NodeInfo } from "../../cache/nodeInfo.ts";
import { type NodeFilter, type Plugin, type Rejection, unresolvable } from "../../framework/plugin.ts";
import { labelOf } from "../../model/topology.ts";
import { isAboutClaim, type VolumeObjects } from "./volumeObjects.ts";

const ELSEWHERE = unresolvable("node(s) had no available volume zone");

/**
 * Volumes with zone labels are usable only on nodes of that zone; a label may contain several zones separated by `__`.
 */
export function volumeZone(objects: VolumeObjects, vocabulary: Vocabulary): Plugin {
  const parts = ["zone", "region"].map((place) => {
    const [key, old] = ["topology.{labelDomain}", "failure-domain.beta.{labelDomain}"].map((domain) =>
      vocabulary.render(`${domain}/${place}`),
    );
    return { key: key ?? "", old: old ?? "" };
  });
  const keys = parts.flatMap(({ key, old }) => [key, old]);
  /** The value of a node's label; if a node lacks an old zone label, that of the current label. */
  const valueOn = (node: NodeInfo, key: string): string | undefined =>
    labelOf(node, key) ?? labelOf(node, parts.find(({ old }) => old === key)?.key ?? key);
  /** Why a claim without a volume makes all nodes unsuitable. It does not if the volume will be chosen for the node. */
  function problemOfUnbound(claim: PersistentVolumeClaim): string | undefined {
    const className = classOf(claim, volumeAnnotations(vocabulary));
    if (className === "") return "PersistentVolumeClaim had no pv name and storageClass name";
    const storageClass = objects.storageClass(className);
    if (storageClass === undefined) {
      return `${vocabulary.render("storageclass.storage.{domain}")} ${JSON.stringify(className)} not found`;
    }
    return storageClass.volumeBindingMode === "WaitForFirstConsumer" ? undefined : "PersistentVolume had no name";
  }
  return {
    name: "VolumeZone",
    prepareFilter(pod): NodeFilter | Rejection | undefined {
      const wanted: { readonly key: string; readonly values: ReadonlySet<string> }[] = [];
      for (const { name, isEphemeral } of usedClaims(pod)) {
        if (isEphemeral) continue;
        const claim = objects.claim(pod.namespace, name);
        if (claim === undefined) return unresolvable(`persistentvolumeclaim ${JSON.stringify(name)} not found`);
        const { volumeName = "" } = claim.spec ?? {};
        if (volumeName === "") {
          const problem = problemOfUnbound(claim);
          if (problem !== undefined) return unresolvable(problem);
          continue;
        }
        const volume = objects.volume(volumeName);
        if (volume === undefined) return unresolvable(`persistentvolume ${JSON.stringify(volumeName)} not found`);
        const labels = volume.metadata?.labels;
        for (const key of keys) {
          const values = labels?.[key]?.split("__").map((zone) => zone.trim());
          // The reference ignores a label with an empty zone.
          if (values !== undefined && !values.includes("")) wanted.push({ key, values: new Set(values) });
        }
      }
      if (wanted.length === 0) return undefined;
      return {
        filter(node) {
          // In a cluster without zones, zone labels of volumes are ignored.
          if (keys.every((key) => labelOf(node, key) === undefined)) return undefined;
          return wanted.every(({ key, values }) => values.has(valueOn(node, key) ?? "")) ? undefined : ELSEWHERE;
        },
      };
    },
    hints: [
      { on: ["NodeAdd", "NodeLabel", "Volume", "StorageClass"] },
      { on: ["Claim"], helps: (waiting, { object }) => isAboutClaim(waiting, object) },
    ],
  };
}
