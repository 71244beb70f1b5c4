import { describe, expect, test } from "vitest";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { checkSandboxFlags, readSandboxFlags, sandboxFlags } from "./sandboxFlags.ts";

describe("flags of a sandbox", () => {
  test.each([
    [["--feature-gates=CoordinatedLeaderElection=true", "--runtime-config=api/all=true"]],
    [["--authorization-mode=AlwaysAllow", "--anonymous-auth=false"]],
    [["--disable-admission-plugins=ServiceAccount,LimitRanger", "--history-retention=1h"]],
    [[]],
  ])("%j are accepted", async (flags) => {
    await expect(checkSandboxFlags(flags)).resolves.toBeUndefined();
  });

  test.each([
    ["--feature-gates=NoSuchGate=true", /unrecognized feature gate: NoSuchGate/],
    ["--feature-gates=APIListChunking", /not of the form key=value/],
    ["--runtime-config=batch/v9=maybe", /batch\/v9/],
    ["--authorization-mode=Sometimes", /"Sometimes" is not a valid mode/],
    ["--authorization-mode=Webhook", /webhook/i],
    ["--enable-admission-plugins=Nope", /plugin "Nope" is unknown/],
    ["--controllers=nobody", /--controllers.*nobody/],
    ["--anonymous-auth=perhaps", /--anonymous-auth must be true or false/],
    ["--service-node-port-range=x", /service-node-port-range/],
  ])("%s is refused with the server's message", async (flag, message) => {
    const refusal = checkSandboxFlags([flag]);
    await expect(refusal).rejects.toThrow(OptionError);
    await expect(refusal).rejects.toThrow(message);
  });

  test.each([
    "--data-dir=/tmp/x",
    "--secure-port=1",
    "--bind-address=0.0.0.0",
    "--token-auth-file=/etc/passwd",
    "--authorization-webhook-config-file=/x",
    "--oidc-issuer-url=https://x",
    "--vocabulary",
    "vocabulary=x",
    "--anonymous-auth false",
    "",
  ])("%j is refused for a sandbox", (flag) => {
    expect(() => readSandboxFlags([flag], [])).toThrow(/a sandbox cannot have .*; it may have --feature-gates/);
  });

  test("every allowed flag is a flag of the server, with its description", () => {
    const all = sandboxFlags();
    expect(all.map(({ name }) => name)).toContain("authorization-mode");
    for (const { name, about } of all) {
      expect(about).not.toBe("");
      expect(name).not.toMatch(/file|port$|address|dir|url|uri|config$(?<!runtime-config)/);
    }
    expect(all).toHaveLength(16);
  });
});
