import { aggregateText } from "../../../shared/text/aggregateText.ts";
import { quoted } from "../../../shared/text/quoted.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { KNOWN_PLUGINS } from "./builtInPlugins.ts";
import type { AdmissionOptions } from "./flags.ts";
import type { PluginChoice } from "./plugins.ts";

type ChosenByFlags = Pick<AdmissionOptions, "admissionControl" | "enableAdmissionPlugins" | "disableAdmissionPlugins">;

/** Plugins that the reference only has for tests. */
const FOR_TESTS = ["AlwaysAdmit", "AlwaysDeny"];

/**
 * The plugins chosen by flags, and messages about the choice.
 * @throws OptionError when the older flag is combined with the newer ones, or names an unknown plugin
 */
export function pluginChoice({
  admissionControl: all,
  enableAdmissionPlugins: enabled,
  disableAdmissionPlugins: disabled,
}: ChosenByFlags): { readonly choice: PluginChoice; readonly warnings: readonly string[] } {
  const names = KNOWN_PLUGINS.map(({ name }) => name);
  const choice = all.length === 0 ? { enabled, disabled } : { enabled: all, disabled: names.filter(isOutside(all)) };
  const unknown = all.filter(isOutside(names)).map((name) => `admission-control plugin ${quoted(name)} is unknown`);
  const newer = "enable-admission-plugins/disable-admission-plugins";
  const isBoth = all.length > 0 && enabled.length + disabled.length > 0;
  const problems = [...(isBoth ? [`admission-control and ${newer} flags are mutually exclusive`] : []), ...unknown];
  if (problems.length > 0) throw new OptionError(aggregateText(problems));
  const older =
    all.length === 0
      ? []
      : ["--admission-control is deprecated: use --enable-admission-plugins and --disable-admission-plugins instead"];
  const forTests = FOR_TESTS.filter((name) => choice.enabled.includes(name) && !choice.disabled.includes(name)).map(
    (name) => `the admission plugin ${name} is deprecated: remove it from configuration files and scripts`,
  );
  return { choice, warnings: [...older, ...forTests] };
}

const isOutside =
  (names: readonly string[]) =>
  (name: string): boolean =>
    !names.includes(name);
