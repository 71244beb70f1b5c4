import { afterAll, beforeAll, expect, it } from "vitest";
import { core, pod } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => Date.parse("2026-01-02T03:04:05Z") });
  await server.request("POST", core("default", "serviceaccounts"), { body: { metadata: { name: "default" } } });
});
afterAll(() => server.stop());

const PODS = core("default", "pods");
const withSpec = (name: string, spec: object) => ({ ...pod(name), spec: { ...pod(name).spec, ...spec } });

it("a pod with scheduling gates has a condition with the time", async () => {
  const body = withSpec("gated", { schedulingGates: [{ name: "example.com/wait" }] });
  const made = await server.request("POST", PODS, { body });
  expect(made.body["status"]).toMatchObject({
    conditions: [
      {
        type: "PodScheduled",
        status: "False",
        reason: "SchedulingGated",
        lastTransitionTime: "2026-01-02T03:04:05Z",
      },
    ],
  });
});

it("adding an ephemeral container does not change managed fields", async () => {
  const made = await server.request("POST", PODS, { body: pod("debugged") });
  const answer = await server.request("PATCH", `${PODS}/debugged/ephemeralcontainers?fieldManager=helper`, {
    headers: { "content-type": "application/strategic-merge-patch+json" },
    body: { spec: { ephemeralContainers: [{ name: "shell", image: "busybox" }] } },
  });
  expect(answer.status).toBe(200);
  expect(answer.body.metadata.managedFields).toEqual(made.body.metadata.managedFields);
});

it("projected volumes with overlapping paths get a warning", async () => {
  const sources = [{ configMap: { name: "one" } }, { configMap: { name: "two", items: [{ key: "k", path: "a/b" }] } }];
  const projected = [...sources, { downwardAPI: { items: [{ path: "a", fieldRef: { fieldPath: "metadata.name" } }] } }];
  const body = withSpec("projected", { volumes: [{ name: "v", projected: { sources: projected } }] });
  const answer = await server.request("POST", `${PODS}?dryRun=All`, { body });
  expect(answer.status).toBe(201);
  expect(answer.headers.warning).toMatch(/^299 - "volume \\"v\\" \(Projected\): overlapping paths: "?/);
});
