import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type EtcdMember, startMembers } from "../../store/storage/etcd/testing/etcdMember.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../testServer.ts";

const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
const LEASE = `${LEASES}/kube-controller-manager`;
const EVENTS = "/api/v1/namespaces/kube-system/events";
/** Short times that satisfy the reference's rules for them. */
const TIMES = { leaderElectLeaseDuration: 2000, leaderElectRenewDeadline: 1000, leaderElectRetryPeriod: 200 };
const POLLING = { timeout: 15_000, interval: 50 };

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

async function startOn(etcdPrefix: string, options: TestServerOptions = {}): Promise<TestServer> {
  const given = { ...TIMES, etcdServers: [member.url], etcdPrefix, controllers: ["*"], ...options };
  const server = await startTestServer(given);
  servers.add(server);
  return server;
}

interface LeaseSpec {
  readonly holderIdentity: string;
  readonly leaseTransitions: number;
}

/** The spec of the lease, once it is held by a server other than `former`. */
const heldBy = (server: TestServer, former = "", lease = LEASE): Promise<LeaseSpec> =>
  vi.waitFor(async () => {
    const { status, body } = await server.request("GET", lease);
    expect(status).toBe(200);
    const spec = (body as unknown as { spec: LeaseSpec }).spec;
    expect(["", former]).not.toContain(spec.holderIdentity);
    return spec;
  }, POLLING);

async function finishesNamespaces(server: TestServer, name: string): Promise<void> {
  await server.request("POST", "/api/v1/namespaces", { body: { metadata: { name } } });
  await server.request("DELETE", `/api/v1/namespaces/${name}`);
  await vi.waitFor(
    async () => expect((await server.request("GET", `/api/v1/namespaces/${name}`)).status).toBe(404),
    POLLING,
  );
}

describe("controllers of several servers on one store", () => {
  it("run on the leader, and move to another server when it stops", async () => {
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
    }, POLLING);
  }, 60_000);

  it("move from a crashed server when its lease has expired", async () => {
    // This server runs no controllers, so it is not a candidate.
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

describe("simulated nodes of several servers on one store", () => {
  const NODES = "/api/v1/nodes";
  const PODS = "/api/v1/namespaces/default/pods";
  const withNodes = { controllers: [], simulatedNodes: 1 };
  const theirs = `${LEASES}/simulated-nodes`;

  const runs = (server: TestServer, name: string): Promise<void> =>
    vi.waitFor(async () => {
      const { body } = await server.request("GET", `${PODS}/${name}`);
      expect(body).toMatchObject({ status: { phase: "Running" } });
    }, POLLING);
  async function placePod(server: TestServer, name: string, nodeName?: string): Promise<void> {
    const spec = { nodeName, automountServiceAccountToken: false, containers: [{ name: "c", image: "nginx:1.25" }] };
    const accounts = "/api/v1/namespaces/default/serviceaccounts";
    await server.request("POST", accounts, { body: { metadata: { name: "default" } } });
    expect((await server.request("POST", PODS, { body: { metadata: { name }, spec } })).status).toBe(201);
  }

  it("run on one server, and do not take the leases of external components", async () => {
    const one = await startOn("/nodes", withNodes);
    const first = await heldBy(one, "", theirs);
    const other = await startOn("/nodes", withNodes);
    const outside = { holderIdentity: "outside_1", leaseDurationSeconds: 15, leaseTransitions: 0 };
    for (const name of ["kube-controller-manager", "kube-scheduler"]) {
      const body = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name }, spec: outside };
      // The creation would conflict if a server had taken the lease.
      expect((await other.request("POST", LEASES, { body })).status).toBe(201);
    }
    await vi.waitFor(async () => expect((await other.request("GET", NODES)).body.items).toHaveLength(1), POLLING);
    const node = (await other.request("GET", NODES)).body.items[0]?.metadata.name;
    await placePod(other, "a", node);
    await runs(other, "a");

    servers.delete(one);
    await one.stop();
    const second = await heldBy(other, first.holderIdentity, theirs);
    expect(second.leaseTransitions).toBe(first.leaseTransitions + 1);
    await placePod(other, "b", node);
    await runs(other, "b");
    for (const name of ["kube-controller-manager", "kube-scheduler"]) {
      const { body } = await other.request("GET", `${LEASES}/${name}`);
      expect(body).toMatchObject({ spec: outside });
    }
  }, 60_000);

  it("have a separate lease from the controllers and the scheduler", async () => {
    const one = await startOn("/apart", { simulatedNodes: 1, controllers: ["*"], scheduler: true });
    await heldBy(one, "", theirs);
    await heldBy(one);
    expect((await heldBy(one, "", `${LEASES}/kube-scheduler`)).leaseTransitions).toBe(0);
    await placePod(one, "c");
    await runs(one, "c");
  }, 60_000);
});
