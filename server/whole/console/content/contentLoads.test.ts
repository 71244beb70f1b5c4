import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WebSocket } from "ws";
import type { ContentLoad } from "../../../../shared/console/contentLoad.ts";
import type { LoadsEvent } from "../../../../shared/console/hostEvent.ts";
import { accessPuzzle } from "../../../../shared/content/accessPuzzle.ts";
import { encodeViewAs, VIEW_AS_HEADER } from "../../../../shared/viewAs.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { waitFor } from "../../../acting/controllers/testing/cluster.ts";
import type { Cluster } from "../cluster.ts";
import { type ClusterRegistry, createClusterRegistry } from "../clusterRegistry.ts";
import { type ConsoleHost, startConsoleHost } from "../consoleHost.ts";
import { type ConsoleClient, openConsoleClient } from "../testing/consoleClient.ts";
import { type FakeCluster, startFakeCluster } from "../testing/fakeCluster.ts";

const PUZZLE = accessPuzzle(createVocabulary("orch")).count;
const KINDS = ["Namespace", "ConfigMap", "Secret", "ServiceAccount", "Role", "RoleBinding", "ClusterRole"];
const RESOURCES = [...KINDS, "ClusterRoleBinding"].map((kind) => ({
  name: `${kind.toLowerCase()}s`,
  kind,
  namespaced: !/^(Namespace|Cluster)/.test(kind),
}));

let fake: FakeCluster;
let cluster: Cluster;
let state: ReturnType<Cluster["state"]>;
let isReadOnly = false;
let clusters: ClusterRegistry;
let host: ConsoleHost;
let client: ConsoleClient;
/** Creations that wait for their answer, while the test holds them. */
let waiting: (() => void)[] = [];
let isHolding = false;
/** Names of created objects, in order. */
let made: string[] = [];
/** Status codes of refused creations, by name. */
let refusals: Record<string, number> = {};

beforeEach(async () => {
  state = "connected";
  isReadOnly = false;
  isHolding = false;
  waiting = [];
  made = [];
  refusals = {};
  fake = await startFakeCluster();
  fake.answer((request, response) => void answer(request, response));
  cluster = { ...fake.cluster, state: () => state, notes: () => ({ readOnly: isReadOnly }) };
  clusters = createClusterRegistry([cluster]);
  host = await startConsoleHost({ clusters, rendererDir: tmpdir() });
  client = await openConsoleClient(host);
});

