import type { Release } from "../../../shared/advice/release.ts";
import { BINARY_RELEASE } from "./emulation.ts";
import { parseBoolean } from "./flag.ts";
import { gateAt } from "./gateHistory.ts";
import { KNOWN_GATES, type KnownGate } from "./knownGates.ts";
import { OptionError } from "./optionError.ts";

/** The state of the feature gates. */
export interface FeatureGates {
  /** @throws TypeError for an unknown gate: a programming error */
  enabled(name: string): boolean;
}

/** Names that represent all gates of a stage; a gate's own setting takes precedence. */
const ALL_OF: ReadonlyMap<string, KnownGate["stage"]> = new Map([
  ["AllAlpha", "alpha"],
  ["AllBeta", "beta"],
]);

/**
 * The gates' defaults overridden by the settings of `--feature-gates`.
 * @param release the release whose stages and defaults apply; gates that were added later are off
 * @throws OptionError for an unknown gate, a value that is not a boolean, or a change of a locked or later gate
 */
export function createFeatureGates(
  settings: Readonly<Record<string, string>> = {},
  release: Release = BINARY_RELEASE,
): FeatureGates {
  const gates = new Map(Object.keys(KNOWN_GATES).map((name) => [name, gateAt(name, release)]));
  const states = new Map([...gates].map(([name, gate]) => [name, gate?.default ?? false]));
  const given = Object.entries(settings).map(([name, text]): [string, boolean] => {
    if (!states.has(name) && !ALL_OF.has(name)) throw new OptionError(`unrecognized feature gate: ${name}`);
    return [name, parseBoolean(text, `--feature-gates: ${name}`)];
  });
  for (const [name, on] of given) {
    const stage = ALL_OF.get(name);
    if (stage === undefined) continue;
    for (const [gate, known] of gates) {
      if (known?.stage === stage && !known.locked) states.set(gate, on);
    }
  }
  for (const [name, on] of given) {
    if (ALL_OF.has(name)) continue;
    const known = gates.get(name);
    if (known === undefined) {
      const message = `feature is PreAlpha at emulated version ${release}`;
      throw new OptionError(`cannot set feature gate ${name} to ${on}, ${message}`);
    }
    if (known.locked && on !== known.default) {
      throw new OptionError(`cannot set feature gate ${name} to ${on}, feature is locked to ${known.default}`);
    }
    states.set(name, on);
  }
  return {
    enabled(name) {
      const state = states.get(name);
      if (state === undefined) throw new TypeError(`there is no feature gate ${JSON.stringify(name)}`);
      return state;
    },
  };
}
