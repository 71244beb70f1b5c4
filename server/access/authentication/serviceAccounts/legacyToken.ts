import { serviceAccountUsername } from "../../../../shared/rbac/subjects.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** The content of a token in a secret. */
export interface LegacyTokenContent {
  readonly namespace: string;
  /** Name of the secret that contains the token. */
  readonly secret: string;
  readonly account: { readonly name: string; readonly uid: string };
}

/** The issuer of tokens in secrets, independent of the server's own issuer. */
export const legacyIssuer = (vocabulary: Vocabulary): string => vocabulary.render("{product}/serviceaccount");

/** The claims of a token in a secret, which has neither audience nor expiry. */
export function legacyClaims(content: LegacyTokenContent, vocabulary: Vocabulary): Record<string, string> {
  const { namespace, secret, account } = content;
  const claim = (name: string): string => vocabulary.render(`{labelDomain}/serviceaccount/${name}`);
  return {
    iss: legacyIssuer(vocabulary),
    [claim("namespace")]: namespace,
    [claim("secret.name")]: secret,
    [claim("service-account.name")]: account.name,
    [claim("service-account.uid")]: account.uid,
    sub: serviceAccountUsername(namespace, account.name),
  };
}
