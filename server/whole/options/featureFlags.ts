import type { Release } from "../../../shared/advice/release.ts";
import { emulatedVersionFlag } from "../../ground/settings/emulation.ts";
import { type FlagGroup, mapFlag } from "../../ground/settings/flag.ts";

/** What is switched on beyond the defaults, or off. */
export interface FeatureOptions {
  /** The release that is emulated: without the additions of later ones, and with what they removed. */
  readonly emulatedVersion: Release;
  /** By gate: `true` or `false`; see {@link FeatureGates}. */
  readonly featureGates: Readonly<Record<string, string>>;
}

export const featureFlags: FlagGroup<FeatureOptions> = {
  emulatedVersion: emulatedVersionFlag,
  featureGates: mapFlag("feature-gates", "gates to switch on or off: Name=true|false"),
};
