import { afterEach, describe, expect, it } from "vitest";
import { DEFINITIONS_PATH, definition } from "../../api/extensions/testing/definitions.ts";
import { createLog } from "../../ground/observability/log/log.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer | undefined;
afterEach(() => server?.stop());

const start = async (featureGates: Record<string, string>): Promise<TestServer> => {
  server = await startTestServer({ featureGates });
  return server;
};

/** The lines about gates that a start with these gates logs. */
async function told(featureGates: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const write = (line: string): void => {
    lines.push(String((JSON.parse(line) as { msg: unknown }).msg));
  };
  server = await startTestServer({ featureGates, log: createLog(0, { write }) });
  return lines.filter((line) => line.toLowerCase().includes("feature gate"));
}

const openApi = async ({ request }: TestServer): Promise<string> => (await request("GET", "/openapi/v2")).text;

describe("startup warnings", () => {
  it("name GA and deprecated gates that are set, and gates without effect", async () => {
    expect(await told({ APIListChunking: "true", AllowInsecureKubeletCertificateSigningRequests: "true" })).toEqual([
      "Setting GA feature gate APIListChunking=true. It will be removed in a future release.",
      "Feature gate APIListChunking is accepted and has no effect here.",
      "Setting deprecated feature gate AllowInsecureKubeletCertificateSigningRequests=true. It will be removed in a future release.",
    ]);
  });

  it("a server does not start with a changed locked gate", async () => {
    await expect(told({ APIListChunking: "false" })).rejects.toThrow("feature is locked to true");
  });
});

describe("effect of feature gates", () => {
  it("WatchList: sendInitialEvents", async () => {
    const { request } = await start({ WatchList: "false" });
    const path = "/api/v1/namespaces?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
    expect((await request("GET", path)).status).toBe(422);
  });

  it("StorageVersionHash: hashes in discovery", async () => {
    const { request } = await start({ StorageVersionHash: "false" });
    expect((await request("GET", "/api/v1")).text).not.toContain("storageVersionHash");
  });

  it("OpenAPIEnums: enum values in descriptions", async () => {
    expect(await openApi(await start({ OpenAPIEnums: "false" }))).not.toContain("Possible enum values");
    await server?.stop();
    expect(await openApi(await start({}))).toContain("Possible enum values");
  });

  it.each(["true", "false"])("CRDValidationRatcheting=%s: validation of unchanged invalid fields", async (on) => {
    const { request } = await start({ CRDValidationRatcheting: on });
    const schema = (pattern: string) => ({
      type: "object",
      properties: { spec: { type: "object", properties: { a: { type: "string", pattern }, b: { type: "string" } } } },
    });
    await request("POST", DEFINITIONS_PATH, { body: definition("cog", { schema: schema(".*") }) });
    const cogs = "/apis/test.example.com/v1/namespaces/default/cogs";
    const made = { apiVersion: "test.example.com/v1", kind: "Cog", metadata: { name: "c" }, spec: { a: "x" } };
    expect((await request("POST", cogs, { body: made })).status).toBe(201);
    const merge = { "content-type": "application/merge-patch+json" };
    await request("PATCH", `${DEFINITIONS_PATH}/cogs.test.example.com`, {
      headers: merge,
      body: {
        spec: { versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema("^y$") } }] },
      },
    });
    const changed = await request("PATCH", `${cogs}/c`, { headers: merge, body: { spec: { b: "1" } } });
    expect(changed.status).toBe(on === "true" ? 200 : 422);
  });

  it("ComponentStatusz and ComponentFlagz: /statusz and /flagz", async () => {
    const { request } = await start({ ComponentStatusz: "true", ComponentFlagz: "true" });
    expect((await request("GET", "/statusz")).text).toContain("kube-apiserver statusz\nWarning: ");
    expect((await request("GET", "/flagz")).text).toMatch(/\nrequest-timeout=1m/);
    expect((await request("GET", "/flagz", { headers: { accept: "application/json" } })).status).toBe(406);
    expect((await request("GET", "/statusz", { as: "bob" })).status).toBe(403);
    await server?.stop();
    const closed = await start({});
    expect((await closed.request("GET", "/statusz")).status).toBe(404);
  });
});
