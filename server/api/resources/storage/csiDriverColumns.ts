import type { CSIDriver } from "kubernetes-types/storage/v1";
import { NONE, UNSET } from "../../registry/columns/cells.ts";
import { booleanColumn, nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { narrow } from "../../registry/strategies/narrow.ts";

/** Columns of CSI drivers. */
export const csiDriverColumns = nameAndAge(
  booleanColumn(
    "AttachRequired",
    "attachRequired indicates this CSI volume driver requires an attach operation (because it implements the CSI ControllerPublishVolume() method), and that the {Product} attach detach controller should call the attach volume interface which checks the volumeattachment status and waits until the volume is attached before proceeding to mounting. The CSI external-attacher coordinates with CSI volume driver and updates the volumeattachment status when the attach operation is complete. If the CSIDriverRegistry feature gate is enabled and the value is specified to false, the attach operation will be skipped. Otherwise the attach operation will be called.\n\nThis field is immutable.",
    (o) => narrow<CSIDriver>(o).spec.attachRequired ?? true,
  ),
  booleanColumn(
    "PodInfoOnMount",
    'podInfoOnMount indicates this CSI volume driver requires additional pod information (like podName, podUID, etc.) during mount operations, if set to true. If set to false, pod information will not be passed on mount. Default is false.\n\nThe CSI driver specifies podInfoOnMount as part of driver deployment. If true, Kubelet will pass pod information as VolumeContext in the CSI NodePublishVolume() calls. The CSI driver is responsible for parsing and validating the information passed in as VolumeContext.\n\nThe following VolumeContext will be passed if podInfoOnMount is set to true. This list might grow, but the prefix will be used. "csi.storage.{domain}/pod.name": pod.Name "csi.storage.{domain}/pod.namespace": pod.Namespace "csi.storage.{domain}/pod.uid": string(pod.UID) "csi.storage.{domain}/ephemeral": "true" if the volume is an ephemeral inline volume\n                                defined by a CSIVolumeSource, otherwise "false"\n\n"csi.storage.{domain}/ephemeral" is a new feature in {Product} 1.16. It is only required for drivers which support both the "Persistent" and "Ephemeral" VolumeLifecycleMode. Other drivers can leave pod info disabled and/or ignore this field. As {Product} 1.15 doesn\'t support this field, drivers can only support one mode when deployed on such a cluster and the deployment determines which mode that is, for example via a command line parameter of the driver.\n\nThis field was immutable in {Product} < 1.29 and now is mutable.',
    (o) => narrow<CSIDriver>(o).spec.podInfoOnMount ?? false,
  ),
  booleanColumn(
    "StorageCapacity",
    "storageCapacity indicates that the CSI volume driver wants pod scheduling to consider the storage capacity that the driver deployment will report by creating CSIStorageCapacity objects with capacity information, if set to true.\n\nThe check can be enabled immediately when deploying a driver. In that case, provisioning new volumes with late binding will pause until the driver deployment has published some suitable CSIStorageCapacity object.\n\nAlternatively, the driver can be deployed with the field unset or false and it can be flipped later when storage capacity information has been published.\n\nThis field was immutable in {Product} <= 1.22 and now is mutable.",
    (o) => narrow<CSIDriver>(o).spec.storageCapacity ?? false,
  ),
  textColumn(
    "TokenRequests",
    'tokenRequests indicates the CSI driver needs pods\' service account tokens it is mounting volume for to do necessary authentication. Kubelet will pass the tokens in VolumeContext in the CSI NodePublishVolume calls. The CSI driver should parse and validate the following VolumeContext: "csi.storage.{domain}/serviceAccount.tokens": {\n  "<audience>": {\n    "token": <token>,\n    "expirationTimestamp": <expiration timestamp in RFC3339>,\n  },\n  ...\n}\n\nNote: Audience in each TokenRequest should be different and at most one token is empty string. To receive a new token after expiry, RequiresRepublish can be used to trigger NodePublishVolume periodically.',
    (o) => {
      const requests = narrow<CSIDriver>(o).spec.tokenRequests;
      return requests === undefined ? UNSET : requests.map((request) => request.audience).join(",");
    },
  ),
  booleanColumn(
    "RequiresRepublish",
    "requiresRepublish indicates the CSI driver wants `NodePublishVolume` being periodically called to reflect any possible change in the mounted volume. This field defaults to false.\n\nNote: After a successful initial NodePublishVolume call, subsequent calls to NodePublishVolume should only update the contents of the volume. New mount points will not be seen by a running container.",
    (o) => narrow<CSIDriver>(o).spec.requiresRepublish ?? false,
  ),
  textColumn(
    "Modes",
    'volumeLifecycleModes defines what kind of volumes this CSI volume driver supports. The default if the list is empty is "Persistent", which is the usage defined by the CSI specification and implemented in {Product} via the usual PV/PVC mechanism.\n\nThe other mode is "Ephemeral". In this mode, volumes are defined inline inside the pod spec with CSIVolumeSource and their lifecycle is tied to the lifecycle of that pod. A driver has to be aware of this because it is only going to get a NodePublishVolume call for such a volume.\n\nFor more information about implementing this mode, see https://{product}-csi.github.io/docs/ephemeral-local-volumes.html A driver can support one or more of these modes and more modes may be added in the future.\n\nThis field is beta. This field is immutable.',
    (o) => {
      const modes = narrow<CSIDriver>(o).spec.volumeLifecycleModes ?? [];
      return modes.length === 0 ? NONE : modes.join(",");
    },
  ),
);
