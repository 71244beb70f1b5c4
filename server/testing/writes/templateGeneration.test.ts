import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const PATH = "/apis/apps/v1/namespaces/default/daemonsets";
const GENERATION = "deprecated.daemonset.template.generation";
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "x" }] } };
const setWith = (name: string, annotations: object): object => ({
  metadata: { name, annotations },
  spec: { selector: { matchLabels: { a: "b" } }, template },
});

it("the template generation annotation of a daemon set must be a number", async () => {
  const { status, body } = await server.request("POST", PATH, { body: setWith("bad", { [GENERATION]: "x" }) });
  const message = 'strconv.ParseInt: parsing "x": invalid syntax';
  expect([status, body.message]).toEqual([
    400,
    `DaemonSet in version "v1" cannot be handled as a DaemonSet: ${message}`,
  ]);
});

it("a patch that makes it invalid is refused, and nothing is stored", async () => {
  await server.request("POST", PATH, { body: setWith("good", { [GENERATION]: "+007" }) });
  const refused = await server.request("PATCH", `${PATH}/good`, {
    headers: { "content-type": "application/merge-patch+json" },
    body: { metadata: { annotations: { [GENERATION]: "" } } },
  });
  expect(refused.status).toBe(422);
  expect(refused.body.message).toMatch(/: strconv.ParseInt: parsing "": invalid syntax$/);
  expect((await server.request("GET", `${PATH}/good`)).body.metadata.annotations).toEqual({ [GENERATION]: "7" });
});
