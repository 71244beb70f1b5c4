import { type Flag, type FlagGroup, splitList } from "./flag.ts";
import { OptionError } from "./optionError.ts";

export const AUTHORIZATION_MODES = ["Node", "RBAC", "AlwaysAllow", "AlwaysDeny"] as const;
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number];

/** What a request may do. */
export interface AuthorizationOptions {
  /** Asked in order. */
  readonly authorizationMode: readonly AuthorizationMode[];
}

const DEFAULT_MODES: readonly AuthorizationMode[] = ["Node", "RBAC"];

const modesFlag: Flag<readonly AuthorizationMode[]> = {
  name: "authorization-mode",
  argument: "<modes>",
  about: `ordered list of ${AUTHORIZATION_MODES.join(", ")}`,
  default: DEFAULT_MODES,
  shownDefault: DEFAULT_MODES.join(","),
  read(texts) {
    const modes = texts.flatMap(splitList);
    if (modes.length === 0) throw new OptionError("--authorization-mode must name at least one mode");
    return modes.map((mode, i) => {
      const known = AUTHORIZATION_MODES.find((candidate) => candidate === mode);
      if (known === undefined) {
        const all = AUTHORIZATION_MODES.join(", ");
        throw new OptionError(`--authorization-mode: ${JSON.stringify(mode)} is not one of ${all}`);
      }
      if (modes.indexOf(mode) !== i) throw new OptionError(`--authorization-mode names ${mode} twice`);
      return known;
    });
  },
};

export const authorizationFlags: FlagGroup<AuthorizationOptions> = { authorizationMode: modesFlag };
