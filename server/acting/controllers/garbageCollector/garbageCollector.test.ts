import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import { ApiError, conflict } from "../../../../shared/status.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { type ManualTimers, manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { EventRecorder } from "../../events/eventRecorder.ts";
import { type MemoryClient, memoryClient, served } from "../../testing/memoryClient.ts";
import { until } from "../../testing/until.ts";
import type { RunningController } from "../controller.ts";
import { garbageCollector } from "./garbageCollector.ts";

let client: MemoryClient;
let timers: ManualTimers;
let errors: unknown[];
let collector: RunningController;

function start(): void {
  timers = manualTimers();
  errors = [];
  const now = (): number => Date.parse("2026-01-02T03:04:05Z");
  const onError = (error: unknown): void => void errors.push(error);
  const recorder = new EventRecorder({ client, component: "garbage-collector-controller", now, onError });
  collector = garbageCollector({ client, timers, recorder, vocabulary: createVocabulary(), now, onError });
}
const resources = [
  served("", "configmaps", "ConfigMap"),
  served("", "nodes", "Node", false),
  served("", "events", "Event"),
  { ...served("", "readonlies", "Readonly"), verbs: ["get", "list", "watch"] },
];
beforeEach(() => {
  client = memoryClient(resources);
});
afterEach(() => collector.stop());

const maps = (name?: string) => ({ group: "", version: "v1", resource: "configmaps", namespace: "n", name });
const reference = (owner: ApiObject | string, parts: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  ...(typeof owner === "string"
    ? { name: owner, uid: `u-${owner}` }
    : { name: owner.metadata.name ?? "", uid: owner.metadata.uid ?? "" }),
  ...parts,
});
const make = (name: string, owners: OwnerReference[] = [], metadata: ApiObject["metadata"] = {}): Promise<ApiObject> =>
  client.create(maps(), { metadata: { name, ownerReferences: owners, ...metadata } });
const present = async (): Promise<string[]> =>
  (await client.list(maps())).items.map(({ metadata }) => metadata.name ?? "").sort();
const writes = (): string[] => client.calls.map(({ verb, ref }) => `${verb} ${ref.name ?? ref.resource}`);

describe("Garbage collector", () => {
  it("deletes nothing before its caches have synced, then reads only the necessary objects", async () => {
    const owner = await make("z-owner");
    await make("a-dependent", [reference(owner)]);
    start();
    await collector.settled();
    expect([await present(), writes()]).toEqual([
      ["a-dependent", "z-owner"],
      ["create configmaps", "create configmaps"],
    ]);
  });

  it("retries after failures with the same result", async () => {
    await make("lost", [reference("nobody")]);
    client.failNext("delete", new ApiError(500, "InternalError", "not now"), 2);
    start();
    await until(async () => {
      timers.advance(1000);
      return (await present()).length === 0;
    });
    expect(errors).toHaveLength(2);
  });

  it("limits the retries of all objects together", async () => {
    for (let i = 0; i < 150; i++) await make(`d${i}`, [reference("gone")]);
    client.failNext("delete", new ApiError(403, "Forbidden", "kept"), 1000);
    start();
    const attempts = (): number => writes().filter((write) => write.startsWith("delete")).length;
    await until(() => attempts() === 150);
    await collector.settled();
    // A hundred at once, then ten in each second.
    timers.advance(1000);
    await collector.settled();
    expect(attempts()).toBe(150 + 110);
  });

  it("deletes an object that changed concurrently if its owners are the same", async () => {
    await make("lost", [reference("nobody")]);
    client.failNext("delete", conflict(maps(), "lost", "the object has been modified"));
    start();
    await until(async () => (await present()).length === 0);
    expect(writes().filter((write) => write === "delete lost")).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  it("recomputes a patch after a conflict", async () => {
    const owner = await make("owner");
    await make("half", [reference("nobody"), reference(owner)]);
    client.failNext("patch", conflict(maps(), "half", "the object has been modified"), 2);
    start();
    await until(async () => (await client.get(maps("half"))).metadata.ownerReferences?.length === 1);
    expect([writes().slice(2), errors]).toEqual([["patch half", "patch half", "patch half"], []]);
  });

  it("rechecks an existing owner whose resource it does not watch", async () => {
    const readonlies = { group: "", version: "v1", resource: "readonlies", namespace: "n" };
    const owner = await client.create(readonlies, { metadata: { name: "r" } });
    await make("d", [reference(owner, { kind: "Readonly" })]);
    start();
    await collector.settled();
    expect([await present(), errors, timers.pending()]).toEqual([["d"], [], [5]]);
    await client.delete({ ...readonlies, name: "r" });
    timers.advance(20);
    await until(async () => (await present()).length === 0);
  });

  it("ignores events and owner references to kinds that are not served", async () => {
    await client.create(
      { ...maps(), resource: "events" },
      { metadata: { name: "e", ownerReferences: [reference("x")] } },
    );
    await make("d", [reference("x", { apiVersion: "gone.example.com/v1" })]);
    start();
    await collector.settled();
    expect(await present()).toEqual(["d"]);
    expect((await client.list({ ...maps(), resource: "events" })).items).toHaveLength(1);
    expect([writes().slice(2), errors, timers.pending()]).toEqual([[], [], []]);
  });

  it("does not retry an invalid owner reference of a cluster-scoped object", async () => {
    const owner = await make("owner");
    const node = { metadata: { name: "node", ownerReferences: [reference(owner, { uid: "u-other" })] } };
    await client.create({ group: "", version: "v1", resource: "nodes" }, node);
    start();
    await collector.settled();
    expect([errors, timers.pending(), writes().slice(2)]).toEqual([[], [], []]);
  });

  it("orphans all dependents in batches before it deletes the owner", async () => {
    const owner = await make("owner");
    for (let i = 0; i < 45; i++) await make(`d${i}`, [reference(owner)]);
    start();
    await collector.settled();
    await client.delete(maps("owner"), { propagationPolicy: "Orphan" });
    await until(async () => (await present()).length === 45);
    for (const { metadata } of (await client.list(maps())).items) expect(metadata.ownerReferences).toBeUndefined();
    expect(writes().at(-1)).toBe("patch owner");
  });

  it("orphans the other dependents when one cannot be written", async () => {
    const owner = await make("owner");
    for (let i = 0; i < 45; i++) await make(`d${i}`, [reference(owner)]);
    start();
    await collector.settled();
    client.failNext("patch", new ApiError(403, "Forbidden", "kept"));
    await client.delete(maps("owner"), { propagationPolicy: "Orphan" });
    const bound = async (): Promise<number> =>
      (await client.list(maps())).items.filter(({ metadata }) => metadata.ownerReferences !== undefined).length;
    // The owner has an empty list of references, and waits.
    await until(async () => (await bound()) === 2);
    expect(await present()).toContain("owner");
    timers.advance(60_000);
    await until(async () => (await present()).length === 45);
    expect(await bound()).toBe(0);
  });
});

/** A sequence of operations on numbered objects. Owner numbers without an object are missing owners. */
interface Story {
  readonly owners: readonly (readonly { readonly owner: number; readonly block: boolean }[])[];
  readonly deletions: readonly { readonly target: number; readonly policy: "Background" | "Foreground" | "Orphan" }[];
}

/**
 * The model of the rules: an object that had owners and has none left is deleted; one that keeps an owner loses the
 * references to the missing ones.
 */
class Model {
  readonly owners = new Map<number, Set<number>>();

  constructor(story: Story) {
    for (const [subject, list] of story.owners.entries()) this.owners.set(subject, new Set(list.map((o) => o.owner)));
    this.settle();
  }

  delete(target: number, policy: Story["deletions"][number]["policy"]): void {
    if (!this.owners.delete(target)) return;
    if (policy === "Orphan") for (const owners of this.owners.values()) owners.delete(target);
    else this.settle();
  }

  private settle(): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (const [subject, owners] of this.owners) {
        if (owners.size === 0 || [...owners].some((owner) => this.owners.has(owner))) continue;
        this.owners.delete(subject);
        changed = true;
      }
    }
    for (const owners of this.owners.values()) {
      for (const owner of owners) if (!this.owners.has(owner)) owners.delete(owner);
    }
  }

  state(): Record<string, string[]> {
    return Object.fromEntries(
      [...this.owners].map(([subject, owners]) => [`o${subject}`, [...owners].map(nameOf).sort()]),
    );
  }
}
const nameOf = (subject: number): string => `o${subject}`;

