import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type HookServer, startHookServer } from "../../access/webhook/testing/hookServer.ts";
import { configMap, core, namespace } from "../objects.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../testServer.ts";

const maps = core("end", "configmaps");
let hook: HookServer;
let server: TestServer | undefined;
beforeAll(async () => {
  hook = await startHookServer();
  return () => hook.stop();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** A server whose writes of config maps wait until a webhook releases them. */
async function withSlowWrites(options: TestServerOptions = {}) {
  server = await startTestServer(options);
  const { request } = server;
  await request("POST", "/api/v1/namespaces", { body: namespace("end") });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  hook.answer(async ({ body }) => {
    asked();
    await released;
    const { uid } = body["request"] as { uid: string };
    return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, allowed: true } };
  });
  await request("POST", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    body: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "slow" },
      webhooks: [
        {
          name: "slow.example.com",
          clientConfig: { url: hook.url, caBundle: Buffer.from(hook.ca).toString("base64") },
          rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
          timeoutSeconds: 30,
        },
      ],
    },
  });
  return { server, release, isAsked };
}

describe("request timeout", () => {
  it("ends a request at its timeout parameter, whatever it waits for", async () => {
    const { server: running, release } = await withSlowWrites();
    const answer = await running.request("POST", `${maps}?timeout=300ms`, { body: configMap("late", {}) });
    expect(answer.body).toMatchObject({
      code: 504,
      reason: "Timeout",
      message: "Timeout: request did not complete within the allotted timeout",
    });
    release();
  });

  it("is limited by the server's timeout", async () => {
    const { server: running, release } = await withSlowWrites({ requestTimeout: 300 });
    const answer = await running.request("POST", `${maps}?timeout=30s`, { body: configMap("late", {}) });
    expect(answer.status).toBe(504);
    const events = await running.watch(`${maps}?watch=true&timeoutSeconds=1`);
    expect(await events.next()).toBeUndefined();
    release();
  });

  it("does not apply to a watch when neither the client nor the server sets one", async () => {
    server = await startTestServer({ minRequestTimeout: 0 });
    await server.request("POST", "/api/v1/namespaces", { body: namespace("end") });
    const events = await server.watch(`${maps}?watch=true`);
    await server.request("POST", maps, { body: configMap("later", {}) });
    expect(await events.next()).toMatchObject({ type: "ADDED", object: { metadata: { name: "later" } } });
    events.close();
  });
});

/** Status of a probe over a new connection; 0 when no server listens. */
async function probe({ url, running }: TestServer, path: string): Promise<number> {
  const { request } = await import("node:https");
  return new Promise((resolve) => {
    const asking = request(url + path, { ca: running.admin.ca, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asking.on("error", () => resolve(0));
    asking.end();
  });
}

/** Another process may have got the port by now, so only an answer with this server's certificate is accepted. */
const isListening = async (server: TestServer): Promise<boolean> => (await probe(server, "/livez")) !== 0;

describe("graceful shutdown", () => {
  it("finishes pending requests, and accepts no new ones", async () => {
    const { server: running, release, isAsked } = await withSlowWrites();
    const write = running.request("POST", maps, { body: configMap("last", {}) });
    await isAsked;
    const stopped = running.running.stop();
    await expect.poll(() => isListening(running)).toBe(false);
    release();
    expect((await write).status).toBe(201);
    await stopped;
  });

  it("fails readiness, and serves requests during the shutdown delay", async () => {
    // Long enough for three requests on a busy machine.
    server = await startTestServer({ shutdownDelay: 3_000 });
    const { request, running } = server;
    const stopped = running.stop();
    await expect.poll(() => probe(server as TestServer, "/readyz")).toBe(500);
    expect(await probe(server, "/livez")).toBe(200);
    expect((await request("POST", "/api/v1/namespaces", { body: namespace("late") })).status).toBe(201);
    await stopped;
    expect(await isListening(server)).toBe(false);
  });

  it("responds 429 to new requests when configured", async () => {
    const { server: running, release, isAsked } = await withSlowWrites({ shutdownSendRetryAfter: true });
    const write = running.request("POST", maps, { body: configMap("last", {}) });
    await isAsked;
    const stopped = running.running.stop();
    const answer = await running.request("GET", maps);
    expect([answer.status, answer.headers["retry-after"], answer.headers["connection"]]).toEqual([429, "5", "close"]);
    expect(await probe(running, "/livez")).toBe(200);
    release();
    expect((await write).status).toBe(201);
    await stopped;
    expect(await isListening(running)).toBe(false);
  });

  it("ends watches gradually over the watch grace period", async () => {
    server = await startTestServer({ shutdownWatchGracePeriod: 400 });
    const { watch, running } = server;
    const ends: number[] = [];
    const watches = await Promise.all(
      Array.from({ length: 5 }, () => watch("/api/v1/configmaps?watch=true&resourceVersion=0")),
    );
    const begun = performance.now();
    const ended = watches.map(async (events) => {
      while ((await events.next()) !== undefined);
      ends.push(performance.now() - begun);
    });
    await running.stop();
    await Promise.all(ended);
    expect(Math.max(...ends) - Math.min(...ends)).toBeGreaterThan(200);
  });

  it("aborts requests that exceed the stop timeout", async () => {
    const { server: running, release, isAsked } = await withSlowWrites();
    const write = running.request("POST", maps, { body: configMap("never", {}) }).catch(() => undefined);
    await isAsked;
    await running.running.stop(200);
    await write;
    release();
  });
});

it("a slow start counts as alive during the liveness grace period", async () => {
  server = await startTestServer({ livezGracePeriod: 60_000 });
  expect(await probe(server, "/livez")).toBe(200);
});
