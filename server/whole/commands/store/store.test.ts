import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqliteStorage } from "../../../store/storage/sqlite/sqliteStorage.ts";
import type { Storage, Value } from "../../../store/storage/storage.ts";
import { fillFromReference, referenceStore } from "../../../testing/storage/referenceStore.ts";
import { storeCommand } from "./store.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-store-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the command; returns exit code, output and errors. */
async function run(...argv: string[]): Promise<[number, string, string]> {
  let [text, errors] = ["", ""];
  const code = await storeCommand(argv, {
    out: (part) => {
      text += part;
    },
    error: (part) => {
      errors += part;
    },
  });
  return [code, text, errors];
}

const object = (kind: string, apiVersion: string, namespace: string, name: string): string =>
  JSON.stringify({ kind, apiVersion, metadata: namespace === "" ? { name } : { name, namespace } });

async function withStore<T>(name: string, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openSqliteStorage({ file: join(folder, name) });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** Writes a store, and returns its path. */
async function storeOf(values: Readonly<Record<string, Value>>): Promise<string> {
  await withStore("store.db", async (storage) => {
    for (const [key, value] of Object.entries(values)) await storage.commit([{ type: "put", key, value }]);
  });
  return join(folder, "store.db");
}

const DEV = { "/registry/namespaces/dev": object("Namespace", "v1", "", "dev") };
const MAP = "/registry/configmaps/dev/a";
const SOUND = { ...DEV, [MAP]: object("ConfigMap", "v1", "dev", "a") };

describe("orrery store check", () => {
  it("reports no problems in a valid store", async () => {
    const file = await storeOf({ ...SOUND, "/registry/ranges/serviceips": "x" });
    expect(await run("check", "--from", file)).toEqual([0, "2 objects read, 0 encrypted, 0 wrong\n", ""]);
    expect((await run("check", "--from", folder))[0]).toBe(0);
  });

  it.each([
    ["layout", "/registry/health", "{}", "no object can lie there"],
    ["undecodable", MAP, "{", "couldn't get version/kind"],
    ["undecodable", MAP, Buffer.from("k8s\0\n"), ""],
    ["kind", MAP, object("Secret", "v1", "dev", "a"), "a Secret lies among core/configmaps"],
    ["name", MAP, object("ConfigMap", "v1", "dev", "b"), "the object belongs to /registry/configmaps/dev/b"],
    ["name", MAP, object("ConfigMap", "v1", "prod", "a"), "the object belongs to /registry/configmaps/prod/a"],
    ["orphan", "/registry/configmaps/gone/a", object("ConfigMap", "v1", "gone", "a"), 'no namespace "gone"'],
    ["orphan", "/registry/example.org/things/x", object("Thing", "example.org/v1", "", "x"), "example.org/things"],
  ])("reports %s at %s", async (defect, key, value, text) => {
    const file = await storeOf({ ...DEV, [key]: value });
    const [code, printed] = await run("check", "--from", file, "--output", "json");
    expect(code).toBe(1);
    const { findings, wrong } = JSON.parse(printed) as { findings: { text: string }[]; wrong: number };
    expect(wrong).toBe(1);
    expect(findings).toMatchObject([{ key, defect }]);
    expect(findings[0]?.text).toContain(text);
    const [, lines] = await run("check", "--from", file);
    expect(lines).toContain(`${key}: ${defect}: `);
  });

  it("checks only the keys of encrypted values", async () => {
    const file = await storeOf({ ...DEV, "/registry/secrets/dev/a": "k8s:enc:aescbc:v1:a:x" });
    expect((await run("check", "--from", file))[1]).toBe("1 objects read, 1 encrypted, 0 wrong\n");
  });

  it.skipIf(referenceStore() === undefined)("reports no problems in a store written by the reference", async () => {
    const recorded = referenceStore();
    if (recorded !== undefined) await withStore("store.db", (storage) => fillFromReference(storage, recorded));
    const [code, printed] = await run("check", "--from", folder, "--output", "json");
    expect(JSON.parse(printed)).toEqual({ checked: 224, encrypted: 0, findings: [], wrong: 0 });
    expect(code).toBe(0);
  });
});

describe("orrery store copy, save, restore", () => {
  it("copies values unchanged, with new revisions", async () => {
    const bytes = Buffer.from("k8s\0\x01", "latin1");
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`/registry/pods/dev/${i}`, `${i}`]));
    const from = await storeOf({
      "/other": "x",
      "/registry/masterleases/1": "x",
      ...many,
      "/registry/secrets/dev/b": bytes,
    });
    const to = join(folder, "copy.db");
    expect(await run("copy", "--from", from, "--to", to)).toEqual([0, `251 keys written to ${to}\n`, ""]);
    await withStore("copy.db", async (storage) => {
      const { items, revision } = await storage.range({ prefix: "" });
      expect(items).toHaveLength(251);
      expect(items.find(({ key }) => key.endsWith("/b"))?.value).toEqual(new Uint8Array(bytes));
      expect(items.find(({ key }) => key.endsWith("/77"))?.value).toBe("77");
      expect(revision).toBe(4);
    });
  });

  it("saves and restores all revisions", async () => {
    const from = await storeOf(SOUND);
    const [file, back] = [join(folder, "saved.db"), join(folder, "back.db")];
    expect((await run("save", "--from", from, "--to", file))[0]).toBe(0);
    expect((await run("restore", "--from", file, "--to", back))[0]).toBe(0);
    await withStore("back.db", async (storage) => {
      expect(await storage.get(MAP)).toMatchObject({ value: SOUND[MAP], modRevision: 3 });
    });
  });

  it("explains in one line why a target cannot be written", async () => {
    const from = await storeOf(SOUND);
    for (const action of ["copy", "save", "restore"]) {
      const [code, , error] = await run(action, "--from", from, "--to", join(folder, "missing", "x.db"));
      expect([code, error]).toEqual([2, `orrery store: ${join(folder, "missing")}: there is no such folder\n`]);
    }
    expect(await readdir(folder)).toEqual(["store.db"]);
  });

  it("never overwrites an existing target", async () => {
    const from = await storeOf(SOUND);
    await writeFile(join(folder, "notes.txt"), "mine");
    for (const action of ["copy", "save", "restore"]) {
      for (const to of [from, folder, join(folder, "notes.txt")]) {
        const [code, , error] = await run(action, "--from", from, "--to", to);
        expect([code, error]).toEqual([2, `orrery store: ${to}: there is something already\n`]);
      }
    }
    expect((await readdir(folder)).sort()).toEqual(["notes.txt", "store.db"]);
  });
});

