import { describe, expect, it } from "vitest";
import { atOnce, finished } from "../../../shared/steps.ts";
import type { KeyValue } from "../storage/storage.ts";
import { CachedObject } from "./cachedObject.ts";
import { ResourceCache } from "./resourceCache.ts";
import { UnreadableError } from "./unreadable.ts";

const encoded = (object: CachedObject, text: string): Buffer =>
  atOnce(object.encodedInSteps("json", () => finished(Buffer.from(text))));

const PREFIX = "/registry/secrets/";
const kv = (name: string, modRevision: number, more: Partial<KeyValue> = {}): KeyValue => ({
  key: `${PREFIX}default/${name}`,
  value: JSON.stringify({ kind: "Secret", apiVersion: "v1", metadata: { name } }),
  createRevision: modRevision,
  modRevision,
  ...more,
});
const cached = (name: string, revision: number, more?: Partial<KeyValue>) => new CachedObject(kv(name, revision, more));
const locked = { value: "", unreadable: "no matching prefix found" };
const raise = (error: unknown): never => {
  throw error;
};
const recheck = (cache: ResourceCache, value: KeyValue): void => atOnce(cache.recheck(value));
const newCache = () => new ResourceCache(PREFIX, 10, { now: () => 0, retention: 1000, onFollowerError: raise });

describe("an object that cannot be read", () => {
  it.each([
    ["cannot be decrypted", locked, "untransformable", "no matching prefix found"],
    [
      "is not JSON",
      { value: '{"kind":' },
      "undecodable",
      "couldn't get version/kind; json parse error: unexpected end of JSON input",
    ],
    ["is not an object", { value: "[]" }, "undecodable", "Object 'Kind' is missing in the stored value"],
    ["has no kind", { value: '{"metadata":{}}' }, "undecodable", "Object 'Kind' is missing in the stored value"],
    [
      "has no metadata",
      { value: '{"kind":"Secret"}' },
      "undecodable",
      "Object 'metadata' is missing in the stored value",
    ],
  ])("is reported as unreadable: its value %s", (_, more, kind, message) => {
    const object = cached("a", 7, more);
    expect(object.failure).toMatchObject({ kind, message, key: `${PREFIX}default/a`, revision: 7 });
    expect(object.known).toBeUndefined();
    expect(() => object.object).toThrow(UnreadableError);
    expect(() => encoded(object, "")).toThrow(UnreadableError);
  });

  it("keeps its last readable state", () => {
    const object = cached("a", 7);
    encoded(object, "old");
    object.markUnreadable(new UnreadableError("untransformable", "gone", { key: object.key, revision: 7 }));
    expect(object.known?.metadata).toEqual({ name: "a", resourceVersion: "7" });
    expect(object.asLastReadable().object).toEqual(object.known);
    expect(object.asLastReadable().revision).toBe(7);
    expect(() => object.object).toThrow("gone");
    expect(() => encoded(object, "new")).toThrow("gone");
  });
});

describe("the cache of a resource with unreadable objects", () => {
  it("is incomplete while it has any", () => {
    const cache = newCache();
    cache.load(kv("a", 3));
    expect(cache.complete).toBe(true);
    const other = newCache();
    other.load(kv("a", 3));
    other.load(kv("b", 4, locked));
    expect(other.complete).toBe(false);
  });

  it("notifies followers once when an unreadable object becomes readable", () => {
    const cache = newCache();
    cache.load(kv("a", 3));
    cache.load(kv("b", 4, locked));
    const found: (string | undefined)[] = [];
    cache.follow({ onEvent: () => undefined, onFound: ({ metadata }) => found.push(metadata.name) });
    recheck(cache, kv("b", 4, locked));
    expect(found).toEqual([]);
    for (const name of ["a", "b", "b"]) recheck(cache, kv(name, name === "a" ? 3 : 4));
    expect(found).toEqual(["b"]);
  });

  it("notifies followers when an unreadable object is deleted, and is complete again", () => {
    const cache = newCache();
    cache.load(kv("b", 4, locked));
    expect(cache.complete).toBe(false);
    const told: unknown[] = [];
    cache.follow({
      onEvent: (event) => told.push(event.type),
      onLost: (known) => told.push(known ?? "nothing known"),
    });
    cache.apply({ type: "delete", key: `${PREFIX}default/b`, revision: 12 });
    expect(told).toEqual(["nothing known"]);
    expect(cache.complete).toBe(true);
    expect([cache.get(`${PREFIX}default/b`), cache.count("default"), cache.changed]).toEqual([undefined, 0, 12]);
    // No watcher can resume across the loss.
    expect(cache.window.since(11)).toBeUndefined();
    expect(cache.window.since(12)).toEqual([]);
  });

  it("sends an ADDED event for a write that replaces an unreadable object", () => {
    const cache = newCache();
    cache.load(kv("b", 4, locked));
    const types: string[] = [];
    cache.follow({ onEvent: (event) => types.push(event.type) });
    cache.apply({ type: "put", key: `${PREFIX}default/b`, revision: 12, kv: kv("b", 12) });
    expect(types).toEqual(["ADDED"]);
    expect(cache.complete).toBe(true);
  });

  it("updates objects that became readable or unreadable when it checks them again", () => {
    const cache = newCache();
    cache.load(kv("a", 3));
    cache.load(kv("b", 4, locked));
    const object = cache.get(`${PREFIX}default/a`);
    expect([object?.object.metadata.name, cache.complete]).toEqual(["a", false]);
    recheck(cache, kv("a", 3, locked));
    recheck(cache, kv("b", 4));
    expect(object?.failure?.message).toBe("no matching prefix found");
    expect(object?.known?.metadata.name).toBe("a");
    expect(cache.get(`${PREFIX}default/b`)?.object.metadata.name).toBe("b");
    expect(cache.complete).toBe(true);
    recheck(cache, kv("a", 3));
    expect(cache.get(`${PREFIX}default/a`)?.failure).toBeUndefined();
  });

  it("ignores the result of a check that is older than the latest write", () => {
    const cache = newCache();
    cache.load(kv("a", 3));
    cache.apply({ type: "put", key: `${PREFIX}default/a`, revision: 12, kv: kv("a", 12) });
    recheck(cache, kv("a", 3, locked));
    recheck(cache, kv("gone", 3, locked));
    expect(cache.get(`${PREFIX}default/a`)?.failure).toBeUndefined();
    expect(cache.count()).toBe(1);
  });
});
