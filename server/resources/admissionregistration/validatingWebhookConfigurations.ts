import { defineResource } from "../definition.ts";
import { validatingWebhookConfigurationStrategy } from "./validatingWebhookConfigurationStrategy.ts";
import { webhookConfigurationColumns } from "./webhookConfigurationColumns.ts";

/** `admissionregistration.{domain}/v1` validatingwebhookconfigurations. */
export const validatingWebhookConfigurations = defineResource({
  group: "admissionregistration.{domain}",
  version: "v1",
  kind: "ValidatingWebhookConfiguration",
  plural: "validatingwebhookconfigurations",
  singular: "validatingwebhookconfiguration",
  scope: "Cluster",
  definition: "api.admissionregistration.v1.ValidatingWebhookConfiguration",
  categories: ["api-extensions"],
  strategy: validatingWebhookConfigurationStrategy,
  columns: webhookConfigurationColumns,
  storageVersionHash: "B0wHjQmsGNk=",
});
