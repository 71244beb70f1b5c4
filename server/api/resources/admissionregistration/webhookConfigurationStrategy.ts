import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import { NO_ALLOWANCES, webhookAllowances } from "./webhookAllowances.ts";
import { validateWebhookConfiguration } from "./webhookValidation.ts";

/** Rules of mutating and of validating webhook configurations. */
export const webhookConfigurationStrategy = generationStrategy(
  {
    anyFinalizer: true,
    metadataOnUpdate: ["whole"],
    allowUnconditionalUpdate: false,
    *validating(_context, object, old) {
      const allowances = old === undefined ? NO_ALLOWANCES : yield* webhookAllowances(object, old);
      return yield* validateWebhookConfiguration(object, allowances);
    },
  },
  { countsEmpties: true },
);
