import type { CSIDriver } from "kubernetes-types/storage/v1";
import { NONE, UNSET } from "../columns/cells.ts";
import { booleanColumn, nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of CSI drivers. */
export const csiDriverColumns = nameAndAge(
  booleanColumn(
    "AttachRequired",
    "Whether volumes must be attached before use",
    (o) => narrow<CSIDriver>(o).spec.attachRequired ?? true,
  ),
  booleanColumn(
    "PodInfoOnMount",
    "Whether the driver wants to know the pod at mount",
    (o) => narrow<CSIDriver>(o).spec.podInfoOnMount ?? false,
  ),
  booleanColumn(
    "StorageCapacity",
    "Whether scheduling considers the capacity that the driver reports",
    (o) => narrow<CSIDriver>(o).spec.storageCapacity ?? false,
  ),
  textColumn("TokenRequests", "Audiences of the tokens that the driver gets at mount", (o) => {
    const requests = narrow<CSIDriver>(o).spec.tokenRequests;
    return requests === undefined ? UNSET : requests.map((request) => request.audience).join(",");
  }),
  booleanColumn(
    "RequiresRepublish",
    "Whether the volume is published again periodically",
    (o) => narrow<CSIDriver>(o).spec.requiresRepublish ?? false,
  ),
  textColumn("Modes", "Volume life cycles that the driver supports", (o) => {
    const modes = narrow<CSIDriver>(o).spec.volumeLifecycleModes ?? [];
    return modes.length === 0 ? NONE : modes.join(",");
  }),
);
