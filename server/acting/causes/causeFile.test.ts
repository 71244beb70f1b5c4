import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CauseFile, type CauseFileOptions } from "./causeFile.ts";
import type { Action } from "./change.ts";

let folder = "";
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "orrery-causes-")), "journal");
});
afterEach(() => rm(join(folder, ".."), { recursive: true, force: true }));

const action = (sequence: number): Action => ({
  sequence,
  ...{ actor: "replicaset-controller", kind: "controller", key: "shop/web", at: 1_000 + sequence, causes: [] },
  writes: [
    {
      ...{ group: "", resource: "pods", namespace: "shop", name: `web-${sequence}` },
      ...{ verb: "create", subresource: "", revision: String(sequence) },
    },
  ],
});
const fileOf = (options: Partial<CauseFileOptions> = {}): CauseFile =>
  new CauseFile({ folder, identity: "one", revision: 1_000, ...options });
async function write(numbers: readonly number[], options: Partial<CauseFileOptions> = {}): Promise<void> {
  const file = fileOf(options);
  await file.open();
  for (const number of numbers) file.add(action(number));
  await file.flush();
}
const read = async (options: Partial<CauseFileOptions> = {}): Promise<number[]> =>
  (await fileOf(options).open()).map(({ sequence }) => sequence);

it("makes the actions of all earlier processes readable by a later process and only by the file's owner", async () => {
  await write([1, 2]);
  await write([3]);
  expect(await fileOf().open()).toEqual([1, 2, 3].map(action));
  expect((await stat(join(folder, "causes.jsonl"))).mode & 0o077).toBe(0);
});

it("flushes on its own after a delay and writes all actions added meanwhile in one batch", async () => {
  const due: (() => void)[] = [];
  const timers = {
    now: 0,
    after(_: number, run: () => void) {
      due.push(run);
      return () => undefined;
    },
  };
  const file = fileOf({ timers });
  file.add(action(1));
  file.add(action(2));
  expect(due).toHaveLength(1);
  due[0]?.();
  await file.flush();
  expect(await read()).toEqual([1, 2]);
});

it("drops the older half when the file is full", async () => {
  for (let number = 1; number <= 9; number++) await write([number], { bytes: 600 });
  const kept = await read();
  expect(kept.at(-1)).toBe(9);
  expect(kept.length).toBeGreaterThanOrEqual(3);
  expect(kept.length).toBeLessThan(9);
  expect(kept).toEqual([...kept].sort((a, b) => a - b));
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).size).toBeLessThan(1_000);
});

it("continues reading after a line truncated by a crash and after foreign lines", async () => {
  await write([1]);
  const path = join(folder, "causes.jsonl");
  const misfits = [{ causes: [null] }, { writes: [null] }, { writes: ["pods"] }, { writes: {} }, { at: "noon" }];
  const strange = misfits.map((misfit) => `${JSON.stringify({ ...action(2), ...misfit })}\n`);
  await appendFile(path, `7\nnull\n[]\n{"sequence":2}\n${strange.join("")}${JSON.stringify(action(2)).slice(0, 40)}`);
  await write([3]);
  expect(await read()).toEqual([1, 3]);
});

it("discards the actions recorded for another store or for a store that was restored to an earlier state", async () => {
  await write([1, 2]);
  expect(await read({ identity: "another" })).toEqual([]);
  await write([1, 2]);
  expect(await read({ revision: 1 })).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

it("starts empty and reports the error when it cannot read or delete its files", async () => {
  await mkdir(join(folder, "causes.jsonl", "a folder where the file should be"), { recursive: true });
  const told: unknown[] = [];
  const file = fileOf({ onTrouble: (error) => told.push(error === undefined ? "well" : "ill") });
  expect(await file.open()).toEqual([]);
  await file.remove();
  expect(told).toEqual(["ill"]);
});

it("reports a write failure once and the recovery once", async () => {
  const told: unknown[] = [];
  await writeFile(folder, "a file where the folder should be");
  const file = fileOf({ onTrouble: (error) => told.push(error === undefined ? "well" : "ill") });
  for (const number of [1, 2]) {
    file.add(action(number));
    await file.flush();
  }
  await rm(folder);
  for (const number of [3, 4]) {
    file.add(action(number));
    await file.flush();
  }
  expect(told).toEqual(["ill", "well"]);
  expect((await readFile(join(folder, "causes.jsonl"), "utf8")).match(/"sequence":\d/g)).toEqual([
    '"sequence":3',
    '"sequence":4',
  ]);
});
