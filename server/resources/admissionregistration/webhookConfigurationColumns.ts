import type { ValidatingWebhookConfiguration } from "kubernetes-types/admissionregistration/v1";
import { integer, nameAndAge } from "../cells/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Of both kinds of webhook configuration. */
export const webhookConfigurationColumns = nameAndAge(
  integer(
    "Webhooks",
    "Webhooks, and the resources and operations they are called for",
    (o) => narrow<ValidatingWebhookConfiguration>(o).webhooks?.length ?? 0,
  ),
);
