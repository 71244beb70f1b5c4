import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { volumeAnnotations } from "../../../volumes/annotations.ts";
import { classOf } from "../../../volumes/storageClass.ts";
import { usedClaims } from "../../../volumes/usedClaims.ts";
import type { NodeInfo } from "../../cache/nodeInfo.ts";
import { type NodeFilter, type Plugin, unschedulable } from "../../framework/plugin.ts";
import type { PodInfo } from "../../model/podInfo.ts";
import { isAboutClaim, type VolumeObjects } from "./volumeObjects.ts";

const TOO_MANY = unschedulable("node(s) exceed max volume count");

/** Enforces the limit of a driver's volumes per node. */
export function nodeVolumeLimits(objects: VolumeObjects, vocabulary: Vocabulary): Plugin {
  /** The volumes of a pod: maps the unique identifier of a volume to its driver. */
  function volumesOf(pod: PodInfo): Map<string, string> {
    const volumes = new Map<string, string>();
    for (const { name } of usedClaims(pod)) {
      const claim = objects.claim(pod.namespace, name);
      if (claim === undefined) continue;
      const volume = objects.volume(claim.spec?.volumeName ?? "");
      if (volume === undefined) {
        // An unbound claim counts for the driver of its class.
        const provisioner = objects.storageClass(classOf(claim, volumeAnnotations(vocabulary)))?.provisioner;
        if (provisioner !== undefined) volumes.set(`${provisioner}/${pod.namespace}/${name}`, provisioner);
        continue;
      }
      const csi = volume.spec?.csi;
      if (csi !== undefined) volumes.set(`${csi.driver}/${csi.volumeHandle}`, csi.driver);
    }
    return volumes;
  }

  function attachedTo(node: NodeInfo): Map<string, string> {
    const attached = new Map<string, string>();
    for (const pod of node.pods.values()) for (const [id, driver] of volumesOf(pod)) attached.set(id, driver);
    for (const { spec } of objects.attachmentsOn(node.name)) {
      const csi = objects.volume(spec.source.persistentVolumeName ?? "")?.spec?.csi;
      if (csi !== undefined) attached.set(`${csi.driver}/${csi.volumeHandle}`, csi.driver);
    }
    return attached;
  }

  return {
    name: "NodeVolumeLimits",
    prepareFilter(pod): NodeFilter | undefined {
      if (usedClaims(pod).length === 0) return undefined;
      const wanted = volumesOf(pod);
      if (wanted.size === 0) return undefined;
      return {
        filter(node) {
          const limits = new Map(
            (objects.csiNode(node.name)?.spec.drivers ?? []).flatMap(({ name, allocatable }) =>
              allocatable?.count === undefined ? [] : [[name, allocatable.count] as const],
            ),
          );
          if (limits.size === 0) return undefined;
          const attached = attachedTo(node);
          const counts = new Map<string, number>();
          for (const driver of attached.values()) counts.set(driver, (counts.get(driver) ?? 0) + 1);
          for (const [id, driver] of wanted) {
            if (attached.has(id)) continue;
            const count = (counts.get(driver) ?? 0) + 1;
            counts.set(driver, count);
            if (count > (limits.get(driver) ?? Number.POSITIVE_INFINITY)) return TOO_MANY;
          }
          return undefined;
        },
      };
    },
    hints: [
      { on: ["CsiNode", "NodeAdd", "AttachmentDelete"] },
      { on: ["PodDelete"], helps: (_waiting, { pod }) => pod !== undefined && usedClaims(pod).length > 0 },
      { on: ["Claim"], helps: (waiting, { object }) => isAboutClaim(waiting, object) },
    ],
  };
}
