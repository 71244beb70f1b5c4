import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { startWebhookFixture } from "./testing/webhookFixture.ts";
import { webhookCredentials } from "./webhookCredentials.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-unit-"));
});
afterAll(() => rm(folder, { recursive: true }));

const type = { apiVersion: "apiserver.config.k8s.io/v1", kind: "WebhookAdmissionConfiguration" };

/** A kubeconfig with these users. */
async function kubeconfig(users: Record<string, object>, current = ""): Promise<string> {
  const file = join(folder, "kubeconfig");
  const text = {
    "current-context": "x",
    contexts: [{ name: "x", context: { cluster: "", user: current } }],
    users: Object.entries(users).map(([name, user]) => ({ name, user })),
  };
  await writeFile(file, JSON.stringify(text));
  return file;
}

const read = (configuration: object, now = () => 0) =>
  webhookCredentials(
    "ValidatingAdmissionWebhook",
    new Map([["ValidatingAdmissionWebhook", { ...type, ...configuration }]]),
    createVocabulary(),
    now,
  );

describe("webhookCredentials", () => {
  it("finds the most specific user for a target", async () => {
    const users = ["a.ns.svc", "*.ns.svc", "*.example.com:8443", "*.com", "mine"];
    const tokens = Object.fromEntries(users.map((name) => [name, { token: name }]));
    const known = await read({ kubeConfigFile: await kubeconfig(tokens, "mine") });
    const tokenFor = (target: string) => known(target)?.freshToken?.();
    expect(tokenFor("a.ns.svc:443")).toBe("a.ns.svc");
    expect(tokenFor("a.ns.svc:8443")).toBe("mine");
    expect(tokenFor("b.ns.svc:443")).toBe("*.ns.svc");
    expect(tokenFor("x.example.com:8443")).toBe("*.example.com:8443");
    expect(tokenFor("x.example.com:443")).toBe("*.com");
    const all = await read({ kubeConfigFile: await kubeconfig({ "*": { token: "all" }, ...tokens }, "mine") });
    expect(all("elsewhere.org:443")?.freshToken?.()).toBe("all");
    const none = await read({ kubeConfigFile: await kubeconfig({}) });
    expect(none("a:443")).toBeUndefined();
  });

  it("supports passwords, impersonation and token files", async () => {
    const token = join(folder, "token");
    await writeFile(token, "one\n");
    let now = 0;
    const known = await read(
      {
        kubeConfigFile: await kubeconfig({
          named: { username: "u", password: "p" },
          acting: { token: "t", as: "eve", "as-uid": "1", "as-groups": ["g", "h"], "as-user-extra": { "a b": ["c"] } },
          filed: { tokenFile: "token" },
        }),
      },
      () => now,
    );
    expect(known("named")?.headers).toEqual({ authorization: `Basic ${Buffer.from("u:p").toString("base64")}` });
    expect(known("acting")?.headers).toEqual({
      "impersonate-user": "eve",
      "impersonate-uid": "1",
      "impersonate-group": ["g", "h"],
      "impersonate-extra-a%20b": ["c"],
    });
    const filed = known("filed")?.freshToken;
    expect(filed?.()).toBe("one");
    await writeFile(token, "two\n");
    expect(filed?.()).toBe("one");
    now = 60_000;
    await expect.poll(() => filed?.()).toBe("two");
  });

  it.each<[object, string]>([
    [{ kind: "Other" }, 'no kind "Other" is registered for version "apiserver.config.k8s.io/v1"'],
    [{ kubeConfigFile: "x/y" }, 'kubeConfigFile: Invalid value: "x/y": must be an absolute file path'],
    [{}, 'kubeConfigFile: Invalid value: "": must be an absolute file path'],
    [{ kubeConfigFile: "/nowhere/at/all" }, "/nowhere/at/all: cannot read the file (ENOENT)"],
  ])("rejects %j", async (configuration, message) => {
    await expect(read(configuration)).rejects.toThrow(new Error(message));
  });

  it("rejects users with exec plugins", async () => {
    const kubeConfigFile = await kubeconfig({ a: { exec: { command: "x" } } });
    await expect(read({ kubeConfigFile })).rejects.toThrow("exec of a user is not supported");
    expect(
      await read({
        kind: "WebhookAdmission",
        apiVersion: "apiserver.config.k8s.io/v1alpha1",
        kubeConfigFile: await kubeconfig({}),
      }),
    ).toBeTypeOf("function");
  });
});

describe("API server with webhook credentials", () => {
  it("sends them to the plugin's webhooks", async () => {
    const file = join(folder, "admission.yaml");
    const configuration = { ...type, kubeConfigFile: await kubeconfig({ "*": { token: "secret" } }) };
    const plugins = [{ name: "ValidatingAdmissionWebhook", configuration }];
    const head = { apiVersion: "apiserver.config.k8s.io/v1", kind: "AdmissionConfiguration" };
    await writeFile(file, JSON.stringify({ ...head, plugins }));
    const world = await startWebhookFixture({ admissionControlConfigFile: file });
    try {
      await world.register("Validating", [{ name: "v.example.com" }]);
      await world.register("Mutating", [{ name: "m.example.com" }]);
      const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "m" } };
      expect((await world.request("POST", "/api/v1/namespaces/default/configmaps", body)).status).toBe(201);
      const shown = world.hook.received.map(({ path, headers }) => [path.split("?")[0], headers["authorization"]]);
      expect(shown).toEqual([
        ["/m.example.com", undefined],
        ["/v.example.com", "Bearer secret"],
      ]);
    } finally {
      await world.stop();
    }
  });
});
