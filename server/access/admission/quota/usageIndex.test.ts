import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { formatQuantity, parseQuantity } from "../../../../shared/quantity.ts";
import { awaited } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { type MemoryReader, memoryReader } from "../../authorization/testing/memoryReader.ts";
import { inScope, type ScopeSelector } from "./quotaScopes.ts";
import { addUsage, type Usage, usageOf } from "./quotaUsage.ts";
import { followUsage } from "./usageIndex.ts";

const PODS = { group: "", resource: "pods" };
const vocabulary = createVocabulary();
const usage = (resource: typeof PODS, object: ApiObject): Usage => usageOf(resource, object, vocabulary);
const pod = (name: string, cpu: number, parts: object = {}): ApiObject => ({
  metadata: { name, namespace: "n", uid: `${name}-uid` },
  spec: { containers: [{ name: "c", resources: { requests: { cpu: `${cpu}m` } } }], ...parts },
});
const SCOPES: ScopeSelector[][] = [[], [{ scopeName: "Terminating", operator: "Exists" }]];
const texts = (amounts: Usage): Record<string, string> =>
  Object.fromEntries(
    [...amounts].filter(([, { digits }]) => digits !== 0n).map(([name, amount]) => [name, formatQuantity(amount)]),
  );

/** Number of objects for which work that grows with its square would exceed the time limit of a test. */
const MANY = 20_000;

