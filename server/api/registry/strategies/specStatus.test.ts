import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { fakeContext } from "../../resources/testing/fakeContext.ts";
import { generationStrategy, specStatusStrategy, statusStrategy } from "./specStatus.ts";

const object = (spec: unknown, status: unknown, metadata: ApiObject["metadata"] = { name: "a" }): ApiObject => ({
  metadata,
  spec,
  status,
});

describe("specStatusStrategy", () => {
  const strategy = specStatusStrategy({}, { emptyStatus: { replicas: 0 } });

  test("create drops the client's status and sets a new empty status each time", () => {
    const first = object({}, { replicas: 9 });
    const second = object({}, undefined);
    strategy.prepareForCreate?.(fakeContext(), first);
    strategy.prepareForCreate?.(fakeContext(), second);
    expect(first["status"]).toEqual({ replicas: 0 });
    expect(first["status"]).not.toBe(second["status"]);
  });

  test("update keeps the stored status and increments the generation only for spec changes", () => {
    const old = object({ a: 1 }, { replicas: 3 }, { name: "a", generation: 4 });
    const same = object({ a: 1 }, { replicas: 7 }, { name: "a", generation: 4, labels: { x: "y" } });
    strategy.prepareForUpdate?.(fakeContext(), same, old);
    expect(same["status"]).toEqual({ replicas: 3 });
    expect(same.metadata.generation).toBe(4);
    const changed = object({ a: 2 }, {}, { name: "a", generation: 4 });
    strategy.prepareForUpdate?.(fakeContext(), changed, old);
    expect(changed.metadata.generation).toBe(5);
  });

  test("a kind without generation never gets one", () => {
    const plain = specStatusStrategy({}, { tracksGeneration: false });
    const next = object({ a: 2 }, {});
    plain.prepareForUpdate?.(fakeContext(), next, object({ a: 1 }, {}));
    expect(next.metadata.generation).toBeUndefined();
    expect(plain.tracksGeneration).toBe(false);
  });
});

describe("generationStrategy", () => {
  test("increments the generation for every change outside metadata", () => {
    const next: ApiObject = { metadata: { name: "p", generation: 1 }, value: 1, description: "new" };
    generationStrategy({}).prepareForUpdate?.(fakeContext(), next, {
      metadata: { name: "p", generation: 1 },
      value: 1,
      description: "old",
    });
    expect(next.metadata.generation).toBe(2);
  });
});

describe("statusStrategy", () => {
  const old = object({ a: 1 }, { n: 1 }, { name: "a", labels: { keep: "1" }, annotations: { keep: "1" } });
  const write = (metadata: "free" | "labels" | "reset"): ApiObject => {
    const next = object({ a: 2 }, { n: 2 }, { name: "a", labels: { new: "1" }, annotations: { new: "1" } });
    next["extra"] = true;
    statusStrategy({}, { metadata }).prepareForUpdate?.(fakeContext(), next, old);
    return next;
  };

  test("keeps everything but the status", () => {
    const next = write("free");
    expect(next["spec"]).toEqual({ a: 1 });
    expect(next["status"]).toEqual({ n: 2 });
    expect(next).not.toHaveProperty("extra");
    expect(next.metadata.labels).toEqual({ new: "1" });
  });

  test("keeps labels or all metadata, as configured", () => {
    expect(write("labels").metadata).toMatchObject({ labels: { keep: "1" }, annotations: { new: "1" } });
    expect(write("reset").metadata).toMatchObject({ labels: { keep: "1" }, annotations: { keep: "1" } });
  });

  test("ignores changes of system metadata where the metadata stays as a whole", () => {
    const sent = { name: "a", uid: "other", creationTimestamp: null, resourceVersion: "8", managedFields: [{}] };
    const next = object({}, { n: 2 }, sent as unknown as ApiObject["metadata"]);
    const stored = object({}, { n: 1 }, { name: "a", uid: "own", labels: { keep: "1" }, resourceVersion: "7" });
    statusStrategy({}, { metadata: "whole" }).prepareForUpdate?.(fakeContext(), next, stored);
    expect(next.metadata).toEqual({
      name: "a",
      uid: "own",
      labels: { keep: "1" },
      resourceVersion: "8",
      managedFields: [{}],
    });
  });
});
