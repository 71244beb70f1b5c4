import { Agent } from "node:https";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type HookServer, startHookServer } from "../../access/webhook/testing/hookServer.ts";
import { send, type TestAnswer } from "../httpClient.ts";
import { configMap, core, namespace } from "../objects.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../testServer.ts";

const GROUP = "/apis/flowcontrol.apiserver.k8s.io/v1";
const maps = core("flow", "configmaps");
let hook: HookServer;
let server: TestServer | undefined;
let release: () => void = () => undefined;
beforeAll(async () => {
  hook = await startHookServer();
  return () => hook.stop();
});
afterEach(async () => {
  release();
  await server?.stop();
  server = undefined;
});

/** A server on which every user has all rights, and writes of config maps wait until they are released. */
async function start(options: TestServerOptions = {}): Promise<TestServer> {
  server = await startTestServer(options);
  const { request } = server;
  await request("POST", "/api/v1/namespaces", { body: namespace("flow") });
  await request("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    body: {
      metadata: { name: "everybody" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "system:authenticated" }],
    },
  });
  hook.received.length = 0;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  hook.answer(async ({ body }) => {
    await released;
    const { uid } = body["request"] as { uid: string };
    return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, allowed: true } };
  });
  await request("POST", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    body: {
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
  return server;
}

/** Creates a priority level with a few seats, and a schema that assigns the writes of these users to it. */
async function confine(limitResponse: object, shares = 1, users = ["alice"]): Promise<void> {
  const { request } = server as TestServer;
  const level = await request("POST", `${GROUP}/prioritylevelconfigurations`, {
    body: {
      metadata: { name: "tight" },
      spec: { type: "Limited", limited: { nominalConcurrencyShares: shares, borrowingLimitPercent: 0, limitResponse } },
    },
  });
  expect(level.status).toBe(201);
  const schema = await request("POST", `${GROUP}/flowschemas`, {
    body: {
      metadata: { name: "alice" },
      spec: {
        priorityLevelConfiguration: { name: "tight" },
        matchingPrecedence: 50,
        distinguisherMethod: { type: "ByUser" },
        rules: [
          {
            subjects: users.map((name) => ({ kind: "User", user: { name } })),
            resourceRules: [{ verbs: ["create"], apiGroups: [""], resources: ["configmaps"], namespaces: ["*"] }],
          },
        ],
      },
    },
  });
  expect(schema.status).toBe(201);
}

const write = (name: string, as = "alice"): Promise<TestAnswer> =>
  (server as TestServer).request("POST", maps, { as, body: configMap(name, {}) });
const dump = async (name: string, as = "admin"): Promise<string> =>
  String((await (server as TestServer).request("GET", `/debug/api_priority_and_fairness/${name}`, { as })).text);
const asked = (count: number) => expect.poll(() => hook.received.length, { timeout: 5000 }).toBe(count);

/**
 * Low limits, so that a level with one of about 270 shares has a single seat; of the default 600 seats it would have
 * more.
 */
const FEW = { maxRequestsInflight: 100, maxMutatingRequestsInflight: 100 };

describe("priority and fairness", () => {
  it("returns the UIDs of flow schema and priority level with each response, errors included", async () => {
    const { request } = await start();
    const uidOf = async (resource: string, name: string) =>
      (await request("GET", `${GROUP}/${resource}/${name}`)).body.metadata.uid;
    for (const path of [maps, `${maps}/none`]) {
      const { headers } = await request("GET", path, { as: "bob" });
      expect(headers["x-kubernetes-pf-flowschema-uid"]).toBe(await uidOf("flowschemas", "global-default"));
      expect(headers["x-kubernetes-pf-prioritylevel-uid"]).toBe(
        await uidOf("prioritylevelconfigurations", "global-default"),
      );
    }
    const { headers } = await request("GET", maps);
    expect(headers["x-kubernetes-pf-flowschema-uid"]).toBe(await uidOf("flowschemas", "exempt"));
  });

  it("rejects a request without a free seat at a level without queues", async () => {
    await start(FEW);
    await confine({ type: "Reject" });
    const first = write("first");
    await asked(1);
    const second = await write("second");
    expect([second.status, second.headers["retry-after"], second.text]).toEqual([
      429,
      "1",
      "Too many requests, please try again later.\n",
    ]);
    const other = write("other", "bob");
    await asked(2);
    release();
    expect([(await first).status, (await other).status]).toEqual([201, 201]);
    expect((await write("third")).status).toBe(201);
    const metrics = await (server as TestServer).request("GET", "/metrics");
    expect(metrics.text).toContain(
      'apiserver_flowcontrol_rejected_requests_total{priority_level="tight",flow_schema="alice",reason="concurrency-limit"} 1',
    );
  });

  it("queues requests without a free seat, up to the queue length", async () => {
    await start(FEW);
    await confine({ type: "Queue", queuing: { queues: 1, handSize: 1, queueLengthLimit: 2 } });
    const first = write("first");
    await asked(1);
    const waiting = [write("second"), write("third")];
    await expect.poll(async () => (await dump("dump_requests")).split("\n").length).toBe(4);
    expect(await dump("dump_priority_levels")).toMatch(/^tight, +1, +false, +false, +2, +1, +1, +0,/m);
    expect(await dump("dump_queues")).toMatch(/^tight, +0, +2, +1, +1,/m);
    expect(await dump("dump_requests")).toMatch(/^tight, +alice, +0, +0, +alice,/m);
    expect((await write("fourth")).status).toBe(429);
    expect(hook.received).toHaveLength(1);
    release();
    expect((await Promise.all([first, ...waiting])).map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await dump("dump_requests")).not.toContain("tight");
  });

  it("rejects requests that have waited too long", async () => {
    await start({ ...FEW, requestTimeout: 2000 });
    await confine({ type: "Queue", queuing: { queues: 1, handSize: 1, queueLengthLimit: 5 } });
    const first = write("first");
    await asked(1);
    expect((await write("second")).status).toBe(429);
    release();
    await first;
    expect(await dump("dump_priority_levels")).toMatch(/^tight, .* 1, +0,$/m);
  });

  it("uses no seat for a client that has disconnected", async () => {
    const { request } = await start(FEW);
    await confine({ type: "Queue", queuing: { queues: 1, handSize: 1, queueLengthLimit: 5 } });
    const first = write("first");
    await asked(1);
    const gone = new AbortController();
    const given = fetchLike(request, gone.signal);
    await expect.poll(async () => (await dump("dump_requests")).includes("tight")).toBe(true);
    gone.abort();
    await given;
    release();
    await first;
    await expect.poll(async () => (await dump("dump_priority_levels")).match(/^tight, .*$/m)?.[0]).toMatch(/ 1,$/);
    expect(hook.received).toHaveLength(1);
  });

  it("exempts members of system:masters", async () => {
    await start({ maxRequestsInflight: 1, maxMutatingRequestsInflight: 1 });
    const writes = Array.from({ length: 20 }, (_, i) => write(`m${i}`, "admin"));
    await asked(20);
    release();
    for (const { status } of await Promise.all(writes)) expect(status).toBe(201);
  });

  it("releases the seats of a watch after the initial events", async () => {
    const { request, watch } = await start({ maxRequestsInflight: 1, maxMutatingRequestsInflight: 1 });
    const watches = await Promise.all(
      Array.from({ length: 30 }, () => watch(`${maps}?watch=true`, { headers: { authorization: "Bearer bob-token" } })),
    );
    expect((await request("GET", maps, { as: "bob" })).status).toBe(200);
    for (const each of watches) each.close();
  });

  it("shows its state on debug endpoints to authorized users", async () => {
    const { request } = await start();
    await request("DELETE", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/everybody");
    const answer = await request("GET", "/debug/api_priority_and_fairness/dump_queues", { as: "bob" });
    expect(answer.status).toBe(403);
    expect(await dump("dump_priority_levels")).toMatch(
      /^PriorityLevelName, +ActiveQueues, +IsIdle, +IsQuiescing, +WaitingRequests, +ExecutingRequests, +DispatchedRequests, +RejectedRequests, +TimedoutRequests, +CancelledRequests,$/m,
    );
  });

  it("serves a low-volume flow while another floods", async () => {
    await start(FEW);
    await confine({ type: "Queue", queuing: { queues: 64, handSize: 4, queueLengthLimit: 50 } }, 1, ["alice", "bob"]);
    const first = write("first");
    await asked(1);
    const flooding = Array.from({ length: 20 }, (_, i) => write(`a${i}`));
    await expect.poll(async () => (await dump("dump_requests")).match(/^tight/gm)?.length).toBe(20);
    const asking = write("b", "bob");
    await expect.poll(async () => (await dump("dump_requests")).match(/^tight/gm)?.length).toBe(21);
    release();
    for (const { status } of await Promise.all([first, ...flooding, asking])) expect(status).toBe(201);
    const order = hook.received.map(({ body }) => (body["request"] as { name: string }).name);
    // Alice's requests wait in four queues, each of which may start one before Bob's.
    expect(order.indexOf("b")).toBeLessThan(10);
  });

  it("serves a low-volume flow early although a flood of requests arrived before", async () => {
    const fair = await overtaken(true);
    expect(fair).toBeLessThan(FLOOD / 4);
    // Without queues, the order is that in which the connections are read, which is not quite that of sending.
    expect(await overtaken(false)).toBeGreaterThan(fair);
  });
});

const FLOOD = 64;

/**
 * The number of Alice's requests, all sent before one of Bob's, that are answered before his: the median of several
 * rounds.
 */
async function overtaken(enablePriorityAndFairness: boolean): Promise<number> {
  await server?.stop();
  const { url, running } = await start({ enablePriorityAndFairness });
  // Each user has a persistent connection, so that requests wait only in the server.
  const agent = new Agent({ keepAlive: true, ca: running.admin.ca, maxSockets: FLOOD + 1 });
  const read = async (as: string): Promise<void> => {
    expect((await send({ agent, url }, "GET", maps, { as })).status).toBe(200);
  };
  const round = async (): Promise<number> => {
    let answered = 0;
    const alices = Array.from({ length: FLOOD }, async () => {
      await read("alice");
      answered += 1;
    });
    const [before] = await Promise.all([read("bob").then(() => answered), ...alices]);
    return before;
  };
  try {
    // The first round opens the connections.
    await round();
    const counts: number[] = [];
    for (let i = 0; i < 5; i += 1) counts.push(await round());
    return counts.sort((a, b) => a - b)[2] ?? 0;
  } finally {
    agent.destroy();
  }
}

/** A write by Alice that can be aborted. */
async function fetchLike(_request: TestServer["request"], signal: AbortSignal): Promise<void> {
  const { request: ask } = await import("node:https");
  const { url, running } = server as TestServer;
  await new Promise<void>((resolve) => {
    const sending = ask(url + maps, {
      method: "POST",
      agent: false,
      ca: running.admin.ca,
      signal,
      headers: { authorization: "Bearer alice-token", "content-type": "application/json" },
    });
    sending.on("error", () => resolve());
    sending.on("response", () => resolve());
    sending.end(JSON.stringify(configMap("gone", {})));
  });
}

describe("max-in-flight limits", () => {
  it("reject excess reads and writes separately, and exempt system:masters", async () => {
    const { request } = await start({
      enablePriorityAndFairness: false,
      maxRequestsInflight: 100,
      maxMutatingRequestsInflight: 2,
    });
    const held = [write("a"), write("b", "bob")];
    await asked(2);
    expect((await write("c")).status).toBe(429);
    expect((await request("GET", maps, { as: "alice" })).status).toBe(200);
    const master = write("d", "admin");
    await asked(3);
    release();
    for (const each of [...held, master]) expect((await each).status).toBe(201);
    expect((await request("GET", maps)).headers).not.toHaveProperty("x-kubernetes-pf-flowschema-uid");
  });
});
