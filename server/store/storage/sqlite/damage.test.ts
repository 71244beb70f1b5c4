import fs, { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DataFolderError } from "../dataFolderError.ts";
import { checkStore } from "./database/checkStore.ts";
import { Database } from "./database/database.ts";
import { openSqliteStorage } from "./sqliteStorage.ts";

const PAGE = 8192;

describe("a damaged store", () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "damage-"));
    file = path.join(folder, "store.db");
    const storage = await openSqliteStorage({ file, reserve: PAGE, syncs: false });
    for (let i = 0; i < 300; i++) {
      await storage.commit([{ type: "put", key: `/k/${i}`, value: `${i}`.repeat(1000) }]);
      if (i % 3 === 0) await storage.commit([{ type: "put", key: `/k/${i}`, value: "changed" }]);
    }
    await storage.close();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const overwrite = (at: number, bytes: Buffer): void => {
    const handle = fs.openSync(file, "r+");
    fs.writeSync(handle, bytes, 0, bytes.length, at);
    fs.closeSync(handle);
  };
  async function refusal(): Promise<string> {
    const error = await openSqliteStorage({ file, reserve: PAGE }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DataFolderError);
    const { message } = error as Error;
    expect(message).not.toContain("\n");
    expect(fs.existsSync(`${file}.lock`)).toBe(false);
    return message;
  }

  it("is refused with one line that says what to do, wherever the damage is", async () => {
    const good = fs.readFileSync(file);
    const pages = good.length / PAGE;
    expect(pages).toBeGreaterThan(20);
    let refused = 0;
    for (let page = 1; page < pages; page++) {
      overwrite(page * PAGE, Buffer.alloc(PAGE, 0xa5));
      const storage = await openSqliteStorage({ file, reserve: PAGE }).catch((error: unknown) => String(error));
      if (typeof storage === "string") {
        refused += 1;
        expect(storage).toContain(`${file}: the store is damaged`);
        expect(storage).toContain("sqlite3 store.db .recover");
        expect(storage).not.toContain("\n");
      } else await storage.close();
      fs.writeFileSync(file, good);
    }
    // Damage in a page that contains only text (overflow) cannot be detected.
    expect(refused).toBeGreaterThan((pages - 1) * 0.9);
  });

  it("is refused when its header is missing, when it is truncated, and when it is another kind of file", async () => {
    const good = fs.readFileSync(file);
    overwrite(0, Buffer.alloc(100));
    expect(await refusal()).toContain("file is not a database");
    fs.writeFileSync(file, good.subarray(0, good.length / 2));
    expect(await refusal()).toContain("the store is damaged");
    fs.writeFileSync(file, "");
    expect(await refusal()).toContain("has no length");
    fs.writeFileSync(file, "plain text\n".repeat(10_000));
    expect(await refusal()).toContain("file is not a database");
    fs.writeFileSync(file, good);
    await (await openSqliteStorage({ file, reserve: PAGE })).close();
  });

  it("is checked only in part when it is large, so that the check stays fast", async () => {
    const database = await Database.open({ file });
    checkStore(database, 0);
    checkStore(database);
    database.close();
  });

  it("is distinguished from the database of another program", async () => {
    const database = await Database.open({ file: path.join(folder, "other.db") });
    database.run("CREATE TABLE store.other (a)");
    database.close();
    file = path.join(folder, "other.db");
    expect(await refusal()).toContain("not a store of this program");
  });
});