afterEach(async () => {
  expect(client.received()).not.toContain("top-secret-token");
  await host.close();
  await fake.close();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = "";
  for await (const chunk of request) text += chunk;
  const say = (status: number, body: object): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  if (request.method === "GET") return say(200, { resources: RESOURCES });
  const { name } = (JSON.parse(text) as { metadata: { name: string } }).metadata;
  if (isHolding) await new Promise<void>((resolve) => waiting.push(resolve));
  const status = refusals[name] ?? (made.includes(name) ? 409 : 201);
  if (status === 201) made.push(name);
  say(status, { kind: "Status", message: `about ${name}` });
}

const release = (): void => {
  isHolding = false;
  for (const go of waiting.splice(0)) go();
};
const START = "/host/clusters/fake/load";
const puzzle = { content: "access-puzzle", fieldManager: "orrery-console" };
const start = (wish: object = puzzle) => client.call<ContentLoad>("POST", START, wish);
const list = () => client.call<ContentLoad[]>("GET", "/host/loads");
const end = (id: string) => client.request("DELETE", `/host/loads/${id}`);
const whenIt = (state: ContentLoad["state"]) => waitFor(list, ([load]) => load?.state === state);
const writes = (): IncomingMessage[] => fake.requests.filter(({ method }) => method === "POST");
/** Starts a load of many objects and waits until the maximum number of creations is pending. */
const startMany = async (): Promise<ContentLoad> => {
  isHolding = true;
  const load = await start({ content: "ten-thousand-objects" });
  await waitFor(
    async () => waiting.length,
    (count) => count === 1,
  );
  return load;
};
/** Opens a page that receives the host's messages about loads. */
const listen = async (heard: ContentLoad[]): Promise<WebSocket> => {
  const socket = client.socket("/host/events");
  socket.on("message", (data) => heard.push(...((JSON.parse(String(data)) as Partial<LoadsEvent>).loads ?? [])));
  await new Promise((resolve) => socket.once("open", resolve));
  return socket;
};
/** Waits until the host sends no more requests; resolves with their number. */
const untilQuiet = async (): Promise<number> => {
  release();
  let before = -1;
  while (before !== fake.requests.length) {
    before = fake.requests.length;
    await list();
  }
  return before;
};

describe("a content load", () => {
  test("creates all objects with the cluster's credentials and the page's user agent", async () => {
    const headers = { "user-agent": "Mozilla/5.0 page" };
    const begun = JSON.parse((await client.request("POST", START, puzzle, headers)).body) as ContentLoad;
    expect(begun).toMatchObject({ cluster: "fake", content: "access-puzzle", state: "running", problem: "" });
    const [load] = await whenIt("complete");
    expect(load).toEqual({ ...begun, state: "complete", done: PUZZLE, count: PUZZLE });
    expect(made).toHaveLength(PUZZLE);
    expect(made.slice(0, 3)).toEqual(["vault", "office", "workshop"]);
    for (const { headers, url } of writes()) {
      expect(headers).toMatchObject({
        authorization: "Bearer top-secret-token",
        "user-agent": "Mozilla/5.0 page",
        "content-type": "application/json",
      });
      expect(headers).not.toHaveProperty("cookie");
      expect(Object.keys(headers).some((name) => name.startsWith("impersonate-"))).toBe(false);
      expect(url).toMatch(/\?fieldManager=orrery-console$/);
    }
  });

  test("creates several objects concurrently, up to its limits", async () => {
    await startMany();
    for (let turn = 0; turn < 20; turn += 1) waiting.shift()?.();
    await waitFor(
      async () => {
        for (const go of waiting.length < 8 ? waiting.splice(0) : []) go();
        return waiting.length;
      },
      (count) => count === 8,
    );
    const before = writes().length;
    await list();
    expect(writes()).toHaveLength(before);
    expect(new Set(writes().map(({ socket }) => socket)).size).toBeLessThanOrEqual(8);
  });

  test("impersonates the view-as user", async () => {
    const headers = { [VIEW_AS_HEADER]: encodeViewAs({ username: "jane", groups: ["staff"] }) };
    expect((await client.request("POST", START, puzzle, headers)).status).toBe(200);
    await whenIt("complete");
    expect(fake.requests.length).toBeGreaterThan(PUZZLE);
    for (const { headersDistinct } of fake.requests) {
      expect(headersDistinct).toMatchObject({ "impersonate-user": ["jane"], "impersonate-group": ["staff"] });
      expect(headersDistinct).not.toHaveProperty(VIEW_AS_HEADER);
    }
  });

  test("does not start when the view-as user is malformed", async () => {
    expect((await client.request("POST", START, puzzle, { [VIEW_AS_HEADER]: "x" })).status).toBe(400);
    expect((await client.request("POST", START, puzzle, { "impersonate-user": "root" })).status).toBe(400);
    expect(await list()).toEqual([]);
    expect(fake.requests).toHaveLength(0);
  });

  test("refreshes credentials that the cluster refused", async () => {
    let token = "old";
    fake.answer((request, response) => {
      if (request.headers.authorization === "Bearer new") return void answer(request, response);
      response.writeHead(401, { "content-type": "application/json" }).end("{}");
    });
    clusters.remove("fake");
    clusters.add({
      ...cluster,
      target: () => ({ url: fake.cluster.apiServer, token }),
      refresh: async () => {
        token = "new";
        return true;
      },
    });
    await start();
    await whenIt("complete");
    expect(made).toHaveLength(PUZZLE);
  });
});

describe("the page", () => {
  test("receives the progress, and finds the running load again after a reload", async () => {
    const heard: ContentLoad[] = [];
    const page = await listen(heard);
    const { id } = await startMany();
    waiting.shift()?.();
    await waitFor(
      async () => heard.at(-1)?.done,
      (done) => done === 1,
    );
    page.terminate();
    heard.length = 0;
    await listen(heard);
    await waitFor(
      async () => heard.length,
      (count) => count > 0,
    );
    expect(heard[0]).toMatchObject({ id, state: "running", content: "ten-thousand-objects", count: 10_000 });
    expect(await list()).toMatchObject([{ id }]);
    refusals = { "load-05": 403 };
    release();
    await waitFor(
      async () => heard.at(-1),
      (load) => load?.state === "failed",
    );
    expect(heard.at(-1)).toMatchObject({ id, done: 4, problem: "Namespace load-05: about load-05" });
  });

  test("receives the running load when it starts a second one", async () => {
    const { id } = await startMany();
    expect(await start()).toMatchObject({ id, content: "ten-thousand-objects" });
    expect(await list()).toHaveLength(1);
  });

  test("cancels a load: no more objects are created, and the load is no longer listed", async () => {
    const { id } = await startMany();
    const ended = new Promise((resolve) => writes()[0]?.socket.once("close", resolve));
    const cancelled = await end(id);
    expect([cancelled.status, JSON.parse(cancelled.body)]).toMatchObject([200, { id, state: "running", done: 0 }]);
    await ended;
    expect(await list()).toEqual([]);
    expect((await end(id)).status).toBe(404);
    await untilQuiet();
    expect(writes()).toHaveLength(1);
  });

  test("receives the reason why a load failed, and a new load continues from there", async () => {
    refusals = { keeper: 403 };
    const first = await start();
    const [failed] = await whenIt("failed");
    expect(failed).toMatchObject({ id: first.id, problem: "ServiceAccount keeper: about keeper" });
    expect(failed?.done).toBe(made.length);
    const before = made.length;
    refusals = {};
    const second = await start();
    expect(second.id).not.toBe(first.id);
    expect(await whenIt("complete")).toMatchObject([{ id: second.id, done: PUZZLE }]);
    expect(made).toHaveLength(PUZZLE);
    expect(new Set(made).size).toBe(PUZZLE);
    expect(before).toBeLessThan(PUZZLE);
    expect((await end(second.id)).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  test.each([
    [START, { content: "nothing" }, 404, "There is no such content."],
    [START, { content: "constructor" }, 404, "There is no such content."],
    [START, {}, 400, "The content is a name."],
    [START, { content: 7 }, 400, "The content is a name."],
    [START, { ...puzzle, fieldManager: "" }, 400, "field manager"],
    [START, { ...puzzle, fieldManager: "x".repeat(129) }, 400, "field manager"],
    ["/host/clusters/none/load", puzzle, 404, "There is no such cluster."],
  ])("is refused with %s %j", async (path, body, status, message) => {
    const answered = await client.request("POST", path, body);
    expect(answered.status).toBe(status);
    expect(JSON.parse(answered.body).message).toContain(message);
    expect(await list()).toEqual([]);
  });

  test("loads into a limited number of clusters at once", async () => {
    isHolding = true;
    for (let i = 0; i < 9; i += 1) clusters.add({ ...cluster, id: `more-${i}` });
    const begin = (i: number) => client.request("POST", `/host/clusters/more-${i}/load`, puzzle);
    for (let i = 0; i < 8; i += 1) expect((await begin(i)).status).toBe(200);
    expect((await begin(8)).status).toBe(429);
    const [first] = await list();
    await end(first?.id ?? "");
    expect((await begin(8)).status).toBe(200);
  });
});

describe("a load ends", () => {
  test("when its cluster is removed", async () => {
    await startMany();
    clusters.remove("fake");
    expect(await waitFor(list, (all) => all.length === 0)).toEqual([]);
    await untilQuiet();
    expect(writes()).toHaveLength(1);
  });

  test("when its cluster's entry has changed", async () => {
    await startMany();
    clusters.remove("fake");
    clusters.add({ ...cluster });
    expect(await whenIt("failed")).toMatchObject([{ problem: "The entry of Fake in its kubeconfig changed." }]);
    await untilQuiet();
    expect(writes()).toHaveLength(1);
  });

  test("when its sandbox stops, and every page is notified at once", async () => {
    const heard: ContentLoad[] = [];
    await listen(heard);
    await startMany();
    state = "stopping";
    clusters.changed();
    await waitFor(
      async () => heard.at(-1),
      (load) => load?.state === "failed",
    );
    expect(await list()).toMatchObject([{ state: "failed", problem: "Fake was stopped." }]);
    await untilQuiet();
    expect(writes()).toHaveLength(1);
  });

  test("when the cluster is unreachable", async () => {
    await startMany();
    await fake.close();
    expect((await whenIt("failed"))[0]?.problem).toMatch(/^Fake cannot be reached: /);
    fake = await startFakeCluster();
  });

  test("when the cluster is made read-only, which also refuses new loads", async () => {
    await startMany();
    isReadOnly = true;
    release();
    expect((await whenIt("failed"))[0]?.problem).toMatch(/^Fake is read-only in Orrery/);
    expect(made).toHaveLength(1);
    expect((await client.request("POST", START, puzzle)).status).toBe(403);
  });

  test("when the host closes, also while credentials are being fetched", async () => {
    let isAsked = false;
    let tell: () => void = () => undefined;
    const told = new Promise<void>((resolve) => (tell = resolve));
    clusters.remove("fake");
    clusters.add({
      ...cluster,
      target: async () => {
        isAsked = true;
        await told;
        return { url: fake.cluster.apiServer };
      },
    });
    await start();
    expect(isAsked).toBe(true);
    await host.close();
    tell();
    host = await startConsoleHost({ clusters, rendererDir: tmpdir() });
    client = await openConsoleClient(host);
    await untilQuiet();
    expect(fake.requests).toHaveLength(0);
  });

  test("when the host closes", async () => {
    await startMany();
    const ended = new Promise((resolve) => writes()[0]?.socket.once("close", resolve));
    await host.close();
    await ended;
    release();
    expect(writes()).toHaveLength(1);
    host = await startConsoleHost({ clusters, rendererDir: tmpdir() });
  });
});
