import { defineResource } from "../../registry/definition.ts";
import { webhookConfigurationColumns } from "./webhookConfigurationColumns.ts";
import { webhookConfigurationStrategy } from "./webhookConfigurationStrategy.ts";

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
  strategy: webhookConfigurationStrategy,
  columns: webhookConfigurationColumns,
});
