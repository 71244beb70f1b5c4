import type { NetworkPolicy } from "kubernetes-types/networking/v1";
import { selectorText } from "../columns/cells.ts";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of network policies. */
export const networkPolicyColumns = nameAndAge(
  textColumn("Pod-Selector", "Pods to which the policy applies", (o) =>
    selectorText(narrow<NetworkPolicy>(o).spec?.podSelector),
  ),
);
