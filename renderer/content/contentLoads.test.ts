import { afterEach, expect, it, vi } from "vitest";
import type { ContentLoad } from "../../shared/console/contentLoad.ts";
import { encodeViewAs, VIEW_AS_HEADER } from "../../shared/viewAs.ts";
import { requestLog } from "../api/requests/requestLog.ts";
import { setViewAs } from "../api/viewAs.ts";
import { memoryStorage } from "../testing/memoryStorage.ts";
import { EndedLoads, endLoad, listLoads, startLoad } from "./contentLoads.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  requestLog.clear();
});

const load = (id: string, state: ContentLoad["state"]): ContentLoad => ({
  id,
  cluster: "c",
  content: "shop",
  done: 0,
  count: 3,
  state,
  problem: "",
});

/** A host that gives the same response to every request, and records the requests. */
function host(answer: unknown) {
  const sent: { url: string; method: string; headers: Record<string, string>; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, headers, body }: RequestInit) => {
    sent.push({
      url,
      method: method ?? "",
      headers: headers as Record<string, string>,
      body: body === undefined ? undefined : JSON.parse(String(body)),
    });
    return new Response(JSON.stringify(answer));
  });
  return sent;
}

it("uses the console's field manager, or that of the impersonated subject", async () => {
  vi.stubGlobal("sessionStorage", memoryStorage());
  const sent = host(load("a", "running"));
  expect(await startLoad("c 1", "shop")).toEqual(load("a", "running"));
  setViewAs("c 1", { username: "jane", groups: [] });
  await startLoad("c 1", "shop");
  expect(sent).toMatchObject([
    {
      url: "/host/clusters/c%201/load",
      method: "POST",
      body: { content: "shop", fieldManager: "orrery-console" },
    },
    {
      headers: { [VIEW_AS_HEADER]: encodeViewAs({ username: "jane", groups: [] }) },
      body: { content: "shop", fieldManager: "orrery-console-jane" },
    },
  ]);
  expect(sent[0]?.headers).not.toHaveProperty(VIEW_AS_HEADER);
});

it("is one user request in the log regardless of the number of objects; polling is a background request", async () => {
  host(load("a", "running"));
  await startLoad("c", "ten-thousand-objects");
  await listLoads();
  await endLoad("a/b");
  expect(requestLog.items().map(({ method, path, cluster }) => [method, path, cluster])).toEqual([
    ["POST", "/host/clusters/c/load", ""],
    ["DELETE", "/host/loads/a%2Fb", ""],
  ]);
  expect(requestLog.background.items().map(({ path }) => path)).toEqual(["/host/loads"]);
});

it("reports each end of a load once, and none that ended before", () => {
  const ended = new EndedLoads();
  const before = load("before", "complete");
  expect(ended.newlyEnded([before, load("a", "running"), load("b", "running")])).toEqual([]);
  expect(ended.newlyEnded([before, load("a", "complete"), load("b", "failed")])).toEqual([
    load("a", "complete"),
    load("b", "failed"),
  ]);
  expect(ended.newlyEnded([before, load("a", "complete"), load("b", "failed")])).toEqual([]);
  expect(ended.newlyEnded([load("a", "complete"), load("b", "running"), load("short", "complete")])).toEqual([
    load("short", "complete"),
  ]);
  expect(ended.newlyEnded([load("b", "failed")])).toEqual([load("b", "failed")]);
});
