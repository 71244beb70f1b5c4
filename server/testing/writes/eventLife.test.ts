import { afterEach, describe, expect, it } from "vitest";
import { configMap, core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const events = core("default", "events");
const event = (name: string) => ({
  apiVersion: "v1",
  kind: "Event",
  metadata: { name },
  involvedObject: { kind: "Pod", namespace: "default", name: "p" },
  reason: "Tested",
  message: "tested",
  type: "Normal",
});

describe("events", () => {
  it("expire after the event TTL, and watches receive the deletion", async () => {
    server = await startTestServer({ eventTtl: 1000, leaseReuseDurationSeconds: 1 });
    const { request, watch } = server;
    await request("POST", core("default", "configmaps"), { body: configMap("stays", {}) });
    const made = await request("POST", events, { body: event("short") });
    expect(made.status).toBe(201);
    const changes = await watch(`${events}?watch=true&resourceVersion=${made.body.metadata.resourceVersion}`);
    expect(await changes.next()).toMatchObject({ type: "DELETED", object: { metadata: { name: "short" } } });
    changes.close();
    expect((await request("GET", `${events}/short`)).status).toBe(404);
    expect((await request("GET", core("default", "configmaps/stays"))).status).toBe(200);
  });

  it("never expire with a TTL of zero, and each write restarts the TTL", async () => {
    server = await startTestServer({ eventTtl: 0 });
    const { request } = server;
    await request("POST", events, { body: event("long") });
    const headers = { "content-type": "application/merge-patch+json" };
    const changed = await request("PATCH", `${events}/long`, { headers, body: { count: 2 } });
    expect(changed.body).toMatchObject({ count: 2 });
  });
});
