import { defineResource } from "../../registry/definition.ts";
import { webhookConfigurationColumns } from "./webhookConfigurationColumns.ts";
import { webhookConfigurationStrategy } from "./webhookConfigurationStrategy.ts";

/** `admissionregistration.{domain}/v1` mutatingwebhookconfigurations. */
export const mutatingWebhookConfigurations = defineResource({
  group: "admissionregistration.{domain}",
  version: "v1",
  kind: "MutatingWebhookConfiguration",
  plural: "mutatingwebhookconfigurations",
  singular: "mutatingwebhookconfiguration",
  scope: "Cluster",
  definition: "api.admissionregistration.v1.MutatingWebhookConfiguration",
  categories: ["api-extensions"],
  strategy: webhookConfigurationStrategy,
  columns: webhookConfigurationColumns,
});
