/** Defaulting rules: custom resources, aggregated APIs, and the server's own configuration files. */
import { isEmpty } from "./helpers.ts";
import { type DefaultTable, rows } from "./row.ts";

interface CustomResourceDefinitionView {
  readonly spec: {
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly storage: boolean }[] | null;
  };
}

export const extensionDefaults: DefaultTable = {
  "apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition": rows<CustomResourceDefinitionView>(
    (r) => [
      r.compute("spec.names.singular", ({ spec }) => spec.names.kind.toLowerCase()),
      r.compute("spec.names.listKind", ({ spec }) => `${spec.names.kind}List`, {
        when: ({ spec }) => !isEmpty(spec.names.kind),
      }),
      r.set("spec.conversion", { strategy: "None" }),
      r.compute("status.storedVersions", ({ spec }) => [spec.versions?.find((v) => v.storage)?.name], {
        when: ({ spec }) => (spec.versions ?? []).some((v) => v.storage),
      }),
    ],
  ),
  "apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference": rows((r) => [r.set("port", 443)]),
  "{prefix}-aggregator.pkg.apis.apiregistration.v1.ServiceReference": rows((r) => [r.set("port", 443)]),
  "apiserver.pkg.apis.apiserver.v1.KMSConfiguration": rows<{ readonly apiVersion?: string }>((r) => [
    r.set("timeout", "3s"),
    r.set("apiVersion", "v1"),
    r.set("cachesize", 1000, { when: ({ apiVersion }) => apiVersion === "v1" }),
  ]),
  "apiserver.pkg.apis.apiserver.v1.WebhookConfiguration": rows((r) => [
    r.set("authorizedTTL", "5m0s"),
    r.set("unauthorizedTTL", "30s"),
  ]),
  "apiserver.pkg.apis.apiserver.v1beta1.WebhookConfiguration": rows((r) => [
    r.set("authorizedTTL", "5m0s"),
    r.set("unauthorizedTTL", "30s"),
  ]),
  "apiserver.pkg.apis.apiserver.v1alpha1.WebhookConfiguration": rows((r) => [
    r.set("authorizedTTL", "5m0s"),
    r.set("unauthorizedTTL", "30s"),
  ]),
};
