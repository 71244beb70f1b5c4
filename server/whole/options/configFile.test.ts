import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OptionError } from "../../ground/settings/optionError.ts";
import { parseServeFlags } from "./parseFlags.ts";

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-config-"));
  file = join(folder, "flags.yaml");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const parse = (text: string, ...argv: string[]) => {
  writeFileSync(file, text);
  return parseServeFlags(["--config", file, ...argv]);
};
const refusal = (text: string): string => {
  try {
    parse(text);
    return "";
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    return error.message.replace(file, "FILE");
  }
};

describe("configuration file of flags", () => {
  it("is refused by name when it cannot be read, or does not end", () => {
    expect(() => parseServeFlags(["--config", folder])).toThrow(`--config ${folder}: cannot read the file (EISDIR)`);
    const missing = join(folder, "missing");
    expect(() => parseServeFlags(["--config", missing])).toThrow(`--config ${missing}: cannot read the file (ENOENT)`);
  });

  it.skipIf(!existsSync("/dev/zero"))("is read no further than its limit", () => {
    expect(() => parseServeFlags(["--config", "/dev/zero"])).toThrow("the file is larger than 1048576 bytes");
  });

  it("sets flags with one value, with several, and with key-value pairs", () => {
    const { options, printKubeconfig, warnings } = parse(
      [
        "secure-port: 7000",
        "v: 3",
        "profiling: false",
        "print-kubeconfig: true",
        "authorization-mode: [Node, RBAC]",
        "feature-gates:",
        "  WatchList: true",
        "  CBORServingAndStorage: false",
        "cloud-provider: external",
      ].join("\n"),
    );
    expect(options).toMatchObject({
      securePort: 7000,
      verbosity: 3,
      profiling: false,
      featureGates: { WatchList: "true", CBORServingAndStorage: "false" },
    });
    expect(options.authorizationMode).toEqual(["Node", "RBAC"]);
    expect(printKubeconfig).toBe(true);
    expect(warnings).toEqual(["--cloud-provider is accepted and has no effect here"]);
  });

  it("may be JSON, or empty", () => {
    expect(parse('{"secure-port": 7001}').options.securePort).toBe(7001);
    expect(parse("").options.securePort).toBe(6443);
  });

  it("is overridden by the command line, flag by flag", () => {
    const { options } = parse("secure-port: 7000\nv: 3\nfeature-gates: {WatchList: true}", "--secure-port=7002");
    expect(options).toMatchObject({ securePort: 7002, verbosity: 3, featureGates: { WatchList: "true" } });
  });

  it.each([
    ["secure-prot: 1", '--config FILE: there is no flag "secure-prot"'],
    ["config: other.yaml", '--config FILE: there is no flag "config"'],
    ["- a", "--config FILE: the file does not map names of flags to values"],
    ["v: null", '--config FILE: the value of "v" is no text, number or boolean, nor a list or map of them'],
    ["v: {a: {b: c}}", '--config FILE: the value of "v" is no text, number or boolean, nor a list or map of them'],
    ["secure-port: high", '--secure-port must be a whole number from 0 to 65535, not "high"'],
  ])("reports what is wrong with %j", (text, expected) => {
    expect(refusal(text)).toBe(expected);
  });

  it("is refused when it cannot be parsed, has a duplicate key, or is too large", () => {
    expect(refusal("a: [")).toContain("--config FILE: ");
    expect(refusal("v: 1\nv: 2")).toContain('"v"');
    expect(refusal(`# ${"x".repeat(1024 * 1024)}`)).toBe("--config FILE: the file is larger than 1048576 bytes");
    expect(() => parseServeFlags(["--config", join(folder, "none")])).toThrow("ENOENT");
    expect(() => parseServeFlags(["--config="])).toThrow("--config needs the path of a file");
  });
});
