import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FileReload } from "./fileReload.ts";

describe("reloading a file", () => {
  let text = "one";
  let told: string[] = [];
  const reload = (more: { persistent?: boolean } = {}) =>
    new FileReload("one", {
      interval: 1000,
      ...more,
      read: async () => {
        if (text === "gone") throw new Error("no such file");
        return text;
      },
      apply: async (changed) => {
        if (changed.startsWith("bad")) throw new Error("bad text");
        if (changed === "same") return false;
        told.push(`applied ${changed}`);
      },
      onReloaded: () => told.push("reloaded"),
      onError: (error) => told.push(String(error)),
    });

  beforeEach(() => {
    text = "one";
    told = [];
  });
  afterEach(() => vi.useRealTimers());

  it("applies a change once", async () => {
    const following = reload();
    await following.runOnce();
    expect(told).toEqual([]);
    text = "two";
    await following.runOnce();
    await following.runOnce();
    expect(told).toEqual(["applied two", "reloaded"]);
  });

  it("keeps the last valid content while the file is invalid, and reports the error each time", async () => {
    const following = reload();
    text = "bad";
    await following.runOnce();
    await following.runOnce();
    text = "gone";
    await following.runOnce();
    text = "one";
    await following.runOnce();
    expect(told).toEqual(["Error: bad text", "Error: bad text", "Error: no such file"]);
  });

  it("does not run two checks at the same time", async () => {
    const following = reload();
    text = "two";
    await Promise.all([following.runOnce(), following.runOnce()]);
    expect(told).toEqual(["applied two", "reloaded"]);
  });

  it("checks at intervals until it is stopped", async () => {
    vi.useFakeTimers();
    const following = reload();
    following.start();
    text = "two";
    await vi.advanceTimersByTimeAsync(999);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(["applied two", "reloaded"]);
    following.stop();
    text = "three";
    await vi.advanceTimersByTimeAsync(5000);
    expect(told).toHaveLength(2);
  });

  it("reports nothing when the parsed content is unchanged", async () => {
    const following = reload();
    text = "same";
    await following.runOnce();
    await following.runOnce();
    expect(told).toEqual([]);
  });

  it("reports an invalid text only once when configured so", async () => {
    const following = reload({ persistent: false });
    text = "bad";
    await following.runOnce();
    await following.runOnce();
    text = "one";
    await following.runOnce();
    expect(told).toEqual(["Error: bad text", "applied one", "reloaded"]);
  });

  it("reports a file that cannot be read only once when configured so, and again after it was readable", async () => {
    const following = reload({ persistent: false });
    for (text of ["gone", "gone", "one", "gone"]) await following.runOnce();
    expect(told).toEqual(["Error: no such file", "Error: no such file"]);
  });

  it("neither applies nor reports anything once it is stopped", async () => {
    for (text of ["two", "gone"]) {
      const following = reload();
      const checking = following.runOnce();
      following.stop();
      await checking;
    }
    expect(told).toEqual([]);
  });

  it("detects a change before the interval ends when it watches the file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "orrery-test-"));
    const file = join(folder, "settings.yaml");
    await writeFile(file, "one");
    const changed = new Promise<string>((resolve, reject) => {
      const following = new FileReload("one", {
        interval: 3_600_000,
        watch: file,
        read: () => readFile(file, "utf8"),
        apply: async (found) => resolve(found),
        onReloaded: () => following.stop(),
        onError: reject,
      });
      following.start();
    });
    await writeFile(file, "two");
    expect(await changed).toBe("two");
    await rm(folder, { recursive: true });
  });

  it("detects a change of a file that never stops changing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "orrery-test-"));
    const file = join(folder, "settings.yaml");
    await writeFile(file, "one");
    let isSeen = false;
    const following = new FileReload("one", {
      interval: 3_600_000,
      watch: file,
      read: () => readFile(file, "utf8"),
      apply: async () => {
        isSeen = true;
      },
      onReloaded: () => undefined,
      onError: () => undefined,
    });
    following.start();
    for (let i = 0; !isSeen; i++) await writeFile(file, `number ${i}`);
    following.stop();
    await rm(folder, { recursive: true });
  });
});
