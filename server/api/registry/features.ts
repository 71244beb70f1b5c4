import { KNOWN_GATES } from "../../ground/settings/knownGates.ts";

/** Which features are on. */
export interface Features {
  enabled(name: string): boolean;
}

/** Whether a feature is on; falls back to the feature's default. */
export const isOn = (features: Features | undefined, gate: string): boolean =>
  features?.enabled(gate) ?? KNOWN_GATES[gate]?.default === true;
