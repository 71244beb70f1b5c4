/** The scalar fields at the top of an object's spec and status: a summary that works for any kind. */
import type { ApiObject } from "../../../shared/object.ts";

interface SummaryEntry {
  /** Path of the field: `spec.replicas`. */
  path: string;
  text: string;
}

const SKIPPED = new Set(["apiVersion", "kind", "metadata"]);
const LIMIT = 24;

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" || value.length > 120 ? undefined : value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value) && value.length > 0 && value.every((v) => typeof v === "string" || typeof v === "number")) {
    return value.slice(0, 12).join(", ");
  }
  return undefined;
}

/** Scalars and lists of scalars, two levels deep, in document order; at most 24. */
export function summaryOf(object: ApiObject): SummaryEntry[] {
  const entries: SummaryEntry[] = [];
  for (const [key, value] of Object.entries(object)) {
    if (SKIPPED.has(key)) continue;
    const own = textOf(value);
    if (own !== undefined) entries.push({ path: key, text: own });
    else if (
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      (key === "spec" || key === "status")
    ) {
      for (const [inner, innerValue] of Object.entries(value)) {
        const text = textOf(innerValue);
        if (text !== undefined) entries.push({ path: `${key}.${inner}`, text });
      }
    }
  }
  return entries.slice(0, LIMIT);
}
