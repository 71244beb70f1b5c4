import { aggregateText } from "../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import type { AdmissionPlugin } from "../../api/registry/admission/plugin.ts";
import { KNOWN_PLUGINS } from "./builtInPlugins.ts";
import type { AdmissionDependencies } from "./dependencies.ts";

export interface PluginChoice {
  /** Names given to `--disable-admission-plugins`. */
  readonly disabled?: readonly string[];
  /** Names given to `--enable-admission-plugins`. */
  readonly enabled?: readonly string[];
  /** Plugins created elsewhere (webhooks, policies). Each runs at its place in the order of {@link KNOWN_PLUGINS}. */
  readonly late?: readonly AdmissionPlugin[];
}

/**
 * The plugins of a server in their fixed order, whatever the order of the names.
 * @throws RangeError as {@link checkPluginChoice}, and for invalid configurations
 */
export function admissionPlugins(dependencies: AdmissionDependencies, choice: PluginChoice = {}): AdmissionPlugin[] {
  checkPluginChoice(choice);
  const { disabled = [], enabled = [], late = [] } = choice;
  return KNOWN_PLUGINS.flatMap(({ name, byDefault, make }) => {
    if (disabled.includes(name) || !(byDefault || enabled.includes(name))) return [];
    if (make === "elsewhere") return late.filter((plugin) => plugin.name === name);
    return [initialize(name, () => make(dependencies))];
  });
}

/** @throws RangeError that names the plugin with an invalid configuration */
function initialize(name: string, make: () => AdmissionPlugin): AdmissionPlugin {
  try {
    return make();
  } catch (error) {
    const message = messageOf(error);
    throw new RangeError(`couldn't init admission plugin ${JSON.stringify(name)}: ${message}`);
  }
}

/** @throws RangeError for unknown plugins, and for names that are both enabled and disabled */
export function checkPluginChoice({ disabled = [], enabled = [] }: PluginChoice): void {
  const known = new Set(KNOWN_PLUGINS.map(({ name }) => name));
  const unknown = (flag: string, names: readonly string[]): string[] =>
    names.filter((name) => !known.has(name)).map((name) => `${flag} plugin ${JSON.stringify(name)} is unknown`);
  const both = [...new Set(enabled.filter((name) => disabled.includes(name)))].sort();
  const problems = [
    ...unknown("enable-admission-plugins", enabled),
    ...unknown("disable-admission-plugins", disabled),
    ...(both.length === 0
      ? []
      : [`[${both.join(" ")}] in enable-admission-plugins and disable-admission-plugins overlapped`]),
  ];
  if (problems.length > 0) throw new RangeError(aggregateText(problems));
}
