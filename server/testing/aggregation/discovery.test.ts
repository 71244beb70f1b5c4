import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../acting/testing/until.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import {
  API_SERVICES,
  availability,
  type ExtensionServer,
  flowerService,
  GROUP,
  register,
  startFlowers,
  takeDown,
} from "./aggregatedApi.ts";

let server: TestServer;
let flowers: ExtensionServer;
beforeAll(async () => {
  server = await startTestServer();
  flowers = await startFlowers(server, { versions: ["v1", "v1beta1"] });
});
afterAll(async () => {
  await flowers.stop();
  await server.stop();
});
afterEach(async () => {
  flowers.intercept = undefined;
  flowers.lacksAggregated = false;
  for (const version of ["v1", "v1beta1"]) await server.request("DELETE", `${API_SERVICES}/${version}.${GROUP}`);
});

interface Version {
  readonly version: string;
  readonly freshness: string;
  readonly resources?: readonly { readonly resource: string; readonly subresources?: readonly object[] }[];
}
interface Group {
  readonly metadata: { readonly name: string };
  readonly versions: readonly Version[];
}

const accept = (version: string): string =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
const document = async (version = "v2"): Promise<{ readonly etag: string; readonly items: readonly Group[] }> => {
  const { headers, body } = await server.request("GET", "/apis", { headers: { accept: accept(version) } });
  return { etag: String(headers["etag"]), items: body.items as unknown as Group[] };
};
const flowersOf = async (version = "v2"): Promise<readonly Version[]> =>
  (await document(version)).items.find(({ metadata }) => metadata.name === GROUP)?.versions ?? [];
const listed = async (): Promise<string[]> => {
  const { body } = await server.request("GET", "/apis");
  return (body["groups"] as { name: string }[]).map(({ name }) => name);
};
const current = async (version = "v1"): Promise<boolean> =>
  (await flowersOf()).find((each) => each.version === version)?.freshness === "Current";

