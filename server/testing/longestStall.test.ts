import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoStall, longestStall } from "./longestStall.ts";
import { startTestServer, type TestServer } from "./testServer.ts";
import { threadClock } from "./tickMeter.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Blocks the server's thread, as a bug in it would. */
async function block(milliseconds: number): Promise<string> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  return "done";
}

describe("longestStall", () => {
  it("measures from outside how long the server's thread was blocked, and returns the work's result", async () => {
    const report = await longestStall(server, () => block(300));
    expect(report.result).toBe("done");
    expect(report.longest).toBeGreaterThan(290);
    expect(report.probes).toBeGreaterThan(0);
  });

  it("detects a temporary rise of memory", async () => {
    const { heapGrowth } = await longestStall(server, async () => {
      const kept = Buffer.alloc(128 * 1024 * 1024, 1);
      return kept.length;
    });
    expect(heapGrowth).toBeGreaterThan(100 * 1024 * 1024);
  });

  it("rethrows the work's error", async () => {
    await expect(longestStall(server, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });
});

describe("expectNoStall", () => {
  it("accepts work that yields to other requests", async () => {
    const answer = await expectNoStall(server, () => server.request("GET", "/version"));
    expect(answer.status).toBe(200);
  });

  it("fails when the work stalls in every attempt", { timeout: 120_000 }, async () => {
    let tries = 0;
    const clock = threadClock();
    const stalling = async (): Promise<void> => {
      tries += 1;
      // Measured in processor time: on a busy machine, this thread gets only a small part of the time that passes.
      for (const end = clock.now() + 600; clock.now() < end; );
    };
    await expect(expectNoStall(server, stalling, { stall: 20 })).rejects.toThrow("kept others waiting");
    expect(tries).toBeGreaterThan(1);
    clock.close();
  });
});
