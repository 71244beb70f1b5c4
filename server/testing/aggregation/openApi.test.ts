import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../acting/testing/until.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { API_SERVICES, type ExtensionServer, GROUP, register, startFlowers } from "./aggregatedApi.ts";

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
  for (const version of ["v1", "v1beta1"]) await server.request("DELETE", `${API_SERVICES}/${version}.${GROUP}`);
});

type Fields = Record<string, unknown>;
interface Document {
  readonly paths: Record<string, Fields>;
  readonly definitions: Record<string, Fields>;
  readonly parameters: Fields;
}

const v2 = async (): Promise<Document> => (await server.request("GET", "/openapi/v2")).body as unknown as Document;
const links = async (): Promise<Record<string, { serverRelativeURL: string }>> =>
  (await server.request("GET", "/openapi/v3")).body["paths"] as never;
const path = `/apis/${GROUP}/v1/namespaces/{namespace}/tulips/{name}`;
const META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const STATUS = "io.k8s.apimachinery.pkg.apis.meta.v1.Status";

describe("/openapi/v2", () => {
  it("includes the paths of aggregated groups, and renames their conflicting definitions", async () => {
    const before = await v2();
    await register(server, flowers);
    await register(server, flowers, "v1beta1");
    await until(async () => path in (await v2()).paths && path.replace("/v1/", "/v1beta1/") in (await v2()).paths);
    const merged = await v2();
    const added = Object.keys(merged.paths).filter((each) => !(each in before.paths));
    expect(added.sort()).toEqual([path, path.replace("/v1/", "/v1beta1/")]);
    const names = Object.keys(merged.definitions).filter((each) => !(each in before.definitions));
    expect(names.sort()).toEqual(["com.example.flowers.v1.Tulip", `${META}_v2`, `${STATUS}_v2`]);
    expect(merged.definitions[`${STATUS}_v2`]).toMatchObject({
      properties: { metadata: { $ref: `#/definitions/${META}_v2` } },
    });
    expect(merged.definitions["com.example.flowers.v1.Tulip"]).toMatchObject({
      description: "A flower of spring.",
      properties: { metadata: { allOf: [{ $ref: `#/definitions/${META}_v2` }] } },
    });
    for (const [name, definition] of Object.entries(before.definitions)) {
      expect(merged.definitions[name]).toEqual(definition);
    }
    expect(merged.paths["/api/v1/namespaces/{namespace}/secrets"]).toEqual(
      before.paths["/api/v1/namespaces/{namespace}/secrets"],
    );
    expect(merged.parameters["pretty-flowers"]).toMatchObject({ name: "pretty" });

    const accept = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
    expect((await server.request("GET", "/openapi/v2", { headers: { accept } })).text).toContain("A flower of spring.");

    for (const version of ["v1", "v1beta1"]) await server.request("DELETE", `${API_SERVICES}/${version}.${GROUP}`);
    expect(Object.keys((await v2()).paths).sort()).toEqual(Object.keys(before.paths).sort());
  });

  it.each<[string, string]>([
    ["invalid JSON", '{"swagger":'],
    ["a document of another OpenAPI version", '{"openapi":"3.0.0"}'],
    ["a path of the wrong type", `{"swagger":"2.0","paths":{"/apis/${GROUP}/v1/x":7}}`],
    [
      "content that protobuf cannot represent",
      `{"swagger":"2.0","paths":{"/apis/${GROUP}/v1/x":{"get":{"parameters":{"a":1}}}}}`,
    ],
    [
      "a reference to a missing definition",
      `{"swagger":"2.0","paths":{"/apis/${GROUP}/v1/x":{"get":{"$ref":"#/definitions/Nothing"}}}}`,
    ],
    [
      "a description of megabytes",
      `{"swagger":"2.0","paths":{"/apis/${GROUP}/v1/x":{"description":"${"x".repeat(2_000_000)}"}}}`,
    ],
  ])("is not corrupted by a server that sends %s", async (_what, text) => {
    const before = (await server.request("GET", "/openapi/v2")).headers["etag"];
    let asked = 0;
    flowers.intercept = (request, response) => {
      if (request.url !== "/openapi/v2") return false;
      asked += 1;
      response.writeHead(200, { "content-type": "application/json" }).end(text);
      return true;
    };
    await register(server, flowers);
    await until(() => asked > 1);
    const after = await server.request("GET", "/openapi/v2");
    expect([after.status, after.headers["etag"]]).toEqual([200, before]);
  });

  it("drops documents that are too long, without blocking other requests", async () => {
    let sent = 0;
    flowers.intercept = (request, response) => {
      if (request.url !== "/openapi/v2") return false;
      response.writeHead(200, { "content-type": "application/json" });
      response.on("error", () => undefined);
      const chunk = Buffer.alloc(1024 * 1024, " ");
      const write = (): void => {
        while (sent < 500 * 1024 * 1024 && !response.destroyed) {
          sent += chunk.length;
          if (response.write(chunk)) continue;
          response.once("drain", write);
          return;
        }
      };
      write();
      return true;
    };
    await register(server, flowers);
    await until(() => sent > 17 * 1024 * 1024);
    const longest = await longestRequest();
    expect(longest).toBeLessThan(500);
    expect(sent).toBeLessThan(200 * 1024 * 1024);
  });
});

