import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { PluginConfigurations } from "../configuration/admissionConfiguration.ts";
import { setUpImagePolicy } from "./setUpImagePolicy.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-unit-"));
});
afterAll(() => rm(folder, { recursive: true }));

const ends: (() => void)[] = [];
const setUp = (enabled: readonly string[], written?: object) => {
  const configurations = (
    written === undefined ? new Map() : new Map([["ImagePolicyWebhook", written]])
  ) as PluginConfigurations;
  return setUpImagePolicy(
    { enabled },
    { configurations, vocabulary: createVocabulary(), now: () => 0, onStop: (end) => ends.push(end) },
  );
};

describe("setUpImagePolicy", () => {
  it("creates the plugin if enabled", async () => {
    const kubeConfigFile = join(folder, "service");
    const cluster = { server: "https://127.0.0.1:1/images" };
    const contexts = [{ name: "x", context: { cluster: "x" } }];
    await writeFile(
      kubeConfigFile,
      JSON.stringify({ "current-context": "x", clusters: [{ name: "x", cluster }], contexts }),
    );
    const written = { imagePolicy: { kubeConfigFile } };
    expect(await setUp([], written)).toEqual([]);
    expect(await setUp(["ImagePolicyWebhook"], written)).toMatchObject([{ name: "ImagePolicyWebhook" }]);
    expect(ends).toHaveLength(1);
    for (const end of ends) end();
  });

  it.each<[object | undefined, string]>([
    [undefined, "no config specified"],
    [{ imagePolicy: { kubeConfigFile: "/nowhere/at/all" } }, "/nowhere/at/all: cannot read the file"],
    [{ imagePolicy: { allowTTL: 1 } }, "valid value is between"],
  ])("rejects %j", async (written, message) => {
    const failing = setUp(["ImagePolicyWebhook"], written);
    await expect(failing).rejects.toThrow(`couldn't init admission plugin "ImagePolicyWebhook": ${message}`);
  });
});
