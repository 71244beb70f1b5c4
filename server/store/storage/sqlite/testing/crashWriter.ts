/**
 * A process to be killed: it writes to a store endlessly and prints each key with its revision once the store has
 * acknowledged it. Arguments: the file, and a word that distinguishes the keys of this run.
 */
import { writeSync } from "node:fs";
import { openSqliteStorage } from "../sqliteStorage.ts";

const [, , file = "", run = ""] = process.argv;
const writers = 8;
const storage = await openSqliteStorage({ file });

/** Creates keys one after the other, and changes a shared key with each of them, so that pages are overwritten too. */
async function write(writer: number): Promise<void> {
  for (let i = 0; ; i++) {
    const key = `/${run}/${writer}/${String(i).padStart(6, "0")}`;
    const value = JSON.stringify({ key, padding: "x".repeat((i * 797) % 6000) });
    const result = await storage.commit([
      { type: "put", key, value, guard: { absent: true } },
      { type: "put", key: `/shared/${writer}`, value: key },
    ]);
    if (!result.ok) throw new Error(`the key ${key} existed already`);
    // Synchronous: when the parent can read the line, the key was acknowledged before.
    writeSync(1, `${key} ${result.revision}\n`);
  }
}

await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
