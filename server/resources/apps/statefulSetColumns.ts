import type { StatefulSet } from "kubernetes-types/apps/v1";
import { containerColumns } from "../cells/podTemplate.ts";
import { nameAndAge, text } from "../cells/table.ts";
import { narrow } from "../strategies/narrow.ts";

export const statefulSetColumns = [
  ...nameAndAge(
    text("Ready", "Number of the pod with ready state", (o) => {
      const { spec, status } = narrow<StatefulSet>(o);
      return `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`;
    }),
  ),
  ...containerColumns((o) => narrow<StatefulSet>(o).spec?.template),
];