const SIZE = 7;
const story: fc.Arbitrary<Story> = fc.record({
  owners: fc.array(
    // One number more than there are objects, for owners that never existed.
    fc.uniqueArray(fc.record({ owner: fc.nat(SIZE), block: fc.boolean() }), { maxLength: 3, selector: (o) => o.owner }),
    { minLength: SIZE, maxLength: SIZE },
  ),
  deletions: fc.array(
    fc.record({
      target: fc.nat(SIZE - 1),
      policy: fc.constantFrom("Background" as const, "Foreground" as const, "Orphan" as const),
    }),
    { maxLength: 4 },
  ),
});

async function actual(): Promise<Record<string, string[]>> {
  const { items } = await client.list(maps());
  return Object.fromEntries(
    items.map(({ metadata }) => [metadata.name, (metadata.ownerReferences ?? []).map(({ name }) => name).sort()]),
  );
}

async function settlesAs(model: Model): Promise<void> {
  const wanted = JSON.stringify(Object.entries(model.state()).sort());
  let seen = "";
  try {
    await until(async () => {
      timers.advance(60_000);
      await collector.settled();
      seen = JSON.stringify(Object.entries(await actual()).sort());
      return seen === wanted;
    }, 300);
  } catch {
    expect(seen).toBe(wanted);
  }
}

it("reaches the specified final state for random ownership graphs, including cycles", async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.boolean(), async (told, early) => {
      client = memoryClient(resources);
      if (early) start();
      const objects: ApiObject[] = [];
      for (let i = 0; i < SIZE; i++) objects.push(await make(nameOf(i)));
      for (const [subject, list] of told.owners.entries()) {
        const owners = list.map(({ owner, block }) =>
          reference(objects[owner] ?? nameOf(owner), block ? { blockOwnerDeletion: true } : {}),
        );
        await client.patch(maps(nameOf(subject)), { metadata: { ownerReferences: owners } }).catch(() => undefined);
      }
      if (!early) start();
      const model = new Model(told);
      await settlesAs(model);
      for (const { target, policy } of told.deletions) {
        model.delete(target, policy);
        await client.delete(maps(nameOf(target)), { propagationPolicy: policy }).catch(() => undefined);
        await settlesAs(model);
      }
      expect(errors).toEqual([]);
      await collector.stop();
    }),
    { numRuns: 150 },
  );
}, 60_000);
