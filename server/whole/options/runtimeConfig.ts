import { type Flag, type FlagGroup, splitList } from "../../ground/settings/flag.ts";

/** Options about which parts of the built-in API are served. */
export interface ApiOptions {
  /**
   * By key: `api/all`, `api/ga`, `api/beta`, `api/alpha`, `<group>/<version>` (`v1` for the core group) and
   * `<group>/<version>/<resource>`; values `true` or `false`, empty for true. Their meaning is validated when the
   * catalogue of the API is built.
   */
  readonly runtimeConfig: Readonly<Record<string, string>>;
}

/** Pairs separated by commas, repeatable; unlike in other flags, a key may have no value. */
const runtimeConfig: Flag<Readonly<Record<string, string>>> = {
  name: "runtime-config",
  argument: "<key=value,…>",
  about:
    "versions of the API to turn on or off: api/all, api/ga, api/beta, api/alpha, v1, apps/v1, apps/v1/deployments",
  default: {},
  shownDefault: "",
  read: (texts) => Object.fromEntries(texts.flatMap(splitList).map(parsePair)),
};

function parsePair(text: string): readonly [string, string] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text, ""] : [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
}

export const apiFlags: FlagGroup<ApiOptions> = { runtimeConfig };
