import type { Volume } from "kubernetes-types/core/v1";
import { usedClaims } from "../../../volumes/usedClaims.ts";
import type { SchedulerCache } from "../../cache/schedulerCache.ts";
import { type NodeFilter, type Plugin, type Rejection, unresolvable, unschedulable } from "../../framework/plugin.ts";
import type { PodInfo } from "../../model/podInfo.ts";
import { isAboutClaim, type VolumeObjects } from "./volumeObjects.ts";

const DISK_TAKEN = unschedulable("node(s) had no available disk");
const CLAIM_TAKEN = unschedulable(
  "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode",
);

/** Excludes pods whose disks, or claims with single-pod access, are already used by another pod. */
export function volumeRestrictions(cache: SchedulerCache, objects: VolumeObjects): Plugin {
  return {
    name: "VolumeRestrictions",
    prepareFilter(pod): NodeFilter | Rejection | undefined {
      const disks = (pod.spec.volumes ?? []).filter(isExclusiveDisk);
      const exclusive: string[] = [];
      for (const { name, isEphemeral } of usedClaims(pod)) {
        // A claim that was created for this pod is not used by any other pod.
        if (isEphemeral) continue;
        const claim = objects.claim(pod.namespace, name);
        if (claim === undefined) return unresolvable(`persistentvolumeclaim ${JSON.stringify(name)} not found`);
        if (claim.spec?.accessModes?.includes("ReadWriteOncePod")) exclusive.push(name);
      }
      if (disks.length + exclusive.length === 0) return undefined;
      let users = exclusive.filter((name) => cache.tallies.of(usersOf(pod.namespace, name)).size > 0).length;
      return {
        filter(node) {
          if (disks.length > 0) {
            for (const other of node.pods.values()) {
              const isTaken = (other.spec.volumes ?? []).some((volume) => disks.some((disk) => conflict(disk, volume)));
              if (isTaken) return DISK_TAKEN;
            }
          }
          return users > 0 ? CLAIM_TAKEN : undefined;
        },
        count(other, _node, sign) {
          if (other.namespace !== pod.namespace) return;
          for (const { name, isEphemeral } of usedClaims(other)) {
            if (!isEphemeral && exclusive.includes(name)) users += sign;
          }
        },
      };
    },
    hints: [
      {
        on: ["PodDelete"],
        helps(waiting, { pod }) {
          if (pod === undefined) return false;
          const names = usedClaims(waiting).map(({ name }) => name);
          if (pod.namespace === waiting.namespace && usedClaims(pod).some(({ name }) => names.includes(name)))
            return true;
          const disks = (waiting.spec.volumes ?? []).filter(isExclusiveDisk);
          return (pod.spec.volumes ?? []).some((volume) => disks.some((disk) => conflict(disk, volume)));
        },
      },
      { on: ["NodeAdd"] },
      { on: ["Claim"], helps: (waiting, { object }) => isAboutClaim(waiting, object) },
    ],
  };
}

const usersOf = (namespace: string, claim: string) => ({
  key: `claim ${namespace}/${claim}`,
  namespaces: [namespace],
  test: (pod: PodInfo): boolean =>
    pod.namespace === namespace && usedClaims(pod).some(({ name, isEphemeral }) => name === claim && !isEphemeral),
});

const isExclusiveDisk = ({ gcePersistentDisk, awsElasticBlockStore, rbd, iscsi }: Volume): boolean =>
  (gcePersistentDisk ?? awsElasticBlockStore ?? rbd ?? iscsi) !== undefined;

/** Whether two pods on one node cannot use both volumes: they are the same disk, and one of the pods writes. */
function conflict(a: Volume, b: Volume): boolean {
  const { gcePersistentDisk: gce, awsElasticBlockStore: aws, iscsi, rbd } = a;
  const [otherGce, otherAws, otherIscsi, otherRbd] = [b.gcePersistentDisk, b.awsElasticBlockStore, b.iscsi, b.rbd];
  const isWritten = (x: { readonly readOnly?: boolean }, y: { readonly readOnly?: boolean }): boolean =>
    !(x.readOnly === true && y.readOnly === true);
  if (gce && otherGce && gce.pdName === otherGce.pdName && isWritten(gce, otherGce)) return true;
  if (aws && otherAws && aws.volumeID === otherAws.volumeID) return true;
  if (iscsi && otherIscsi && iscsi.iqn === otherIscsi.iqn && isWritten(iscsi, otherIscsi)) return true;
  if (!rbd || !otherRbd || !isWritten(rbd, otherRbd)) return false;
  const isSameImage = (rbd.pool ?? "rbd") === (otherRbd.pool ?? "rbd") && rbd.image === otherRbd.image;
  return isSameImage && rbd.monitors.some((monitor) => otherRbd.monitors.includes(monitor));
}
