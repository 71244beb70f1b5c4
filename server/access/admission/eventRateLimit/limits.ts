import { type FieldError, invalid, notSupported } from "../../../../shared/fieldError.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { checkShape } from "../configuration/configurationObject.ts";

const TYPES = ["Server", "Namespace", "User", "SourceAndObject"] as const;
export type LimitType = (typeof TYPES)[number];

/** Events allowed per second and in a burst; counted per namespace, user and so on, depending on the type. */
export interface Limit {
  readonly type: LimitType;
  readonly qps: number;
  readonly burst: number;
  /** Maximum number of counters; 0 for the default. */
  readonly cacheSize: number;
}

interface Written {
  readonly limits?: readonly { type?: string; qps?: number; burst?: number; cacheSize?: number }[] | null;
}

/** Reads the plugin's `Configuration`. @throws Error that lists all errors */
export function readLimits(value: Readonly<Record<string, unknown>>, vocabulary: Vocabulary): Limit[] {
  checkShape(value, {
    kind: "Configuration",
    apiVersions: [vocabulary.render("eventratelimit.admission.{domain}/v1alpha1")],
    members: { limits: [{ type: "text", qps: "number", burst: "number", cacheSize: "number" }] },
  });
  const limits = (value as Written).limits ?? [];
  const errors: FieldError[] = limits.length === 0 ? [invalid("limits", [], "must not be empty")] : [];
  const read = limits.map(({ type: name = "", qps = 0, burst = 0, cacheSize = 0 }, i): Limit => {
    const type = TYPES.find((known) => known === name);
    const at = `limits[${i}]`;
    if (type === undefined) errors.push(notSupported(`${at}.type`, name, [...TYPES].sort()));
    if (burst <= 0) errors.push(invalid(`${at}.burst`, burst, "must be positive"));
    if (qps <= 0) errors.push(invalid(`${at}.qps`, qps, "must be positive"));
    if (cacheSize < 0 && type !== "Server") errors.push(invalid(`${at}.cacheSize`, cacheSize, "must not be negative"));
    return { type: type ?? "Server", qps, burst, cacheSize };
  });
  if (errors.length > 0) throw new Error(aggregateText(errors.map(({ field, message }) => `${field}: ${message}`)));
  return read;
}
