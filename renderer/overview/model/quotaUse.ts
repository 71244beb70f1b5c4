import type { ApiObject } from "../../../shared/object.ts";
import { fieldsAt, textAt } from "../../resources/kinds/read.ts";
import { formatResource } from "../formatAmount.ts";
import { amountOf } from "./capacity.ts";

/** One resource that a quota limits. */
export interface QuotaUse {
  readonly key: string;
  readonly namespace: string;
  readonly quota: string;
  readonly resource: string;
  readonly used: string;
  readonly hard: string;
  /** From 0 to 1; above 1 after a quota was lowered. */
  readonly part: number;
}

/** The usage of quotas, the fullest first. */
export function quotaUse(quotas: readonly ApiObject[]): QuotaUse[] {
  return quotas
    .flatMap((object) => {
      const { name = "", namespace = "" } = object.metadata;
      const used = fieldsAt(object, "status.used");
      return Object.keys(fieldsAt(object, "status.hard")).map((resource): QuotaUse => {
        const hard = textAt({ v: fieldsAt(object, "status.hard")[resource] }, "v");
        const have = amountOf(textAt({ v: used[resource] }, "v") || "0");
        const bound = amountOf(hard);
        return {
          key: `${namespace}/${name}/${resource}`,
          namespace,
          quota: name,
          resource,
          used: formatResource(resource, have),
          hard: formatResource(resource, bound),
          part: bound === 0 ? (have > 0 ? 1 : 0) : have / bound,
        };
      });
    })
    .sort((a, b) => b.part - a.part || (a.key < b.key ? -1 : 1));
}
