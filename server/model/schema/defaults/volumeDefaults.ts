/** Defaulting rules: volumes, persistent volumes and claims. */
import { roundUpMilli } from "./helpers.ts";
import { imageTag } from "./imageTag.ts";
import { type DefaultTable, rows } from "./row.ts";

export const volumeDefaults: DefaultTable = {
  "api.core.v1.PersistentVolumeClaimStatus": rows((r) => [
    r.compute("capacity[*]", (_, it) => roundUpMilli(it), { always: true }),
    r.compute("allocatedResources[*]", (_, it) => roundUpMilli(it), { always: true }),
  ]),
  "api.core.v1.PersistentVolumeSpec": rows((r) => [
    r.compute("capacity[*]", (_, it) => roundUpMilli(it), { always: true }),
  ]),
  "api.core.v1.VolumeResourceRequirements": rows((r) => [
    r.compute("limits[*]", (_, it) => roundUpMilli(it), { always: true }),
    r.compute("requests[*]", (_, it) => roundUpMilli(it), { always: true }),
  ]),
  "api.core.v1.Volume": rows<object>((r) => [
    r.set("emptyDir", {}, { when: (volume) => Object.keys(volume).every((key) => key === "name") }),
  ]),
  "api.core.v1.ImageVolumeSource": rows<{ readonly reference?: string }>((r) => [
    r.compute("pullPolicy", ({ reference }) => (imageTag(reference) === "latest" ? "Always" : "IfNotPresent"), {
      gate: "ImageVolume",
      gateOff: true,
    }),
  ]),
  "api.core.v1.SecretVolumeSource": rows((r) => [r.set("defaultMode", 420)]),
  "api.core.v1.ConfigMapVolumeSource": rows((r) => [r.set("defaultMode", 420)]),
  "api.core.v1.DownwardAPIVolumeSource": rows((r) => [r.set("defaultMode", 420)]),
  "api.core.v1.ProjectedVolumeSource": rows((r) => [r.set("defaultMode", 420)]),
  "api.core.v1.ServiceAccountTokenProjection": rows((r) => [r.set("expirationSeconds", 3600)]),
  "api.core.v1.PersistentVolume": rows((r) => [
    r.set("status.phase", "Pending"),
    r.set("spec.persistentVolumeReclaimPolicy", "Retain"),
    r.set("spec.volumeMode", "Filesystem"),
  ]),
  "api.core.v1.PersistentVolumeClaim": rows((r) => [r.set("status.phase", "Pending")]),
  "api.core.v1.PersistentVolumeClaimSpec": rows((r) => [r.set("volumeMode", "Filesystem")]),
  "api.core.v1.HostPathVolumeSource": rows((r) => [r.set("type", "")]),
  "api.core.v1.AzureDiskVolumeSource": rows((r) => [
    r.set("cachingMode", "ReadWrite", { source: "marker" }),
    r.set("fsType", "ext4", { source: "marker" }),
    r.set("readOnly", false, { source: "marker" }),
    r.set("kind", "Shared", { source: "marker" }),
  ]),
  "api.core.v1.ISCSIPersistentVolumeSource": rows((r) => [r.set("iscsiInterface", "default", { source: "marker" })]),
  "api.core.v1.ISCSIVolumeSource": rows((r) => [r.set("iscsiInterface", "default", { source: "marker" })]),
  "api.core.v1.RBDPersistentVolumeSource": rows((r) => [
    r.set("pool", "rbd", { source: "marker" }),
    r.set("user", "admin", { source: "marker" }),
    r.set("keyring", "/etc/ceph/keyring", { source: "marker" }),
  ]),
  "api.core.v1.RBDVolumeSource": rows((r) => [
    r.set("pool", "rbd", { source: "marker" }),
    r.set("user", "admin", { source: "marker" }),
    r.set("keyring", "/etc/ceph/keyring", { source: "marker" }),
  ]),
  "api.core.v1.ScaleIOPersistentVolumeSource": rows((r) => [
    r.set("storageMode", "ThinProvisioned", { source: "marker" }),
    r.set("fsType", "xfs", { source: "marker" }),
  ]),
  "api.core.v1.ScaleIOVolumeSource": rows((r) => [
    r.set("storageMode", "ThinProvisioned", { source: "marker" }),
    r.set("fsType", "xfs", { source: "marker" }),
  ]),
};
