import { attachDetachController } from "./attachDetach/attachDetach.ts";
import type { ControllerEntry } from "./controllerEntry.ts";
import { ephemeralVolumeController } from "./ephemeralVolumes.ts";
import { claimProtectionController, volumeProtectionController } from "./storageProtection.ts";
import { volumeBinderController } from "./volumeBinding/volumeBinder.ts";
import { volumeExpansionController } from "./volumeExpansion.ts";

/** Controllers that manage claims and volumes. */
export const STORAGE_CONTROLLERS: readonly ControllerEntry[] = [
  {
    name: "persistentvolume-binder-controller",
    account: "persistent-volume-binder",
    component: "persistentvolume-controller",
    start: volumeBinderController,
  },
  {
    name: "persistentvolume-attach-detach-controller",
    account: "attachdetach-controller",
    component: "attachdetach-controller",
    start: attachDetachController,
  },
  {
    name: "persistentvolume-expander-controller",
    account: "expand-controller",
    component: "volume_expand",
    start: volumeExpansionController,
  },
  {
    name: "ephemeral-volume-controller",
    account: "ephemeral-volume-controller",
    component: "ephemeral_volume",
    start: ephemeralVolumeController,
  },
  {
    name: "persistentvolumeclaim-protection-controller",
    account: "pvc-protection-controller",
    start: claimProtectionController,
  },
  {
    name: "persistentvolume-protection-controller",
    account: "pv-protection-controller",
    start: volumeProtectionController,
  },
];
