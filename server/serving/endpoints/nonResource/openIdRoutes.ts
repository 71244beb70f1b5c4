import {
  KEY_SET_PATH,
  keySet,
  OPENID_CONFIGURATION_PATH,
  openIdConfiguration,
  undiscoverable,
} from "../../../access/authentication/serviceAccounts/openIdDiscovery.ts";
import type { ServiceAccountTokens } from "../../../access/authentication/serviceAccounts/serviceAccountToken.ts";
import { documentRoute } from "./documentRoute.ts";
import type { PathHandler } from "./nonResource.ts";

/** Clients that verify tokens may cache the documents for an hour. */
const CACHE_CONTROL = "public, max-age=3600";

/**
 * The two documents with which other parties verify service account tokens. They are absent when the issuer is not an
 * address that OpenID allows.
 */
export function openIdRoutes(
  { issuer, keys }: Pick<ServiceAccountTokens, "issuer" | "keys">,
  at: { readonly keySetUrl?: string | undefined; serverUrl(): string },
): readonly (readonly [string, PathHandler])[] {
  if (undiscoverable(issuer) !== undefined) return [];
  const document = (path: string, type: string, make: () => unknown) =>
    documentRoute(path, type, () => ({
      status: 200,
      headers: { "content-type": type, "cache-control": CACHE_CONTROL },
      body: JSON.stringify(make()),
    }));
  return [
    document(OPENID_CONFIGURATION_PATH, "application/json", () =>
      openIdConfiguration({ issuer, keys, keySetUrl: at.keySetUrl, serverUrl: at.serverUrl() }),
    ),
    document(KEY_SET_PATH, "application/jwk-set+json", () => keySet(keys)),
  ];
}
