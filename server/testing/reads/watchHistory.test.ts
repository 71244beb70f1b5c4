import { afterEach, describe, expect, it, vi } from "vitest";
import { configMap, core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const maps = core("default", "configmaps");

/** A server with one minute of history, and a clock that only the test advances. */
async function forgetful(): Promise<{ server: TestServer; pass(milliseconds: number): void }> {
  let time = Date.now();
  server = await startTestServer({ historyRetention: 60_000, now: () => time });
  return {
    server,
    pass: (milliseconds) => {
      time += milliseconds;
    },
  };
}

describe("compacted history", () => {
  it("ends a watch that needs it with an ERROR event", async () => {
    const { server, pass } = await forgetful();
    const first = await server.request("POST", maps, { body: configMap("a") });
    await server.request("POST", maps, { body: configMap("b") });
    pass(61_000);
    await server.request("POST", maps, { body: configMap("c") });
    const version = first.body.metadata.resourceVersion ?? "";
    const tooOld = await server.watch(`${maps}?watch=true&resourceVersion=${version}`);
    const event = await tooOld.next();
    expect(event).toMatchObject({
      type: "ERROR",
      object: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason: "Expired", code: 410 },
    });
    expect(event?.object.message).toMatch(/^too old resource version: \d+ \(\d+\)$/);
    expect(await tooOld.next()).toBeUndefined();
  });

  it("is kept for the retention period", async () => {
    const { server, pass } = await forgetful();
    const first = await server.request("POST", maps, { body: configMap("a") });
    pass(30_000);
    await server.request("POST", maps, { body: configMap("b") });
    const events = await server.watch(`${maps}?watch=true&resourceVersion=${first.body.metadata.resourceVersion}`);
    expect(await events.names(1)).toEqual(["ADDED b"]);
  });

  it("expires old lists and continue tokens after compaction", async () => {
    const time = { now: Date.now() };
    // Compaction runs at most once per second, and removes history that is older than this.
    server = await startTestServer({ historyRetention: 1000, etcdCompactionInterval: 1000, now: () => time.now });
    const running = server;
    for (const name of ["a", "b", "c"]) await running.request("POST", maps, { body: configMap(name) });
    const page = await running.request("GET", `${maps}?limit=1`);
    const metadata = page.body.metadata as { continue?: string; resourceVersion?: string };
    // A list of a collection that does not change from here on.
    const untouched = await running.request("GET", "/api/v1/namespaces?limit=1");
    await running.request("POST", maps, { body: configMap("d") });
    time.now += 5000;
    await running.request("POST", maps, { body: configMap("e") });
    const old = `${maps}?resourceVersion=${metadata.resourceVersion}&resourceVersionMatch=Exact`;
    const expired = await vi.waitFor(
      async () => {
        const answer = await running.request("GET", old);
        expect(answer.status).toBe(410);
        return answer;
      },
      { interval: 50, timeout: 10_000 },
    );
    expect(expired.body).toMatchObject({
      reason: "Expired",
      message: "The resourceVersion for the provided list is too old.",
    });
    const stale = await running.request("GET", `${maps}?limit=1&continue=${metadata.continue}`);
    expect([stale.status, stale.body.reason]).toEqual([410, "Expired"]);
    const token = (untouched.body.metadata as { continue?: string }).continue ?? "";
    expect((await running.request("GET", `/api/v1/namespaces?limit=1&continue=${token}`)).status).toBe(410);
    const inconsistent = (stale.body.metadata as { continue?: string }).continue ?? "";
    const rest = await running.request("GET", `${maps}?continue=${inconsistent}`);
    expect([rest.status, rest.body.items.map((item) => item.metadata.name)]).toEqual([200, ["b", "c", "d", "e"]]);
  });
});

describe("a stopping server", () => {
  it("ends its streams cleanly and quickly", async () => {
    const stopped = await startTestServer();
    const plain = await stopped.watch(`${maps}?watch=true`);
    const socket = await stopped.webSocket(`${maps}?watch=true`);
    const began = performance.now();
    const ends = [plain.next(), socket.next()];
    await stopped.running.stop();
    expect(await Promise.all(ends)).toEqual([undefined, undefined]);
    expect(performance.now() - began).toBeLessThan(2000);
    await stopped.stop().catch(() => undefined);
  });
});
