import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../../testing/bundle.ts";
import { createLog } from "./log.ts";
import { type LogFile, logWriter } from "./logWriter.ts";

const noSpace = (code = "ENOSPC"): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

/** A file with limited room whose calls complete when the test says so. */
function smallDisk(room: number) {
  const disk = { room, text: "", calls: 0, error: "ENOSPC" };
  const pending: (() => void)[] = [];
  const put = (bytes: Buffer): number => {
    disk.calls += 1;
    const count = Math.min(bytes.length, disk.room - disk.text.length);
    if (count <= 0) throw noSpace(disk.error);
    disk.text += bytes.subarray(0, count).toString();
    return count;
  };
  const file: LogFile = {
    write(bytes, done) {
      pending.push(() => {
        try {
          done(null, put(bytes));
        } catch (error) {
          done(error as NodeJS.ErrnoException, 0);
        }
      });
    },
    writeSync: put,
  };
  /** Completes all calls, and the calls that follow from them. */
  const settle = (): void => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) next();
  };
  return { disk, file, settle };
}

const lossOf = (dropped: number, reason = "ENOSPC"): string =>
  `{"level":40,"time":"1970-01-01T00:00:00.000Z","dropped":${dropped},"reason":"${reason}","msg":"log lines were dropped"}\n`;

describe("logWriter", () => {
  it("writes lines in order, many per write call", () => {
    const { disk, file, settle } = smallDisk(1000);
    const writer = logWriter(file);
    for (let i = 0; i < 20; i++) writer.write(`line ${i}\n`);
    settle();
    expect(disk.text).toBe(Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join(""));
    expect(disk.calls).toBe(2);
    expect(writer.dropped).toBe(0);
  });

  it("drops and counts lines while the disk is full, and reports the count once there is space again", () => {
    const { disk, file, settle } = smallDisk(10);
    const writer = logWriter(file, { now: () => 0 });
    writer.write("one\n");
    settle();
    for (let i = 0; i < 5; i++) {
      writer.write("two two two\n");
      settle();
    }
    expect(writer.dropped).toBe(5);
    disk.room = 10_000;
    writer.write("three\n");
    writer.write("four\n");
    settle();
    // The first of the lost lines was torn: it ends where the disk was full.
    expect(disk.text).toBe(`one\ntwo tw\n${lossOf(5)}three\nfour\n`);
    writer.write("five\n");
    settle();
    expect(disk.text.endsWith("four\nfive\n")).toBe(true);
    expect(writer.dropped).toBe(5);
  });

  it("counts the lines of a partial write correctly", () => {
    const { disk, file, settle } = smallDisk(9);
    const writer = logWriter(file, { now: () => 0 });
    writer.write("a\n");
    for (const line of ["b\n", "c\n", "d\n", "e\n"]) writer.write(line);
    settle();
    expect(writer.dropped).toBe(1);
    disk.room = 10_000;
    writer.write("f\n");
    settle();
    expect(disk.text).toBe(`a\nb\nc\nd\ne\n${lossOf(1)}f\n`);
  });

  it("buffers a bounded amount for a reader that does not read", () => {
    const { disk, file, settle } = smallDisk(10_000);
    const writer = logWriter(file, { maxWaiting: 20, now: () => 0 });
    for (let i = 0; i < 50; i++) writer.write(`line ${i % 10}\n`);
    // One line is being written, two are waiting.
    expect(writer.dropped).toBe(47);
    settle();
    writer.write("last\n");
    settle();
    expect(disk.text).toContain(lossOf(47, "too many lines waited"));
    expect(disk.text.endsWith("last\n")).toBe(true);
  });

  it("retries a busy destination, and once more at process exit", () => {
    const { disk, file, settle } = smallDisk(0);
    disk.error = "EAGAIN";
    const writer = logWriter(file, { now: () => 0 });
    writer.write("one\n");
    settle();
    writer.write("two\n");
    expect(writer.dropped).toBe(0);
    disk.room = 1000;
    writer.flushSync();
    expect(disk.text).toBe("one\ntwo\n");
  });

  it("stops flushing to a destination that fails permanently", () => {
    const { disk, file } = smallDisk(0);
    disk.error = "EPIPE";
    const writer = logWriter(file, { now: () => 0 });
    for (let i = 0; i < 3000; i++) writer.write(`${"x".repeat(200)}\n`);
    writer.flushSync();
    expect(writer.dropped).toBe(2999);
    expect(disk.calls).toBeLessThan(3000);
  });

  it("is the destination of a log", () => {
    const { disk, file, settle } = smallDisk(1000);
    createLog(0, logWriter(file)).warn({ token: "secret" }, "hello");
    settle();
    expect(JSON.parse(disk.text)).toMatchObject({ msg: "hello", token: "[redacted]" });
  });
});

describe("a process whose standard error fails", () => {
  let program: string;
  beforeAll(async () => {
    program = await bundle("server/ground/observability/testing/fullDiskLogger.ts");
  }, 60_000);
  afterAll(() => rmSync(dirname(program), { recursive: true, force: true }));

  /** The child's standard output, once it has ended on its own. */
  async function said(child: ChildProcess): Promise<string> {
    const code = new Promise((resolve) => child.once("close", resolve));
    const output = child.stdout === null ? "" : await text(child.stdout);
    expect(await code).toBe(0);
    return output;
  }

  it.skipIf(!existsSync("/dev/full"))(
    "keeps running when the disk is full, and exits normally",
    { timeout: 60_000 },
    async () => {
      const full = openSync("/dev/full", "w");
      expect(await said(spawn(process.execPath, [program], { stdio: ["ignore", "pipe", full] }))).toBe("dropped 100");
    },
  );

  it("keeps running when the reader is gone, and exits normally", { timeout: 60_000 }, async () => {
    const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "pipe"] });
    child.stderr?.destroy();
    expect(await said(child)).toBe("dropped 100");
  });
});
