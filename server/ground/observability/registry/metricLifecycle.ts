import type { Release } from "../../../../shared/advice/release.ts";

/** The stability guarantees of a metric: none for INTERNAL and ALPHA, its labels for BETA, everything for STABLE. */
export type Stability = "INTERNAL" | "ALPHA" | "BETA" | "STABLE";

/**
 * The number of releases for which a deprecated metric is still shown, including the one that deprecates it. The
 * deprecation policy guarantees nothing for metrics that are not BETA or STABLE; like the reference, this server shows
 * them for one release.
 */
const SHOWN_RELEASES: Readonly<Record<Stability, number>> = { INTERNAL: 1, ALPHA: 1, BETA: 1, STABLE: 3 };

/** The properties that determine the life cycle of a metric. */
export interface MetricLife {
  readonly stability: Stability;
  /** For example `1.30.0`; undefined when the metric is not deprecated. */
  readonly deprecatedIn?: string | undefined;
}

const minorOf = (version: string): number => Number(version.split(".")[1]);

/** Whether the metric is deprecated in `release`. */
export const isDeprecated = ({ deprecatedIn }: MetricLife, release: Release): boolean =>
  deprecatedIn !== undefined && minorOf(deprecatedIn) <= minorOf(release);

/** Whether `release` hides the metric, unless a flag shows hidden ones. */
export const isHidden = ({ stability, deprecatedIn }: MetricLife, release: Release): boolean =>
  deprecatedIn !== undefined && minorOf(release) - minorOf(deprecatedIn) >= SHOWN_RELEASES[stability];

/** The help text with the reference's marks: `[ALPHA] (Deprecated since 1.30.0) text`. */
export function markedHelp(help: string, life: MetricLife, release: Release): string {
  const deprecation = isDeprecated(life, release) ? `(Deprecated since ${life.deprecatedIn}) ` : "";
  return `[${life.stability}] ${deprecation}${help}`;
}
