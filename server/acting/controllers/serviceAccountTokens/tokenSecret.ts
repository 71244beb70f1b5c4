import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** Type of secrets with a service account token. */
export const tokenSecretType = (vocabulary: Vocabulary): string =>
  vocabulary.render("{labelDomain}/service-account-token");

/** The account that a token secret names; the uid may be missing. */
export interface TokenOwner {
  readonly name: string;
  readonly uid: string;
}

/** Reads and writes the annotations that name a token's account. */
export interface OwnerAnnotations {
  read(secret: ApiObject): TokenOwner;
  readonly nameKey: string;
  readonly uidKey: string;
}

export function ownerAnnotations(vocabulary: Vocabulary): OwnerAnnotations {
  const nameKey = vocabulary.render("{labelDomain}/service-account.name");
  const uidKey = vocabulary.render("{labelDomain}/service-account.uid");
  return {
    nameKey,
    uidKey,
    read({ metadata: { annotations = {} } }) {
      return { name: annotations[nameKey] ?? "", uid: annotations[uidKey] ?? "" };
    },
  };
}

/** The secrets that an account lists. */
export function listedSecrets(account: ApiObject): readonly { readonly name?: string }[] {
  return (account["secrets"] ?? []) as { name?: string }[];
}
