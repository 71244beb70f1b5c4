import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFINITIONS_PATH, definition, object } from "../../api/extensions/testing/definitions.ts";
import { configMap, core, namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
const maps = core("odd", "configmaps");
const group = "/apis/test.example.com/v1";
const widgets = `${group}/namespaces/odd/widgets`;

beforeAll(async () => {
  server = await startTestServer();
  await server.request("POST", "/api/v1/namespaces", { body: namespace("odd") });
  await server.request("POST", DEFINITIONS_PATH, {
    body: definition("widget", { version: { subresources: { status: {} } } }),
  });
  await server.request("POST", DEFINITIONS_PATH, { body: definition("plane", { scope: "Cluster" }) });
  await server.request("POST", maps, { body: configMap("a") });
  await server.request("POST", widgets, { body: object("Widget", "a") });
});
afterAll(() => server.stop());

const ask = async (method: string, path: string, body?: unknown): Promise<unknown[]> => {
  const type = method === "PATCH" ? { headers: { "content-type": "application/merge-patch+json" } } : {};
  const answer = await server.request(method, path, { body, ...type });
  return [answer.status, answer.body.message ?? answer.text];
};

describe("invalid path segments", () => {
  it.each([["50%25", "50%"]])("such as %s are refused", async (segment, name) => {
    const refusal = [400, `Name parameter invalid: ${JSON.stringify(name)}: may not contain '%'`];
    expect(await ask("GET", `${maps}/${segment}`)).toEqual(refusal);
    expect(await ask("DELETE", `${widgets}/${segment}`)).toEqual(refusal);
    expect(await ask("PATCH", `${maps}/${segment}`, {})).toEqual(refusal);
  });
});

describe("malformed paths", () => {
  it("get the error of the handler that would have served them", async () => {
    const nowhere = [404, "404 page not found\n"];
    const notServed = [404, "the server could not find the requested resource"];
    for (const path of ["//api/v1/pods", "/apis//apps/v1/deployments", "/apis/test.example.com/v9"]) {
      expect(await ask("GET", path)).toEqual(nowhere);
    }
    for (const path of ["/api//v1/pods", "/apis/apps//v1/deployments", "/apis/apps/v9"]) {
      expect(await ask("GET", path)).toEqual(notServed);
    }
    expect(await ask("GET", `${maps}/%`)).toEqual([400, "400 Bad Request"]);
  });

  it("are tolerated for custom resources, except for the wrong scope", async () => {
    expect((await ask("GET", `${group}//namespaces/odd/widgets/a`))[0]).toBe(200);
    const nowhere = [404, "404 page not found\n"];
    expect(await ask("GET", `${group}/widgets/a`)).toEqual(nowhere);
    expect(await ask("DELETE", `${group}/widgets`)).toEqual(nowhere);
    expect(await ask("GET", `${group}/namespaces/odd/planes`)).toEqual(nowhere);
    expect((await ask("GET", `${group}/widgets`))[0]).toBe(200);
  });
});

describe("methods", () => {
  it("of built-in resources depend on the path", async () => {
    expect((await ask("HEAD", `${maps}/a`))[0]).toBe(405);
    expect((await ask("HEAD", "/version"))[0]).toBe(405);
    const notAllowed = [405, "the server does not allow this method on the requested resource"];
    expect(await ask("PUT", maps, {})).toEqual(notAllowed);
    for (const method of ["LOCK", "BREW"]) expect(await ask(method, maps)).toEqual(notAllowed);
  });

  it("of custom resources are checked by operation", async () => {
    expect((await ask("HEAD", `${widgets}/a`))[0]).toBe(200);
    expect(await ask("PUT", widgets, object("Widget", "a"))).toEqual([400, "name must be provided"]);
    expect(await ask("PATCH", widgets, {})).toEqual([400, "name must be provided"]);
    const unsupported = 'create is not supported on resources of kind "widgets.test.example.com"';
    expect(await ask("POST", `${widgets}/a/status`, {})).toEqual([405, unsupported]);
    expect(await ask("POST", `${widgets}/a/none`, {})).toEqual([404, 'widgets.test.example.com "a" not found']);
  });
});
