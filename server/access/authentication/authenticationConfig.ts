import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import { FRONT_PROXY_NAME } from "./certificates/pki.ts";
import { type RequestHeaders, STANDARD_REQUEST_HEADERS } from "./requestHeader/requestHeader.ts";

/** What aggregated servers need in order to recognise this server's clients, and this server as their proxy. */
export interface PublishedAuthentication {
  /** PEM. */
  readonly clientCa: string;
  /** PEM; empty when no proxy is trusted. */
  readonly requestHeaderCa: string;
  readonly requestHeaderNames: readonly string[];
  readonly requestHeaders: RequestHeaders;
}

/**
 * How aggregated servers recognise this server by its own certificate.
 * @param withUid the gate `RemoteRequestHeaderUID`
 */
export const ownFrontProxy = (authority: string, withUid: boolean): Omit<PublishedAuthentication, "clientCa"> => ({
  requestHeaderCa: authority,
  requestHeaderNames: [FRONT_PROXY_NAME],
  requestHeaders: withUid ? STANDARD_REQUEST_HEADERS : { ...STANDARD_REQUEST_HEADERS, uid: [] },
});

/** The data of the config map `extension-apiserver-authentication`. Lists are JSON. */
export function authenticationConfigData(published: PublishedAuthentication): Record<string, string> {
  const { clientCa, requestHeaderCa, requestHeaderNames, requestHeaders } = published;
  if (requestHeaderCa === "") return { "client-ca-file": clientCa };
  return {
    "client-ca-file": clientCa,
    "requestheader-allowed-names": JSON.stringify(requestHeaderNames),
    "requestheader-client-ca-file": requestHeaderCa,
    "requestheader-extra-headers-prefix": JSON.stringify(requestHeaders.extraPrefix),
    "requestheader-group-headers": JSON.stringify(requestHeaders.group),
    ...(requestHeaders.uid.length === 0 ? {} : { "requestheader-uid-headers": JSON.stringify(requestHeaders.uid) }),
    "requestheader-username-headers": JSON.stringify(requestHeaders.username),
  };
}

const NAME = "extension-apiserver-authentication";

/** The config map for a server's first start. */
export function authenticationConfigMap(
  vocabulary: Vocabulary,
  data: Readonly<Record<string, string>>,
): { readonly resource: string; readonly object: ApiObject } {
  const metadata = { name: NAME, namespace: vocabulary.systemNamespace };
  return { resource: "configmaps", object: { apiVersion: "v1", kind: "ConfigMap", metadata, data: { ...data } } };
}

/** Updates the stored config map with the server's settings, which may have changed since the last start. */
export async function updateAuthenticationConfig(
  client: ApiClient,
  reader: ObjectReader,
  vocabulary: Vocabulary,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  const namespace = vocabulary.systemNamespace;
  const found = reader.get({ group: "", resource: "configmaps" }, namespace, NAME);
  if (found === undefined) return;
  const stored = (found["data"] ?? {}) as Readonly<Record<string, string>>;
  const keys = new Set([...Object.keys(stored), ...Object.keys(data)]);
  const changed = [...keys].filter((key) => stored[key] !== data[key]);
  if (changed.length === 0) return;
  const patch = Object.fromEntries(changed.map((key) => [key, data[key] ?? null]));
  await client.patch({ group: "", version: "v1", resource: "configmaps", namespace, name: NAME }, { data: patch });
}
