import type { StatefulSet } from "kubernetes-types/apps/v1";
import { containerColumns } from "../columns/podTemplate.ts";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of stateful sets. */
export const statefulSetColumns = [
  ...nameAndAge(
    textColumn("Ready", "Number of the pod with ready state", (o) => {
      const { spec, status } = narrow<StatefulSet>(o);
      return `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`;
    }),
  ),
  ...containerColumns((o) => narrow<StatefulSet>(o).spec?.template),
];
