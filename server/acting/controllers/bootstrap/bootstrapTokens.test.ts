import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { conflict } from "../../../../shared/status.ts";
import { timestamp } from "../../../../shared/time.ts";
import { until } from "../../testing/until.ts";
import type { RunningController } from "../controller.ts";
import { type TestParts, testParts } from "../testing/parts.ts";
import { bootstrapSignerController } from "./bootstrapSigner.ts";
import { detachedSignature } from "./detachedSignature.ts";
import { tokenCleanerController } from "./tokenCleaner.ts";

const NOW = Date.parse("2026-01-02T00:00:00Z");
const HOUR = 3600_000;
const secrets = (name?: string) => ({ group: "", version: "v1", resource: "secrets", namespace: "kube-system", name });
const maps = (name?: string) => ({ group: "", version: "v1", resource: "configmaps", namespace: "kube-public", name });
const encode = (text: string): string => Buffer.from(text).toString("base64");

function token(id: string, entries: Record<string, string> = {}, type = "bootstrap.kubernetes.io/token"): ApiObject {
  const all = { "token-id": id, "token-secret": "0123456789abcdef", "usage-bootstrap-signing": "true", ...entries };
  const data = Object.fromEntries(Object.entries(all).map(([key, value]) => [key, encode(value)]));
  return { metadata: { name: `bootstrap-token-${id}` }, type, data };
}

let parts: TestParts;
let running: RunningController | undefined;
beforeEach(() => {
  parts = testParts(NOW);
});
afterEach(() => running?.stop());

const names = async (): Promise<string[]> =>
  (await parts.client.list(secrets())).items.map(({ metadata }) => metadata.name ?? "");

describe("tokenCleanerController", () => {
  it("deletes tokens when they expire and deletes nothing else", async () => {
    const { client } = parts;
    await client.create(secrets(), token("aaaaaa", { expiration: timestamp(NOW - 1000) }));
    await client.create(secrets(), token("bbbbbb", { expiration: "soon" }));
    await client.create(secrets(), token("cccccc", { expiration: timestamp(NOW + HOUR) }));
    await client.create(secrets(), token("dddddd"));
    await client.create(secrets(), token("eeeeee", { expiration: timestamp(NOW - 1000) }, "Opaque"));
    running = tokenCleanerController(parts);
    await running.settled();
    expect(await names()).toEqual(["bootstrap-token-cccccc", "bootstrap-token-dddddd", "bootstrap-token-eeeeee"]);
    parts.timers.advance(HOUR - 1);
    await running.settled();
    expect(await names()).toHaveLength(3);
    parts.timers.advance(1);
    await until(async () => !(await names()).includes("bootstrap-token-cccccc"));
    expect(parts.errors).toEqual([]);
  });

  it("rechecks a token within a day, however late it expires, and follows changes of its expiration", async () => {
    const { client, timers } = parts;
    await client.create(secrets(), token("aaaaaa", { expiration: timestamp(NOW + 1000 * HOUR) }));
    running = tokenCleanerController(parts);
    await running.settled();
    expect(timers.pending()).toEqual([24 * HOUR]);
    const current = await client.get(secrets("bootstrap-token-aaaaaa"));
    const { data } = token("aaaaaa", { expiration: timestamp(NOW) });
    await client.update(secrets("bootstrap-token-aaaaaa"), { ...current, data });
    await until(async () => (await names()).length === 0);
  });

  it("does not delete a secret recreated under the same name", async () => {
    parts.client.failNext("delete", conflict(secrets(), "x", "the uid is another"));
    await parts.client.create(secrets(), token("aaaaaa", { expiration: timestamp(NOW - 1000) }));
    running = tokenCleanerController(parts);
    await running.settled();
    expect([await names(), parts.errors]).toEqual([["bootstrap-token-aaaaaa"], []]);
  });
});

describe("bootstrapSignerController", () => {
  const data = async (): Promise<Record<string, string>> =>
    (await parts.client.get(maps("cluster-info")))["data"] as Record<string, string>;
  const ids = async (): Promise<string[]> =>
    Object.keys(await data())
      .filter((key) => key.startsWith("jws-"))
      .sort();

  it("signs with every token that allows signing as tokens are added and removed", async () => {
    const { client } = parts;
    await client.create(maps(), { metadata: { name: "cluster-info" }, data: { kubeconfig: "content", other: "kept" } });
    await client.create(secrets(), token("aaaaaa"));
    await client.create(secrets(), token("bbbbbb", { "usage-bootstrap-signing": "false" }));
    await client.create(secrets(), token("cccccc", { "token-id": "aaaaaa" }));
    await client.create(secrets(), token("dddddd", { expiration: timestamp(NOW - 1) }));
    await client.create(secrets(), token("eeeeee", { "token-secret": "" }));
    await client.create(secrets(), token("toolong"));
    running = bootstrapSignerController(parts);
    await running.settled();
    expect(await data()).toEqual({
      kubeconfig: "content",
      other: "kept",
      "jws-kubeconfig-aaaaaa": detachedSignature("content", "aaaaaa", "0123456789abcdef"),
    });
    await client.create(secrets(), token("ffffff", { expiration: timestamp(NOW + HOUR) }));
    await until(async () => (await ids()).length === 2);
    await client.delete(secrets("bootstrap-token-aaaaaa"));
    await until(async () => (await ids()).join() === "jws-kubeconfig-ffffff");
    parts.timers.advance(HOUR);
    await until(async () => (await ids()).length === 0);
    expect(parts.errors).toEqual([]);
  });

  it("re-signs after changes and writes only then", async () => {
    const { client } = parts;
    await client.create(secrets(), token("aaaaaa"));
    await client.create(maps(), { metadata: { name: "cluster-info" }, data: { "jws-kubeconfig-gone00": "x" } });
    running = bootstrapSignerController(parts);
    await running.settled();
    expect(await ids()).toEqual(["jws-kubeconfig-gone00"]);
    const current = await client.get(maps("cluster-info"));
    await client.update(maps("cluster-info"), { ...current, data: { ...(await data()), kubeconfig: "new" } });
    await until(async () => (await data())["jws-kubeconfig-aaaaaa"] !== undefined);
    expect(await ids()).toEqual(["jws-kubeconfig-aaaaaa"]);
    await running.settled();
    expect(client.calls.filter(({ verb }) => verb === "update")).toHaveLength(2);
  });
});

describe("detachedSignature", () => {
  it("omits the payload", () => {
    expect(detachedSignature("Hello", "joshua", "secret")).toMatch(
      /^eyJhbGciOiJIUzI1NiIsImtpZCI6Impvc2h1YSJ9\.\.[\w-]{43}$/,
    );
  });
  it("is verified by a standard JWS library", async () => {
    const { flattenedVerify } = await import("jose");
    const [header = "", , signature = ""] = detachedSignature("some text", "abcdef", "0123456789abcdef").split(".");
    const payload = Buffer.from("some text").toString("base64url");
    const key = new TextEncoder().encode("0123456789abcdef");
    const verified = await flattenedVerify({ protected: header, payload, signature }, key);
    expect(verified.protectedHeader).toEqual({ alg: "HS256", kid: "abcdef" });
    const wrong = flattenedVerify({ protected: header, payload: `${payload}AA`, signature }, key);
    await expect(wrong).rejects.toThrow();
  });
});
