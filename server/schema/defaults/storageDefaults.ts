/** Defaulting rules: storage classes, drivers and devices. */
import { type DefaultTable, rows } from "./row.ts";

export const storageDefaults: DefaultTable = {
  "api.resource.v1alpha3.DeviceRequest": rows<{ readonly allocationMode?: string }>((r) => [
    r.set("allocationMode", "ExactCount"),
    r.set("count", 1, { when: ({ allocationMode }) => allocationMode === "ExactCount" }),
  ]),
  "api.resource.v1beta1.DeviceRequest": rows<{ readonly allocationMode?: string }>((r) => [
    r.set("allocationMode", "ExactCount"),
    r.set("count", 1, { when: ({ allocationMode }) => allocationMode === "ExactCount" }),
  ]),
  "api.storage.v1.StorageClass": rows((r) => [
    r.set("reclaimPolicy", "Delete"),
    r.set("volumeBindingMode", "Immediate"),
  ]),
  "api.storage.v1beta1.StorageClass": rows((r) => [
    r.set("reclaimPolicy", "Delete"),
    r.set("volumeBindingMode", "Immediate"),
  ]),
  "api.storage.v1.CSIDriver": rows((r) => [
    r.set("spec.attachRequired", true),
    r.set("spec.podInfoOnMount", false),
    r.set("spec.storageCapacity", false),
    r.set("spec.fsGroupPolicy", "ReadWriteOnceWithFSType"),
    r.set("spec.volumeLifecycleModes", ["Persistent"]),
    r.set("spec.requiresRepublish", false),
    r.set("spec.seLinuxMount", false, { gate: "SELinuxMountReadWriteOncePod" }),
  ]),
  "api.storage.v1beta1.CSIDriver": rows((r) => [
    r.set("spec.attachRequired", true),
    r.set("spec.podInfoOnMount", false),
    r.set("spec.storageCapacity", false),
    r.set("spec.fsGroupPolicy", "ReadWriteOnceWithFSType"),
    r.set("spec.volumeLifecycleModes", ["Persistent"]),
    r.set("spec.requiresRepublish", false),
    r.set("spec.seLinuxMount", false, { gate: "SELinuxMountReadWriteOncePod" }),
  ]),
};
