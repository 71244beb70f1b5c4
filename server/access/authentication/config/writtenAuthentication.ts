import { decodeConfiguration } from "../../../model/encoding/configurationFile.ts";
import type { Schema } from "../../../model/schema/schema.ts";

/** `claim` with `prefix`, or `expression`. */
export interface WrittenClaimSource {
  readonly claim?: string;
  readonly prefix?: string;
  readonly expression?: string;
}

export interface WrittenClaimRule {
  readonly claim?: string;
  readonly requiredValue?: string;
  readonly expression?: string;
  readonly message?: string;
}

export interface WrittenExtra {
  readonly key?: string;
  readonly valueExpression?: string;
}

export interface WrittenUserRule {
  readonly expression?: string;
  readonly message?: string;
}

export interface WrittenMappings {
  readonly username?: WrittenClaimSource;
  readonly groups?: WrittenClaimSource;
  readonly uid?: WrittenClaimSource;
  readonly extra?: readonly WrittenExtra[] | null;
}

export interface WrittenIssuer {
  readonly url?: string;
  readonly discoveryURL?: string;
  /** PEM. */
  readonly certificateAuthority?: string;
  readonly audiences?: readonly string[] | null;
  readonly audienceMatchPolicy?: string;
}

/** A JWT authenticator as written in the configuration. */
export interface WrittenJwt {
  readonly issuer?: WrittenIssuer;
  readonly claimValidationRules?: readonly WrittenClaimRule[] | null;
  readonly claimMappings?: WrittenMappings;
  readonly userValidationRules?: readonly WrittenUserRule[] | null;
}

export interface WrittenAnonymous {
  readonly enabled?: boolean;
  readonly conditions?: readonly { readonly path?: string }[] | null;
}

/** An AuthenticationConfiguration as written: decoded, not validated. */
export interface WrittenAuthentication {
  readonly jwt?: readonly WrittenJwt[] | null;
  readonly anonymous?: WrittenAnonymous;
}

/**
 * Decodes an AuthenticationConfiguration: YAML or JSON; unknown fields are refused.
 * @throws Error in the reference's words
 */
export async function decodeAuthenticationConfig(text: string, schema: Schema): Promise<WrittenAuthentication> {
  if (text === "") throw new Error("empty config data");
  const kind = { kind: "AuthenticationConfiguration", versions: ["v1beta1", "v1alpha1"] };
  return (await decodeConfiguration(text, kind, schema)) as WrittenAuthentication;
}
