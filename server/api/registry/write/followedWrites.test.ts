import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { conflict } from "../../../../shared/status.ts";
import { type CommittingStorage, seenCommits } from "../../../store/cache/seenCommits.ts";
import type { CommitResult, Operation } from "../../../store/storage/storage.ts";
import { StorageError } from "../../../store/storage/storageError.ts";
import { openTestServices, type TestServices } from "../../../testing/testServices.ts";
import type { AdmissionPlugin } from "../admission/plugin.ts";
import { createObject } from "./createObject.ts";
import { updateObject } from "./updateObject.ts";
import type { WriteRequest, WriteResult } from "./write.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Waits until `count` commits were given to a store, and then long enough for unwanted further ones to appear. */
const given = async (held: readonly unknown[], count: number): Promise<void> => {
  await expect.poll(() => held.length, { interval: 1 }).toBe(count);
  for (let i = 0; i < 30; i++) await turn();
  expect(held).toHaveLength(count);
};

let services: TestServices;
let showsVersions = false;
const plugin: AdmissionPlugin = { name: "rules", handles: () => true, showsVersions: () => showsVersions };

beforeEach(async () => {
  services = await openTestServices({ plugins: [plugin] });
  showsVersions = false;
});
afterEach(() => services.close());

const request = (name: string): WriteRequest => ({
  resource: services.resource("", "v1", "configmaps"),
  subresource: "",
  context: services.write("a"),
  name,
  options: {},
  strategy: {},
});
const keyOf = (name: string): string => request(name).resource.key("a", name);
const create = (name: string) =>
  createObject(services, request(name), {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { name, namespace: "a" },
    data: {},
  });
const dataOf = (object: object): Record<string, string> => (object as { data?: Record<string, string> }).data ?? {};
const storedData = async (name: string, revision?: number): Promise<Record<string, string>> => {
  const kv = await services.storage.get(keyOf(name), revision);
  return dataOf(JSON.parse(kv?.value as string));
};

/** Adds a member to an object's data; refuses when a member of `unless` is present. */
function add(store: CommittingStorage, name: string, member: string, unless: readonly string[] = []) {
  return updateObject({ ...services, store }, request(name), {
    versioned: false,
    createIfMissing: false,
    transform: (existing) => {
      const next = structuredClone(existing?.object as ApiObject);
      const data = dataOf(next);
      const found = unless.find((one) => one in data);
      if (found !== undefined) throw conflict(request(name).resource, name, `there is ${found}`);
      return { ...next, data: { ...data, [member]: "1" } } as ApiObject;
    },
  });
}

/** A store whose answers to commits are held until the test releases each of them with an outcome. */
function heldStore() {
  const held: ((fate?: "lost" | "refused") => void)[] = [];
  const store: CommittingStorage = {
    ...services.store,
    async commit(operations: readonly Operation[]): Promise<CommitResult> {
      const result = services.store.commit(operations);
      const fate = await new Promise<"lost" | "refused" | undefined>((resolve) => held.push(resolve));
      if (fate !== undefined) throw new StorageError("unavailable", "no answer", undefined, "unknown");
      return result;
    },
  };
  return { store, held };
}

