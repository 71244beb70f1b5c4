import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import { until } from "../../testing/until.ts";
import type { RunningController } from "../controller.ts";
import { type TestParts, testParts } from "../testing/parts.ts";
import { tokenSecretController } from "./tokenSecrets.ts";

const TYPE = "kubernetes.io/service-account-token";
const NAME = "kubernetes.io/service-account.name";
const UID = "kubernetes.io/service-account.uid";
const core = (resource: string, name?: string) => ({ group: "", version: "v1", resource, namespace: "n", name });
const encode = (text: string): string => Buffer.from(text).toString("base64");

let parts: TestParts;
let running: RunningController | undefined;
beforeEach(() => {
  parts = testParts(0);
});
afterEach(() => running?.stop());

const start = (): RunningController => {
  running = tokenSecretController(parts, {
    rootCa: "PEM",
    sign: async ({ namespace, secret, account }) => `token of ${account.name} ${account.uid} in ${namespace}/${secret}`,
  });
  return running;
};
const account = (name: string, secrets: string[] = []): Promise<ApiObject> =>
  parts.client.create(core("serviceaccounts"), { metadata: { name }, secrets: secrets.map((s) => ({ name: s })) });
const secret = (name: string, annotations: Record<string, string>, data?: object): Promise<ApiObject> =>
  parts.client.create(core("secrets"), { metadata: { name, annotations }, type: TYPE, ...(data ? { data } : {}) });
const exists = (name: string): Promise<boolean> =>
  parts.client.get(core("secrets", name)).then(
    () => true,
    () => false,
  );

describe("tokenSecretController", () => {
  it("fills a secret with token, namespace, CA certificate and the account's uid", async () => {
    const { uid } = (await account("robot")).metadata;
    await secret("s", { [NAME]: "robot", own: "kept" }, { more: "eA==" });
    await start().settled();
    const filled = await parts.client.get(core("secrets", "s"));
    expect(filled["data"]).toEqual({
      more: "eA==",
      "ca.crt": encode("PEM"),
      namespace: encode("n"),
      token: encode(`token of robot ${uid} in n/s`),
    });
    expect(filled.metadata.annotations).toEqual({ [NAME]: "robot", [UID]: uid, own: "kept" });
    const writes = parts.client.calls.length;
    await secret("later", { [NAME]: "robot" });
    await until(async () => (await parts.client.get(core("secrets", "later")))["data"] !== undefined);
    await running?.settled();
    expect(parts.client.calls.length).toBe(writes + 2);
  });

  it("restores the CA certificate without issuing a second token", async () => {
    await account("robot");
    await secret("s", { [NAME]: "robot" }, { token: encode("first"), "ca.crt": encode("old"), namespace: encode("n") });
    await start().settled();
    const { data } = await parts.client.get(core("secrets", "s"));
    expect(data).toEqual({ token: encode("first"), "ca.crt": encode("PEM"), namespace: encode("n") });
  });

  it("deletes tokens whose account is missing or has another uid", async () => {
    await account("robot");
    await secret("nobody", { [NAME]: "absent" });
    await secret("other", { [NAME]: "robot", [UID]: "another" });
    await parts.client.create(core("secrets"), {
      metadata: { name: "own", annotations: { [NAME]: "absent" } },
      type: "Opaque",
    });
    await start().settled();
    expect(await Promise.all(["nobody", "other", "own"].map(exists))).toEqual([false, false, true]);
  });

  it("deletes the tokens of a deleted account", async () => {
    await account("robot");
    await account("stays");
    await secret("a", { [NAME]: "robot" });
    await secret("b", { [NAME]: "stays" });
    await start().settled();
    await parts.client.delete(core("serviceaccounts", "robot"));
    await until(async () => !(await exists("a")));
    expect(await exists("b")).toBe(true);
  });

  it("deletes the other tokens of a deleted account when one may not be deleted", async () => {
    await account("robot");
    for (const name of ["a", "b", "c"]) await secret(name, { [NAME]: "robot" });
    await start().settled();
    const remove = parts.client.delete;
    parts.client.delete = async (ref, options) => {
      if (ref.name === "b") throw new ApiError(403, "Forbidden", "kept");
      await remove(ref, options);
    };
    await parts.client.delete(core("serviceaccounts", "robot"));
    await until(async () => !(await exists("a")) && !(await exists("c")));
    expect(await exists("b")).toBe(true);
    await running?.stop();
  });

  it("removes a deleted secret from its account's list", async () => {
    await account("robot", ["a", "b"]);
    await secret("a", { [NAME]: "robot" });
    await start().settled();
    await parts.client.delete(core("secrets", "a"));
    const listed = async () => (await parts.client.get(core("serviceaccounts", "robot")))["secrets"];
    await until(async () => JSON.stringify(await listed()) === '[{"name":"b"}]');
    expect(parts.errors).toEqual([]);
  });
});
