import { rm } from "node:fs/promises";
import { expect, it } from "vitest";
import { core } from "../objects.ts";
import { startTestServer, temporaryFolder } from "../testServer.ts";

const maps = core("default", "configmaps");

it("a second server cannot open the same store", async () => {
  const dataDir = await temporaryFolder();
  const first = await startTestServer({ dataDir });
  try {
    await expect(startTestServer({ dataDir })).rejects.toThrow();
    expect((await first.request("GET", maps)).status).toBe(200);
  } finally {
    await first.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
