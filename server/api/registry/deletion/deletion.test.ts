import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { failure, openTestServices, type TestServices } from "../../../testing/testServices.ts";
import type { Strategy } from "../strategy.ts";
import { createObject } from "../write/createObject.ts";
import { readExisting, type WriteRequest } from "../write/write.ts";
import type { DeleteOptions } from "./deleteOptions.ts";
import { deleteObject } from "./deletion.ts";

let services: TestServices;
beforeEach(async () => {
  services = await openTestServices();
});
afterEach(() => services.close());

const request = (strategy: Strategy = {}, dryRun = false): WriteRequest => ({
  resource: services.resource("", "v1", "configmaps"),
  subresource: "",
  context: services.write("a", dryRun),
  name: "x",
  options: {},
  strategy,
});
const create = (metadata: Partial<ApiObject["metadata"]> = {}) =>
  createObject(services, request(), {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { name: "x", namespace: "a", ...metadata },
  });
const remove = (options: Partial<DeleteOptions> = {}, strategy?: Strategy) =>
  deleteObject(services, request(strategy, options.dryRun), { dryRun: false, ...options });
const stored = (): ApiObject | undefined => readExisting(request().resource, "a", "x")?.object;

describe("deleteObject", () => {
  it("removes an object immediately without finalizers or grace period", async () => {
    const { object } = await create();
    const result = await remove();
    expect(result.removed).toBe(true);
    expect(result.object.metadata.uid).toBe(object.metadata.uid);
    expect(stored()).toBeUndefined();
    expect((await failure(() => remove())).code).toBe(404);
  });

  it("in a dry run removes nothing", async () => {
    await create();
    const revision = await services.storage.currentRevision();
    expect((await remove({ dryRun: true })).removed).toBe(true);
    expect(await services.storage.currentRevision()).toBe(revision);
    expect(stored()).toBeDefined();
  });

  it.each<[Partial<DeleteOptions>, string[], string[] | undefined]>([
    [{ propagationPolicy: "Orphan" }, [], ["orphan"]],
    [{ propagationPolicy: "Foreground" }, [], ["foregroundDeletion"]],
    [{ propagationPolicy: "Foreground" }, ["orphan"], ["foregroundDeletion"]],
    [{ propagationPolicy: "Background" }, ["orphan", "example.com/f"], ["example.com/f"]],
    [{ orphanDependents: true }, [], ["orphan"]],
    [{ orphanDependents: true }, ["foregroundDeletion"], ["orphan"]],
    [{}, ["example.com/f"], ["example.com/f"]],
    [{ propagationPolicy: "Background" }, [], undefined],
    [{ orphanDependents: false }, [], undefined],
  ])("with %j changes the finalizers from %j to %j", async (options, before, after) => {
    await create(before.length === 0 ? {} : { finalizers: before });
    const result = await remove(options);
    expect(result.removed).toBe(after === undefined);
    expect(stored()?.metadata.finalizers).toEqual(after);
    if (after !== undefined) {
      expect(result.object.metadata).toMatchObject({
        deletionTimestamp: "2026-01-02T03:04:05Z",
        deletionGracePeriodSeconds: 0,
      });
    }
  });

  it("orphans dependents by default for kinds that request it", async () => {
    await create();
    await remove({}, { defaultDeletion: "Orphan" });
    expect(stored()?.metadata.finalizers).toEqual(["orphan"]);
  });

  it("ignores the propagation policy for kinds that support none", async () => {
    const none: Strategy = { defaultDeletion: "Unsupported" };
    for (const propagationPolicy of ["Orphan", "Foreground"] as const) {
      await create();
      expect((await remove({ propagationPolicy }, none)).removed).toBe(true);
    }
    await create({ finalizers: ["foregroundDeletion", "example.com/f"] });
    expect((await remove({}, none)).object.metadata.finalizers).toEqual(["example.com/f"]);
  });

  it("changes nothing on the second call", async () => {
    await create({ finalizers: ["example.com/f"] });
    const first = await remove();
    services.clock.now += 60_000;
    expect((await remove()).object).toEqual(first.object);
  });

  const graceful: Strategy = { gracefulDeletion: (_context, _object, requested) => requested ?? 30 };

  it("returns the object as stored when no grace period is left", async () => {
    await create();
    const none: Strategy = { gracefulDeletion: () => 0 };
    expect((await remove({ propagationPolicy: "Orphan" }, none)).removed).toBe(false);
    const result = await remove({ propagationPolicy: "Background" }, none);
    expect(result.removed).toBe(true);
    expect(result.object.metadata.finalizers).toEqual(["orphan"]);
    expect(stored()).toBeUndefined();
  });

  it("sets a grace period that later deletions may shorten but not extend", async () => {
    await create();
    const first = await remove({}, graceful);
    expect(first.removed).toBe(false);
    expect(first.object.metadata).toMatchObject({
      deletionGracePeriodSeconds: 30,
      deletionTimestamp: "2026-01-02T03:04:35Z",
    });
    expect((await remove({ gracePeriodSeconds: 90 }, graceful)).object).toEqual(first.object);
    expect((await remove({ propagationPolicy: "Foreground" }, graceful)).object).toEqual(first.object);
    expect((await remove({}, { gracefulDeletion: () => 0 })).object).toEqual(first.object);
    services.clock.now += 10_000;
    const shorter = await remove({ gracePeriodSeconds: 5 }, graceful);
    expect(shorter.object.metadata).toMatchObject({
      deletionGracePeriodSeconds: 5,
      deletionTimestamp: "2026-01-02T03:04:10Z",
    });
    expect((await remove({ gracePeriodSeconds: 0 }, graceful)).removed).toBe(true);
  });

  it("increments the generation of a marked object once", async () => {
    await createObject(services, request({ tracksGeneration: true }), {
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: { name: "x", namespace: "a" },
    });
    const first = await remove({}, graceful);
    expect(first.object.metadata.generation).toBe(2);
    expect((await remove({ gracePeriodSeconds: 1 }, graceful)).object.metadata.generation).toBe(2);
  });

  it("only marks an object that its kind holds back", async () => {
    await create();
    const held: Strategy = {
      isHeld: () => true,
      terminate: (object, time) => ({ ...object, metadata: { ...object.metadata, deletionTimestamp: time } }),
    };
    const result = await remove({}, held);
    expect(result).toMatchObject({
      removed: false,
      object: { metadata: { deletionTimestamp: "2026-01-02T03:04:05Z" } },
    });
    const revision = await services.storage.currentRevision();
    expect((await remove({}, held)).removed).toBe(false);
    expect(await services.storage.currentRevision()).toBe(revision);
  });

  it("checks preconditions", async () => {
    const { object } = await create();
    const { uid, resourceVersion } = object.metadata;
    const wrong = await failure(() => remove({ preconditions: { uid: "other", resourceVersion } }));
    expect([wrong.code, wrong.message]).toEqual([
      409,
      `Operation cannot be fulfilled on ConfigMap "x": the UID in the precondition (other) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    ]);
    expect((await failure(() => remove({ preconditions: { uid, resourceVersion: "0" } }))).code).toBe(409);
    expect((await remove({ preconditions: { uid, resourceVersion } })).removed).toBe(true);
  });
});
