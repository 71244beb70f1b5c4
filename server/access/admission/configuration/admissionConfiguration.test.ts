import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { loadAdmissionConfiguration } from "./admissionConfiguration.ts";

const schema = loadSchema(createVocabulary());
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-unit-"));
  await writeFile(join(folder, "other.yaml"), "kind: PodSecurityConfiguration\ndefaults: {enforce: baseline}\n");
  await writeFile(join(folder, "list.yaml"), "- a\n");
});
afterAll(() => rm(folder, { recursive: true }));

const load = async (plugins: string) => {
  const path = join(folder, "admission.yaml");
  await writeFile(path, `apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins:\n${plugins}`);
  return loadAdmissionConfiguration(path, schema);
};

describe("loadAdmissionConfiguration", () => {
  it("reads plugin configurations inline and from referenced files", async () => {
    expect(await loadAdmissionConfiguration(undefined, schema)).toEqual(new Map());
    const found = await load(
      "- name: PodSecurity\n  path: other.yaml\n- name: EventRateLimit\n  configuration: {kind: Configuration, limits: [{type: Server, qps: 5}]}\n",
    );
    expect(found.get("PodSecurity")).toEqual({ kind: "PodSecurityConfiguration", defaults: { enforce: "baseline" } });
    expect(found.get("EventRateLimit")).toEqual({ kind: "Configuration", limits: [{ type: "Server", qps: 5 }] });
  });

  it("ignores unknown plugins and takes the first of several configurations", async () => {
    const plugins = "- name: None\n  file: x\n- name: A\n  configuration: {a: 1}\n- name: A\n  configuration: {a: 2}\n";
    expect(await load(plugins)).toEqual(new Map([["A", { a: 1 }]]));
  });

  it("reads a file in the legacy format", async () => {
    const path = join(folder, "older.yaml");
    await writeFile(path, "podNodeSelectorPluginConfig: {a: b=c}\n");
    const whole = { podNodeSelectorPluginConfig: { a: "b=c" } };
    expect(await loadAdmissionConfiguration(path, schema)).toEqual(
      new Map([
        ["ImagePolicyWebhook", whole],
        ["PodNodeSelector", whole],
      ]),
    );
    await writeFile(path, "other: {}\n");
    await expect(loadAdmissionConfiguration(path, schema)).rejects.toThrow("Object 'Kind' is missing");
  });

  it.each([
    ["- name: PodSecurity\n  path: none.yaml", "cannot read"],
    ["- name: PodSecurity\n  path: list.yaml", 'the configuration of admission plugin "PodSecurity" is no object'],
  ])("rejects %j", async (plugins, message) => {
    await expect(load(plugins)).rejects.toThrow(message);
    await expect(load(plugins)).rejects.toThrow("--admission-control-config-file: ");
  });
});