describe("Pipelined updates of one object", () => {
  it("are sent to the store before the first one completes, each based on the previous one", async () => {
    await create("x");
    const { store, held } = heldStore();
    const answers: WriteResult[] = [];
    const updates = Array.from({ length: 16 }, async (_, i) => answers.push(await add(store, "x", `m${i}`)));
    await given(held, 16);
    expect(answers).toEqual([]);
    for (const go of held) go();
    await Promise.all(updates);
    // In order of arrival, each with its own version, which shows the earlier changes and no later one.
    for (const [i, { object }] of answers.entries()) {
      expect(Object.keys(dataOf(object))).toHaveLength(i + 1);
      expect(await storedData("x", Number(object.metadata.resourceVersion))).toEqual(dataOf(object));
    }
    expect(new Set(answers.map(({ object }) => object.metadata.resourceVersion)).size).toBe(16);
    expect(services.writeQueues.size).toBe(0);
  });

  it("wait for each other if validation may depend on resource versions", async () => {
    showsVersions = true;
    await create("x");
    const { store, held } = heldStore();
    const updates = ["a", "b"].map((member) => add(store, "x", member));
    await given(held, 1);
    held[0]?.();
    await updates[0];
    await given(held, 2);
    held[1]?.();
    await Promise.all(updates);
  });

  it("are rejected or no-ops only after the updates they are based on are stored", async () => {
    await create("x");
    const { store, held } = heldStore();
    const over: string[] = [];
    const first = add(store, "x", "a");
    const refused = add(store, "x", "b", ["a"]).catch(({ code }) => over.push(`refused ${code}`));
    await given(held, 1);
    expect(over).toEqual([]);
    held[0]?.();
    await Promise.all([first, refused]);
    expect(over).toEqual(["refused 409"]);
    const second = add(store, "x", "c");
    const same = add(store, "x", "c").then((result) => {
      over.push("same");
      return result;
    });
    await given(held, 2);
    expect(over).toEqual(["refused 409"]);
    held[1]?.();
    const { resourceVersion } = (await second).object.metadata;
    expect((await same).object.metadata.resourceVersion).toBe(resourceVersion);
  });

  it("are retried from the stored object when the update they are based on fails", async () => {
    await create("x");
    const { storage } = services;
    const { store, held } = heldStore();
    // Another writer commits before the first: its guard fails, and so do those of the writes that rest on it.
    const current = await storage.get(keyOf("x"));
    const other = JSON.stringify({ ...JSON.parse(current?.value as string), data: { other: "1" } });
    const outside = storage.commit([{ type: "put", key: keyOf("x"), value: other }]);
    const updates = [add(store, "x", "a"), add(store, "x", "b", ["a"]), add(store, "x", "c")];
    const settled = Promise.allSettled(updates);
    await outside;
    let over = false;
    void settled.then(() => {
      over = true;
    });
    while (!over) {
      for (const go of held.splice(0)) go();
      await turn();
    }
    // The second refused because of a write that was never stored, so it was tried again.
    expect((await settled).map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
    expect(await storedData("x")).toEqual({ other: "1", a: "1", b: "1", c: "1" });
    expect(services.writeQueues.size).toBe(0);
  });

  it("continue when the outcome of the previous update is unknown", async () => {
    await create("x");
    const { store, held } = heldStore();
    const first = add(store, "x", "a").catch(({ outcome }) => outcome);
    const second = add(store, "x", "b");
    await given(held, 2);
    held[0]?.("lost");
    held[1]?.();
    expect(await first).toBe("unknown");
    expect(dataOf((await second).object)).toEqual({ a: "1", b: "1" });
  });
});

/** The outcome of a commit. */
type Fate = "done" | "raced" | "lost" | "refused";

it("acknowledged updates are never lost or misreported, whatever happens to their commits", {
  timeout: 60_000,
}, async () => {
  const fate = fc.constantFrom<Fate[]>("done", "done", "done", "done", "raced", "lost", "refused");
  const plan = fc.record({
    fates: fc.array(fate, { minLength: 30, maxLength: 30 }),
    delays: fc.array(fc.nat({ max: 3 }), { minLength: 10, maxLength: 10 }),
    arrivals: fc.array(fc.nat({ max: 2 }), { minLength: 2, maxLength: 12 }),
  });
  let runs = 0;
  const run = async ({ fates, delays, arrivals }: typeof plan extends fc.Arbitrary<infer T> ? T : never) => {
    const name = `p${runs++}`;
    const begun = Number((await create(name)).object.metadata.resourceVersion);
    let commits = 0;
    const { storage } = services;
    const faulty = {
      ...services.storage,
      async commit(operations: readonly Operation[]): Promise<CommitResult> {
        const number = commits++;
        const fate = fates[number];
        if (fate === "refused") throw new StorageError("full", "no room", undefined, "nothing");
        if (fate === "raced") {
          const kv = await storage.get(keyOf(name));
          const object = JSON.parse(kv?.value as string);
          const value = JSON.stringify({ ...object, data: { ...object.data, [`outside${number}`]: "1" } });
          await storage.commit([
            { type: "put", key: keyOf(name), value, guard: { modRevision: kv?.modRevision ?? 0 } },
          ]);
        }
        const result = await storage.commit(operations);
        for (let i = delays[number % delays.length] ?? 0; i > 0; i--) await turn();
        if (fate === "lost") throw new StorageError("unavailable", "no answer", undefined, "unknown");
        return result;
      },
    };
    const store = seenCommits(faulty, services.hub);
    const outcomes = await Promise.all(
      arrivals.map(async (wait, i) => {
        for (let turns = wait * i; turns > 0; turns--) await turn();
        // Every third update refuses when an earlier member is present.
        const unless = i % 3 === 2 ? [`m${i - 1}`] : [];
        return add(store, name, `m${i}`, unless).then(
          ({ object }) => ({ object }),
          (error: Error & { outcome?: string }) => ({ error }),
        );
      }),
    );
    const final = await storedData(name);
    const versions = new Set<string>();
    for (const [i, outcome] of outcomes.entries()) {
      const member = `m${i}`;
      if ("object" in outcome) {
        const version = outcome.object.metadata.resourceVersion ?? "";
        expect(versions.has(version)).toBe(false);
        versions.add(version);
        expect(await storedData(name, Number(version))).toEqual(dataOf(outcome.object));
        expect(final).toHaveProperty(member);
      } else if (outcome.error instanceof StorageError) {
        if (outcome.error.outcome === "nothing") expect(final).not.toHaveProperty(member);
      } else {
        // The member that caused the refusal is stored.
        expect(outcome.error.message).toContain(`there is m${i - 1}`);
        expect(final).toHaveProperty(`m${i - 1}`);
      }
    }
    // No write removed a member that another had added.
    let before = {};
    for (let revision = begun; revision <= (await storage.currentRevision()); revision++) {
      const now = await storedData(name, revision);
      expect(now).toMatchObject(before);
      before = now;
    }
    expect(services.writeQueues.size).toBe(0);
  };
  await fc.assert(fc.asyncProperty(plan, run), { numRuns: Number(process.env["ORRERY_MODEL_RUNS"] ?? 60) });
});
