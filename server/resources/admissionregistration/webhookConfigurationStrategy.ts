import { generationStrategy } from "../strategies/specStatus.ts";
import { webhookAllowances } from "./webhookAllowances.ts";
import { validateWebhookConfiguration } from "./webhookValidation.ts";

/** Rules of mutating and of validating webhook configurations. */
export const webhookConfigurationStrategy = generationStrategy({
  anyFinalizer: true,
  metadataOnUpdate: ["whole"],
  allowUnconditionalUpdate: false,
  validate: (_context, object) => validateWebhookConfiguration(object),
  validateUpdate: (_context, object, old) => validateWebhookConfiguration(object, webhookAllowances(object, old)),
});