/** The longest of several small requests, in milliseconds. */
async function longestRequest(): Promise<number> {
  let longest = 0;
  for (let i = 0; i < 50; i++) {
    const began = performance.now();
    await server.request("GET", "/version");
    longest = Math.max(longest, performance.now() - began);
  }
  return longest;
}

describe("/openapi/v3", () => {
  it("lists the documents of aggregated groups, and forwards requests for them", async () => {
    const name = `apis/${GROUP}/v1`;
    await register(server, flowers);
    await until(async () => name in (await links()));
    const link = (await links())[name]?.serverRelativeURL ?? "";
    expect(link).toMatch(/^\/openapi\/v3\/apis\/flowers.example.com\/v1\?hash=[0-9A-F]{128}$/);
    const { status, body } = await server.request("GET", link);
    expect([status, body["openapi"]]).toEqual([200, "3.0.0"]);
    expect(Object.keys(body["paths"] as Fields)).toEqual([path]);
    expect(flowers.seen.at(-1)?.url).toBe(link);
    expect(flowers.seen.at(-1)?.headers["x-remote-user"]).toBe("admin");
    await server.request("DELETE", `${API_SERVICES}/v1.${GROUP}`);
    expect(name in (await links())).toBe(false);
    expect((await server.request("GET", link)).status).toBe(404);
  });

  it("lists no links to other hosts", async () => {
    const evil = { serverRelativeURL: "https://elsewhere.example/" };
    let asked = 0;
    flowers.intercept = (request, response) => {
      if (request.url !== "/openapi/v3") return false;
      asked += 1;
      const paths = { [`apis/${GROUP}/v1`]: evil, "apis/apps/v1": evil, "api/v1": evil };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ paths }));
      return true;
    };
    const before = await links();
    await register(server, flowers);
    await until(() => asked > 0);
    for (let i = 0; i < 20; i++) await server.request("GET", "/version");
    expect(await links()).toEqual(before);
  });

  it("fetches documents in the background, as the user system:aggregator", async () => {
    await register(server, flowers);
    await until(async () => `apis/${GROUP}/v1` in (await links()));
    const asked = flowers.seen.filter(({ url }) => url.startsWith("/openapi/"));
    expect(new Set(asked.map(({ headers }) => headers["x-remote-user"]))).toEqual(
      new Set(["system:aggregator", "admin"]),
    );
    const count = asked.length;
    for (let i = 0; i < 10; i++) await links();
    await v2();
    expect(flowers.seen.filter(({ url }) => url.startsWith("/openapi/")).length).toBe(count);
  });
});
