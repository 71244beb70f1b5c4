import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { deployment } from "../objects.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";

interface Change {
  readonly resource: string;
  readonly name: string;
  readonly revision: string;
  readonly verb?: string;
}
interface Action {
  readonly sequence: number;
  readonly actor: string;
  readonly kind: string;
  readonly causes: readonly Change[];
  readonly writes: readonly Change[];
}
interface Answer {
  readonly last: number;
  readonly isCut: boolean;
  readonly items: readonly Action[];
}

let server: TestServer | undefined;
let folder: string | undefined;
afterEach(async () => {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  server = undefined;
  folder = undefined;
});

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const causes = async (query: string, as = "admin") =>
  (server as TestServer).request("GET", `/simulation/causes?${query}`, { as });
const answered = async (query: string) => (await causes(query)).body as unknown as Answer;

it("reports which components acted because of a change, and what caused an action", async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-causes-"));
  const auditPolicyFile = join(folder, "policy.yaml");
  const auditLogPath = join(folder, "audit.log");
  await writeFile(auditPolicyFile, "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n");
  server = await startTestServer({
    controllers: ["*"],
    scheduler: true,
    simulatedNodes: 1,
    auditPolicyFile,
    auditLogPath,
  });
  const { request } = server;
  await expect
    .poll(async () => (await request("GET", "/api/v1/namespaces/default/serviceaccounts/default")).status)
    .toBe(200);
  const made = await request("POST", DEPLOYMENTS, { body: deployment("web") });
  expect(made.status).toBe(201);
  const start = `group=apps&resource=deployments&namespace=default&name=web&revision=${made.body.metadata.resourceVersion}`;
  const path = async () => (await answered(start)).items;
  const by = (items: readonly Action[], kind: string) => items.filter((each) => each.kind === kind);
  await expect.poll(async () => by(await path(), "node").length, { timeout: 10_000 }).toBeGreaterThan(0);

  const items = await path();
  const first = items.find(({ actor }) => actor === "deployment-controller");
  expect(first?.causes).toMatchObject([
    { resource: "deployments", name: "web", revision: made.body.metadata.resourceVersion },
  ]);
  const set = first?.writes.find(({ resource, verb }) => resource === "replicasets" && verb === "create");
  const replicas = items.find(({ actor }) => actor === "replicaset-controller");
  expect(replicas?.causes.map(({ revision }) => revision)).toContain(set?.revision);
  const pod = replicas?.writes.find(({ resource }) => resource === "pods");
  const [bound] = by(items, "scheduler");
  expect(bound?.causes).toMatchObject([{ resource: "pods", name: pod?.name, revision: pod?.revision }]);
  const [ran] = by(items, "node");
  // A node that was busy acts because of the latest of several changes.
  expect(ran?.causes).toMatchObject([{ resource: "pods", name: pod?.name }]);
  expect(Number(ran?.causes[0]?.revision)).toBeGreaterThanOrEqual(Number(bound?.writes[0]?.revision));

  const last = ran?.writes[0];
  const back = await answered(`resource=pods&namespace=default&name=${pod?.name}&revision=${last?.revision}`);
  const kinds = back.items.map(({ actor }) => actor.replace(/.*:/, ""));
  expect(kinds.slice(0, 2).sort()).toEqual(["deployment-controller", "replicaset-controller"]);
  const log = await readFile(auditLogPath, "utf8");
  expect(log).toContain(
    `"simulation.orrery/causes":"apps/deployments/default/web@${made.body.metadata.resourceVersion}"`,
  );
  // Log entries of writes by users and components contain what was stored, and what admission changed.
  expect(log).toContain(
    `"simulation.orrery/stored":"apps/deployments/default/web@${made.body.metadata.resourceVersion}"`,
  );
  expect(log).toContain(`"simulation.orrery/stored":"/pods/default/${pod?.name}@${pod?.revision}"`);
  expect(log).toMatch(/"admission\.simulation\.orrery\/DefaultTolerationSeconds":"spec\.tolerations"/);
  expect(JSON.stringify(made.body)).not.toContain("simulation.orrery");
});

it("lists the actions since a position, page by page, for authorized users", async () => {
  server = await startTestServer({ controllers: ["serviceaccount"], simulatedNodes: 1 });
  await expect.poll(async () => (await answered("")).items.length).toBeGreaterThan(1);
  const { items } = await answered("limit=1");
  expect(items).toHaveLength(1);
  const next = await answered(`after=${items[0]?.sequence}&limit=1`);
  expect(next.items[0]?.sequence).toBe(Number(items[0]?.sequence) + 1);
  expect((await causes("", "bob")).status).toBe(403);
  for (const query of ["limit=x", "limit=1001", "after=-1", "resource=pods"]) {
    expect((await causes(query)).status).toBe(400);
  }
  expect((await server.request("DELETE", "/simulation/causes")).status).toBe(400);
});

it("exists only when nodes are simulated", async () => {
  server = await startTestServer();
  expect((await causes("")).status).toBe(404);
});

it("survives a restart as long as the journal retains changes, and is deleted with it", async () => {
  folder = await temporaryFolder();
  const start = (journalRetention: number) =>
    startTestServer({ dataDir: folder as string, controllers: ["*"], simulatedNodes: 1, journalRetention });
  const HOUR = 3_600_000;
  server = await start(HOUR);
  const { request } = server;
  await expect
    .poll(async () => (await request("GET", "/api/v1/namespaces/default/serviceaccounts/default")).status)
    .toBe(200);
  expect((await request("POST", DEPLOYMENTS, { body: deployment("web") })).status).toBe(201);
  const query = "group=apps&resource=deployments&namespace=default&name=web";
  const who = async () => [...new Set((await answered(query)).items.map(({ actor }) => actor))].sort();
  await expect.poll(who, { timeout: 10_000 }).toContain("replicaset-controller");
  await server.stop();

  server = await start(HOUR);
  expect(await who()).toEqual(expect.arrayContaining(["deployment-controller", "replicaset-controller"]));
  const { last } = await answered("limit=0");
  await server.running.configureJournal({ journalRetention: 0, journalMaxSize: 64 });
  expect(await readdir(join(folder, "journal"))).toEqual([]);
  await server.stop();

  server = await start(HOUR);
  expect((await answered("limit=1000")).items.map(({ sequence }) => sequence)).not.toContain(last);
  expect(await who()).not.toContain("replicaset-controller");
});
