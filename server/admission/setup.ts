import { randomSuffix } from "../registry/generateName.ts";
import { type AdmissionChain, admissionChain } from "./chain.ts";
import type { AdmissionDependencies } from "./dependencies.ts";
import { admissionPlugins, type PluginChoice } from "./plugins.ts";
import { setUpWebhooks, type WebhookParts } from "./webhook/setUpWebhooks.ts";

export type AdmissionParts = Omit<AdmissionDependencies, "randomSuffix" | "served"> & WebhookParts;

/** The admission chain of a server: the built-in plugins, the webhooks, and what flags and extensions change about them. */
export function setUpAdmission(parts: AdmissionParts, choice: PluginChoice = {}): AdmissionChain {
  const { mutating, validating } = setUpWebhooks(parts);
  return admissionChain(
    admissionPlugins(
      { ...parts, served: () => parts.catalog.served(), randomSuffix: () => randomSuffix() },
      { ...choice, late: [mutating, ...(choice.late ?? []), validating] },
    ),
  );
}
