import { generationStrategy } from "../strategies/specStatus.ts";
import { validateWebhookConfiguration } from "./webhookValidation.ts";

export const validatingWebhookConfigurationStrategy = generationStrategy({
  allowUnconditionalUpdate: false,
  validate: (_context, object) => validateWebhookConfiguration(object),
});
