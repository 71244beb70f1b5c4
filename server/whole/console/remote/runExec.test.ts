import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { Entry } from "../../../access/kubeconfig/contexts.ts";
import { readExecConfig } from "./execConfig.ts";
import { readCredential, runExec } from "./runExec.ts";

const vocabulary = createVocabulary();
const V1 = "client.authentication.k8s.io/v1";
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-exec-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const user = (exec: object): Entry => ({
  name: "me",
  fields: { exec: { apiVersion: V1, command: "c", ...exec } },
  folder: "/home/me",
  source: "/home/me/config",
});
const config = (exec: object = {}) => readExecConfig(user(exec), vocabulary);

describe("readExecConfig", () => {
  test("resolves a relative command against the kubeconfig's folder, and a bare one from PATH", () => {
    expect(config({ command: "./bin/login" }).command).toBe("/home/me/bin/login");
    expect(config({ command: "/opt/login" }).command).toBe("/opt/login");
    expect(config({ command: "login" }).command).toBe("login");
    expect(config({ apiVersion: "client.authentication.k8s.io/v1beta1" }).apiVersion).toMatch(/v1beta1$/);
    expect(config({ env: [{ name: "A", value: "1" }, null], args: ["x", 1] })).toMatchObject({
      env: { A: "1" },
      args: ["x"],
    });
  });

  test.each([
    [{ command: "" }, /without a command/],
    [{ apiVersion: "client.authentication.k8s.io/v1alpha1" }, /v1alpha1.*Update the plugin/],
    [{ apiVersion: "" }, /no stated version/],
    [{ interactiveMode: "Always" }, /terminal/],
  ])("%j is rejected", (exec, message) => {
    expect(() => config(exec)).toThrow(message);
  });
});

describe("readCredential", () => {
  const answer = (status: object, more: object = {}) =>
    JSON.stringify({ kind: "ExecCredential", apiVersion: V1, status, ...more });

  test("accepts a token or a certificate with its key, with the expiration time", () => {
    expect(readCredential(config(), answer({ token: "t", expirationTimestamp: "1970-01-01T00:00:05Z" }))).toEqual({
      token: "t",
      expires: 5000,
    });
    expect(readCredential(config(), answer({ clientCertificateData: "C", clientKeyData: "K" }))).toEqual({
      cert: "C",
      key: "K",
    });
  });

  test.each([
    ["hidden", /with JSON/],
    ["null", /ExecCredential/],
    ['{"kind":"Other","token":"hidden"}', /ExecCredential/],
    [answer({ token: "hidden" }, { apiVersion: "client.authentication.k8s.io/v1beta1" }), /version/],
    [answer({ clientKeyData: "hidden" }), /without its key|key alone/],
    [answer({}), /neither/],
  ])("refuses %s without quoting it", (output, message) => {
    expect(() => readCredential(config(), output)).toThrow(message);
    expect(() => readCredential(config(), output)).not.toThrow(/hidden/);
  });
});

describe("runExec", () => {
  const script = (text: string) => {
    writeFileSync(join(folder, "plugin"), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return { ...config({ command: join(folder, "plugin") }), folder };
  };
  const around = { vocabulary, environment: { PATH: process.env.PATH } };

  test("runs the plugin in the kubeconfig's folder without a terminal", async () => {
    const plugin = script(
      `test "$PWD" = "$(cd ${folder} && pwd)" || exit 1\nprintf '{"kind":"ExecCredential","apiVersion":"${V1}","status":{"token":"%s"}}' ok`,
    );
    expect(await runExec(plugin, around)).toEqual({ token: "ok" });
  });

  test("kills a plugin that exceeds its timeout", async () => {
    await expect(runExec(script("exec sleep 60"), { ...around, timeout: 100 })).rejects.toThrow(/was ended/);
  });

  test("kills a running plugin when the console ends", async () => {
    const ending = new AbortController();
    const running = runExec(script("exec sleep 60"), { ...around, ending: ending.signal });
    ending.abort();
    await expect(running).rejects.toThrow(/cannot be run \(ABORT_ERR\)/);
  });
});
