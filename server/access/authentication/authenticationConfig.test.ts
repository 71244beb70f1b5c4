import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import { memoryReader } from "../authorization/testing/memoryReader.ts";
import {
  authenticationConfigData,
  authenticationConfigMap,
  updateAuthenticationConfig,
} from "./authenticationConfig.ts";
import { STANDARD_REQUEST_HEADERS } from "./requestHeader/requestHeader.ts";

const settings = {
  clientCa: "client",
  requestHeaderCa: "proxies",
  requestHeaderNames: ["front"],
  requestHeaders: { ...STANDARD_REQUEST_HEADERS, uid: [] },
};

describe("authenticationConfigData", () => {
  it("contains the settings for authenticating proxies", () => {
    expect(authenticationConfigData(settings)).toEqual({
      "client-ca-file": "client",
      "requestheader-allowed-names": '["front"]',
      "requestheader-client-ca-file": "proxies",
      "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
      "requestheader-group-headers": '["X-Remote-Group"]',
      "requestheader-username-headers": '["X-Remote-User"]',
    });
    const withUid = { ...settings, requestHeaders: STANDARD_REQUEST_HEADERS };
    expect(authenticationConfigData(withUid)["requestheader-uid-headers"]).toBe('["X-Remote-Uid"]');
  });
  it("omits proxy settings if there are none", () => {
    expect(authenticationConfigData({ ...settings, requestHeaderCa: "" })).toEqual({ "client-ca-file": "client" });
  });
});

describe("updateAuthenticationConfig", () => {
  const metadata = { name: "extension-apiserver-authentication", namespace: "kube-system" };
  const update = async (stored: ApiObject | undefined, data: Record<string, string>): Promise<unknown[]> => {
    const reader = memoryReader();
    if (stored !== undefined) reader.put({ group: "", resource: "configmaps" }, stored);
    const calls: unknown[] = [];
    const client: Pick<ApiClient, "patch"> = {
      patch: async (ref, patch) => {
        calls.push(["patch", ref.name, patch]);
        return { metadata: {} };
      },
    };
    await updateAuthenticationConfig(client as ApiClient, reader, createVocabulary(), data);
    return calls;
  };

  it("does not modify a missing or unreadable config map, which the bootstrap creates", async () => {
    expect(await update(undefined, { a: "1" })).toEqual([]);
    const { resource, object } = authenticationConfigMap(createVocabulary(), { a: "1" });
    expect([resource, object.metadata, object["data"]]).toEqual(["configmaps", metadata, { a: "1" }]);
  });
  it("patches only changed entries", async () => {
    const stored = { metadata, data: { a: "1", b: "2", c: "3" } };
    const patch = { data: { b: "x", c: null, d: "4" } };
    expect(await update(stored, { a: "1", b: "x", d: "4" })).toEqual([["patch", metadata.name, patch]]);
    expect(await update(stored, stored.data)).toEqual([]);
  });
});
