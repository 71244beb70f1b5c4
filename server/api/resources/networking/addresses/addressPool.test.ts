import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { createVocabulary } from "../../../../../shared/vocabulary.ts";
import type { ObjectChange } from "../../../../store/cache/reader.ts";
import { type AddressAllocator, RefusedItem } from "../../../registry/allocation/allocator.ts";
import { createIpAllocator } from "../../../registry/allocation/ipAllocator.ts";
import { createAddressPool } from "./addressPool.ts";
import { ServedRanges } from "./servedRanges.ts";

const OWNER = { namespace: "default", name: "web" };

const range = (name: string, cidrs: string[], ready?: "True" | "False", deleted = false): ApiObject => ({
  metadata: { name, ...(deleted ? { deletionTimestamp: "2026-01-02T03:04:05Z" } : {}) },
  spec: { cidrs },
  ...(ready === undefined ? {} : { status: { conditions: [{ type: "Ready", status: ready }] } }),
});

/** A store of objects shared by several servers. Each sees changes at once or, when lagging, on request. */
function world(lagging = false) {
  const stored = { servicecidrs: new Map<string, ApiObject>(), ipaddresses: new Map<string, ApiObject>() };
  type Resource = keyof typeof stored;
  const followers: ((resource: Resource, change: ObjectChange) => void)[] = [];
  const put = (resource: Resource, object: ApiObject): void => {
    const { name = "" } = object.metadata;
    const previous = stored[resource].get(name);
    stored[resource].set(name, object);
    const type = previous === undefined ? "added" : "modified";
    for (const tell of followers) tell(resource, { type, object, ...(previous && { previous }) });
  };
  const remove = (resource: Resource, name: string): void => {
    const object = stored[resource].get(name);
    if (object === undefined) return;
    stored[resource].delete(name);
    for (const tell of followers) tell(resource, { type: "deleted", object, previous: object });
  };
  let refusing: string | undefined;
  const objects = {
    async create(name: string, owner: typeof OWNER) {
      await Promise.resolve();
      if (refusing === name) throw new Error("not wanted");
      if (stored.ipaddresses.has(name)) return false;
      put("ipaddresses", { metadata: { name }, spec: { parentRef: { resource: "services", ...owner } } });
      return true;
    },
    async remove(name: string, owner: typeof OWNER) {
      const spec = stored.ipaddresses.get(name)?.["spec"] as { parentRef: typeof OWNER } | undefined;
      if (spec !== undefined && spec.parentRef.name !== owner.name) return false;
      remove("ipaddresses", name);
      return true;
    },
  };
  const server = (beside?: AddressAllocator) => {
    const waiting: (() => void)[] = [];
    const own = new Map<Resource, (change: ObjectChange) => void>();
    followers.push((resource, change) => {
      if (lagging) waiting.push(() => own.get(resource)?.(change));
      else own.get(resource)?.(change);
    });
    const fresh = async (): Promise<void> => {
      for (const tell of waiting.splice(0)) tell();
    };
    const reader = {
      list: ({ resource }: { resource: string }) => [...stored[resource as Resource].values()],
      follow({ resource }: { resource: string }, onChange: (change: ObjectChange) => void) {
        own.set(resource as Resource, onChange);
        return () => undefined;
      },
    };
    const ranges = new ServedRanges("IPv4", reader, createVocabulary());
    const pool = createAddressPool({ ranges, objects, fresh, beside });
    const { shared } = pool;
    if (shared === undefined) throw new Error("nothing is kept in the store");
    /** Allocates as a write does: retries until the store agrees, or nothing is free. */
    const take = async (owner = OWNER): Promise<string | undefined> => {
      for (let isFresh = false; ; ) {
        const item = pool.allocateNext();
        if (item === undefined) {
          if (isFresh) return undefined;
          await shared.refresh();
          isFresh = true;
        } else if (await shared.confirm([item], owner)) return item;
      }
    };
    return { pool, shared, take, fresh };
  };
  const refuse = (name: string): void => {
    refusing = name;
  };
  return { stored, put, remove, server, refuse };
}

