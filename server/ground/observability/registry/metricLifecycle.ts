import type { Release } from "../../../../shared/advice/release.ts";

/** What is promised about a metric: nothing for INTERNAL and ALPHA, its labels for BETA, everything for STABLE. */
export type Stability = "INTERNAL" | "ALPHA" | "BETA" | "STABLE";

/**
 * For how many releases a deprecated metric is still shown, the one that deprecates it included. The deprecation policy
 * promises nothing for those that are not BETA or STABLE; like the reference, they are shown in that one release.
 */
const SHOWN_RELEASES: Readonly<Record<Stability, number>> = { INTERNAL: 1, ALPHA: 1, BETA: 1, STABLE: 3 };

/** What the life cycle of a metric depends on. */
export interface MetricLife {
  readonly stability: Stability;
  /** `1.30.0`; undefined when nothing is to replace it. */
  readonly deprecatedIn?: string | undefined;
}

const minorOf = (version: string): number => Number(version.split(".")[1]);

/** Whether `release` has the metric marked as deprecated. */
export const isDeprecated = ({ deprecatedIn }: MetricLife, release: Release): boolean =>
  deprecatedIn !== undefined && minorOf(deprecatedIn) <= minorOf(release);

/** Whether `release` hides the metric unless a flag asks for hidden ones. */
export const isHidden = ({ stability, deprecatedIn }: MetricLife, release: Release): boolean =>
  deprecatedIn !== undefined && minorOf(release) - minorOf(deprecatedIn) >= SHOWN_RELEASES[stability];

/** `[ALPHA] (Deprecated since 1.30.0) text`: the help text as the reference marks it. */
export function markedHelp(help: string, life: MetricLife, release: Release): string {
  const deprecation = isDeprecated(life, release) ? `(Deprecated since ${life.deprecatedIn}) ` : "";
  return `[${life.stability}] ${deprecation}${help}`;
}
