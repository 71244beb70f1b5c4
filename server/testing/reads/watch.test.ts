import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { parse } from "yaml";
import { credentials } from "../httpClient.ts";
import { configMap, core, namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import type { EventStream, StreamOptions } from "../watchClient.ts";

let server: TestServer;
let count = 0;
let maps = "";
const open: EventStream[] = [];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  count += 1;
  maps = core(`watch-${count}`, "configmaps");
  await server.request("POST", "/api/v1/namespaces", { body: namespace(`watch-${count}`) });
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

const put = async (
  name: string,
  labels?: Record<string, string>,
  data: Record<string, string> = {},
): Promise<string> => {
  const body = configMap(name, data, labels);
  const made = await server.request("POST", maps, { body });
  const answer = made.status === 201 ? made : await server.request("PUT", `${maps}/${name}`, { body });
  return answer.body.metadata.resourceVersion ?? "";
};
const remove = (name: string): Promise<unknown> => server.request("DELETE", `${maps}/${name}`);
const watch = async (query: Record<string, string> = {}, options?: StreamOptions): Promise<EventStream> => {
  const stream = await server.watch(`${maps}?${new URLSearchParams({ watch: "true", ...query })}`, options);
  open.push(stream);
  return stream;
};

describe("watch from a resource version", () => {
  it("replays past events, then sends live events", async () => {
    const from = await put("a");
    await put("b");
    await put("a", {}, { x: "1" });
    const events = await watch({ resourceVersion: from });
    expect(events.contentType).toBe("application/json");
    expect(await events.names(2)).toEqual(["ADDED b", "MODIFIED a"]);
    await remove("b");
    expect(await events.names(1)).toEqual(["DELETED b"]);
  });

  it("sends a deletion with the object's last state and the deletion's resource version", async () => {
    const from = await put("a", { l: "1" }, { k: "v" });
    const events = await watch({ resourceVersion: from });
    await remove("a");
    const event = await events.next();
    expect(event?.object).toMatchObject({ kind: "ConfigMap", apiVersion: "v1", data: { k: "v" } });
    expect(Number(event?.object.metadata.resourceVersion)).toBeGreaterThan(Number(from));
  });

  it("sends every change once, in order of resource version", async () => {
    const from = await put("a");
    const events = await watch({ resourceVersion: from });
    for (let i = 0; i < 20; i++) await put(`o${i % 3}`, {}, { i: String(i) });
    const versions: number[] = [];
    for (let i = 0; i < 20; i++) versions.push(Number((await events.next())?.object.metadata.resourceVersion));
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });
});

describe("watch without a resource version", () => {
  it.each<Record<string, string>>([{}, { resourceVersion: "0" }])(
    "starts with the current objects: %j",
    async (query) => {
      await put("b");
      await put("a");
      const events = await watch(query);
      expect(await events.names(2)).toEqual(["ADDED a", "ADDED b"]);
      await put("c");
      expect(await events.names(1)).toEqual(["ADDED c"]);
    },
  );

  it("covers all namespaces, one namespace, or one object", async () => {
    const from = await put("seed");
    const everywhere = await server.watch(`/api/v1/configmaps?watch=true&resourceVersion=${from}`);
    const single = await server.watch(`${maps}?watch=true&resourceVersion=${from}&fieldSelector=metadata.name%3Dlast`);
    const byPath = await server.watch(`${maps.replace("/v1/", "/v1/watch/")}/last?resourceVersion=${from}`);
    await server.request("POST", core("default", "configmaps"), { body: configMap(`elsewhere-${count}`) });
    await put("first");
    await put("last");
    expect(await everywhere.names(3)).toEqual([`ADDED elsewhere-${count}`, "ADDED first", "ADDED last"]);
    expect(await single.names(1)).toEqual(["ADDED last"]);
    expect(await byPath.names(1)).toEqual(["ADDED last"]);
    for (const stream of [everywhere, single, byPath]) stream.close();
  });

  it("starts after the given resource version, also when that is in the future", async () => {
    const next = Number(await put("early")) + 1;
    const events = await server.watch(`${maps}?watch=true&resourceVersion=${next}`);
    expect(await put("known")).toBe(String(next));
    await put("new");
    expect(await events.names(1)).toEqual(["ADDED new"]);
    events.close();
  });

  it("requires GET, and the same name in path and field selector", async () => {
    await put("a");
    const old = maps.replace("/api/v1/", "/api/v1/watch/");
    expect((await server.request("POST", old, { body: {} })).status).toBe(405);
    const other = await server.request("GET", `${old}/a?fieldSelector=metadata.name%3Db`);
    expect([other.status, other.body.message]).toEqual([
      400,
      "fieldSelector metadata.name doesn't match requested name",
    ]);
  });

  it("supports the deprecated path prefix /watch/", async () => {
    await put("a");
    const events = await server.watch(maps.replace("/api/v1/", "/api/v1/watch/"));
    expect(await events.names(1)).toEqual(["ADDED a"]);
    events.close();
  });
});

describe("selectors of a watch", () => {
  it("turn label changes into ADDED and DELETED events", async () => {
    const from = await put("seed");
    const events = await watch({ resourceVersion: from, labelSelector: "on=yes" });
    await put("a", { on: "yes" });
    await put("a", { on: "yes" }, { x: "1" });
    const left = await put("a", { on: "no" });
    await put("a", { on: "no" }, { x: "2" });
    await put("a", { on: "yes" });
    await remove("a");
    const types: string[] = [];
    for (let i = 0; i < 5; i++) {
      const event = await events.next();
      types.push(event?.type ?? "end");
      if (i === 2) {
        // The deletion event shows the last selected state, at the version that ended the selection.
        expect(event?.object.metadata).toMatchObject({ resourceVersion: left, labels: { on: "yes" } });
      }
    }
    expect(types).toEqual(["ADDED", "MODIFIED", "DELETED", "ADDED", "DELETED"]);
  });
});

describe("initial events and bookmarks", () => {
  const initial = { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan", allowWatchBookmarks: "true" };

  it("end with an annotated bookmark", async () => {
    await put("a");
    const last = await put("b");
    const events = await watch(initial);
    expect(await events.names(2)).toEqual(["ADDED a", "ADDED b"]);
    const bookmark = await events.next();
    expect(bookmark?.type).toBe("BOOKMARK");
    expect(Number(bookmark?.object.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(last));
    expect(bookmark?.object).toMatchObject({ kind: "ConfigMap", apiVersion: "v1" });
    const annotations = bookmark?.object.metadata.annotations ?? {};
    expect(annotations["k8s.io/initial-events-end"]).toBe("true");
    const blueprint = Buffer.from(annotations["kubernetes.io/initial-events-list-blueprint"] ?? "", "base64");
    expect(JSON.parse(blueprint.toString())).toMatchObject({ kind: "ConfigMapList", apiVersion: "v1" });
    await put("c");
    expect(await events.names(1)).toEqual(["ADDED c"]);
  });

  it("do not require bookmarks, and can be disabled", async () => {
    const from = await put("a");
    const { allowWatchBookmarks: _, ...without } = initial;
    const plain = await watch(without);
    const declined = await watch({ ...without, sendInitialEvents: "false", resourceVersion: from });
    await put("b");
    expect(await plain.names(2)).toEqual(["ADDED a", "ADDED b"]);
    expect(await declined.names(1)).toEqual(["ADDED b"]);
  });

  it.each([
    [{ sendInitialEvents: "true" }, 422, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"],
    [{ resourceVersionMatch: "NotOlderThan" }, 422, "forbidden for watch unless sendInitialEvents is provided"],
    [{ continue: "abc" }, 422, "resourceVersionMatch is forbidden when continue is provided"],
    [{ resourceVersion: "abc" }, 500, 'strconv.ParseUint: parsing \\"abc\\": invalid syntax'],
    [{ timeoutSeconds: "soon" }, 400, "invalid syntax"],
    [{ labelSelector: "==" }, 400, "found '=='"],
  ])("refuse %j", async (query, status, text) => {
    const failed = await watch(query as unknown as Record<string, string>).catch((error: Error) => error.message);
    expect(failed).toContain(`"code":${status}`);
    expect(failed).toContain(text);
  });
});

it("ends a watch after its timeout", async () => {
  const events = await watch({ timeoutSeconds: "1" });
  expect(await events.next()).toBeUndefined();
});

describe("watch over WebSocket", () => {
  it("sends one message per event", async () => {
    await put("a");
    const events = await server.webSocket(`${maps}?watch=true`);
    expect(await events.names(1)).toEqual(["ADDED a"]);
    await put("b");
    expect(await events.names(1)).toEqual(["ADDED b"]);
    events.close();
  });

  it("accepts the token as a subprotocol, and never echoes it", async () => {
    await put("a");
    const token = Buffer.from("admin-token").toString("base64url");
    const events = await server.webSocket(`${maps}?watch=true`, {
      as: "nobody",
      protocols: [`base64url.bearer.authorization.k8s.io.${token}`, "base64.binary.k8s.io"],
    });
    expect(events.protocol).toBe("base64.binary.k8s.io");
    expect(await events.names(1)).toEqual(["ADDED a"]);
    events.close();
  });

  it("refuses unauthorized users", async () => {
    await expect(server.webSocket(`${maps}?watch=true`, { as: "bob" })).rejects.toThrow("403");
  });

  it("does not switch for a list, which is answered as over HTTP", async () => {
    await expect(server.webSocket(maps)).rejects.toThrow("Unexpected server response: 200");
  });
});

describe("representations of events", () => {
  it("Tables, where only the first one has column definitions", async () => {
    await put("a");
    const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
    const events = await watch({}, { headers: { accept } });
    const first = await events.next();
    expect(first?.object).toMatchObject({ kind: "Table", apiVersion: "meta.k8s.io/v1" });
    expect(first?.object.columnDefinitions?.map((column) => column.name)).toEqual(["Name", "Data", "Age"]);
    expect(first?.object.rows?.[0]?.cells.slice(0, 2)).toEqual(["a", 0]);
    await put("b");
    const second = await events.next();
    expect(second?.object.columnDefinitions).toBeNull();
    expect(second?.object.rows?.[0]?.object).toMatchObject({ kind: "PartialObjectMetadata", metadata: { name: "b" } });
  });

  it("no Tables where the events are to stand for a list", async () => {
    await put("a");
    const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
    const initial = { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" };
    const listed = { ...initial, allowWatchBookmarks: "true" };
    const query = new URLSearchParams({ watch: "true", ...listed });
    const refused = await server.request("GET", `${maps}?${query}`, { headers: { accept } });
    expect(refused.status).toBe(406);
    expect(refused.body).toMatchObject({ message: expect.stringContaining("only the following media types") });
    const kindOf = async (options: Record<string, string>, form: string): Promise<unknown> =>
      (await (await watch(options, { headers: { accept: form } })).next())?.object.kind;
    expect(await kindOf(listed, `${accept},application/json`)).toBe("ConfigMap");
    // Without the bookmark that ends them, the initial events are no list.
    expect(await kindOf(initial, accept)).toBe("Table");
  });

  it("partial metadata", async () => {
    await put("a", {}, { secret: "x" });
    const accept = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
    const events = await watch({}, { headers: { accept } });
    const event = await events.next();
    expect(event?.object).toMatchObject({ kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1" });
    expect(event?.object).not.toHaveProperty("data");
  });

  it("YAML text messages over a WebSocket", async () => {
    await server.request("POST", maps, { body: configMap("yaml-socket", {}) });
    const { url, running } = server;
    const query = "watch=true&fieldSelector=metadata.name=yaml-socket";
    const socket = new WebSocket(`${url.replace("https:", "wss:")}${maps}?${query}`, {
      ca: running.admin.ca,
      headers: { ...credentials("admin"), accept: "application/yaml" },
    });
    const [data, isBinary] = (await once(socket, "message")) as [Buffer, boolean];
    socket.terminate();
    expect(isBinary).toBe(false);
    expect(parse(data.toString("utf8"))).toMatchObject({
      type: "ADDED",
      object: { metadata: { name: "yaml-socket" } },
    });
  });
});
