import { setTimeout as delay } from "node:timers/promises";
import { type AdmissionChain, admissionChain } from "../../api/registry/admission/chain.ts";
import { randomSuffix } from "../../api/registry/write/generateName.ts";
import { orOptionError } from "../../ground/settings/optionError.ts";
import { admissionTimes } from "./admissionMetrics.ts";
import type { AdmissionDependencies } from "./dependencies.ts";
import { equivalentResources } from "./matching/equivalents.ts";
import { admissionPlugins, checkPluginChoice, type PluginChoice } from "./plugins.ts";
import { setUpPolicies } from "./policy/setUpPolicies.ts";
import { celConditions } from "./webhook/celConditions.ts";
import { setUpWebhooks, type WebhookParts } from "./webhook/setUpWebhooks.ts";

export type AdmissionParts = Omit<AdmissionDependencies, "pause" | "randomSuffix" | "served"> &
  Omit<WebhookParts, "equivalents">;

/**
 * The admission chain of a server: built-in plugins and webhooks, as chosen by flags and extended by the parts.
 * @throws OptionError for an invalid choice
 */
export function setUpAdmission(parts: AdmissionParts, choice: PluginChoice = {}): AdmissionChain {
  orOptionError(() => checkPluginChoice(choice));
  const equivalents = equivalentResources(parts.catalog, parts.vocabulary);
  const shared = { compileCondition: celConditions(parts.authorizer), ...parts, equivalents };
  const { mutating, validating } = setUpWebhooks(shared);
  const policies = setUpPolicies(shared);
  const dependencies = {
    ...parts,
    served: () => parts.catalog.served(),
    pause: (milliseconds: number) => delay(milliseconds, undefined, { ref: false }),
    randomSuffix: () => randomSuffix(),
  };
  const all = { ...choice, late: [...policies, mutating, ...(choice.late ?? []), validating] };
  const times = parts.registry === undefined ? undefined : admissionTimes(parts.registry);
  return admissionChain(
    orOptionError(() => admissionPlugins(dependencies, all)),
    times,
  );
}
