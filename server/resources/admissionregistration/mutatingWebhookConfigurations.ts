import { defineResource } from "../definition.ts";
import { mutatingWebhookConfigurationStrategy } from "./mutatingWebhookConfigurationStrategy.ts";
import { webhookConfigurationColumns } from "./webhookConfigurationColumns.ts";

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
  strategy: mutatingWebhookConfigurationStrategy,
  columns: webhookConfigurationColumns,
  storageVersionHash: "Sqi0GUgDaX0=",
});
