import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { compareKeys } from "../keyOrder.ts";
import {
  type CommitResult,
  CompactedError,
  type Guard,
  type KeyValue,
  type Operation,
  type Storage,
  type StorageEvent,
} from "../storage.ts";
import { watchLog } from "../testing/suite/suiteStore.ts";
import { openSqliteStorage } from "./sqliteStorage.ts";

type State = ReadonlyMap<string, KeyValue>;

/** The store as a plain model in memory: every state and every batch of events, by revision. */
class Model {
  readonly states: State[] = [new Map(), new Map()];
  readonly batches: StorageEvent[][] = [[], []];
  compacted = 1;
  readonly #written = new WeakMap<object, number>();

  get revision(): number {
    return this.states.length - 1;
  }

  commit(operations: readonly Operation[]): CommitResult {
    const before = this.states.at(-1) ?? new Map();
    for (const [failed, { key, guard }] of operations.entries()) {
      const current = before.get(key);
      if (guard === undefined) continue;
      const holds =
        "absent" in guard
          ? current === undefined
          : "writtenAs" in guard
            ? current !== undefined && this.#written.get(guard.writtenAs) === current.modRevision
            : current?.modRevision === guard.modRevision;
      if (!holds) return { ok: false, failed, current };
    }
    const revision = this.revision + 1;
    const after = new Map(before);
    const events: StorageEvent[] = [];
    for (const operation of operations) {
      const { type, key } = operation;
      const previous = before.get(key);
      if (type === "put") {
        const kv = {
          key,
          value: operation.value,
          createRevision: previous?.createRevision ?? revision,
          modRevision: revision,
        };
        after.set(key, kv);
        if (operation.attachment !== undefined) this.#written.set(operation.attachment as object, revision);
        events.push({ type, key, revision, kv });
      } else if (previous !== undefined) {
        after.delete(key);
        events.push({ type, key, revision });
      }
    }
    if (events.length === 0) return { ok: true, revision: revision - 1 };
    this.states.push(after);
    this.batches.push(events);
    return { ok: true, revision };
  }

  range(prefix: string, after: string | undefined, revision: number): KeyValue[] {
    return [...(this.states[revision]?.values() ?? [])]
      .filter(({ key }) => key.startsWith(prefix) && (after === undefined || compareKeys(key, after) > 0))
      .sort((a, b) => compareKeys(a.key, b.key));
  }

  eventsAfter(prefix: string, after: number): StorageEvent[] {
    return this.batches.slice(after + 1).flatMap((events) => events.filter(({ key }) => key.startsWith(prefix)));
  }
}

/** A step of a run. Numbers that represent revisions are fractions of the latest revision at the time of the step. */
type Step =
  | { type: "commit"; batches: { key: string; kind: "put" | "delete"; guard: number; value: string }[][] }
  | { type: "compact"; at: number }
  | { type: "read"; at: number; prefix: string; after: string | undefined; limit: number | undefined }
  | { type: "reopen" };

const key = fc.constantFrom("a", "a/b", "a/\u{10ffff}", "a/\uffff", "a/😀", "a0", "b/a", "b/é", "b/ê", "c");
const prefix = fc.constantFrom("", "a", "a/", "b/", "b/é", "d", "a/\u{10ffff}");
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const operation = fc.record({
  key,
  kind: fc.constantFrom<("put" | "delete")[]>("put", "put", "delete"),
  guard: fc.nat({ max: 7 }),
  value: fc.string({ maxLength: 8, unit: fc.constantFrom("x", "ü", "😀", '"') }),
});
const batch = fc.uniqueArray(operation, { selector: ({ key }) => key, maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant("commit" as const), batches: fc.array(batch, { maxLength: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("compact" as const), at: fraction }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("read" as const),
      at: fraction,
      prefix,
      after: fc.option(key, { nil: undefined }),
      limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: "reopen" as const }) },
);

/** Usually no guard; otherwise one that may hold: absent, the present revision, or one that is off by some. */
function guardFor(choice: number, current: KeyValue | undefined): Guard | undefined {
  if (choice === 0) return { absent: true };
  if (choice === 1) return { modRevision: current?.modRevision ?? 5 };
  if (choice === 2) return { modRevision: (current?.modRevision ?? 3) - 1 };
  return undefined;
}

describe("SQLite engine compared with an in-memory model", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "sqlite-model-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let stores = 0;

  async function take(step: Step, storage: Storage, model: Model): Promise<void> {
    const pick = (at: number) => model.compacted + Math.floor(at * (model.revision - model.compacted));
    if (step.type === "commit") {
      const batches = step.batches.map((batch) =>
        batch.map(({ key, kind, guard, value }): Operation => {
          const stated = { guard: guardFor(guard, model.states.at(-1)?.get(key)) };
          return kind === "put" ? { type: kind, key, value, ...stated } : { type: kind, key, ...stated };
        }),
      );
      const results = await Promise.all(batches.map((operations) => storage.commit(operations)));
      expect(results).toEqual(batches.map((operations) => model.commit(operations)));
    } else if (step.type === "compact") {
      await storage.compact(pick(step.at));
      model.compacted = pick(step.at);
    } else if (step.type === "read") {
      const revision = pick(step.at);
      const wanted = model.range(step.prefix, step.after, revision);
      const { prefix, after, limit } = step;
      const range = { prefix, revision, ...(after === undefined ? {} : { after }) };
      expect(await storage.range(limit === undefined ? range : { ...range, limit })).toEqual({
        items: wanted.slice(0, limit),
        revision,
        more: limit !== undefined && wanted.length > limit,
      });
      expect(await storage.count(range)).toBe(wanted.length);
      for (const { key } of wanted) expect(await storage.get(key, revision)).toEqual(model.states[revision]?.get(key));
      const expected = model.eventsAfter(prefix, revision);
      const replayed = watchLog(storage, revision, prefix);
      expect((await replayed.upTo(expected.at(-1)?.revision ?? 0)).events).toEqual(expected);
      replayed.close();
    }
    expect(await storage.currentRevision()).toBe(model.revision);
    expect(() => storage.assertReadable(model.compacted)).not.toThrow();
    expect(() => storage.assertReadable(model.compacted - 1)).toThrow(CompactedError);
  }

  it("both agree after any sequence of commits, compactions, reads and reopenings", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), prefix, async (steps, watched) => {
        const file = path.join(folder, `${stores++}.db`);
        const model = new Model();
        const live: StorageEvent[] = [];
        let storage = await openSqliteStorage({ file, syncs: false });
        let watch = watchLog(storage, 1, watched);
        const close = async () => {
          await storage.close();
          await watch.over();
          live.push(...watch.events);
        };
        try {
          for (const step of steps) {
            if (step.type === "reopen") {
              await close();
              storage = await openSqliteStorage({ file, syncs: false });
              watch = watchLog(storage, storage.currentRevision(), watched);
            }
            await take(step, storage, model);
          }
        } finally {
          await close();
        }
        expect(live).toEqual(model.eventsAfter(watched, 1));
      }),
      { numRuns: Number(process.env["ORRERY_MODEL_RUNS"] ?? 60) },
    );
  });
});
