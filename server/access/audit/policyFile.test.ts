import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OptionError } from "../../ground/settings/optionError.ts";
import { loadSchema } from "../../model/schema/schema.ts";
import { loadAuditPolicy } from "./policyFile.ts";

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-audit-"));
  file = join(folder, "policy.yaml");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const head = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";
const warnings: string[] = [];

async function load(text: string) {
  warnings.length = 0;
  await writeFile(file, text);
  return loadAuditPolicy(file, loadSchema(), (warning) => warnings.push(warning));
}

async function refusal(text: string): Promise<string> {
  const error = await load(text).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OptionError);
  return (error as Error).message.replace(file, "FILE");
}

describe("loadAuditPolicy", () => {
  it("parses a policy", async () => {
    const policy = await load(`${head}omitStages: [RequestReceived]\nrules:\n- level: Metadata\n  users: [alice]\n`);
    expect(policy).toMatchObject({
      omitStages: ["RequestReceived"],
      rules: [{ level: "Metadata", users: ["alice"] }],
    });
    expect(warnings).toEqual([]);
  });

  it("ignores unknown fields and reports them", async () => {
    expect((await load(`${head}rules:\n- level: Metadata\n  colour: red\n`)).rules).toHaveLength(1);
    expect(warnings[0]).toContain('unknown field "rules[0].colour"');
  });

  it.each([
    [`${head}rules: []`, "loaded illegal policy with 0 rules: from file FILE"],
    [`${head}rules: [{}]`, "rules[0].level: Required value: from file FILE"],
    [
      `${head}rules: [{level: All}]`,
      'rules[0].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse"',
    ],
    [
      `${head}rules: [{level: None, nonResourceURLs: [healthz, "/a*b"]}]`,
      `[rules[0].nonResourceURLs[0]: Invalid value: "healthz": non-resource URL rules must begin with a '/' character, ` +
        `rules[0].nonResourceURLs[1]: Invalid value: "/a*b": non-resource URL wildcards '*' must be the final character of the rule]`,
    ],
    [
      `${head}rules: [{level: None, nonResourceURLs: ["*"], namespaces: [a]}]`,
      "rules cannot apply to both regular resources and non-resource URLs",
    ],
    [`${head}rules: [{level: None, resources: [{group: a/b}]}]`, 'rules[0].resources.group: Invalid value: "a/b": '],
    [
      `${head}rules: [{level: None, resources: [{resourceNames: [a]}]}]`,
      "using resourceNames requires at least one resource",
    ],
    [
      `${head}rules: [{level: None, omitStages: [Never]}]`,
      'rules[0].omitStages[0]: Invalid value: "Never": allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic',
    ],
    ["rules: [", "the text cannot be parsed: from file FILE"],
    ["apiVersion: audit.k8s.io/v2\nkind: Policy", 'no kind "Policy" is registered for version "audit.k8s.io/v2"'],
  ])("rejects %j", async (text, detail) => {
    const message = await refusal(text);
    expect(message.startsWith("loading audit policy file: ")).toBe(true);
    expect(message).toContain(detail);
    expect(message).toContain("from file FILE");
  });

  it("names a missing file", async () => {
    const path = join(folder, "none.yaml");
    await expect(loadAuditPolicy(path, loadSchema(), () => {})).rejects.toThrow(
      `loading audit policy file: failed to read file path "${path}": open ${path}: no such file or directory`,
    );
  });
});
