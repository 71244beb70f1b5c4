import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKeyLayout } from "../keyLayout.ts";
import { openSqliteStorage } from "../sqlite/sqliteStorage.ts";
import type { Storage, Value } from "../storage.ts";
import { describeStorage } from "../testing/storageSuite.ts";
import { watchLog } from "../testing/suite/suiteStore.ts";
import { textOf } from "../value.ts";
import { EncryptedStorage } from "./encryptedStorage.ts";
import { createTransformers, type EncryptionProvider, type TransformerSet } from "./encryptionRules.ts";

const keyOf = (...names: string[]): readonly EncryptionProvider[] => [
  { name: "aesgcm", keys: names.map((name) => ({ name, secret: Buffer.alloc(32, name) })) },
];
const keys = (...names: string[]): TransformerSet =>
  createTransformers(
    [
      {
        resources: [{ group: "", resource: "secrets" }],
        providers: keyOf(...names),
      },
    ],
    createKeyLayout(),
    "k8s",
  );
const SECRET = "/registry/secrets/default/s";
const MAP = "/registry/configmaps/default/m";
const put = (key: string, value: Value, attachment?: unknown) => ({ type: "put" as const, key, value, attachment });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-encrypted-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describeStorage(
  "encrypted",
  async (clock) =>
    new EncryptedStorage(await openSqliteStorage({ file: join(folder, "suite.db"), ...clock }), keys("a")),
);

describe("an encrypted store", () => {
  let inner: Storage;
  let storage: EncryptedStorage;
  beforeEach(async () => {
    inner = await openSqliteStorage({ file: join(folder, "store.db"), now: Date.now });
    storage = new EncryptedStorage(inner, keys("a"));
  });
  afterEach(() => storage.close());

  it("stores the encrypted form, and returns the plain value", async () => {
    await storage.commit([put(SECRET, '{"password":"planted"}'), put(MAP, '{"plain":"planted"}')]);
    expect(textOf((await inner.get(SECRET))?.value ?? "")).toMatch(/^k8s:enc:aesgcm:v1:a:/);
    expect((await inner.get(MAP))?.value).toBe('{"plain":"planted"}');
    expect((await storage.get(SECRET))?.value).toBe('{"password":"planted"}');
    const { items } = await storage.range({ prefix: "/registry/" });
    expect(items.map(({ value }) => value)).toEqual(['{"plain":"planted"}', '{"password":"planted"}']);
    const refused = await storage.commit([{ ...put(SECRET, "{}"), guard: { absent: true } }]);
    expect(refused.ok ? "" : refused.current?.value).toBe('{"password":"planted"}');
  });

  it("leaves no plain text in its files and snapshots", async () => {
    await storage.commit([put(SECRET, '{"password":"planted-in-a-secret"}')]);
    const copy = join(folder, "copy.db");
    await storage.snapshots?.save(copy);
    for (const file of ["store.db", "store.db-wal", "copy.db"]) {
      const text = await readFile(join(folder, file), "latin1").catch(() => "");
      expect(text).not.toContain("planted-in-a-secret");
    }
    expect(await readFile(copy, "latin1")).toContain("k8s:enc:aesgcm:v1:a:");
  });

  it("sends watchers the plain values, and passes attachments through", async () => {
    const seen = watchLog(storage, await storage.currentRevision(), "/registry/");
    const attachment = { of: "the writer" };
    await storage.commit([put(SECRET, '{"a":1}', attachment)]);
    await storage.commit([put(SECRET, '{"a":2}')]);
    await storage.commit([{ type: "delete", key: SECRET }]);
    const { events } = await seen.upTo(4);
    expect(events.map((event) => (event.type === "put" ? event.kv.value : event.type))).toEqual([
      '{"a":1}',
      '{"a":2}',
      "delete",
    ]);
    expect(events[0]?.type === "put" && events[0].kv.attachment).toBe(attachment);
  });

  it("drops attachments of values that were written before the keys changed", async () => {
    const attachment = { of: "the writer" };
    await storage.commit([put(SECRET, "{}", attachment)]);
    expect((await storage.get(SECRET))?.attachment).toBe(attachment);
    await storage.use(keys("b", "a"));
    expect((await storage.get(SECRET))?.attachment).toBeUndefined();
    await storage.commit([put(SECRET, "{}", attachment)]);
    expect((await storage.range({ prefix: "/registry/" })).items[0]?.attachment).toBe(attachment);
  });

  it("reports why a value cannot be read", async () => {
    await storage.commit([put(SECRET, "{}")]);
    await storage.use(keys("b"));
    const kv = await storage.get(SECRET);
    expect([kv?.value, kv?.unreadable]).toEqual(["", "no matching key was found for the provided AES transformer"]);
    expect(await storage.isStale(SECRET)).toBe(false);
    const stored = (await inner.get(SECRET))?.value ?? "";
    await inner.commit([put("/registry/secrets/default/moved", stored)]);
    await storage.use(keys("a"));
    expect((await storage.get("/registry/secrets/default/moved"))?.unreadable).toBe(
      "cipher: message authentication failed",
    );
  });

  it("reads values that were authenticated with their former storage key, until they are rewritten", async () => {
    const before = createTransformers(
      [{ resources: [{ group: "*", resource: "*" }], providers: keyOf("a") }],
      createKeyLayout(),
      "k8s",
    );
    const stored = await before.of(SECRET).toStorage("{}", "/registry/core/secrets/default/s");
    await inner.commit([put(SECRET, stored)]);
    expect((await storage.get(SECRET))?.value).toBe("{}");
    expect(await storage.isStale(SECRET)).toBe(true);
    await storage.commit([put(SECRET, "{}")]);
    expect(await storage.isStale(SECRET)).toBe(false);
  });

  it("refuses encrypted values of resources that it does not encrypt", async () => {
    await inner.commit([put(MAP, "k8s:enc:aescbc:v1:a:AAAA")]);
    expect((await storage.get(MAP))?.unreadable).toBe("identity transformer tried to read encrypted data");
  });

  it("reports values as stale when they were not encrypted with the current write key", async () => {
    await storage.commit([put(SECRET, "{}"), put(MAP, "{}")]);
    expect(await storage.isStale(SECRET)).toBe(false);
    await storage.use(keys("b", "a"));
    expect([
      await storage.isStale(SECRET),
      await storage.isStale(MAP),
      await storage.isStale("/registry/secrets/x/y"),
    ]).toEqual([true, false, false]);
    await storage.commit([put(SECRET, "{}")]);
    expect(await storage.isStale(SECRET)).toBe(false);
  });
});
