import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { expectNoStall } from "../longestStall.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";
import { numbered } from "./hostileBody.ts";

const SERVICES = core("default", "services");
const COUNT = 15;
const HEAP = 1024 * 1024 * 1024;
/** Many labels, which make the objects large. */
const labels = numbered(20_000, (i) => `"k${i}":""`);
const service = (name: string, labels = ""): string =>
  `{"metadata":{"name":"${name}","labels":{${labels}}},"spec":{"clusterIP":"None","ports":[{"port":80}],"selector":{"app":"${name}"}}}`;

const CONTROLLERS = ["endpoints-controller", "endpointslice-controller"];
const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
const LEASE = `${LEASES}/kube-controller-manager`;
const lease =
  '{"metadata":{"name":"kube-controller-manager"},"spec":{"holderIdentity":"other","leaseDurationSeconds":3,"renewTime":"2026-01-01T00:00:00.000000Z"}}';

let dataDir: string;
let server: TestServer;
/** The present server. */
const present = {
  get url() {
    return server.url;
  },
  get running() {
    return server.running;
  },
};
const create = async (body: string): Promise<void> =>
  void expect((await server.request("POST", SERVICES, { body })).status).toBe(201);
const hasEndpoints = async (name: string): Promise<boolean> =>
  (await server.request("GET", `${core("default", "endpoints")}/${name}`)).status === 200;

beforeAll(async () => {
  dataDir = await temporaryFolder();
  server = await startTestServer({ dataDir });
  for (let i = 0; i < COUNT; i++) await create(service(`wide-${i}`, labels));
}, 60_000);
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

it("starting controllers with very large objects does not delay other clients", { timeout: 120_000 }, async () => {
  // Another server appears to be the leader when this one starts, so that the controllers start during the measurement.
  const restart = async (): Promise<void> => {
    await server.request("DELETE", LEASE);
    const { status } = await server.request("POST", LEASES, { body: lease });
    expect(status).toBe(201);
    await server.stop();
    server = await startTestServer({ dataDir, controllers: CONTROLLERS, leaderElect: true });
  };
  const work = async (attempt: number): Promise<void> => {
    await create(service(`small-${attempt}`));
    await vi.waitUntil(() => hasEndpoints(`small-${attempt}`), { timeout: 60_000, interval: 50 });
  };
  await expectNoStall(present, work, { prepare: restart, heap: HEAP });
});
