import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../acting/testing/until.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import {
  API_SERVICES,
  availability,
  type ExtensionServer,
  GROUP,
  register,
  startFlowers,
  takeDown,
} from "./aggregatedApi.ts";

let server: TestServer;
let flowers: ExtensionServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: ["namespace-controller"] });
  flowers = await startFlowers(server);
  await register(server, flowers);
});
afterAll(async () => {
  await flowers.stop();
  await server.stop();
});

const tulipsIn = (namespace: string) => `/apis/${GROUP}/v1/namespaces/${namespace}/tulips`;
const isGone = async (namespace: string): Promise<boolean> =>
  (await server.request("GET", `/api/v1/namespaces/${namespace}`)).status === 404;

describe("deletion of a namespace", () => {
  it("deletes objects on aggregated servers, as the namespace controller", async () => {
    await server.request("POST", "/api/v1/namespaces", { body: { metadata: { name: "garden" } } });
    for (const name of ["one", "two"]) {
      const body = { apiVersion: `${GROUP}/v1`, kind: "Tulip", metadata: { name } };
      expect((await server.request("POST", tulipsIn("garden"), { body })).status).toBe(201);
    }
    await server.request("DELETE", "/api/v1/namespaces/garden");
    await until(() => isGone("garden"));
    expect((await server.request("GET", tulipsIn("garden"))).body.items).toEqual([]);
    const deletions = flowers.seen.filter(({ method }) => method === "DELETE");
    expect(deletions.map(({ headers }) => headers["x-remote-user"])).toEqual(
      deletions.map(() => "system:serviceaccount:kube-system:namespace-controller"),
    );
  });

  it("waits while an aggregated server is unavailable, and reports it in the conditions", async () => {
    await takeDown(server, flowers);
    await until(async () => (await availability(server)).status === "False");
    await server.request("POST", "/api/v1/namespaces", { body: { metadata: { name: "waiting" } } });
    await server.request("DELETE", "/api/v1/namespaces/waiting");
    const failure = async () => {
      const { body } = await server.request("GET", "/api/v1/namespaces/waiting");
      const { conditions = [] } = body["status"] as {
        conditions?: { type: string; status: string; message: string }[];
      };
      return conditions.find(({ type, status }) => type === "NamespaceDeletionDiscoveryFailure" && status === "True");
    };
    await until(async () => (await failure()) !== undefined);
    expect((await failure())?.message).toBe(
      "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: " +
        `${GROUP}/v1: stale GroupVersion discovery: ${GROUP}/v1`,
    );
    await server.request("DELETE", `${API_SERVICES}/v1.${GROUP}`);
    await until(() => isGone("waiting"), 10_000);
  });
});
