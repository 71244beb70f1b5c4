import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { machineOf, sh } from "../testing/startRun.ts";
import { SizedFiles, sparseContent } from "./sizedFiles.ts";

/** The total size of all files, computed by visiting each. */
async function sum(files: SizedFiles): Promise<number> {
  let all = 0;
  for (const path of files.getAllPaths()) {
    const found = await files.lstat(path);
    if (found.isFile) all += found.size;
  }
  return all;
}

describe("Files with size accounting", () => {
  it("count the stored bytes after any file operations", async () => {
    const path = fc.constantFrom("/a", "/b", "/d/a", "/d/b", "/d", "/e");
    const step = fc.record({
      what: fc.constantFrom("write", "append", "rm", "cp", "mv", "sparse", "mkdir"),
      path,
      to: path,
      size: fc.nat(2000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const files = new SizedFiles();
        for (const { what, path, to, size } of steps) {
          const done = {
            write: () => files.writeFile(path, "ä".repeat(size)),
            append: () => files.appendFile(path, Buffer.alloc(size)),
            sparse: () => files.writeFile(path, sparseContent(size)),
            rm: () => files.rm(path, { recursive: true }),
            cp: () => files.cp(path, to, { recursive: true }),
            mv: () => files.mv(path, to),
            mkdir: () => files.mkdir(path, { recursive: true }),
          }[what];
          // The library lets a file replace a folder, which no caller does.
          const isFolder = (await files.exists(to)) && (await files.stat(to)).isDirectory;
          const source = (await files.exists(path)) && (await files.stat(path)).isDirectory;
          if ((what === "write" || what === "sparse") && source) continue;
          if ((what === "cp" || what === "mv") && isFolder !== source && (await files.exists(to))) continue;
          await done?.().catch(() => undefined);
          expect(files.used).toBe(await sum(files));
        }
      }),
    );
  });

  it("reject writes beyond the size limit", async () => {
    const files = new SizedFiles();
    files.most = 10;
    await files.writeFile("/a", "12345678");
    await expect(files.writeFile("/b", "123")).rejects.toThrow("No space left on device");
    await files.writeFile("/a", "1234");
    await files.writeFile("/b", "123456");
    await expect(files.cp("/a", "/c")).rejects.toThrow("No space left on device");
    await expect(files.appendFile("/a", "x")).rejects.toThrow("No space left on device");
    expect(files.used).toBe(10);
    await files.rm("/b");
    await expect(files.writeFile("/b", sparseContent(1000))).rejects.toThrow("No space left on device");
    expect((await files.stat("/b")).size).toBe(6);
    expect([...(await files.readFileBuffer("/b"))]).toEqual([0, 0, 0, 0, 0, 0]);
    files.most = 2 ** 40;
    await files.writeFile("/b", sparseContent(2 ** 30));
    await expect(files.readFile("/b")).rejects.toThrow("Cannot allocate memory");
  });
});

describe("File commands", () => {
  it("create large files that count towards usage without storing their bytes", async () => {
    const machine = await machineOf();
    const made = await sh("dd if=/dev/zero of=/tmp/big bs=1M count=600 && ls -l /tmp/big && du -sh /tmp/big", {
      machine,
    });
    expect(made.code).toBe(0);
    expect(made.output).toMatch(/600\+0 records in\n600\+0 records out\n629145600 bytes/);
    expect(made.output).toContain(" 629145600 ");
    expect(machine.written).toBe(629_145_600);
    await sh("fallocate -l 100M /tmp/more; rm /tmp/big", { machine });
    expect(machine.written).toBe(104_857_600);
  });

  it("read large files as zeros", async () => {
    const mount = { path: "/data", volume: "pod/u/d", readOnly: false, subPath: "", isInMemory: false };
    const machine = await machineOf({ mounts: [mount] });
    await sh("dd if=/dev/zero of=/tmp/big bs=1M count=600 2>/dev/null; fallocate -l 1M /tmp/small", { machine });
    const zeros = async (line: string) => (await sh(line, { machine })).output;
    expect(await zeros("wc -c /tmp/big; wc /tmp/big; wc -c < /tmp/small")).toBe(
      "629145600 /tmp/big\n0 0 629145600 /tmp/big\n1048576\n",
    );
    expect(await zeros("head -c 3 /tmp/big | wc -c; tail -c 5 /tmp/big | wc -c; head -c 2 /tmp/small | wc -c")).toBe(
      "3\n5\n2\n",
    );
    expect(await zeros("cp /tmp/big /data && cp /tmp/big /tmp/other && wc -c /data/big && wc -c /tmp/other")).toBe(
      "629145600 /data/big\n629145600 /tmp/other\n",
    );
    expect(await zeros("dd if=/tmp/big of=/tmp/part bs=1M count=2 2>&1 | tail -1 | cut -c1-13; wc -c /tmp/part")).toBe(
      "2097152 bytes\n2097152 /tmp/part\n",
    );
    expect(machine.written).toBe(2 * 629_145_600 + 1_048_576 + 2_097_152);
    expect(await zeros("cat /tmp/big")).toContain("Cannot allocate memory");
  });

  it("fail when an in-memory volume is full", async () => {
    const mount = {
      path: "/cache",
      volume: "pod/u/cache",
      readOnly: false,
      subPath: "",
      isInMemory: true,
      most: 2 ** 20,
    };
    const machine = await machineOf({ mounts: [mount] });
    const { output, code } = await sh(
      "dd if=/dev/zero of=/cache/x bs=1M count=100; echo $?; ls -l /cache/x; echo more > /cache/y",
      { machine },
    );
    expect(output).toContain("No space left on device");
    expect(output).toContain("1048576");
    expect(output).toMatch(/\/cache\/y: No space left on device/);
    expect(code).toBe(1);
  });
});
