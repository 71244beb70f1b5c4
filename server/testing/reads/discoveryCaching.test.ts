import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const aggregated = (type = "application/json"): string => `${type};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`;
const discover = (path: string, headers: Record<string, string>) => server.request("GET", path, { headers });

describe("aggregated discovery", () => {
  it.each(["/api", "/apis"])("of %s has an ETag, and responds 304 to a client that has it", async (path) => {
    const first = await discover(path, { accept: aggregated() });
    const tag = String(first.headers["etag"]);
    expect(tag).toMatch(/^"[0-9A-F]{128}"$/);
    expect(first.headers["cache-control"]).toBe("public");
    const again = await discover(path, { accept: aggregated(), "if-none-match": tag });
    expect([again.status, again.text, again.headers["etag"]]).toEqual([304, "", tag]);
    expect((await discover(path, { accept: aggregated(), "if-none-match": '"old"' })).status).toBe(200);
  });

  it("gets a new ETag when served resources change", async () => {
    const tag = (await discover("/apis", { accept: aggregated() })).headers["etag"];
    const names = { plural: "gears", singular: "gear", kind: "Gear", listKind: "GearList" };
    const schema = { openAPIV3Schema: { type: "object" } };
    const versions = [{ name: "v1", served: true, storage: true, schema }];
    const made = await server.request("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      body: {
        metadata: { name: "gears.example.com" },
        spec: { group: "example.com", scope: "Cluster", names, versions },
      },
    });
    expect(made.status).toBe(201);
    const changed = await discover("/apis", { accept: aggregated(), "if-none-match": String(tag) });
    expect(changed.status).toBe(200);
    expect(changed.text).toContain('"gears"');
  });

  it("is available in other encodings, too", async () => {
    const type = "application/vnd.kubernetes.protobuf";
    const proto = await discover("/apis", { accept: aggregated(type) });
    expect(proto.headers["content-type"]).toBe(`${type};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`);
    expect(proto.text.slice(0, 3)).toBe("k8s");
    const yaml = await discover("/apis", { accept: aggregated("application/yaml") });
    expect(yaml.text).toContain("kind: APIGroupDiscoveryList");
  });
});

describe("the list of the core group's versions", () => {
  it("contains the server address that each client used", async () => {
    for (const host of ["localhost:1", "kubernetes:2"]) {
      const { body } = await discover("/api", { host });
      expect(body["serverAddressByClientCIDRs"]).toEqual([{ clientCIDR: "0.0.0.0/0", serverAddress: host }]);
    }
  });
});

describe("discovery documents", () => {
  const unrouted = "only the following media types are accepted: application/json, application/yaml, ";

  it.each(["/apis", "/apis/apps"])("%s accepts any method and lists all supported media types", async (path) => {
    expect((await server.request("POST", path, {})).status).toBe(200);
    const refused = await discover(path, { accept: "text/plain" });
    expect([refused.status, String(refused.body["message"]).slice(0, unrouted.length)]).toEqual([406, unrouted]);
  });

  it.each(["/api", "/api/v1", "/apis/apps/v1"])(
    "%s accepts only GET and responds with plain-text errors",
    async (path) => {
      expect((await server.request("POST", path, {})).status).toBe(405);
      const refused = await discover(path, { accept: "text/plain" });
      expect([refused.status, String(refused.body["message"]).slice(0, 19)]).toEqual([406, "406: Not Acceptable"]);
    },
  );

  it("of unknown groups are not found, whatever the method", async () => {
    for (const path of ["/apis/nope", "/apis/nope/v1", "/apis/apps/v9", "/api/v9"]) {
      expect([path, (await server.request("POST", path, {})).status]).toEqual([path, 404]);
    }
    expect((await discover("/apis/nope", { accept: "text/plain" })).text).toBe("404 page not found\n");
  });

  it("are not aggregated with a trailing slash", async () => {
    expect((await discover("/apis/", { accept: aggregated() })).status).toBe(406);
    const plain = await discover("/apis/", { accept: `${aggregated()},application/json` });
    expect(plain.body["kind"]).toBe("APIGroupList");
    expect((await discover("/api/", { accept: aggregated() })).body["kind"]).toBe("APIGroupDiscoveryList");
  });
});
