import { orOptionError } from "../options/optionError.ts";
import { randomSuffix } from "../registry/generateName.ts";
import { type AdmissionChain, admissionChain } from "./chain.ts";
import type { AdmissionDependencies } from "./dependencies.ts";
import { admissionPlugins, checkPluginChoice, type PluginChoice } from "./plugins.ts";
import { celConditions } from "./webhook/celConditions.ts";
import { setUpWebhooks, type WebhookParts } from "./webhook/setUpWebhooks.ts";

export type AdmissionParts = Omit<AdmissionDependencies, "randomSuffix" | "served"> & WebhookParts;

/**
 * The admission chain of a server: the built-in plugins, the webhooks, and what flags and extensions change about them.
 * @throws OptionError for a choice that cannot be
 */
export function setUpAdmission(parts: AdmissionParts, choice: PluginChoice = {}): AdmissionChain {
  orOptionError(() => checkPluginChoice(choice));
  const { mutating, validating } = setUpWebhooks({ compileCondition: celConditions(parts.authorizer), ...parts });
  const dependencies = { ...parts, served: () => parts.catalog.served(), randomSuffix: () => randomSuffix() };
  const all = { ...choice, late: [mutating, ...(choice.late ?? []), validating] };
  return admissionChain(orOptionError(() => admissionPlugins(dependencies, all)));
}