describe("API groups of aggregated servers", () => {
  it("are listed by priority, together with the server's own", async () => {
    await register(server, flowers, "v1beta1");
    await register(server, flowers);
    expect((await listed()).at(-1)).toBe(GROUP);
    const { body } = await server.request("GET", `/apis/${GROUP}`);
    expect(body).toEqual({
      kind: "APIGroup",
      apiVersion: "v1",
      name: GROUP,
      versions: [
        { groupVersion: `${GROUP}/v1`, version: "v1" },
        { groupVersion: `${GROUP}/v1beta1`, version: "v1beta1" },
      ],
      preferredVersion: { groupVersion: `${GROUP}/v1`, version: "v1" },
    });
    await server.request("PATCH", `${API_SERVICES}/v1beta1.${GROUP}`, {
      body: { spec: { groupPriorityMinimum: 17_900, versionPriority: 20 } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect((await listed()).slice(0, 3)).toEqual(["apiregistration.k8s.io", GROUP, "apps"]);
    const changed = await server.request("GET", `/apis/${GROUP}`);
    expect(changed.body["preferredVersion"]).toEqual({ groupVersion: `${GROUP}/v1beta1`, version: "v1beta1" });
    expect((await document()).items.map(({ metadata }) => metadata.name).indexOf(GROUP)).toBe(1);
    const root = await server.request("GET", "/");
    expect(root.body["paths"]).toEqual(expect.arrayContaining([`/apis/${GROUP}`, `/apis/${GROUP}/v1`]));
  });

  it("disappear at once when their API services are deleted", async () => {
    await register(server, flowers);
    const { etag } = await document();
    expect((await server.request("DELETE", `${API_SERVICES}/v1.${GROUP}`)).status).toBe(200);
    expect(await listed()).not.toContain(GROUP);
    expect(await flowersOf()).toEqual([]);
    expect((await document()).etag).not.toBe(etag);
    for (const path of [`/apis/${GROUP}`, `/apis/${GROUP}/v1`, `/apis/${GROUP}/v1/tulips`]) {
      expect((await server.request("GET", path)).status).toBe(404);
    }
  });
});

describe("the aggregated discovery document", () => {
  it.each(["v2", "v2beta1"])("includes the resources of aggregated servers in %s", async (version) => {
    await register(server, flowers);
    await until(() => current());
    expect(await flowersOf(version)).toEqual([
      {
        version: "v1",
        freshness: "Current",
        resources: [
          {
            resource: "tulips",
            responseKind: { group: GROUP, version: "v1", kind: "Tulip" },
            scope: "Namespaced",
            singularResource: "tulip",
            verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
            shortNames: ["tu"],
            categories: ["all"],
            subresources: [
              {
                subresource: "status",
                responseKind: { group: GROUP, version: "v1", kind: "Tulip" },
                verbs: ["get", "patch", "update"],
              },
            ],
          },
        ],
      },
    ]);
  });

  it("includes the same resources for servers without aggregated discovery", async () => {
    flowers.lacksAggregated = true;
    await register(server, flowers);
    await until(() => current());
    const older = await flowersOf();
    await server.request("DELETE", `${API_SERVICES}/v1.${GROUP}`);
    flowers.lacksAggregated = false;
    await register(server, flowers);
    await until(() => current());
    expect(older).toEqual(await flowersOf());
  });

  it("keeps its ETag while nothing changes, and is available in every encoding", async () => {
    await register(server, flowers);
    await until(() => current());
    const { etag } = await document();
    const headers = { accept: accept("v2"), "if-none-match": etag };
    expect((await server.request("GET", "/apis", { headers })).status).toBe(304);
    const type = "application/vnd.kubernetes.protobuf;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    expect((await server.request("GET", "/apis", { headers: { accept: type } })).text).toContain("tulips");
  });

  it("marks the versions of an unreachable server as stale, and keeps its last known resources", async () => {
    await register(server, flowers);
    await until(() => current());
    const known = await flowersOf();
    await takeDown(server, flowers);
    await until(async () => !(await current()));
    expect(await flowersOf()).toEqual(known.map((each) => ({ ...each, freshness: "Stale" })));
    await until(async () => (await availability(server)).status === "False");
    expect((await availability(server)).message).toMatch(/bad status from https:.*: 503$/);
    expect(await listed()).toContain(GROUP);
    flowers.intercept = undefined;
    await until(() => current(), 20_000);
  });

  it("lists an empty stale version for a server that never responded", async () => {
    const unreachable = flowerService(flowers, "v1", { service: { namespace: "default", name: "nothing", port: 443 } });
    await server.request("POST", API_SERVICES, { body: unreachable });
    expect(await flowersOf()).toEqual([{ version: "v1", freshness: "Stale" }]);
    await until(async () => (await availability(server)).status === "False");
    expect(await availability(server)).toMatchObject({
      reason: "ServiceNotFound",
      message: 'service/nothing in "default" is not present',
    });
  });
});

describe("a malicious aggregated server", () => {
  it("cannot exhaust memory with its discovery documents", async () => {
    let sent = 0;
    flowers.intercept = (request, response) => {
      if (request.url !== "/apis") return false;
      response.writeHead(200, { "content-type": accept("v2") });
      const chunk = Buffer.alloc(1024 * 1024, " ");
      const write = (): void => {
        while (sent < 500 * 1024 * 1024 && !response.destroyed) {
          sent += chunk.length;
          if (response.write(chunk)) continue;
          response.once("drain", write);
          return;
        }
      };
      response.on("error", () => undefined);
      write();
      return true;
    };
    const before = process.memoryUsage().rss;
    await register(server, flowers);
    await until(() => sent > 2 * 1024 * 1024);
    await server.request("GET", "/version");
    expect((await flowersOf())[0]).toEqual({ version: "v1", freshness: "Stale" });
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    // Requests are still passed on.
    expect((await server.request("GET", `/apis/${GROUP}/v1/namespaces/default/tulips`)).status).toBe(200);
  });

  it.each<[string, string]>([
    ["invalid JSON", "{"],
    ["deeply nested JSON", "[".repeat(100_000)],
    ["a list instead of an object", "[]"],
    [
      "fields of the wrong type",
      '{"items":[{"metadata":5,"versions":{"version":1}},{"metadata":{"name":"flowers.example.com"},"versions":[7,{"version":"v1","resources":[null,{"resource":{}},{"resource":"ok","verbs":[1,"get"],"scope":3}]}]}]}',
    ],
    [
      "a group that it does not serve",
      '{"items":[{"metadata":{"name":"apps"},"versions":[{"version":"v1","resources":[{"resource":"evil"}]}]}]}',
    ],
  ])("does not corrupt discovery with %s", async (_what, text) => {
    const before = (await document()).items.filter(({ metadata }) => metadata.name !== GROUP);
    flowers.intercept = (request, response) => {
      if (request.url !== "/apis") return false;
      response.writeHead(200, { "content-type": accept("v2") }).end(text);
      return true;
    };
    await register(server, flowers);
    await until(async () => (await flowersOf()).length === 1);
    const { items } = await document();
    expect(items.filter(({ metadata }) => metadata.name !== GROUP)).toEqual(before);
    const [version] = await flowersOf();
    expect((version?.resources ?? []).map(({ resource }) => resource).every((name) => name === "ok")).toBe(true);
  });
});

describe("conflicting API services", () => {
  it("cannot take over the server's own apiregistration group", async () => {
    const body = { ...flowerService(flowers), metadata: { name: "v1.apiregistration.k8s.io" } };
    const spec = { ...body.spec, group: "apiregistration.k8s.io" };
    expect((await server.request("POST", API_SERVICES, { body: { ...body, spec } })).status).toBe(201);
    expect((await server.request("GET", API_SERVICES)).body.items.length).toBeGreaterThan(10);
    expect((await server.request("DELETE", `${API_SERVICES}/v1.apiregistration.k8s.io`)).status).toBe(200);
  });

  it("take precedence over a definition's version until they are deleted", async () => {
    const names = { plural: "tulips", singular: "tulip", kind: "Tulip", listKind: "TulipList" };
    const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
    const spec = {
      group: GROUP,
      scope: "Namespaced",
      names,
      versions: [{ name: "v1", served: true, storage: true, schema }],
    };
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    await register(server, flowers);
    expect((await server.request("POST", path, { body: { metadata: { name: `tulips.${GROUP}` }, spec } })).status).toBe(
      201,
    );
    const tulips = `/apis/${GROUP}/v1/namespaces/default/tulips`;
    const count = flowers.seen.length;
    expect((await server.request("GET", tulips)).status).toBe(200);
    expect(flowers.seen.length).toBeGreaterThan(count);
    await server.request("DELETE", `${API_SERVICES}/v1.${GROUP}`);
    const own = await server.request("GET", tulips);
    expect([own.status, own.body.kind]).toEqual([200, "TulipList"]);
    expect(own.headers["warning"]).toBeUndefined();
    await server.request("DELETE", `${path}/tulips.${GROUP}`);
  });
});