describe("Pool of IPAddress objects", () => {
  it("stores taken addresses as objects and deletes released ones", async () => {
    const { put, stored, server } = world();
    put("servicecidrs", range("kubernetes", ["10.0.0.0/29"]));
    const { pool, shared, take } = server();
    expect(pool.allocate("10.0.0.3")).toBe(true);
    expect(pool.allocate("10.0.0.3")).toBe(false);
    expect(await shared.confirm(["10.0.0.3"], OWNER)).toBe(true);
    expect([...stored.ipaddresses.keys()]).toEqual(["10.0.0.3"]);
    const rest = [];
    for (let item = await take(); item !== undefined; item = await take()) rest.push(item);
    expect(rest.sort()).toEqual(["10.0.0.1", "10.0.0.2", "10.0.0.4", "10.0.0.5", "10.0.0.6"]);
    await shared.free(["10.0.0.4"], OWNER);
    expect(await take()).toBe("10.0.0.4");
    expect(await take()).toBeUndefined();
  });

  it("reserves the addresses of a pending write and releases them if it is abandoned", () => {
    const { put, server, stored } = world();
    put("servicecidrs", range("kubernetes", ["10.0.0.0/30"]));
    const { pool } = server();
    expect([pool.allocateNext(), pool.allocateNext()].sort()).toEqual(["10.0.0.1", "10.0.0.2"]);
    expect(pool.allocateNext()).toBeUndefined();
    pool.release("10.0.0.2");
    expect(pool.allocateNext()).toBe("10.0.0.2");
    expect(stored.ipaddresses.size).toBe(0);
  });

  it("allocates from every ready range and from no other", () => {
    const { put, remove, server } = world();
    put("servicecidrs", range("one", ["10.0.0.0/30", "fd00::/120"], "True"));
    put("servicecidrs", range("two", ["10.1.0.0/30"], "False"));
    put("servicecidrs", range("three", ["10.2.0.0/30"], "True", true));
    const { pool } = server();
    const contains = () => ["10.0.0.1", "10.1.0.1", "10.2.0.1", "fd00::1", "10.0.0.0"].map(pool.contains);
    expect(contains()).toEqual([true, false, false, false, false]);
    put("servicecidrs", range("two", ["10.1.0.0/30"], "True"));
    put("servicecidrs", range("again", ["10.2.0.0/30"]));
    expect(contains()).toEqual([true, true, true, false, false]);
    remove("servicecidrs", "three");
    remove("servicecidrs", "one");
    expect(contains()).toEqual([false, true, true, false, false]);
    remove("servicecidrs", "again");
    expect(contains()).toEqual([false, true, false, false, false]);
    expect(pool.words.outside("10.0.0.1")).toBe("the provided network does not match the current range");
    expect(() => pool.allocate("10.0.0.1")).toThrow(RangeError);
  });

  it("counts an address once even if several ranges contain it", async () => {
    const { put, remove, server } = world();
    put("servicecidrs", range("small", ["10.0.0.0/30"]));
    const { take, shared } = server();
    const first = [await take(), await take()].sort();
    expect([first, await take()]).toEqual([["10.0.0.1", "10.0.0.2"], undefined]);
    put("servicecidrs", range("large", ["10.0.0.0/29"]));
    const more = [await take(), await take(), await take(), await take()].sort();
    expect([more, await take()]).toEqual([["10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6"], undefined]);
    remove("servicecidrs", "small");
    expect(await take()).toBeUndefined();
    await shared.free(["10.0.0.1"], OWNER);
    expect(await take()).toBe("10.0.0.1");
  });

  it.each([false, true])(
    "never allocates the same address on two servers and allocates every address; with lag: %s",
    async (lagging) => {
      const { put, server } = world(lagging);
      put("servicecidrs", range("kubernetes", ["10.0.0.0/28"]));
      const servers = [server(), server(), server()];
      const taken = await Promise.all(Array.from({ length: 21 }, (_, i) => servers[i % 3]?.take()));
      const items = taken.filter((item) => item !== undefined);
      expect([items.length, new Set(items).size]).toEqual([14, 14]);
    },
  );

  it("takes all addresses of a write or none", async () => {
    const { put, server, stored, refuse } = world(true);
    put("servicecidrs", range("kubernetes", ["10.0.0.0/28"]));
    const { pool, shared } = server();
    // Another server has created an address that this one has not seen yet.
    put("ipaddresses", { metadata: { name: "10.0.0.2" }, spec: { parentRef: { name: "other" } } });
    expect(["10.0.0.1", "10.0.0.2"].map(pool.allocate)).toEqual([true, true]);
    expect(await shared.confirm(["10.0.0.1", "10.0.0.2"], OWNER)).toBe(false);
    refuse("10.0.0.3");
    expect(["10.0.0.1", "10.0.0.2", "10.0.0.3"].map(pool.allocate)).toEqual([true, false, true]);
    const refused = await shared.confirm(["10.0.0.1", "10.0.0.3"], OWNER).catch((error) => error);
    expect(refused).toBeInstanceOf(RefusedItem);
    expect([refused.item, refused.message]).toEqual(["10.0.0.3", "not wanted"]);
    expect([...stored.ipaddresses.keys()]).toEqual(["10.0.0.2"]);
    expect(["10.0.0.1", "10.0.0.2", "10.0.0.3"].map(pool.allocate)).toEqual([true, false, true]);
  });

  it("does not delete addresses of other owners", async () => {
    const { put, server, stored } = world();
    put("ipaddresses", { metadata: { name: "10.0.0.2" }, spec: { parentRef: { name: "other" } } });
    await server().shared.free(["10.0.0.2"], OWNER);
    expect(stored.ipaddresses.size).toBe(1);
  });

  it("accepts any notation of an address and stores its canonical form", async () => {
    const { put, server, stored } = world();
    put("servicecidrs", range("kubernetes", ["10.0.0.0/28"]));
    const { pool, shared } = server();
    expect(pool.allocate("010.0.0.003")).toBe(true);
    expect(pool.allocate("10.0.0.3")).toBe(false);
    expect(await shared.confirm(["010.0.0.003"], OWNER)).toBe(true);
    expect([...stored.ipaddresses.keys()]).toEqual(["10.0.0.3"]);
    await shared.free(["010.0.0.003"], OWNER);
    expect(stored.ipaddresses.size).toBe(0);
  });

  it("returns the same answers to a dry run without taking anything", () => {
    const { put, server } = world();
    const { pool } = server();
    expect([pool.trial.next(), pool.trial.refusal("10.0.0.1")]).toEqual([
      { reason: "allocator not ready" },
      "allocator not ready",
    ]);
    put("servicecidrs", range("kubernetes", ["10.0.0.0/28"]));
    expect([pool.trial.next(), pool.trial.refusal("10.0.0.1")]).toEqual([{ item: "10.0.0.0" }, undefined]);
    expect(pool.trial.refusal("10.1.0.1")).toBe(
      "the provided IP (10.1.0.1) is not in the valid range. The range of valid IPs is 10.0.0.0/28",
    );
    put("servicecidrs", range("kubernetes", ["10.0.0.0/28"], "False"));
    expect([pool.trial.next(), pool.trial.refusal("10.0.0.1")]).toEqual([
      { reason: "allocator not ready" },
      "allocator not ready",
    ]);
  });

  it("tracks random changes of ranges and addresses", () => {
    const names = fc.constantFrom("a", "b", "c");
    const cidrs = fc.constantFrom("10.0.0.0/29", "10.0.0.0/30", "10.0.0.8/29", "10.0.0.0/28");
    const step = fc.oneof(
      fc.record({ act: fc.constant("range" as const), name: names, cidr: cidrs, ready: fc.boolean() }),
      fc.record({ act: fc.constant("unrange" as const), name: names }),
      fc.record({ act: fc.constantFrom("hold" as const, "free" as const), item: fc.integer({ min: 1, max: 14 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { put, remove, server, stored } = world();
        const { pool } = server();
        for (const each of steps) {
          if (each.act === "range") put("servicecidrs", range(each.name, [each.cidr], each.ready ? "True" : "False"));
          else if (each.act === "unrange") remove("servicecidrs", each.name);
          else if (each.act === "hold") put("ipaddresses", { metadata: { name: `10.0.0.${each.item}` } });
          else remove("ipaddresses", `10.0.0.${each.item}`);
        }
        const drain = (from: AddressAllocator): string[] => {
          const found: string[] = [];
          for (let item = from.allocateNext(); item !== undefined; item = from.allocateNext()) found.push(item);
          return found.sort();
        };
        // A server that starts now sees the same.
        const found = drain(pool);
        expect(found).toEqual(drain(server().pool));
        expect(found.filter((item) => stored.ipaddresses.has(item))).toEqual([]);
      }),
    );
  });
});

describe("Pool with a legacy bitmap pool", () => {
  /** A bitmap in memory, as used by servers that keep no address objects. */
  const bits = () => {
    const pool = createIpAllocator("10.0.0.0/29");
    const taken = new Set<string>();
    const shared = {
      async confirm(items: readonly string[]) {
        for (const item of items) pool.release(item);
        if (items.some((item) => !pool.allocate(item))) return false;
        for (const item of items) taken.add(item);
        return true;
      },
      async free(items: readonly string[]) {
        for (const item of items) if (taken.delete(item)) pool.release(item);
      },
      refresh: async () => undefined,
    };
    return { pool: { ...pool, shared }, taken };
  };

  it("takes addresses of the common range in both and other addresses only in itself", async () => {
    const { put, server, stored } = world();
    put("servicecidrs", range("kubernetes", ["10.0.0.0/29"]));
    put("servicecidrs", range("more", ["10.1.0.0/29"]));
    const beside = bits();
    const { pool, shared } = server(beside.pool);
    for (const item of ["10.0.0.1", "10.1.0.1"]) {
      expect(pool.allocate(item)).toBe(true);
      expect(await shared.confirm([item], OWNER)).toBe(true);
    }
    expect([[...stored.ipaddresses.keys()], [...beside.taken]]).toEqual([["10.0.0.1", "10.1.0.1"], ["10.0.0.1"]]);
    await shared.free(["10.0.0.1", "10.1.0.1"], OWNER);
    expect([stored.ipaddresses.size, beside.taken.size]).toEqual([0, 0]);
  });

  it("does not take addresses that the bitmap has allocated", async () => {
    const { put, server } = world();
    put("servicecidrs", range("kubernetes", ["10.0.0.0/29"]));
    const beside = bits();
    for (const item of ["10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6"]) beside.pool.allocate(item);
    const { pool, take } = server(beside.pool);
    expect(pool.allocate("10.0.0.2")).toBe(false);
    expect([await take(), await take()]).toEqual(["10.0.0.1", undefined]);
    beside.pool.release("10.0.0.5");
    expect(await take()).toBe("10.0.0.5");
  });

  it("releases in the bitmap what it could not take itself", async () => {
    const { put, server } = world(true);
    put("servicecidrs", range("kubernetes", ["10.0.0.0/29"]));
    const beside = bits();
    const { pool, shared } = server(beside.pool);
    // Another server has created the address, and this one has not seen it yet.
    put("ipaddresses", { metadata: { name: "10.0.0.1" }, spec: { parentRef: { name: "other" } } });
    expect(pool.allocate("10.0.0.1")).toBe(true);
    expect(await shared.confirm(["10.0.0.1"], OWNER)).toBe(false);
    expect(beside.taken.size).toBe(0);
    expect(pool.allocate("10.0.0.1")).toBe(false);
  });
});
