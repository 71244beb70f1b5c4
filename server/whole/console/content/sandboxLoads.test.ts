import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ContentLoad } from "../../../../shared/console/contentLoad.ts";
import { encodeViewAs, VIEW_AS_HEADER } from "../../../../shared/viewAs.ts";
import { waitFor } from "../../../acting/controllers/testing/cluster.ts";
import { DEFAULT_OPTIONS } from "../../options/options.ts";
import { type SandboxConsole, startSandboxConsole } from "../sandboxConsole.ts";
import { type ConsoleClient, openConsoleClient } from "../testing/consoleClient.ts";

let folder = "";
let running: SandboxConsole;
let client: ConsoleClient;
/** Id of a second sandbox. */
let id = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orrery-loads-"));
  running = await startSandboxConsole(
    { ...DEFAULT_OPTIONS, controllers: [], securePort: 0, dataDir: join(folder, "first") },
    { rendererDir: folder, environment: { KUBECONFIG: join(folder, "config") } },
  );
  client = await openConsoleClient(running.host);
  ({ id } = await client.call<{ id: string }>("POST", "/host/sandboxes", {}));
}, 60_000);

afterAll(async () => {
  await running?.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = async (content: string, headers: Record<string, string> = {}): Promise<ContentLoad> => {
  const wish = { content, fieldManager: "orrery-console" };
  const answer = await client.request("POST", `/host/clusters/${id}/load`, wish, headers);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.body) as ContentLoad;
};
const loads = () => client.call<ContentLoad[]>("GET", "/host/loads");
const untilIt = (holds: (load: ContentLoad) => boolean) =>
  waitFor(loads, ([load]) => load !== undefined && holds(load));
const map = (namespace: string, name: string) =>
  client.request("GET", `/clusters/${id}/api/v1/namespaces/${namespace}/configmaps/${name}`);

test("a load fails on objects that the view-as user may not create", async () => {
  await start("access-puzzle", { [VIEW_AS_HEADER]: encodeViewAs({ username: "jane", groups: [] }) });
  const [load] = await untilIt(({ state }) => state === "failed");
  expect(load).toMatchObject({ done: 0 });
  expect(load?.problem).toMatch(/^Namespace vault: .*User "jane" cannot create resource "namespaces"/);
});

test("a complete load has created all objects, with the page's field manager", async () => {
  await start("access-puzzle");
  await untilIt(({ state }) => state === "complete");
  const { metadata } = JSON.parse((await map("default", "access-puzzle")).body);
  expect(metadata.managedFields).toMatchObject([{ manager: "orrery-console", operation: "Update" }]);
});

test("stopping a sandbox aborts its load; the load can resume after a restart, and ends with the sandbox", async () => {
  await start("ten-thousand-objects");
  await untilIt(({ done }) => done > 50);
  await client.call("POST", `/host/clusters/${id}/stop`, {});
  const [stopped] = await loads();
  expect(stopped).toMatchObject({ state: "failed", problem: "Sandbox 2 was stopped." });
  await client.call("POST", `/host/clusters/${id}/start`, {});
  expect((await map("load-01", "settings-001")).status).toBe(200);
  await start("ten-thousand-objects");
  await untilIt(({ done }) => done > (stopped?.done ?? 0));
  await client.call("DELETE", `/host/clusters/${id}`);
  expect(await loads()).toEqual([]);
});
