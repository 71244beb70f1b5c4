import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WebSocket } from "ws";
import type { AuditFeedMessage, AuditPage, PlacedAuditEvent } from "../../../shared/console/auditFeed.ts";
import { DELETIONS } from "../../../shared/console/auditQuery.ts";
import { DEFAULT_OPTIONS } from "../options/options.ts";
import { type SandboxConsole, startSandboxConsole } from "./sandboxConsole.ts";
import { type ConsoleClient, openConsoleClient } from "./testing/consoleClient.ts";

let folder = "";
let running: SandboxConsole;
let client: ConsoleClient;
const POLICY = "first/audit/policy-kubernetes.yaml";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orrery-audit-"));
  mkdirSync(join(folder, "page"));
  running = await startSandboxConsole(
    { ...DEFAULT_OPTIONS, controllers: [], securePort: 0, dataDir: join(folder, "first") },
    { rendererDir: join(folder, "page"), environment: { KUBECONFIG: join(folder, "config") } },
  );
  client = await openConsoleClient(running.host);
}, 60_000);

afterAll(async () => {
  await running?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Feed {
  readonly socket: WebSocket;
  readonly events: PlacedAuditEvent[];
  readonly closed: Promise<number>;
}

function follow(path: string): Feed {
  const socket = client.socket(path);
  const events: PlacedAuditEvent[] = [];
  socket.on("message", (data) => events.push(...(JSON.parse(String(data)) as AuditFeedMessage).events));
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  return { socket, events, closed };
}

const FEED = "/host/clusters/sandbox/audit";
const ask = (name: string) => client.request("GET", `/clusters/sandbox/api/v1/namespaces/default/configmaps/${name}`);
const nameOf = ({ event }: PlacedAuditEvent): string | undefined => event.objectRef?.name;

test("sends past and live events, from any position", async () => {
  await ask("before");
  const feed = follow(FEED);
  await expect.poll(() => feed.events.some((one) => nameOf(one) === "before")).toBe(true);
  await ask("after");
  const after = () => feed.events.find((one) => nameOf(one) === "after");
  await expect.poll(after).toBeDefined();
  expect(after()?.event).toMatchObject({
    stage: "ResponseComplete",
    verb: "get",
    responseStatus: { code: 404 },
    annotations: { "authorization.k8s.io/decision": "allow" },
  });
  expect(feed.events.map(({ sequence }) => sequence)).toEqual(feed.events.map((_, i) => i + 1));
  const later = follow(`${FEED}?after=${(after()?.sequence ?? 0) - 1}`);
  // Requests that the host itself makes may follow it.
  await expect.poll(() => later.events[0] && nameOf(later.events[0])).toBe("after");
  for (const { socket } of [feed, later]) socket.close();
  expect(readFileSync(join(folder, POLICY), "utf8")).toContain("level: Metadata");
});

test("filters events on the host and reads earlier ones from the log files", async () => {
  const maps = "/clusters/sandbox/api/v1/namespaces/default/configmaps";
  const query = `object=${encodeURIComponent("configmaps default/wanted")}&verb=${DELETIONS}`;
  await client.request("POST", maps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "wanted" } });
  await client.request("DELETE", `${maps}/wanted`);
  await client.request("DELETE", `${maps}/unwanted`);
  const messages: AuditFeedMessage[] = [];
  const { socket, events } = follow(`${FEED}?${query}`);
  socket.on("message", (data) => messages.push(JSON.parse(String(data))));
  await expect.poll(() => events.map(nameOf)).toEqual(["wanted"]);
  expect(messages[0]?.occurring?.verbs).toContain("create");
  await client.request("DELETE", `${maps}/unwanted`);
  await client.request("DELETE", `${maps}/wanted`);
  await expect.poll(() => events.map((one) => one.event.responseStatus?.code)).toEqual([200, 404]);
  const page = (more = "") => client.call<AuditPage>("GET", `${FEED}?${query}${more}`);
  const codesOf = ({ events }: AuditPage) => events.map(({ json }) => JSON.parse(json).responseStatus.code);
  await expect.poll(async () => codesOf(await page())).toEqual([404, 200]);
  const [newest] = (await page()).events;
  expect(codesOf(await page(`&before=${encodeURIComponent(newest?.place ?? "")}`))).toEqual([200]);
  // The feed began at the first event of this run, and nothing was recorded before it.
  const before = await page(`&before=${encodeURIComponent(messages[0]?.begin ?? "")}`);
  expect(before).toEqual({ events: [], occurring: { users: [], verbs: [] } });
  socket.close();
});

test("omits bodies by default", async () => {
  const path = "/clusters/sandbox/api/v1/namespaces/default/secrets";
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { a: "hidden-text" } };
  await client.request("POST", path, secret);
  const feed = follow(FEED);
  await expect.poll(() => feed.events.some((one) => nameOf(one) === "s")).toBe(true);
  expect(JSON.stringify(feed.events)).not.toMatch(/hidden-text|requestObject|aGlkZGVu/);
  feed.socket.close();
});

test("closes when the sandbox stops, uses the user's policy after a restart, and reports an invalid policy", async () => {
  const feed = follow(`${FEED}?after=0`);
  await expect.poll(() => feed.events.length).toBeGreaterThan(0);
  await client.call("POST", "/host/clusters/sandbox/stop", {});
  expect(await feed.closed).toBe(1012);
  const log = readFileSync(join(folder, "first/audit/audit.log"), "utf8");
  expect(log).toContain('"name":"after"');
  const policy = readFileSync(join(folder, POLICY), "utf8");
  writeFileSync(join(folder, POLICY), policy.replaceAll("Metadata", "Everything"));
  const refused = await client.request("POST", "/host/clusters/sandbox/start", {});
  expect(refused.body).toContain("policy-kubernetes.yaml");
  writeFileSync(join(folder, POLICY), policy.replace("- level: Metadata", "- level: RequestResponse"));
  await client.call("POST", "/host/clusters/sandbox/start", {});
  await ask("again");
  // A position of the earlier run is meaningless in this one.
  const again = follow(`${FEED}?after=100000`);
  await expect.poll(() => again.events.some((one) => nameOf(one) === "again")).toBe(true);
  expect(JSON.stringify(again.events)).toContain("responseObject");
  const earlier = await client.call<AuditPage>("GET", `${FEED}?text=before`);
  expect(earlier.events.some(({ json }) => json.includes('"name":"before"'))).toBe(true);
  again.socket.close();
});

test("exists only for sandboxes", async () => {
  const none = client.socket("/host/clusters/nowhere/audit");
  const status = await new Promise((resolve) =>
    none.on("unexpected-response", (_request, answer) => resolve(answer.statusCode)),
  );
  expect(status).toBe(404);
  expect((await client.request("GET", "/host/clusters/nowhere/audit")).status).toBe(404);
});
