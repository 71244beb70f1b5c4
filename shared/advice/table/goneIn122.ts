import type { VersionRow } from "./versionRow.ts";

/** A beta version removed in 1.22, whose `v1` has the same meaning except for the listed changes. */
const beta = (
  group: string,
  kinds: readonly string[],
  deprecated: string,
  since: string,
  changes: VersionRow["changes"] = [],
): VersionRow => ({
  group,
  version: "v1beta1",
  kinds,
  deprecated,
  removed: "1.22",
  use: { group, version: "v1", since },
  changes,
});

const WEBHOOKS: VersionRow["changes"] = [
  {
    en: "`failurePolicy` is Fail by default; before, it was Ignore.",
    de: "`failurePolicy` ist ohne Angabe Fail; vorher Ignore.",
  },
  {
    en: "`matchPolicy` is Equivalent by default; before, it was Exact.",
    de: "`matchPolicy` ist ohne Angabe Equivalent; vorher Exact.",
  },
  {
    en: "`timeoutSeconds` is 10 by default; before, it was 30.",
    de: "`timeoutSeconds` ist ohne Angabe 10; vorher 30.",
  },
  {
    en: "`sideEffects` is required, and has to be None or NoneOnDryRun.",
    de: "`sideEffects` ist Pflicht und muss None oder NoneOnDryRun sein.",
  },
  {
    en: "`admissionReviewVersions` is required; before, it was v1beta1 by default.",
    de: "`admissionReviewVersions` ist Pflicht; vorher galt ohne Angabe v1beta1.",
  },
  {
    en: "The names of the webhooks of one configuration have to be unique.",
    de: "Die Namen der Webhooks einer Konfiguration müssen eindeutig sein.",
  },
];

const DEFINITIONS: VersionRow["changes"] = [
  {
    en: "`spec.scope` is required; before, it was Namespaced by default.",
    de: "`spec.scope` ist Pflicht; vorher galt ohne Angabe Namespaced.",
  },
  {
    en: "`spec.version` is gone; `spec.versions` says them all.",
    de: "`spec.version` gibt es nicht mehr; `spec.versions` nennt alle.",
  },
  {
    en: "`spec.validation`, `spec.subresources` and `spec.additionalPrinterColumns` stand in every entry of `spec.versions`, the first as `schema`.",
    de: "`spec.validation`, `spec.subresources` und `spec.additionalPrinterColumns` stehen in jedem Eintrag von `spec.versions`, das erste als `schema`.",
  },
  {
    en: "`spec.conversion.webhookClientConfig` and `conversionReviewVersions` stand in `spec.conversion.webhook`; the latter is required.",
    de: "`spec.conversion.webhookClientConfig` und `conversionReviewVersions` stehen in `spec.conversion.webhook`; letzteres ist Pflicht.",
  },
  {
    en: "Every version needs a structural schema.",
    de: "Jede Version braucht ein strukturelles Schema.",
  },
  {
    en: "`spec.preserveUnknownFields: true` is refused; a schema says `x-{product}-preserve-unknown-fields: true` instead.",
    de: "`spec.preserveUnknownFields: true` wird abgelehnt; stattdessen sagt ein Schema `x-{product}-preserve-unknown-fields: true`.",
  },
  {
    en: "`JSONPath` of a column is called `jsonPath`.",
    de: "`JSONPath` einer Spalte heißt `jsonPath`.",
  },
];

const INGRESS: VersionRow["changes"] = [
  { en: "`spec.backend` is called `spec.defaultBackend`.", de: "`spec.backend` heißt `spec.defaultBackend`." },
  { en: "`serviceName` of a backend is `service.name`.", de: "`serviceName` eines Backends ist `service.name`." },
  {
    en: "`servicePort` of a backend is `service.port.number`, or `service.port.name` for a text.",
    de: "`servicePort` eines Backends ist `service.port.number`, oder `service.port.name` bei einem Text.",
  },
  {
    en: "`pathType` is required; ImplementationSpecific is what was meant without it.",
    de: "`pathType` ist Pflicht; ImplementationSpecific war ohne Angabe gemeint.",
  },
];

const REQUESTS: VersionRow["changes"] = [
  {
    en: "`spec.signerName` is required; `{labelDomain}/legacy-unknown` can no longer be created.",
    de: "`spec.signerName` ist Pflicht; `{labelDomain}/legacy-unknown` kann nicht mehr angelegt werden.",
  },
  {
    en: "`spec.usages` is required, without repetition, and takes known usages only.",
    de: "`spec.usages` ist Pflicht, ohne Wiederholung, und nimmt nur bekannte Verwendungen.",
  },
  {
    en: "Conditions need a `status`; certificates are PEM without anything around them.",
    de: "Conditions brauchen einen `status`; Zertifikate sind PEM ohne etwas darum herum.",
  },
];

const REVIEWS: VersionRow["changes"] = [
  { en: "`spec.group` is called `spec.groups`.", de: "`spec.group` heißt `spec.groups`." },
];

/** Versions removed in 1.22. */
export const goneIn122: readonly VersionRow[] = [
  beta(
    "admissionregistration.{domain}",
    ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"],
    "1.16",
    "1.16",
    WEBHOOKS,
  ),
  beta("apiextensions.{domain}", ["CustomResourceDefinition"], "1.16", "1.16", DEFINITIONS),
  beta("apiregistration.{domain}", ["APIService"], "1.19", "1.10"),
  beta("authentication.{domain}", ["TokenReview"], "1.19", "1.6"),
  beta(
    "authorization.{domain}",
    ["LocalSubjectAccessReview", "SelfSubjectAccessReview", "SubjectAccessReview"],
    "1.19",
    "1.6",
    REVIEWS,
  ),
  beta("authorization.{domain}", ["SelfSubjectRulesReview"], "1.19", "1.6"),
  beta("certificates.{domain}", ["CertificateSigningRequest"], "1.19", "1.19", REQUESTS),
  beta("coordination.{domain}", ["Lease"], "1.19", "1.14"),
  {
    ...beta("networking.{domain}", ["Ingress"], "1.14", "1.19", INGRESS),
    group: "extensions",
  },
  beta("networking.{domain}", ["Ingress"], "1.19", "1.19", INGRESS),
  beta("networking.{domain}", ["IngressClass"], "1.19", "1.19"),
  beta("rbac.authorization.{domain}", ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"], "1.17", "1.8"),
  beta("scheduling.{domain}", ["PriorityClass"], "1.14", "1.14"),
  beta("storage.{domain}", ["CSIDriver"], "1.19", "1.18"),
  beta("storage.{domain}", ["CSINode"], "1.17", "1.17"),
  beta("storage.{domain}", ["StorageClass"], "1.19", "1.6"),
  beta("storage.{domain}", ["VolumeAttachment"], "1.19", "1.13"),
];
