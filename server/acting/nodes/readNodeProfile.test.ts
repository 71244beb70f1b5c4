import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_PROFILE } from "./nodeProfile.ts";
import { readNodeProfile } from "./readNodeProfile.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-unit-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const path = join(folder, "profile.yaml");
  await writeFile(path, text);
  return readNodeProfile(path);
}

describe("readNodeProfile", () => {
  it("merges a file with the defaults", async () => {
    expect(await readNodeProfile(undefined)).toBe(DEFAULT_PROFILE);
    expect(
      await read(
        "capacity: {cpu: 16, example.com/gpu: 2}\nlabels: {disk: ssd}\ntaints: [{key: only, value: x, effect: NoSchedule}]\n" +
          "pullTime: [10ms, 2s]\nstartTime: 1s\nruntimeHandlers: [gvisor]\n",
      ),
    ).toEqual({
      ...DEFAULT_PROFILE,
      capacity: { ...DEFAULT_PROFILE.capacity, cpu: "16", "example.com/gpu": "2" },
      labels: { disk: "ssd" },
      taints: [{ key: "only", value: "x", effect: "NoSchedule" }],
      pullTime: [10, 2000],
      runtimeHandlers: ["gvisor"],
      startTime: 1000,
    });
    expect((await read("pullTime: 1s")).pullTime).toEqual([1000, 1000]);
  });

  it.each([
    ["- a", "the profile is no object"],
    ["cpu: 4", 'unknown field "cpu"'],
    ["capacity: {cpu: many}", 'capacity.cpu must be a quantity, not "many"'],
    ["taints: {}", "taints is no list"],
    ["taints: [{key: a, effect: Never}]", "taints[0].effect must be one of NoSchedule, PreferNoSchedule, NoExecute"],
    ["taints: [{effect: NoSchedule}]", "taints[0].key must be a label's key"],
    ["startTime: soon", 'startTime must be a duration such as 500ms, not "soon"'],
    ["pullTime: [2s, 1s]", "pullTime must name the shortest duration first"],
  ])("rejects %j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(`--node-profile: ${message}`);
  });

  it("rejects a missing file", async () => {
    await expect(readNodeProfile(join(folder, "none"))).rejects.toThrow("cannot read");
  });
});
