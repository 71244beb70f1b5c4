import { KNOWN_GATES } from "../../ground/settings/knownGates.ts";

/** Which features are on. */
export interface Features {
  enabled(name: string): boolean;
}

/** Whether a feature is on; where nothing says so, what it is by default. */
export const isOn = (features: Features | undefined, gate: string): boolean =>
  features?.enabled(gate) ?? KNOWN_GATES[gate]?.default === true;
