import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { CacheHub } from "../../cache/cacheHub.ts";
import { createKeyLayout } from "../keyLayout.ts";
import { openSqliteStorage } from "../sqlite/sqliteStorage.ts";
import { contraryStore } from "./contraryStore.ts";
import { describeStorage } from "./storageSuite.ts";

const folder = mkdtempSync(join(tmpdir(), "contrary-"));
afterAll(() => rmSync(folder, { recursive: true }));
let stores = 0;
const open = (clock: object = {}) =>
  openSqliteStorage({ file: join(folder, `${stores++}.db`), syncs: false, ...clock });

for (const seed of [1, 2, 3]) {
  describeStorage(`contrary, seed ${seed}`, async (clock) => contraryStore(await open(clock), { seed }));
}

it("loses responses to commits that it has applied, and reports their outcome as unknown", async () => {
  const inner = await open();
  const storage = contraryStore(inner, { lostAnswers: 1 });
  const commit = storage.commit([{ type: "put", key: "/a", value: "1" }]);
  await expect(commit).rejects.toMatchObject({ fault: "unavailable", outcome: "unknown" });
  expect((await inner.get("/a"))?.value).toBe("1");
  await storage.close();
});

it.each([
  ["interrupts its watches", 0],
  ["interrupts its watches and loses history", 0.3],
])("caches over it finally show what is stored, when it %s", async (_name, forgets) => {
  const inner = await open();
  const storage = contraryStore(inner, { seed: 7, forgets });
  const ends: string[] = [];
  const hub = new CacheHub(storage, {
    now: () => 0,
    retention: 60_000,
    onFollowerError: (error) => {
      throw error;
    },
    onInterrupted: ({ reason }) => ends.push(reason),
  });
  await hub.start();
  const place = { group: "", resource: "configmaps" };
  const known = new Map<string, string>();
  hub.follow(place, ({ type, object }) => {
    const name = object.metadata.name ?? "";
    if (type === "deleted") known.delete(name);
    else known.set(name, object.metadata.resourceVersion ?? "");
  });
  for (let i = 0; i < 400; i++) {
    const name = `m${i % 17}`;
    const key = `${createKeyLayout().prefixOf(place)}dev/${name}`;
    const value = JSON.stringify({ kind: "ConfigMap", apiVersion: "v1", metadata: { name, i } });
    void storage.commit([i % 5 === 4 ? { type: "delete", key } : { type: "put", key, value }]);
    if (i % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const last = await storage.commit([
    { type: "put", key: `${createKeyLayout().prefixOf(place)}dev/last`, value: LAST },
  ]);
  if (!last.ok) throw new Error("a guard did not hold");
  expect(await hub.waitFor(last.revision, 20_000)).toBe(true);
  const { items } = await inner.range({ prefix: createKeyLayout().prefixOf(place) });
  const stored = items.map(({ key, modRevision }) => [key.split("/").at(-1), String(modRevision)]);
  expect([...hub.list(place)].map(({ metadata }) => [metadata.name, metadata.resourceVersion])).toEqual(stored);
  expect([...known].sort()).toEqual(stored.sort());
  expect(ends.length).toBeGreaterThan(3);
  expect(ends.includes("compacted")).toBe(forgets > 0);
  hub.stop();
  await storage.close();
});

const LAST = JSON.stringify({ kind: "ConfigMap", apiVersion: "v1", metadata: { name: "last" } });
