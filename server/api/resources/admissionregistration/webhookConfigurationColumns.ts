import type { ValidatingWebhookConfiguration } from "kubernetes-types/admissionregistration/v1";
import { integerColumn, nameAndAge } from "../../registry/columns/table.ts";
import { narrow } from "../../registry/strategies/narrow.ts";

/** Columns of both kinds of webhook configuration. */
export const webhookConfigurationColumns = nameAndAge(
  integerColumn(
    "Webhooks",
    "Webhooks indicates the number of webhooks registered in this configuration",
    (o) => narrow<ValidatingWebhookConfiguration>(o).webhooks?.length ?? 0,
  ),
);