describe("orrery store", () => {
  it("refuses a store that a server has open", async () => {
    const file = await storeOf(SOUND);
    await withStore("store.db", async () => {
      for (const action of ["check", "status"]) {
        const [code, , error] = await run(action, "--from", file);
        expect(code).toBe(2);
        expect(error).toContain("is in use by");
      }
    });
  });

  it("prints the contents of a store", async () => {
    const [code, printed] = await run("status", "--from", await storeOf(SOUND), "--output", "json");
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toMatchObject({
      revision: 3,
      keys: 2,
      objects: { "core/configmaps": 1, "core/namespaces": 1 },
    });
  });

  it.each([
    [["check", "--from", "/nowhere/store.db"], "/nowhere/store.db: there is no store"],
    [["check", "--from", "consul://127.0.0.1:8500"], "there is no engine for stores at such addresses"],
    [["dance"], 'there is no action "dance"'],
    [["copy"], "required option '--to <store>' not specified"],
    [["check", "--output", "xml"], "--output must be text or json"],
    [["check", "more"], "too many arguments"],
  ])("%j is refused", async (argv, message) => {
    const [code, , error] = await run(...argv);
    expect(code).toBe(2);
    expect(error).toContain(message);
  });

  it("prints its usage", async () => {
    expect(await run("--help")).toEqual([0, expect.stringContaining("restore"), ""]);
    expect((await run())[0]).toBe(2);
  });
});
