import { type FlagGroup, mapFlag } from "../../ground/settings/flag.ts";

/** What is switched on beyond the defaults, or off. */
export interface FeatureOptions {
  /** By gate: `true` or `false`; see {@link FeatureGates}. */
  readonly featureGates: Readonly<Record<string, string>>;
}

export const featureFlags: FlagGroup<FeatureOptions> = {
  featureGates: mapFlag("feature-gates", "gates to switch on or off: Name=true|false"),
};