describe("followUsage", () => {
  const letter = fc.constantFrom("a", "b", "c");
  const step = fc.oneof(
    fc.tuple(letter, fc.nat(3), fc.boolean(), fc.boolean()).map(([name, cpu, ends, done]) => (reader: MemoryReader) => {
      const phase = done ? "Succeeded" : "Running";
      reader.put(PODS, { ...pod(name, cpu, ends ? { activeDeadlineSeconds: 1 } : {}), status: { phase } });
    }),
    letter.map((name) => (reader: MemoryReader) => reader.remove(PODS, "n", name)),
  );

  it("returns the same as a full count despite changes before, during and after it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step), fc.array(step), fc.array(step), async (before, meanwhile, after) => {
        const reader = memoryReader();
        for (const run of before) run(reader);
        const changes = [...meanwhile];
        // As with large objects: other changes may happen before each of the objects that existed at the start.
        const slow: MemoryReader = {
          ...reader,
          *eachInSteps(resource, namespace, take) {
            for (const object of [...reader.list(resource, namespace)]) {
              yield* awaited(Promise.resolve());
              changes.shift()?.(reader);
              take(object);
            }
          },
        };
        const index = followUsage(slow, vocabulary, () => 0);
        const check = async (): Promise<void> => {
          await Promise.all(SCOPES.map((scopes) => index.used(PODS, "n", scopes)));
          for (const scopes of SCOPES) {
            const objects = [...reader.list(PODS, "n")].filter((object) => inScope(scopes, PODS, object));
            const counted = objects.reduce<Usage>((sum, object) => addUsage(sum, usage(PODS, object)), new Map());
            expect(texts(await index.used(PODS, "n", scopes))).toEqual(texts(counted));
          }
        };
        await check();
        for (const run of after) run(reader);
        await check();
      }),
    );
  });

  it("counts very many objects of as many classes", async () => {
    const claims = { group: "", resource: "persistentvolumeclaims" };
    const reader = memoryReader();
    const claim = (i: number): ApiObject => ({
      metadata: { name: `c${i}`, namespace: "n", uid: `uid-${i}` },
      spec: { storageClassName: `class-${i}`, resources: { requests: { storage: "1" } } },
    });
    for (let i = 0; i < MANY; i++) reader.put(claims, claim(i));
    const index = followUsage(reader, vocabulary, () => 0);
    expect(texts(await index.used(claims, "n", []))).toMatchObject({ "requests.storage": "20k" });
    for (let i = 1; i < MANY; i++) reader.remove(claims, "n", `c${i}`);
    for (let i = 0; i < MANY; i++) index.reserve(claims, "n", claim(MANY + i));
    const used = await index.used(claims, "n", []);
    expect(used.size).toBe(3 + 2 * (MANY + 1));
    expect(texts(used)).toMatchObject({ persistentvolumeclaims: "20001", "requests.storage": "20001" });
  });

  it("counts overdue terminating pods only as stored objects until they are deleted", async () => {
    const reader = memoryReader();
    const end = Date.parse("2026-01-01T00:00:30Z");
    let now = end;
    const leaving = (name: string): ApiObject => {
      const { metadata, ...rest } = pod(name, 5);
      const deletion = { deletionTimestamp: "2026-01-01T00:00:30Z", deletionGracePeriodSeconds: 30 };
      return { ...rest, metadata: { ...metadata, ...deletion } };
    };
    reader.put(PODS, pod("a", 1));
    reader.put(PODS, leaving("b"));
    const index = followUsage(reader, vocabulary, () => now);
    const used = async () => texts(await index.used(PODS, "n", []));
    expect(await used()).toMatchObject({ "count/pods": "2", pods: "2", cpu: "6m" });
    reader.put(PODS, leaving("a"));
    now = end + 30_000;
    expect(await used()).toMatchObject({ "count/pods": "2", pods: "2", cpu: "10m" });
    now += 1;
    expect(await used()).toEqual({ "count/pods": "2" });
    reader.remove(PODS, "n", "b");
    expect(await used()).toEqual({ "count/pods": "1" });
  });

  it("recounts after its cache is invalidated during a count", async () => {
    const reader = memoryReader();
    reader.put(PODS, pod("a", 1));
    reader.put(PODS, pod("b", 1));
    let rounds = 0;
    const slow: MemoryReader = {
      ...reader,
      *eachInSteps(resource, namespace, take) {
        rounds += 1;
        for (const object of [...reader.list(resource, namespace)]) {
          yield* awaited(Promise.resolve());
          if (rounds === 1) {
            const spec = { hard: { pods: object.metadata.name } };
            reader.put({ group: "", resource: "resourcequotas" }, { metadata: { name: "q", namespace: "n" }, spec });
            reader.remove(PODS, "n", "a");
          }
          take(object);
        }
      },
    };
    const index = followUsage(slow, vocabulary, () => 0);
    expect(texts(await index.used(PODS, "n", []))["pods"]).toBe("1");
    expect(rounds).toBe(2);
  });

  it("counts a namespace once until one of its quotas changes", async () => {
    const reader = memoryReader();
    let lists = 0;
    const counting = {
      ...reader,
      eachInSteps: (...args: Parameters<MemoryReader["eachInSteps"]>) => {
        lists += 1;
        return reader.eachInSteps(...args);
      },
    };
    const index = followUsage(counting, vocabulary, () => 0);
    const quota = (spec: object, status: object = {}) =>
      reader.put({ group: "", resource: "resourcequotas" }, { metadata: { name: "q", namespace: "n" }, spec, status });
    quota({ hard: {} });
    for (let i = 0; i < 5; i++) {
      reader.put(PODS, pod(`p${i}`, 1));
      await index.used(PODS, "n", []);
    }
    quota({ hard: {} }, { used: { pods: "1" } });
    await index.used(PODS, "n", []);
    expect(lists).toBe(1);
    quota({ hard: { pods: "1" } });
    expect(texts(await index.used(PODS, "n", []))).toMatchObject({ pods: "5" });
    expect(lists).toBe(2);
  });

  it("notifies when counted usage is freed", async () => {
    const reader = memoryReader();
    const index = followUsage(reader, vocabulary, () => 0);
    const freed: string[] = [];
    const end = index.onFreed((namespace) => freed.push(namespace));
    reader.put(PODS, pod("early", 1));
    reader.remove(PODS, "n", "early");
    await index.used(PODS, "n", []);
    reader.put(PODS, pod("a", 1));
    reader.put(PODS, pod("a", 2));
    expect(freed).toEqual([]);
    reader.put(PODS, pod("a", 1));
    expect(freed).toEqual(["n"]);
    reader.put(PODS, { ...pod("a", 1), status: { phase: "Failed" } });
    reader.remove(PODS, "n", "a");
    expect(freed).toEqual(["n", "n", "n"]);
    end();
    reader.put(PODS, pod("b", 1));
    reader.remove(PODS, "n", "b");
    expect(freed).toHaveLength(3);
  });

  it("counts admitted objects until they appear or their reservation expires", async () => {
    const reader = memoryReader();
    const clock = { now: 0, wall: 0 };
    const index = followUsage(reader, vocabulary, () => clock.wall, { steady: () => clock.now });
    const pods = async (): Promise<string | undefined> => texts(await index.used(PODS, "n", []))["pods"];
    index.reserve(PODS, "n", pod("a", 1));
    index.reserve(PODS, "n", pod("b", 1));
    expect(await pods()).toBe("2");
    reader.put(PODS, pod("a", 1));
    expect(await pods()).toBe("2");
    index.reserve(PODS, "n", pod("a", 1));
    expect(await pods()).toBe("2");
    clock.wall = 3600_000;
    expect(await pods()).toBe("2");
    clock.wall = -3600_000;
    clock.now = 3000;
    expect(await pods()).toBe("1");
    expect(parseQuantity("1").digits).toBe(1n);
  });
});
