import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
const groups = [core("default", "events"), "/apis/events.k8s.io/v1/namespaces/default/events"];

beforeAll(async () => {
  server = await startTestServer();
  for (const name of ["a", "b", "c"]) {
    const body = { metadata: { name }, involvedObject: { namespace: "default" } };
    await server.request("POST", core("default", "events"), { body });
  }
});
afterAll(() => server.stop());

describe.each(groups)("%s, which have no watch cache in the reference,", (events) => {
  it.each(["", "/a"])("refuse resource versions that are not numbers with the store's message: %s", async (name) => {
    const answer = await server.request("GET", `${events}${name}?resourceVersion=abc`);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    ]);
  });

  it.each(["", "/a", "?resourceVersionMatch=NotOlderThan"])(
    "do not wait for future resource versions: %s",
    async (path) => {
      const separator = path.includes("?") ? "&" : "?";
      const { status, body, headers } = await server.request(
        "GET",
        `${events}${path}${separator}resourceVersion=999999`,
      );
      expect([status, body.message]).toEqual([504, expect.stringContaining("Too large resource version: 999999")]);
      expect(body.details).toEqual({
        causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      });
      expect(headers["retry-after"]).toBeUndefined();
    },
  );

  it.each(["resourceVersion=0", "resourceVersion=1&resourceVersionMatch=NotOlderThan"])(
    "are also paged at any resource version: %s",
    async (version) => {
      const { body } = await server.request("GET", `${events}?${version}&limit=1`);
      expect(body.items.map(({ metadata }) => metadata.name)).toEqual(["a"]);
      expect(body.metadata).toMatchObject({ continue: expect.any(String), remainingItemCount: 2 });
    },
  );
});

it("lists of kinds with a watch cache are not paged with resourceVersion=0", async () => {
  for (const name of ["a", "b"]) {
    await server.request("POST", core("default", "configmaps"), { body: { metadata: { name } } });
  }
  const maps = await server.request("GET", `${core("default", "configmaps")}?resourceVersion=0&limit=1`);
  expect(maps.body.items.length).toBeGreaterThanOrEqual(2);
});
