import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../options/options.ts";
import { type SandboxConsole, startSandboxConsole } from "./sandboxConsole.ts";
import { type ConsoleClient, openConsoleClient } from "./testing/consoleClient.ts";

let folder = "";
let running: SandboxConsole;
let client: ConsoleClient;

const start = async (): Promise<void> => {
  running = await startSandboxConsole(
    { ...DEFAULT_OPTIONS, controllers: [], securePort: 0, dataDir: join(folder, "first") },
    {
      rendererDir: join(folder, "page"),
      environment: { KUBECONFIG: join(folder, "config") },
      exportFolder: join(folder, "exports"),
    },
  );
  client = await openConsoleClient(running.host);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orrery-sandboxes-"));
  mkdirSync(join(folder, "page"));
  await start();
}, 60_000);

afterAll(async () => {
  await running?.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => expect(client.received()).not.toMatch(/PRIVATE KEY|LS0tLS1CRUdJTi/));

const maps = (id: string) => `/clusters/${id}/api/v1/namespaces/default/configmaps`;
const create = async (id: string, name: string): Promise<void> => {
  const answer = await client.request("POST", maps(id), { apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
  expect(answer.status).toBe(201);
};
const names = async (id: string): Promise<string[]> => {
  const { items } = await client.call<{ items: { metadata: { name: string } }[] }>("GET", maps(id));
  return items.map(({ metadata }) => metadata.name).filter((name) => !name.endsWith("root-ca.crt"));
};
const act = <T>(id: string, action: string, body: object = {}): Promise<T> =>
  client.call<T>("POST", `/host/clusters/${id}/${action}`, body);

test("the first sandbox runs, cannot be deleted, and is the only one", async () => {
  const all = await client.call<object[]>("GET", "/host/clusters");
  expect(all).toMatchObject([{ id: "sandbox", kind: "sandbox", state: "running", removable: false }]);
  expect((await client.request("DELETE", "/host/clusters/sandbox")).status).toBe(400);
});

test("a new sandbox starts at once and is independent; a copy starts with its objects, then diverges", async () => {
  const { id } = await client.call<{ id: string }>("POST", "/host/sandboxes", {});
  expect(await client.cluster(id)).toMatchObject({ name: "Sandbox 2", state: "running", removable: true });
  await create(id, "one");
  expect(await names("sandbox")).toEqual([]);
  const copy = (await act<{ id: string }>(id, "duplicate")).id;
  await create(copy, "two");
  expect(await names(copy)).toEqual(["one", "two"]);
  expect(await names(id)).toEqual(["one"]);

  await act(id, "stop");
  expect((await client.cluster(id)).state).toBe("stopped");
  const away = await client.request("GET", maps(id));
  expect([away.status, JSON.parse(away.body).message]).toEqual([503, expect.stringContaining("start it")]);
  const fromStopped = (await act<{ id: string }>(id, "duplicate")).id;
  expect(await names(fromStopped)).toEqual(["one"]);

  const before = (await client.cluster(copy)).apiServer;
  await act(copy, "stop");
  await act(copy, "start");
  expect((await client.cluster(copy)).apiServer).toBe(before);
  await act(copy, "reset");
  expect(await names(copy)).toEqual([]);
  for (const one of [id, copy, fromStopped]) await client.call("DELETE", `/host/clusters/${one}`);
  expect(existsSync(join(folder, "first/console/sandboxes", id))).toBe(false);
  expect(await client.call<object[]>("GET", "/host/clusters")).toHaveLength(1);
}, 60_000);

test("export and import transfer everything in one private file", async () => {
  await create("sandbox", "carried");
  const { path } = await act<{ path: string }>("sandbox", "export");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const answer = await client.request("POST", "/host/sandboxes/import?name=Brought", readFileSync(path), {
    "content-type": "application/zip",
  });
  const { id } = JSON.parse(answer.body);
  expect(await client.cluster(id)).toMatchObject({ name: "Brought", state: "running" });
  expect(await names(id)).toEqual(["carried"]);
  expect((await client.request("POST", "/host/sandboxes/import", Buffer.from("no zip"))).status).toBe(400);
  await client.call("DELETE", `/host/clusters/${id}`);
}, 60_000);

test("merging previews the change without secrets, and applies it only when the file is unchanged", async () => {
  writeFileSync(join(folder, "config"), "# mine\ncurrent-context: other\n");
  const preview = await act<{ seen: string; lines: { kind: string }[] }>("sandbox", "merge-preview");
  expect(preview.lines.some(({ kind }) => kind === "added")).toBe(true);
  writeFileSync(join(folder, "config"), "# mine\ncurrent-context: another\n");
  const stale = await client.request("POST", "/host/clusters/sandbox/merge", { seen: preview.seen });
  expect(stale.status).toBe(409);
  const { seen } = await act<{ seen: string }>("sandbox", "merge-preview");
  const { backup } = await act<{ backup: string }>("sandbox", "merge", { seen });
  expect(readFileSync(backup, "utf8")).toContain("current-context: another");
  expect(readFileSync(join(folder, "config"), "utf8")).toMatch(/# mine[\s\S]*client-key-data/);
  expect(await client.cluster("ctx-orrery-sandbox")).toMatchObject({ kind: "remote", state: "unopened" });
});

test("flags about local files are refused, others are kept; no other sandbox starts after a restart", async () => {
  for (const flags of [
    ["--token-auth-file=/etc/passwd"],
    ["--data-dir=/tmp/x"],
    ["--vocabulary"],
    ["--vocabulary=A"],
  ]) {
    expect((await client.request("POST", "/host/sandboxes", { flags })).status).toBe(400);
  }
  const flags = ["--vocabulary=orch", "--controllers="];
  const { id } = await client.call<{ id: string }>("POST", "/host/sandboxes", { name: "Other words", flags });
  await client.call("PATCH", `/host/clusters/${id}`, { name: "Renamed", colour: "#123456" });
  await running.close();
  await start();
  const again = await client.cluster(id);
  expect(again).toMatchObject({ name: "Renamed", colour: "#123456", vocabulary: "orch", state: "stopped" });
  await act(id, "start");
  expect((await client.request("GET", `/clusters/${id}/apis/rbac.authorization.orch.io/v1`)).status).toBe(200);
}, 60_000);

test("flags are listed, validated with the server's messages, and changed with a restart", async () => {
  const known = await client.call<{ name: string }[]>("GET", "/host/sandbox-flags");
  expect(known.map(({ name }) => name)).toContain("feature-gates");
  const wrong = await client.request("POST", "/host/sandbox-flags", { flags: ["--feature-gates=Nope=true"] });
  expect([wrong.status, JSON.parse(wrong.body).message]).toEqual([400, "unrecognized feature gate: Nope"]);

  const made = await client.request("POST", "/host/sandboxes", { flags: ["--enable-admission-plugins=Nope"] });
  expect([made.status, made.body]).toEqual([400, expect.stringContaining('plugin \\"Nope\\" is unknown')]);
  const { id } = await client.call<{ id: string }>("POST", "/host/sandboxes", { flags: ["--controllers="] });
  await create(id, "kept");
  const { apiServer } = await client.cluster(id);
  const flags = ["--controllers=", "--authorization-mode=AlwaysDeny"];
  await act(id, "flags", { flags });
  expect(await client.cluster(id)).toMatchObject({ state: "running", flags, apiServer });
  expect(await names(id)).toEqual(["kept"]);
  for (const refused of [["--vocabulary=orch"], ["--data-dir=/tmp/x"], ["--authorization-mode=Nope"]]) {
    expect((await client.request("POST", `/host/clusters/${id}/flags`, { flags: refused })).status).toBe(400);
  }
  expect((await client.cluster(id)) as object).toMatchObject({ flags });
  expect((await client.request("POST", "/host/clusters/sandbox/flags", { flags: [] })).status).toBe(400);
  await client.call("DELETE", `/host/clusters/${id}`);
}, 60_000);

test("sandboxes created concurrently get distinct names and colours", async () => {
  const flags = ["--controllers="];
  const made = await Promise.all(
    [1, 2, 3].map(() => client.call<{ id: string }>("POST", "/host/sandboxes", { name: "Twin", flags })),
  );
  const seen = await Promise.all(made.map(({ id }) => client.cluster(id)));
  expect(seen.map(({ name }) => name).sort()).toEqual(["Twin", "Twin 2", "Twin 3"]);
  expect(new Set(seen.map(({ colour }) => colour)).size).toBe(3);
  await Promise.all(made.map(({ id }) => client.request("DELETE", `/host/clusters/${id}`)));
}, 60_000);
