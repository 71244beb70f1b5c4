import { quoted } from "../../../../shared/text/quoted.ts";
import { levelVersionText, sameLevelVersion } from "./level.ts";
import type { Policy } from "./policy.ts";

const MODES = ["enforce", "audit", "warn"] as const;

/**
 * The warning that the labels of an exempt namespace have no effect; undefined when they demand nothing
 * beyond the defaults.
 * @param hasLabel whether the namespace has a label, by the part of the label's name after the slash
 */
export function exemptNamespaceWarning(
  namespace: string,
  policy: Policy,
  defaults: Policy,
  hasLabel: (name: string) => boolean,
): string | undefined {
  if (MODES.every((mode) => policy[mode].level === "privileged")) return undefined;
  if (MODES.every((mode) => sameLevelVersion(policy[mode], defaults[mode]))) return undefined;
  const asked = MODES.filter(
    (mode) => policy[mode].level !== "privileged" && (hasLabel(mode) || hasLabel(`${mode}-version`)),
  );
  const text = asked.map((mode) => `${mode}=${levelVersionText(policy[mode])}`).join(", ");
  return `namespace ${quoted(namespace)} is exempt from Pod Security, and the policy (${text}) will be ignored`;
}
