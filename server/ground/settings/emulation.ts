import { parseRelease, type Release } from "../../../shared/advice/release.ts";
import type { Flag } from "./flag.ts";
import { OptionError } from "./optionError.ts";

/** The release that this server implements. */
export const BINARY_RELEASE: Release = "1.32";
/** The releases that it can emulate. */
export const EMULATED_RELEASES: readonly Release[] = ["1.29", "1.30", "1.31", BINARY_RELEASE];

/** `1.31`, or `kube=1.31`: this server has only one component, which is named `kube`. */
export const emulatedVersionFlag: Flag<Release> = {
  name: "emulated-version",
  argument: "<release>",
  about: `release whose versions and feature gates are served: ${EMULATED_RELEASES[0]} to ${BINARY_RELEASE}`,
  default: BINARY_RELEASE,
  shownDefault: BINARY_RELEASE,
  read(texts) {
    const text = texts.at(-1) ?? "";
    const release = parseRelease(text.replace(/^kube=/, ""));
    if (release !== undefined && EMULATED_RELEASES.includes(release)) return release;
    throw new OptionError(`--emulated-version must be ${EMULATED_RELEASES.join(", ")}, not ${JSON.stringify(text)}`);
  },
};
