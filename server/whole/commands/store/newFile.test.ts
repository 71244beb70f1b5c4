import { EventEmitter } from "node:events";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createNewFile, type SignalSource } from "./newFile.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-new-file-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a new file", () => {
  it("appears only when it is complete", async () => {
    const target = join(folder, "a.db");
    const result = await createNewFile(target, async (draft) => {
      await writeFile(draft, "whole");
      await writeFile(`${draft}-wal`, "rest");
      expect(await readdir(folder)).not.toContain("a.db");
      return 7;
    });
    expect(result).toBe(7);
    expect(await readdir(folder)).toEqual(["a.db"]);
    expect(await readFile(target, "utf8")).toBe("whole");
  });

  it("is not left behind incomplete by a failure", async () => {
    const failing = createNewFile(join(folder, "a.db"), async (draft) => {
      await writeFile(draft, "ha");
      throw new Error("the disk is full");
    });
    await expect(failing).rejects.toThrow("the disk is full");
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("is not left behind incomplete by %s", async (signal) => {
    const emitter = new EventEmitter();
    const kill = vi.fn<(pid: number, signal?: string | number) => true>(() => true);
    const signals = Object.assign(emitter, { kill, pid: 42 }) as unknown as SignalSource;
    const interrupted = createNewFile(
      join(folder, "a.db"),
      async (draft) => {
        await writeFile(draft, "ha");
        emitter.emit(signal, signal);
        expect(await readdir(folder)).toEqual([]);
        throw new Error("gone");
      },
      signals,
    );
    await expect(interrupted).rejects.toThrow("gone");
    // Without a listener, the second signal ends the process as if it had not been handled.
    expect(kill).toHaveBeenCalledWith(42, signal);
    expect(emitter.eventNames()).toEqual([]);
  });

  it("leaves the file of another command that was quicker", async () => {
    const target = join(folder, "a.db");
    const slow = createNewFile(target, async (draft) => {
      await writeFile(draft, "slow");
      await createNewFile(target, (other) => writeFile(other, "quick"));
    });
    await expect(slow).rejects.toThrow(`${target}: there is something already`);
    expect(await readFile(target, "utf8")).toBe("quick");
    expect(await readdir(folder)).toEqual(["a.db"]);
  });

  it("is refused where nothing can be created", async () => {
    const write = vi.fn(() => Promise.resolve());
    await symlink("loop", join(folder, "loop"));
    await symlink("nothing", join(folder, "dangling"));
    for (const [target, message] of [
      [join(folder, "missing", "a.db"), `${join(folder, "missing")}: there is no such folder`],
      [`${join(folder, "new")}/`, "a store is a file, not a folder"],
      [join(folder, "loop"), "there is something already"],
      [join(folder, "dangling"), "there is something already"],
      [folder, "there is something already"],
    ] as const) {
      await expect(createNewFile(target, write)).rejects.toThrow(message);
    }
    expect(write).not.toHaveBeenCalled();
    expect(await readdir(dirname(join(folder, "a")))).toEqual(["dangling", "loop"]);
  });
});
