import { appendFile, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import { openSqliteStorage } from "../storage/sqlite/sqliteStorage.ts";
import { CompactedError, type Storage, type StorageWatch } from "../storage/storage.ts";
import { Journal, type JournalOptions } from "./journal.ts";
import { journaledStorage } from "./journaledStorage.ts";

const HOUR = 3_600_000;
const MEGABYTE = 1024 * 1024;
const PODS = "/registry/pods/";

let folder: string;
let storage: Storage;
const begun: Journal[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-journal-"));
  storage = await openSqliteStorage({ file: join(folder, "store.db"), syncs: false });
});
afterEach(async () => {
  for (const journal of begun.splice(0)) await journal.close();
  await storage.close();
  await rm(folder, { recursive: true });
});

const clock = { now: Date.parse("2026-01-02T03:04:05Z") };
const files = () => join(folder, "journal");

function begin(options: Partial<JournalOptions> = {}, identity = "one"): Journal {
  const journal = new Journal({
    folder: files(),
    storage,
    limits: { retention: 24 * HOUR, bytes: 64 * MEGABYTE },
    now: () => clock.now,
    timers: manualTimers(),
    ...options,
  });
  begun.push(journal);
  journal.start(identity);
  return journal;
}

const put = async (key: string, value: string): Promise<number> => {
  const result = await storage.commit([{ type: "put", key, value }]);
  return result.ok ? result.revision : 0;
};
const remove = async (key: string): Promise<number> => {
  const result = await storage.commit([{ type: "delete", key }]);
  return result.ok ? result.revision : 0;
};
/** Waits until a journal has written everything up to a revision. */
const reached = (journal: Journal, revision: number): Promise<void> =>
  vi.waitFor(
    async () => {
      await journal.flush();
      expect(journal.stretches.at(-1)?.to ?? 0).toBeGreaterThanOrEqual(revision);
    },
    { timeout: 20_000, interval: 5 },
  );
const pastOf = (journal: Journal) =>
  journaledStorage(storage, { journal, restored: async (values) => values, timers: manualTimers() });

