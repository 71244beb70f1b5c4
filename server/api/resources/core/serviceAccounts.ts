import type { ApiObject } from "../../../../shared/object.ts";
import { ageColumn, nameColumn, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { asServiceAccount } from "./views.ts";

const SECRETS =
  'Secrets is a list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to use. Pods are only limited to this list if this service account has a "{labelDomain}/enforce-mountable-secrets" annotation set to "true". The "{labelDomain}/enforce-mountable-secrets" annotation is deprecated since v1.32. Prefer separate namespaces to isolate access to mounted secrets. This field should not be used to find auto-generated service account token secrets for use outside of pods. Instead, tokens can be requested directly using the TokenRequest API, or service account token secrets can be manually created. More info: https://{labelDomain}/docs/concepts/configuration/secret';

/** Identities of programs inside the cluster. */
export const serviceAccounts = defineResource({
  group: "",
  version: "v1",
  kind: "ServiceAccount",
  plural: "serviceaccounts",
  singular: "serviceaccount",
  scope: "Namespaced",
  definition: "api.core.v1.ServiceAccount",
  shortNames: ["sa"],
  strategy: {
    metadataOnUpdate: ["change", "whole"],
    returnsDeletedObject: true,
    prepareForCreate: (_, object) => keepSecretNames(object),
    prepareForUpdate: (_, object) => keepSecretNames(object),
    warningsOnCreate: (context, object) =>
      enforceMountableWarnings(context.vocabulary.render(ENFORCE), object.metadata.annotations),
    warningsOnUpdate: (context, object, old) => {
      const name = context.vocabulary.render(ENFORCE);
      return old.metadata.annotations?.[name] === undefined
        ? enforceMountableWarnings(name, object.metadata.annotations)
        : [];
    },
  },
  columns: [
    nameColumn,
    textColumn("Secrets", SECRETS, (object) => asServiceAccount(object).secrets?.length ?? 0),
    ageColumn,
  ],
  subresources: [
    {
      name: "token",
      verbs: ["create"],
      kind: { group: "authentication.{domain}", version: "v1", kind: "TokenRequest" },
      definition: "api.authentication.v1.TokenRequest",
      action: "serviceaccounts/token",
    },
  ],
});

/** Keeps only the names of an account's secret references. */
function keepSecretNames(object: ApiObject): void {
  const secrets = asServiceAccount(object).secrets ?? [];
  if (secrets.length > 0) object["secrets"] = secrets.map(({ name }) => (name === undefined ? {} : { name }));
}

const ENFORCE = "{labelDomain}/enforce-mountable-secrets";

function enforceMountableWarnings(name: string, annotations: Readonly<Record<string, string>> | undefined): string[] {
  return annotations?.[name] === undefined
    ? []
    : [
        `metadata.annotations[${name}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
      ];
}
