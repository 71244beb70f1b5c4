/** The tone of a condition. Most conditions are good when true; those that name a problem are bad when true. */
import type { Tone } from "../../ui/Badge.tsx";

/** The fields that are read from an entry of `status.conditions`. */
interface Condition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
}

const TROUBLE =
  /(pressure|failure|failed|unavailable|denied|degraded|stalled|disruptiontarget|nonstructuralschema|terminating|contentremaining|finalizersremaining)/i;

/** Conditions that describe what is happening, and are neither good nor bad. */
const NEUTRAL = /^(scalinglimited|suspended)$/i;

export function conditionTone(condition: Pick<Condition, "type" | "status">): Tone {
  if (condition.status !== "True" && condition.status !== "False") return "warn";
  if (NEUTRAL.test(condition.type)) return "neutral";
  const good = (condition.status === "True") !== TROUBLE.test(condition.type);
  return good ? "good" : TROUBLE.test(condition.type) ? "bad" : "warn";
}

/** The conditions of any object; leaves out other entries. */
export function conditionsOf(object: { [field: string]: unknown }): Condition[] {
  const status = object["status"];
  if (typeof status !== "object" || status === null) return [];
  const conditions = (status as { conditions?: unknown }).conditions;
  if (!Array.isArray(conditions)) return [];
  return conditions.filter(
    (c): c is Condition =>
      typeof c === "object" && c !== null && typeof c.type === "string" && typeof c.status === "string",
  );
}
