import type { Release } from "../../../shared/advice/release.ts";
import { emulatedVersionFlag } from "../../ground/settings/emulation.ts";
import { type FlagGroup, mapFlag } from "../../ground/settings/flag.ts";

/** Options that enable or disable features. */
export interface FeatureOptions {
  /** The release to emulate: without the additions of later ones, and with what they removed. */
  readonly emulatedVersion: Release;
  /** `true` or `false` by gate; see {@link FeatureGates}. */
  readonly featureGates: Readonly<Record<string, string>>;
}

export const featureFlags: FlagGroup<FeatureOptions> = {
  emulatedVersion: emulatedVersionFlag,
  featureGates: mapFlag("feature-gates", "gates to switch on or off: Name=true|false"),
};
