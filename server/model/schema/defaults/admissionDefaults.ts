/** Defaulting rules: webhooks and admission policies. */
import { type DefaultTable, rows } from "./row.ts";

const matchResources = rows((r) => [
  r.set("matchPolicy", "Equivalent"),
  r.set("namespaceSelector", {}),
  r.set("objectSelector", {}),
]);
const webhook = rows((r) => [
  r.set("failurePolicy", "Fail"),
  r.set("matchPolicy", "Equivalent"),
  r.set("namespaceSelector", {}),
  r.set("objectSelector", {}),
  r.set("timeoutSeconds", 10),
]);
const betaWebhook = rows((r) => [
  r.set("failurePolicy", "Ignore"),
  r.set("matchPolicy", "Exact"),
  r.set("namespaceSelector", {}),
  r.set("objectSelector", {}),
  r.set("sideEffects", "Unknown"),
  r.set("timeoutSeconds", 30),
  r.set("admissionReviewVersions", ["v1beta1"]),
]);
const reinvocation = rows((r) => [r.set("reinvocationPolicy", "Never")]);

export const admissionDefaults: DefaultTable = {
  "api.admissionregistration.v1.ValidatingWebhook": webhook,
  "api.admissionregistration.v1.MutatingWebhook": [...webhook, ...reinvocation],
  "api.admissionregistration.v1.Rule": rows((r) => [r.set("scope", "*")]),
  "api.admissionregistration.v1.ServiceReference": rows((r) => [r.set("port", 443)]),
  "api.admissionregistration.v1.ValidatingAdmissionPolicySpec": rows((r) => [r.set("failurePolicy", "Fail")]),
  "api.admissionregistration.v1.MatchResources": matchResources,
  "api.admissionregistration.v1beta1.ValidatingWebhook": betaWebhook,
  "api.admissionregistration.v1beta1.MutatingWebhook": [...betaWebhook, ...reinvocation],
  "api.admissionregistration.v1beta1.ServiceReference": rows((r) => [r.set("port", 443)]),
  "api.admissionregistration.v1beta1.ValidatingAdmissionPolicySpec": rows((r) => [r.set("failurePolicy", "Fail")]),
  "api.admissionregistration.v1beta1.MatchResources": matchResources,
  "api.admissionregistration.v1alpha1.ValidatingAdmissionPolicySpec": rows((r) => [r.set("failurePolicy", "Fail")]),
  "api.admissionregistration.v1alpha1.MatchResources": matchResources,
  "api.admissionregistration.v1alpha1.ParamRef": rows((r) => [r.set("parameterNotFoundAction", "Deny")]),
  "api.admissionregistration.v1alpha1.MutatingAdmissionPolicySpec": rows((r) => [r.set("failurePolicy", "Fail")]),
};
