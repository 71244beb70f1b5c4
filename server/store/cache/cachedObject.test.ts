import { describe, expect, it } from "vitest";
import { noteLarge } from "../../../shared/json/largeMaps.ts";
import { atOnce, finished } from "../../../shared/steps.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import type { KeyValue } from "../storage/storage.ts";
import { CachedObject } from "./cachedObject.ts";
import { ParsedObjectLru } from "./parsedObjectLru.ts";
import { ResourceCache } from "./resourceCache.ts";
import { decodeJsonValue } from "./valueDecoder.ts";

const PREFIX = "/registry/configmaps/";
const MEMBERS = 6000;

const objectOf = (name: string, data: Record<string, string>, labels: Record<string, string> = { app: name }) => ({
  kind: "ConfigMap",
  apiVersion: "v1",
  metadata: { name, namespace: "default", labels },
  data,
});
const members = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "ü"]));
const wide = (name: string) => objectOf(name, members(MEMBERS));
const kvOf = (object: { metadata: { name: string } }, modRevision: number, attached = true): KeyValue => ({
  key: `${PREFIX}default/${object.metadata.name}`,
  value: JSON.stringify(object),
  createRevision: modRevision,
  modRevision,
  ...(attached ? { attachment: object } : {}),
});
/** A `Reading` that counts how often a value is parsed. */
const counting = (bytes: number) => {
  const counts = { parsed: 0 };
  const parsedLru = new ParsedObjectLru(bytes);
  const decode: typeof decodeJsonValue = function* (value) {
    counts.parsed += 1;
    return yield* decodeJsonValue(value);
  };
  return { counts, parsedLru, decode };
};

describe("a cached object with very many fields", () => {
  it("drops its parsed form when memory is short, and parses to the same object again", async () => {
    const reading = counting(1000);
    const object = new CachedObject(kvOf(wide("a"), 7), reading);
    const before = object.object;
    expect(reading.parsedLru.used).toBeGreaterThan(MEMBERS * 80);
    expect(object.isCheapToRead).toBe(true);
    new CachedObject(kvOf(wide("b"), 8), reading);
    expect(object.isCheapToRead).toBe(false);
    expect(reading.counts.parsed).toBe(0);
    expect(await inTurns(object.objectInSteps())).toEqual(before);
    expect(object.object).toEqual(before);
    expect([reading.counts.parsed, object.isAsCreated, object.revision]).toEqual([1, true, 7]);
  });

  it("can also be parsed synchronously", () => {
    const reading = counting(1000);
    const object = new CachedObject(kvOf(wide("a"), 7), reading);
    new CachedObject(kvOf(wide("b"), 8), reading);
    expect(object.failure).toBeUndefined();
    expect(reading.counts.parsed).toBe(0);
    expect(object.object.metadata.resourceVersion).toBe("7");
    expect(reading.counts.parsed).toBe(1);
  });

  it("is parsed once for many concurrent readers", async () => {
    const reading = counting(1000);
    const object = new CachedObject(kvOf(wide("a"), 7, false), reading);
    const all = await Promise.all(Array.from({ length: 16 }, () => inTurns(object.objectInSteps())));
    expect(new Set(all).size).toBe(1);
    expect(reading.counts.parsed).toBe(1);
  });

  it("keeps its encodings, name and labels when its parsed form is dropped", () => {
    const reading = counting(1000);
    const object = new CachedObject(kvOf(wide("a"), 7), reading);
    atOnce(object.encodedInSteps("json", () => finished(Buffer.from("bytes"))));
    expect(object.unparsedNames).toBeUndefined();
    new CachedObject(kvOf(wide("b"), 8), reading);
    expect(object.encodedBefore("json")?.toString()).toBe("bytes");
    expect(object.unparsedNames).toEqual({ name: "a", namespace: "default", labels: { app: "a" } });
  });

  it("does not keep its labels without the parsed form when the labels are large themselves", () => {
    const reading = counting(1000);
    const object = new CachedObject(kvOf(objectOf("a", {}, members(MEMBERS)), 7), reading);
    new CachedObject(kvOf(wide("b"), 8), reading);
    expect([object.isCheapToRead, object.unparsedNames]).toEqual([false, undefined]);
  });

  it("drops its parsed form without listing labels that are already known to be very many", () => {
    const labels = new Proxy<Record<string, string>>(
      {},
      {
        ownKeys() {
          throw new Error("listed");
        },
      },
    );
    noteLarge(labels);
    const written = { ...wide("a"), metadata: { name: "a", namespace: "default", labels } };
    const object = new CachedObject({ ...kvOf(wide("a"), 1), attachment: written }, counting(1_000_000));
    object.evict();
    expect(object.unparsedNames).toBeUndefined();
  });

  it("shows the revision of its deletion, also when its parsed form was dropped", () => {
    const reading = counting(1000);
    const object = new CachedObject(kvOf(wide("a"), 7), reading);
    const { data } = object.object as unknown as { data: unknown };
    new CachedObject(kvOf(wide("b"), 8), reading);
    const deleted = object.at(9);
    expect(reading.counts.parsed).toBe(0);
    expect(deleted.object).toMatchObject({ metadata: { name: "a", resourceVersion: "9" }, data });
    expect(deleted.unparsedBytes).toBe(object.unparsedBytes);
  });

  it("stays parsed when configured so", () => {
    const reading = { ...counting(1000), keepsParsed: true };
    const object = new CachedObject(kvOf(wide("a"), 7), reading);
    const before = object.object;
    new CachedObject(kvOf(wide("b"), 8), reading);
    expect(object.object).toBe(before);
  });
});

it.each([
  ["has few members", objectOf("a", members(10))],
  ["consists of one long string", objectOf("a", { text: "x".repeat(100_000) })],
])("an object that %s stays parsed, and its stored bytes are released", (_, value) => {
  const reading = counting(1000);
  const object = new CachedObject(kvOf(value, 7, false), reading);
  const before = object.object;
  for (const name of ["b", "c"]) new CachedObject(kvOf(wide(name), 8), reading);
  expect(object.object).toBe(before);
  expect([reading.counts.parsed, object.unparsedBytes]).toEqual([1, 0]);
});

it("the watch window counts the bytes of stored values, also for deletion events", () => {
  const { parsedLru, decode } = counting(1000);
  const options = { now: () => 0, retention: 1000, parsedLru, decode, onFollowerError: () => undefined };
  const cache = new ResourceCache(PREFIX, 1, options);
  const kv = kvOf(wide("a"), 2);
  cache.apply({ type: "put", key: kv.key, revision: 2, kv });
  const written = cache.window.bytes;
  expect(written).toBeGreaterThan(kv.value.length);
  cache.apply({ type: "delete", key: kv.key, revision: 3 });
  expect(cache.window.bytes - written).toBeGreaterThan(kv.value.length);
  expect(cache.window.since(2)?.map(({ current }) => current.object.metadata.resourceVersion)).toEqual(["3"]);
});

it("a cache whose objects were checked reports its completeness without parsing them again", async () => {
  const { counts, parsedLru, decode } = counting(1_000_000);
  const options = { now: () => 0, retention: 1000, parsedLru, decode, onFollowerError: () => undefined };
  const cache = new ResourceCache(PREFIX, 9, options);
  for (const name of ["a", "b", "c"]) cache.load(kvOf(wide(name), 7, false));
  await inTurns(cache.check());
  expect([counts.parsed, cache.complete, counts.parsed]).toEqual([3, true, 3]);
});
