import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { readBoolean } from "../../ground/formats/wording/booleanText.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { groupVersions, retiredVersions, type Stage, stageOf } from "./groups.ts";

/** Which parts of the built-in API are enabled. */
export interface ApiEnablement {
  /** Whether a resource is enabled. `group` is rendered, not a template. */
  enabled(group: string, version: string, resource: string): boolean;
}

/** Keys that select many versions, in the order in which they take effect. */
const MATCHERS: ReadonlyMap<string, (stage: Stage) => boolean> = new Map<string, (stage: Stage) => boolean>([
  ["api/all", () => true],
  ["api/ga", (stage) => stage === "ga"],
  ["api/beta", (stage) => stage === "beta"],
  ["api/alpha", (stage) => stage === "alpha"],
]);

interface Preference {
  readonly key: string;
  readonly group: string;
  readonly version: string;
  /** Undefined for all resources of the version. */
  readonly resource: string | undefined;
}

/**
 * Reads the settings of `--runtime-config`. General settings apply before specific ones, whatever their order:
 * `api/all`, then `api/ga`, `api/beta` and `api/alpha`, then versions (`v1`, `apps/v1`), then resources
 * (`apps/v1/deployments`). The core group may be written as `api/v1`. Without settings, everything generally available
 * is on.
 *
 * @throws OptionError for unknown groups and versions, keys of another form, and values that are not booleans
 */
export function createApiEnablement(settings: Readonly<Record<string, string>>, vocabulary: Vocabulary): ApiEnablement {
  const versions = new Map<string, boolean>();
  for (const { group, version, onByDefault } of groupVersions) {
    versions.set(pathOf(vocabulary.render(group), version), onByDefault ?? stageOf(version) === "ga");
  }
  if (settings["api/all"] === "false" && Object.keys(settings).length === 1) {
    throw new OptionError("invalid key with only api/all=false");
  }
  const preferences = Object.keys(settings)
    .filter((key) => !MATCHERS.has(key))
    .map(parseKey);
  requireKnownGroups(preferences, vocabulary);
  applyMatchers(settings, versions);

  const retired = retiredPaths(vocabulary);
  const resources = new Map<string, boolean>();
  for (const { key, group, version, resource } of preferences) {
    const path = pathOf(group, version);
    if (!versions.has(path) && !retired.has(path)) {
      throw new OptionError(`group version ${group === "" ? version : path} that has not been registered`);
    }
    const on = parseValue(key, settings[key] ?? "");
    if (resource === undefined) {
      if (versions.has(path)) versions.set(path, on);
      continue;
    }
    if (resource !== resource.toLowerCase()) {
      const rule = "group/version/resource and resource is always lowercase plural";
      throw new OptionError(`invalid key ${key}: ${rule}, not ${JSON.stringify(resource)}`);
    }
    resources.set(`${path}/${resource}`, on);
  }
  return {
    enabled: (group, version, resource) => {
      const path = pathOf(group, version);
      return resources.get(`${path}/${resource}`) ?? versions.get(path) ?? false;
    },
  };
}

/** Everything generally available. */
export const defaultEnablement: ApiEnablement = {
  enabled: (_group, version) => stageOf(version) === "ga",
};

const pathOf = (group: string, version: string): string => `${group}/${version}`;

function parseKey(key: string): Preference {
  // A key names the core group by an empty group or by the path prefix `api`.
  const parts = key === "v1" ? ["", key] : key.replace(/^api\/v1(?=\/|$)/, "/v1").split("/");
  if (parts.length !== 2 && parts.length !== 3) throw new OptionError(`runtime-config invalid key ${key}`);
  const [group = "", version = "", resource] = parts;
  return { key, group, version, resource };
}

function requireKnownGroups(preferences: readonly Preference[], vocabulary: Vocabulary): void {
  const known = new Set([...groupVersions.map(({ group }) => group), ...Object.keys(retiredVersions)]);
  const groups = new Set([...known].map((group) => vocabulary.render(group)));
  const unknown = preferences.map(({ group }) => group).filter((group) => !groups.has(group));
  if (unknown.length > 0) throw new OptionError(`unknown api groups ${unknown.join(",")}`);
}

/** The matchers accept only `true` and `false`; other keys accept any boolean notation. */
function applyMatchers(settings: Readonly<Record<string, string>>, versions: Map<string, boolean>): void {
  for (const [key, matches] of MATCHERS) {
    const value = settings[key];
    if (value === undefined) continue;
    if (value !== "true" && value !== "false") throw new OptionError(`invalid value ${key}=${value}`);
    for (const path of versions.keys()) {
      if (matches(stageOf(path.slice(path.indexOf("/") + 1)))) versions.set(path, value === "true");
    }
  }
}

function retiredPaths(vocabulary: Vocabulary): ReadonlySet<string> {
  const entries = Object.entries(retiredVersions);
  return new Set(entries.flatMap(([group, list]) => list.map((version) => pathOf(vocabulary.render(group), version))));
}

/** A key without a value means true. */
function parseValue(key: string, text: string): boolean {
  const value = text === "" ? true : readBoolean(text);
  if (value !== undefined) return value;
  const detail = `strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`;
  throw new OptionError(`invalid value of ${key}: ${text}, err: ${detail}`);
}
