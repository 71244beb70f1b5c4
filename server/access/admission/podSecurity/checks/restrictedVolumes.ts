import { type Check, distinct, plural, quotedList } from "../check.ts";
import type { Volume } from "../pod.ts";

const ALLOWED = [
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "persistentVolumeClaim",
  "projected",
  "secret",
];
const KNOWN = [
  "hostPath",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "gitRepo",
  "nfs",
  "iscsi",
  "glusterfs",
  "rbd",
  "flexVolume",
  "cinder",
  "cephfs",
  "flocker",
  "fc",
  "azureFile",
  "vsphereVolume",
  "quobyte",
  "azureDisk",
  "photonPersistentDisk",
  "portworxVolume",
  "scaleIO",
  "storageos",
];

const hasOne = (volume: Volume, sources: readonly string[]): boolean => sources.some((source) => volume[source]);

/** Only volume types that use the cluster's objects are allowed, not those that a pod can define itself. */
export const restrictedVolumes: Check = {
  id: "restrictedVolumes",
  level: "restricted",
  versions: [
    {
      since: 0,
      overrides: ["hostPathVolumes"],
      check: ({ spec }) => {
        const bad = (spec.volumes ?? []).filter((volume) => !hasOne(volume, ALLOWED));
        if (bad.length === 0) return undefined;
        const types = distinct(bad.map((volume) => KNOWN.find((source) => volume[source]) ?? "unknown"));
        const who = `${plural(bad.length, "volume")} ${quotedList(bad.map(({ name }) => name))}`;
        const what = `${plural(types.length, "restricted volume type")} ${quotedList(types)}`;
        return { reason: "restricted volume types", detail: `${who} ${plural(bad.length, "uses", "use")} ${what}` };
      },
    },
  ],
};
