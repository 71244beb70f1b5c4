import type { NetworkPolicy } from "kubernetes-types/networking/v1";
import { nameAndAge, text } from "../cells/table.ts";
import { selectorText } from "../columns/cells.ts";
import { narrow } from "../strategies/narrow.ts";

export const networkPolicyColumns = nameAndAge(
  text("Pod-Selector", "Pods to which the policy applies", (o) =>
    selectorText(narrow<NetworkPolicy>(o).spec?.podSelector),
  ),
);