describe("journal of past changes", () => {
  it("shows every state that the store has compacted, whatever was written, and also after it is reopened", async () => {
    const key = fc
      .constantFrom("pods/a/x", "pods/a/y", "pods/b/x", "minions/n", "services/specs/a/s")
      .map((k) => `/registry/${k}`);
    const change = fc.record({ key, value: fc.option(fc.string({ maxLength: 40 }), { freq: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 60 }), fc.nat(60), async (changes, restartAt) => {
        await storage.close();
        await rm(folder, { recursive: true });
        folder = await mkdtemp(join(tmpdir(), "orrery-journal-"));
        storage = await openSqliteStorage({ file: join(folder, "store.db"), syncs: false });
        // Small blocks and segments, so that there are many.
        const small = { blockBytes: 64, limits: { retention: 24 * HOUR, bytes: MEGABYTE / 32 } };
        const states = new Map<number, Map<string, string>>();
        const state = new Map<string, string>();
        let journal = begin(small);
        await vi.waitFor(() => expect(journal.stretches).toHaveLength(1), { interval: 1 });
        let last = journal.stretches[0]?.to ?? 0;
        states.set(last, new Map());
        for (const [i, { key, value }] of changes.entries()) {
          if (value === null && !state.has(key)) continue;
          last = value === null ? await remove(key) : await put(key, value);
          if (value === null) state.delete(key);
          else state.set(key, value);
          states.set(last, new Map(state));
          if (i !== restartAt) continue;
          await journal.close();
          journal = begin(small);
        }
        await reached(journal, last);
        await storage.compact(last);
        const past = pastOf(journal);
        expect(journal.stretches).toHaveLength(1);
        for (const [revision, expected] of states) {
          const all = await past.range({ prefix: "/registry/", revision });
          expect(all.items.map(({ key, value }) => [key, value])).toEqual(
            [...expected].sort(([a], [b]) => (a < b ? -1 : 1)),
          );
          const pods = [...expected]
            .filter(([name]) => name.startsWith(`${PODS}a/`))
            .sort(([a], [b]) => (a < b ? -1 : 1));
          const page = await past.range({ prefix: `${PODS}a/`, revision, limit: 1 });
          expect([page.items.map(({ key }) => key), page.more]).toEqual([
            pods.slice(0, 1).map(([name]) => name),
            pods.length > 1,
          ]);
          expect((await past.get(`${PODS}a/x`, revision))?.value).toBe(expected.get(`${PODS}a/x`));
        }
        await journal.close();
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it("answers with the latest changes before a revision, also while they wait to be written", async () => {
    const journal = begin();
    await vi.waitFor(() => expect(journal.stretches).toHaveLength(1));
    await put(`${PODS}a/x`, "v");
    const gone = await remove(`${PODS}a/x`);
    await vi.waitFor(async () => {
      const page = await journal.changes({ filter: { prefix: PODS }, before: gone + 1, limit: 9, bytes: MEGABYTE });
      expect(page.changes.map(({ revision }) => revision)).toEqual([gone - 1, gone]);
    });
  });

  it("waits for changes that it has not received from the store yet", async () => {
    let deliver = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    const slow: JournalOptions["storage"] = {
      currentRevision: () => storage.currentRevision(),
      get: (key, revision) => storage.get(key, revision),
      range: (options) => storage.range(options),
      watch(options) {
        const watch = storage.watch(options);
        const messages = async function* () {
          for await (const message of watch) {
            await held;
            yield message;
          }
        };
        return {
          requestProgress: () => watch.requestProgress(),
          close: () => watch.close(),
          [Symbol.asyncIterator]: messages,
        };
      },
    };
    const journal = begin({ storage: slow });
    await vi.waitFor(() => expect(journal.stretches).toHaveLength(1), { interval: 1 });
    const revision = await put(`${PODS}a/x`, "1");
    await put(`${PODS}a/x`, "2");
    const reading = journal.segmentAt(revision);
    const changes = journal.changes({ filter: { prefix: PODS }, before: undefined, limit: 10, bytes: MEGABYTE });
    deliver();
    expect((await (await reading).get(`${PODS}a/x`, revision))?.value).toBe("1");
    expect((await changes).changes).toHaveLength(2);
  });

  it("pages through changes from the latest backwards, each once, with the last state of deleted objects", async () => {
    const journal = begin({ blockBytes: 100 });
    await vi.waitFor(() => expect(journal.stretches).toHaveLength(1));
    const done: string[] = [];
    for (let i = 0; i < 20; i++) {
      await put(`${PODS}a/${i % 4}`, `v${i}`);
      done.push(`${i % 4} v${i}`);
      await put(`${PODS}other/${i}`, "no");
    }
    const gone = await remove(`${PODS}a/2`);
    done.push("2 was v18");
    await reached(journal, gone);
    const read: string[] = [];
    let before: number | undefined;
    do {
      const page = await journal.changes({ filter: { prefix: `${PODS}a/` }, before, limit: 6, bytes: MEGABYTE });
      expect(page.changes.length).toBeLessThanOrEqual(6);
      const told = page.changes.map(
        ({ key, kv, last }) => `${key.at(-1)} ${kv === undefined ? `was ${last?.value}` : kv.value}`,
      );
      read.unshift(...told);
      before = page.next;
    } while (before !== undefined);
    expect(read).toEqual(done);
    const one = await journal.changes({ filter: { key: `${PODS}a/2` }, limit: 100, bytes: MEGABYTE });
    expect(one.changes).toHaveLength(6);
    const small = await journal.changes({ filter: { prefix: PODS }, limit: 100, bytes: 1 });
    expect(small.changes).toHaveLength(1);
  });

  it("marks a gap where the store compacted changes before they were read, and continues after it", async () => {
    const gaps: number[] = [];
    const first = begin();
    const known = await put(`${PODS}a/x`, "known");
    await reached(first, known);
    await first.close();
    await put(`${PODS}a/x`, "missed");
    const late = await put(`${PODS}a/x`, "late");
    await storage.compact(late);
    const timers = manualTimers();
    const second = begin({ timers, onGap: (changes) => gaps.push(changes) });
    await vi.waitFor(() => expect(timers.pending()).toHaveLength(1));
    timers.advance(1000);
    await vi.waitFor(() => expect(second.stretches).toHaveLength(2));
    expect(gaps).toEqual([2]);
    const past = pastOf(second);
    expect((await past.get(`${PODS}a/x`, known))?.value).toBe("known");
    await expect(past.get(`${PODS}a/x`, late - 1)).rejects.toThrow(CompactedError);
    expect((await past.get(`${PODS}a/x`, late))?.value).toBe("late");
  });

  it("reads changes that the process had not written before it ended, as long as the store still has them", async () => {
    const first = begin();
    const known = await put(`${PODS}a/x`, "1");
    await reached(first, known);
    // The process is killed: pending changes are never written, and the last block is torn.
    const unwritten = await put(`${PODS}a/x`, "2");
    const [name = ""] = await readdir(files());
    await appendFile(join(files(), name), Buffer.from("half a blo"));
    const second = begin();
    await reached(second, unwritten);
    await storage.compact(unwritten);
    expect(second.stretches).toHaveLength(1);
    expect((await pastOf(second).get(`${PODS}a/x`, known))?.value).toBe("1");
  });

  it("discards a last block that was not completely written to disk", async () => {
    const first = begin();
    await reached(first, await put(`${PODS}a/x`, "1"));
    const length = (await stat(join(files(), (await readdir(files()))[0] ?? ""))).size;
    const last = await put(`${PODS}a/x`, "2");
    await reached(first, last);
    await first.close();
    const file = await open(join(files(), (await readdir(files()))[0] ?? ""), "r+");
    await file.write(Buffer.alloc(8, 1), 0, 8, (await file.stat()).size - 8);
    await file.close();
    const second = begin();
    await reached(second, last);
    expect(second.stretches).toHaveLength(1);
    expect(second.size).toBeGreaterThan(length);
    await storage.compact(last);
    expect((await pastOf(second).get(`${PODS}a/x`, last))?.value).toBe("2");
  });

  it("stays within its size and time limits by dropping the oldest changes first", async () => {
    const bytes = 256 * 1024;
    const journal = begin({ limits: { retention: HOUR, bytes }, blockBytes: 4096 });
    await vi.waitFor(() => expect(journal.stretches).toHaveLength(1));
    const start = journal.stretches[0]?.from ?? 0;
    const noise = () => Array.from({ length: 50 }, () => Math.random().toString(36)).join("");
    for (let i = 0; i < 1500; i++) await put(`${PODS}a/${i % 10}`, noise());
    const last = await put(`${PODS}a/last`, "x");
    await reached(journal, last);
    expect(journal.size).toBeLessThanOrEqual(bytes);
    const [stretch] = journal.stretches;
    expect(stretch?.from).toBeGreaterThan(start);
    expect((stretch?.to ?? 0) - (stretch?.from ?? 0)).toBeGreaterThan(50);
    // Each segment is deleted as a whole once its last change is too old.
    for (let hour = 0; hour < 3; hour++) {
      clock.now += 2 * HOUR;
      await reached(journal, await put(`${PODS}a/last`, `${hour}`));
      await reached(journal, await put(`${PODS}a/last`, `${hour} again`));
    }
    await reached(journal, await put(`${PODS}a/last`, "end"));
    expect(journal.stretches[0]?.since).toBeGreaterThanOrEqual(clock.now - 2 * HOUR);
  });

  it("reports when the state alone exceeds its size limit, and keeps no file", async () => {
    const troubles: unknown[] = [];
    for (let i = 0; i < 40; i++) {
      await put(`${PODS}a/${i}`, Array.from({ length: 200 }, () => Math.random().toString(36)).join(""));
    }
    const bytes = 64 * 1024;
    const journal = begin({
      limits: { retention: HOUR, bytes },
      blockBytes: 4096,
      onTrouble: (error) => troubles.push(error),
    });
    await vi.waitFor(() => expect(String(troubles[0])).toContain("quarter"));
    expect(await readdir(files())).toEqual([]);
    await journal.configure({ retention: HOUR, bytes: 64 * MEGABYTE });
    await vi.waitFor(() => expect(journal.stretches).toHaveLength(1));
    await reached(journal, await put(`${PODS}a/x`, "1"));
    expect(journal.trouble).toBeUndefined();
    expect(troubles.at(-1)).toBeUndefined();
  });

  it("deletes everything when it is disabled, and starts again when it is enabled", async () => {
    const journal = begin();
    await reached(journal, await put(`${PODS}a/x`, "1"));
    await journal.configure({ retention: 0, bytes: MEGABYTE });
    expect(await readdir(files())).toEqual([]);
    expect(journal.isOn).toBe(false);
    const missed = await put(`${PODS}a/x`, "2");
    await journal.configure({ retention: HOUR, bytes: 64 * MEGABYTE });
    await vi.waitFor(() => expect(journal.stretches[0]?.from).toBe(missed));
  });

  it("drops the changes of another store, and those of a store that was replaced or restored", async () => {
    const first = begin();
    await reached(first, await put(`${PODS}a/x`, "1"));
    await first.close();
    const other = begin({}, "two");
    await vi.waitFor(() => expect(other.stretches).toHaveLength(1));
    expect((await readdir(files())).length).toBe(1);
    const revision = await put(`${PODS}a/x`, "2");
    await reached(other, revision);
    await other.close();
    await storage.close();
    await rm(join(folder, "store.db"));
    storage = await openSqliteStorage({ file: join(folder, "store.db"), syncs: false });
    for (let i = 0; i < 5; i++) await put(`${PODS}a/other`, `${i}`);
    const again = begin({}, "two");
    await vi.waitFor(() => expect(again.stretches).toHaveLength(1));
    expect(await readdir(files())).toHaveLength(1);
    await expect(again.changes({ filter: { key: `${PODS}a/x` }, limit: 10, bytes: MEGABYTE })).resolves.toEqual({
      changes: [],
    });
  });

  it("reads from the store's history when it falls behind, so that nothing waits in memory", async () => {
    const watches: StorageWatch[] = [];
    const slow: JournalOptions["storage"] = {
      currentRevision: () => storage.currentRevision(),
      get: (...args) => storage.get(...args),
      range: (options) => storage.range(options),
      watch: (options) => {
        const watch = storage.watch(options);
        watches.push(watch);
        return watch;
      },
    };
    const large = "x".repeat(3 * MEGABYTE);
    let last = 0;
    for (let i = 0; i < 2; i++) await put(`${PODS}a/${i}`, "small");
    const journal = begin({ storage: slow, limits: { retention: HOUR, bytes: 1024 * MEGABYTE } });
    await vi.waitFor(() => expect(watches).toHaveLength(1));
    for (let i = 0; i < 16; i++) last = await put(`${PODS}a/${i}`, large + i);
    await reached(journal, last);
    expect(journal.stretches).toHaveLength(1);
    await storage.compact(last);
    expect((await pastOf(journal).get(`${PODS}a/9`, last))?.value).toBe(`${large}9`);
  });

  it("continues without a gap after the disk refused a block", async () => {
    const troubles: unknown[] = [];
    const timers = manualTimers();
    const journal = begin({ timers, onTrouble: (error) => troubles.push(error) });
    await reached(journal, await put(`${PODS}a/x`, "1"));
    const active = await journal.segmentAt(journal.stretches[0]?.to ?? 0);
    const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
    vi.spyOn(active, "addChanges").mockRejectedValueOnce(full);
    const last = await put(`${PODS}a/x`, "2");
    await vi.waitFor(async () => {
      await journal.flush();
      expect(troubles).toEqual([full]);
    });
    expect(journal.trouble).toBe(full);
    await vi.waitFor(() => expect(timers.pending().length).toBeGreaterThan(0));
    timers.advance(60_000);
    await reached(journal, last);
    expect([troubles.at(-1), journal.trouble]).toEqual([undefined, undefined]);
    await storage.compact(last);
    expect((await pastOf(journal).get(`${PODS}a/x`, last))?.value).toBe("2");
  });
});
