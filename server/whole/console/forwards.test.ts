import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Forward } from "../../../shared/console/forward.ts";
import { encodeViewAs, VIEW_AS_HEADER } from "../../../shared/viewAs.ts";
import { waitFor } from "../../acting/controllers/testing/cluster.ts";
import { DEFAULT_OPTIONS } from "../options/options.ts";
import { type SandboxConsole, startSandboxConsole } from "./sandboxConsole.ts";
import { type ConsoleClient, openConsoleClient } from "./testing/consoleClient.ts";
import { rawRequest } from "./testing/rawRequest.ts";

const PODS = "/clusters/sandbox/api/v1/namespaces/default/pods";
const FORWARD = "/host/clusters/sandbox/forward";

let folder = "";
let running: SandboxConsole;
let client: ConsoleClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orrery-forwards-"));
  running = await startSandboxConsole(
    {
      ...DEFAULT_OPTIONS,
      controllers: ["serviceaccount-controller", "root-ca-certificate-publisher-controller"],
      simulatedNodes: 1,
      securePort: 0,
      dataDir: join(folder, "first"),
    },
    { rendererDir: folder, environment: { KUBECONFIG: join(folder, "config") } },
  );
  client = await openConsoleClient(running.host);
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "default" },
    spec: { nodeName: "node-1", containers: [{ name: "web", image: "nginx", ports: [{ containerPort: 80 }] }] },
  };
  await waitFor(
    () => client.request("POST", PODS, pod),
    ({ status }) => status === 201 || status === 409,
  );
  await waitFor(
    () => client.request("GET", `${PODS}/web`),
    ({ body }) => body.includes('"phase":"Running"'),
  );
}, 60_000);

afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

const wish = { namespace: "default", pod: "web", port: 80, target: "pod/web" };
const list = () => client.call<Forward[]>("GET", "/host/forwards");
const openForward = (more: object = {}) => client.call<Forward>("POST", FORWARD, { ...wish, ...more });
const stop = (id: string) => client.call("DELETE", `/host/forwards/${id}`);
const get = (port: number) =>
  rawRequest(`http://127.0.0.1:${port}`, "/", { headers: { host: "web", connection: "close" } });

test("forwards connections of local programs to a pod, and returns the responses", async () => {
  const forward = await openForward();
  const answers = await Promise.all(Array.from({ length: 8 }, () => get(forward.localPort)));
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.body).toContain("Welcome to nginx!");
  }
  const [shown] = await waitFor(list, ([each]) => each?.open === 0);
  expect(shown).toMatchObject({
    id: forward.id,
    cluster: "sandbox",
    target: "pod/web",
    total: 8,
    open: 0,
    trouble: "",
  });
  await stop(forward.id);
  expect(await list()).toEqual([]);
  await expect(get(forward.localPort)).rejects.toThrow(/ECONNREFUSED/);
});

test("listens on loopback only, at the chosen port, and reports a port in use", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as AddressInfo;
  const refused = await client.request("POST", FORWARD, { ...wish, localPort: port });
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body).toContain(`Port ${port} of this machine is taken`);
  await new Promise((resolve) => taken.close(resolve));
  const forward = await openForward({ localPort: port });
  expect(forward.localPort).toBe(port);
  await stop(forward.id);
});

test("reports why the pod cannot be reached, and stays open for the next attempt", async () => {
  const nothing = await openForward({ port: 81 });
  await get(nothing.localPort).catch(() => undefined);
  await waitFor(list, ([forward]) => forward?.trouble.includes("connection refused") === true);
  await stop(nothing.id);
  const gone = await openForward({ pod: "nobody" });
  await get(gone.localPort).catch(() => undefined);
  await waitFor(list, ([forward]) => forward?.trouble.includes('"nobody" not found') === true);
  await stop(gone.id);
});

test("impersonates the view-as user", async () => {
  const headers = { [VIEW_AS_HEADER]: encodeViewAs({ username: "jane", groups: [] }) };
  const answer = await client.request("POST", FORWARD, wish, headers);
  const { id, localPort } = JSON.parse(answer.body) as Forward;
  await get(localPort).catch(() => undefined);
  await waitFor(list, ([forward]) => forward?.trouble.includes("pods/portforward") === true);
  await stop(id);
});

test.each([
  [{ ...wish, port: 0 }, 400],
  [{ ...wish, port: 65_536 }, 400],
  [{ ...wish, port: "80" }, 400],
  [{ ...wish, localPort: -1 }, 400],
  [{ ...wish, pod: "../web" }, 400],
  [{ ...wish, namespace: "" }, 400],
])("refuses %j", async (body, status) => {
  expect((await client.request("POST", FORWARD, body)).status).toBe(status);
  expect(await list()).toEqual([]);
});

test("is available to the console's own page only", async () => {
  const headers = { "content-type": "application/json" };
  const without = await rawRequest(running.host.url, FORWARD, { method: "POST", headers, body: JSON.stringify(wish) });
  expect(without.status).toBe(401);
  const foreign = await client.request("POST", FORWARD, wish, { origin: "http://evil.example" });
  expect(foreign.status).toBe(403);
  expect((await client.request("DELETE", "/host/forwards/nothing")).status).toBe(404);
});

test("opens a limited number of port forwards", async () => {
  const opened: Forward[] = [];
  for (let i = 0; i < 32; i += 1) opened.push(await openForward());
  expect((await client.request("POST", FORWARD, wish)).status).toBe(429);
  for (const { id } of opened) await stop(id);
});

test("closes when its cluster is removed, and is refused for a read-only cluster", async () => {
  const forward = await openForward();
  const socket = connect(forward.localPort, "127.0.0.1");
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.on("error", () => undefined);
  await waitFor(list, ([each]) => each?.open === 1);
  await client.call("PATCH", "/host/clusters/sandbox", { readOnly: true });
  await closed;
  expect(await list()).toEqual([]);
  expect((await client.request("POST", FORWARD, wish)).status).toBe(403);
  await client.call("PATCH", "/host/clusters/sandbox", { readOnly: false });
  await openForward();
  await client.call("POST", "/host/clusters/sandbox/stop", {});
  await waitFor(list, (all) => all.length === 0);
});
