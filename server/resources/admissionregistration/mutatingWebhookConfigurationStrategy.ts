import { generationStrategy } from "../strategies/specStatus.ts";
import { validateWebhookConfiguration } from "./webhookValidation.ts";

export const mutatingWebhookConfigurationStrategy = generationStrategy({
  allowUnconditionalUpdate: false,
  validate: (_context, object) => validateWebhookConfiguration(object),
});
