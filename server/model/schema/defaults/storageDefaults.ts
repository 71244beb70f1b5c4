/** Defaulting rules: storage classes, drivers and devices. */
import { type DefaultTable, rows } from "./row.ts";

const deviceRequest = rows<{ readonly allocationMode?: string }>((r) => [
  r.set("allocationMode", "ExactCount"),
  r.set("count", 1, { when: ({ allocationMode }) => allocationMode === "ExactCount" }),
]);
const storageClass = rows((r) => [r.set("reclaimPolicy", "Delete"), r.set("volumeBindingMode", "Immediate")]);
const csiDriver = rows((r) => [
  r.set("spec.attachRequired", true),
  r.set("spec.podInfoOnMount", false),
  r.set("spec.storageCapacity", false),
  r.set("spec.fsGroupPolicy", "ReadWriteOnceWithFSType"),
  r.set("spec.volumeLifecycleModes", ["Persistent"]),
  r.set("spec.requiresRepublish", false),
  r.set("spec.seLinuxMount", false, { gate: "SELinuxMountReadWriteOncePod" }),
]);

export const storageDefaults: DefaultTable = {
  "api.resource.v1alpha3.DeviceRequest": deviceRequest,
  "api.resource.v1beta1.DeviceRequest": deviceRequest,
  "api.storage.v1.StorageClass": storageClass,
  "api.storage.v1beta1.StorageClass": storageClass,
  "api.storage.v1.CSIDriver": csiDriver,
  "api.storage.v1beta1.CSIDriver": csiDriver,
};
