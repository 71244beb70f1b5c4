import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { openSqliteStorage } from "../../../store/storage/sqlite/sqliteStorage.ts";
import type { Storage } from "../../../store/storage/storage.ts";
import { allDefinitions } from "../../resources/all.ts";
import { createObjectCodec, type StoredFormat } from "../storedForm/objectCodec.ts";
import { Bitmap } from "./bitmap.ts";
import { ipSpace } from "./ipAllocator.ts";
import { createSharedAllocator } from "./sharedPool.ts";
import { StoredRange } from "./storedRange.ts";

const OWNER = { namespace: "default", name: "owner" };
const KEY = "/registry/ranges/serviceips";

let storage: Storage;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-unit-"));
  storage = await openSqliteStorage({ file: join(folder, "store.db") });
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true });
});

const codecOf = (format: StoredFormat) =>
  createObjectCodec({ schema: loadSchema(), definitions: allDefinitions, format, trustsText: false });

/** One server's view of the shared range. */
function server(cidr = "10.0.0.0/28", format: StoredFormat = "protobuf") {
  const space = ipSpace(cidr);
  const range = new StoredRange({ storage, codec: codecOf(format), key: KEY, space });
  const pool = createSharedAllocator(space, range);
  const { shared } = pool;
  if (shared === undefined) throw new Error("the pool is not shared");
  /** Allocates as a write does: retries until the store agrees, or nothing is free. */
  const take = async (): Promise<string | undefined> => {
    for (let isFresh = false; ; ) {
      const item = pool.allocateNext();
      if (item === undefined) {
        if (isFresh) return undefined;
        await shared.refresh();
        isFresh = true;
      } else if (await shared.confirm([item], OWNER)) return item;
    }
  };
  return { range, pool, shared, take };
}

const storedRange = async (format: StoredFormat) =>
  atOnce(codecOf(format).decode((await storage.get(KEY))?.value ?? ""));

describe("Bitmap", () => {
  it("encodes as the bytes of a big-endian number", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 99 })), (numbers) => {
        const bitmap = new Bitmap(100);
        for (const number of numbers) bitmap.add(number);
        const sum = numbers.reduce((all, number) => all | (1n << BigInt(number)), 0n);
        const bytes = bitmap.toBytes();
        expect(BigInt(`0x0${Buffer.from(bytes).toString("hex")}`)).toBe(sum);
        expect(bytes[0]).not.toBe(0);
        const again = Bitmap.from(bytes, 100);
        expect([...again]).toEqual([...numbers].sort((a, b) => a - b));
        expect(again.count).toBe(numbers.length);
        expect(again.equals(bitmap)).toBe(true);
      }),
    );
  });

  it("rejects data beyond its size", () => {
    expect(() => Bitmap.from(new Uint8Array([16]), 4)).toThrow(RangeError);
    expect(() => Bitmap.from(new Uint8Array([1, 0]), 8)).toThrow(RangeError);
    expect([...Bitmap.from(new Uint8Array([0, 8]), 4)]).toEqual([3]);
  });
});

describe("Shared allocation pool", () => {
  it.each(["json", "protobuf"] as const)("is stored in the reference's format, in %s", async (format) => {
    const { pool, shared } = server("10.0.0.0/28", format);
    pool.allocate("10.0.0.1");
    pool.allocate("10.0.0.10");
    expect(await shared.confirm(["10.0.0.1", "10.0.0.10"], OWNER)).toBe(true);
    expect(await storedRange(format)).toMatchObject({
      kind: "RangeAllocation",
      apiVersion: "v1",
      range: "10.0.0.0/28",
      data: Buffer.from([0b10, 0b0000_0001]).toString("base64"),
    });
  });

  it("never allocates the same item on two servers and allocates every item", async () => {
    const servers = [server(), server(), server()];
    const taken = await Promise.all(Array.from({ length: 21 }, (_, i) => servers[i % 3]?.take()));
    const items = taken.filter((item) => item !== undefined);
    expect(new Set(items).size).toBe(14);
    expect(items).toHaveLength(14);
  });

  it("allows one of two servers to take a specific item, and the other after its release", async () => {
    const [one, other] = [server(), server()];
    expect([one.pool.allocate("10.0.0.5"), other.pool.allocate("10.0.0.5")]).toEqual([true, true]);
    const confirmed = await Promise.all([
      one.shared.confirm(["10.0.0.5"], OWNER),
      other.shared.confirm(["10.0.0.5"], OWNER),
    ]);
    expect([...confirmed].sort()).toEqual([false, true]);
    const [winner, loser] = confirmed[0] ? [one, other] : [other, one];
    expect(loser.pool.allocate("10.0.0.5")).toBe(false);
    await winner.shared.free(["10.0.0.5"], OWNER);
    expect(loser.pool.allocate("10.0.0.5")).toBe(false);
    await loser.shared.refresh();
    expect(loser.pool.allocate("10.0.0.5")).toBe(true);
    expect(await loser.shared.confirm(["10.0.0.5"], OWNER)).toBe(true);
  });

  it("releases an item taken by another server since the last refresh", async () => {
    const [one, other] = [server(), server()];
    one.pool.allocate("10.0.0.5");
    await one.shared.confirm(["10.0.0.5"], OWNER);
    await other.shared.free(["10.0.0.5"], OWNER);
    expect([...(await one.range.refresh()).taken]).toEqual([]);
    const before = await storage.currentRevision();
    await other.shared.free(["10.0.0.5"], OWNER);
    expect(await storage.currentRevision()).toBe(before);
  });

  it("takes all items of a write or none", async () => {
    const [one, other] = [server(), server()];
    one.pool.allocate("10.0.0.5");
    await one.shared.confirm(["10.0.0.5"], OWNER);
    expect(await other.shared.confirm(["10.0.0.4", "10.0.0.5"], OWNER)).toBe(false);
    expect([...(await one.range.refresh()).taken]).toEqual([4]);
  });

  it("batches concurrent writes", async () => {
    const { take } = server("10.0.0.0/24");
    const before = await storage.currentRevision();
    await Promise.all(Array.from({ length: 100 }, take));
    expect((await storage.currentRevision()) - before).toBe(2);
  });

  it("reports a different range in the store", async () => {
    await server().shared.confirm(["10.0.0.5"], OWNER);
    await expect(server("10.1.0.0/28").shared.refresh()).rejects.toThrow(
      "the store gives out 10.0.0.0/28, this server is to give out 10.1.0.0/28",
    );
  });
});
