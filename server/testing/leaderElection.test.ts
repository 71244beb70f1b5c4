import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type EtcdMember, startMembers } from "../store/storage/etcd/testing/etcdMember.ts";
import { startTestServer, type TestServer } from "./testServer.ts";

const LEASE = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager";
const EVENTS = "/api/v1/namespaces/kube-system/events";
/** Short, and right by the same rules as the reference's. */
const TIMES = { leaderElectLeaseDuration: 2000, leaderElectRenewDeadline: 1000, leaderElectRetryPeriod: 200 };
const PATIENCE = { timeout: 15_000, interval: 50 };

let member: EtcdMember;
beforeAll(async () => {
  const [started] = await startMembers(1);
  if (started === undefined) return expect.unreachable();
  member = started;
});
afterAll(() => member?.discard());

const servers = new Set<TestServer>();
afterEach(async () => {
  await Promise.all([...servers].map((server) => server.stop()));
  servers.clear();
});

async function startOn(etcdPrefix: string): Promise<TestServer> {
  const server = await startTestServer({ ...TIMES, etcdServers: [member.url], etcdPrefix, controllers: ["*"] });
  servers.add(server);
  return server;
}

interface LeaseSpec {
  readonly holderIdentity: string;
  readonly leaseTransitions: number;
}

/** The spec of the lease, once another server than `former` holds it. */
const heldBy = (server: TestServer, former = ""): Promise<LeaseSpec> =>
  vi.waitFor(async () => {
    const { status, body } = await server.request("GET", LEASE);
    expect(status).toBe(200);
    const spec = (body as unknown as { spec: LeaseSpec }).spec;
    expect(["", former]).not.toContain(spec.holderIdentity);
    return spec;
  }, PATIENCE);

async function finishesNamespaces(server: TestServer, name: string): Promise<void> {
  await server.request("POST", "/api/v1/namespaces", { body: { metadata: { name } } });
  await server.request("DELETE", `/api/v1/namespaces/${name}`);
  await vi.waitFor(
    async () => expect((await server.request("GET", `/api/v1/namespaces/${name}`)).status).toBe(404),
    PATIENCE,
  );
}

describe("controllers of servers on one store", () => {
  it("run on the leader, and go over to another server when it stops", async () => {
    const one = await startOn("/leaders");
    const first = await heldBy(one);
    const other = await startOn("/leaders");
    await finishesNamespaces(other, "a");
    expect((await heldBy(other)).holderIdentity).toBe(first.holderIdentity);

    servers.delete(one);
    await one.stop();
    const second = await heldBy(other, first.holderIdentity);
    expect(second.leaseTransitions).toBe(first.leaseTransitions + 1);
    await finishesNamespaces(other, "b");
    await vi.waitFor(async () => {
      const { body } = await other.request("GET", EVENTS);
      const told = body.items.map((event) => [event["reason"], event["message"]]);
      expect(told).toContainEqual(["LeaderElection", `${first.holderIdentity} became leader`]);
      expect(told).toContainEqual(["LeaderElection", `${second.holderIdentity} became leader`]);
    }, PATIENCE);
  }, 60_000);

  it("go over from a server that is gone when its lease has run out", async () => {
    // Runs no controllers, so it is no candidate.
    const bystander = await startTestServer({ etcdServers: [member.url], etcdPrefix: "/gone" });
    servers.add(bystander);
    const spec = { holderIdentity: "gone_1", leaseDurationSeconds: 2, leaseTransitions: 3 };
    const name = "kube-controller-manager";
    const body = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name }, spec };
    const written = await bystander.request("POST", LEASE.slice(0, -name.length - 1), { body });
    expect(written.status).toBe(201);

    const candidate = await startOn("/gone");
    expect((await heldBy(candidate, "gone_1")).leaseTransitions).toBe(4);
    await finishesNamespaces(bystander, "c");
  }, 60_000);
});
