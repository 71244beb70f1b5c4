import { parseUrl } from "../../../ground/formats/urls/urlParts.ts";
import { jsonWebKey, type VerificationKey } from "./serviceAccountKeys.ts";

export interface OpenIdDiscoveryOptions {
  readonly issuer: string;
  /** URL of the key set; by default at this server. */
  readonly keySetUrl?: string | undefined;
  readonly keys: readonly VerificationKey[];
  /** `https://host:port` of this server. */
  readonly serverUrl: string;
}

export const OPENID_CONFIGURATION_PATH = "/.well-known/openid-configuration";
export const KEY_SET_PATH = "/openid/v1/jwks";

/**
 * Why an issuer cannot be discovered; undefined when it can. The OpenID rules are stricter than those for token
 * issuers.
 */
export function undiscoverable(issuer: string): string | undefined {
  const url = parseUrl(issuer);
  if (typeof url === "string") return url;
  if (url.scheme !== "https") return `issuer URL must use https scheme, got: ${issuer}`;
  if (url.query !== "") return `issuer URL may not include a query, got: ${issuer}`;
  return url.fragment === "" ? undefined : `issuer URL may not include a fragment, got: ${issuer}`;
}

/** The discovery document of the issuer of service account tokens. */
export function openIdConfiguration(options: OpenIdDiscoveryOptions): Record<string, unknown> {
  return {
    issuer: options.issuer,
    jwks_uri: options.keySetUrl ?? `${options.serverUrl}${KEY_SET_PATH}`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...new Set(options.keys.map(({ algorithm }) => algorithm))].sort(),
  };
}

/** The public keys, as a JSON Web Key Set. */
export const keySet = (keys: readonly VerificationKey[]): { keys: Record<string, unknown>[] } => ({
  keys: keys.map(jsonWebKey),
});
