import type { Container } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import type { NodePod } from "../podParts.ts";
import { commandOf, environmentOf, expand, referencesIn } from "./environment.ts";

const pod = {
  metadata: { name: "web", namespace: "shop", uid: "u", labels: { app: "web" } },
  spec: {
    nodeName: "n1",
    serviceAccountName: "runner",
    containers: [{ name: "main", resources: { limits: { cpu: "3" } } }, { name: "loose" }],
    initContainers: [{ name: "early", resources: { requests: { memory: "1Mi" } } }],
  },
} as unknown as NodePod;
const named = (kind: string, name: string, data: Record<string, string>): ApiObject => ({
  kind,
  metadata: { name, namespace: "shop" },
  data,
});
const config = named("ConfigMap", "settings", { mode: "fast", level: "3" });
const secret = named("Secret", "keys", { token: Buffer.from("s3cret").toString("base64") });

const environment = (container: Partial<Container>): Record<string, string> =>
  Object.fromEntries(
    environmentOf({
      pod,
      container: { name: "c", ...container },
      podAddresses: ["10.244.0.2", "fd00:10:244::2"],
      hostAddresses: ["192.168.100.2"],
      allocatable: { cpu: "8" },
      services: () => [],
      config: (name) => (name === "settings" ? config : undefined),
      secret: (name) => (name === "keys" ? secret : undefined),
    }),
  );

describe("environmentOf", () => {
  it("limits the growth of nested variable references", () => {
    const doubled = Array.from({ length: 40 }, (_, i) => ({ name: `A${i + 1}`, value: `$(A${i})$(A${i})` }));
    const env = [{ name: "A0", value: "x".repeat(1000) }, ...doubled];
    expect(() => environment({ env })).toThrow("argument list too long");
    expect(Object.keys(environment({ env: env.slice(0, 10) }))).toHaveLength(10);
    const long = new Map([["A", "x".repeat(100_000)]]);
    expect(() => commandOf({ args: Array.from({ length: 100 }, () => "$(A)") }, long)).toThrow(
      "argument list too long",
    );
    expect(commandOf({ command: ["$(A)"], args: ["$(B)", "$$"] }, long)).toEqual({
      command: ["x".repeat(100_000)],
      args: ["$(B)", "$"],
    });
  });

  it("merges envFrom, then env, with later entries overriding earlier ones", () => {
    expect(
      environment({
        envFrom: [{ configMapRef: { name: "settings" }, prefix: "S_" }, { secretRef: { name: "keys" } }],
        env: [
          { name: "S_mode", value: "slow" },
          { name: "TOKEN", valueFrom: { secretKeyRef: { name: "keys", key: "token" } } },
          { name: "LEVEL", valueFrom: { configMapKeyRef: { name: "settings", key: "level" } } },
          { name: "TEXT", value: "$(S_mode) $(NOBODY) $$(S_mode)" },
        ],
      }),
    ).toEqual({
      S_mode: "slow",
      S_level: "3",
      token: "s3cret",
      TOKEN: "s3cret",
      LEVEL: "3",
      TEXT: "slow $(NOBODY) $(S_mode)",
    });
  });

  it("resolves pod fields and container resources", () => {
    const field = (fieldPath: string) => ({ name: "X", valueFrom: { fieldRef: { fieldPath } } });
    const read = (fieldPath: string) => environment({ env: [field(fieldPath)] })["X"];
    expect(
      ["metadata.name", "metadata.labels['app']", "status.podIP", "spec.nodeName", "status.hostIP"].map(read),
    ).toEqual(["web", "web", "10.244.0.2", "n1", "192.168.100.2"]);
    const env = [{ name: "CPU", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } }];
    expect(environment({ env, resources: { limits: { cpu: "2" } } })).toEqual({ CPU: "2" });
  });

  it("resolves resources of other containers by name", () => {
    const read = (containerName: string, resource = "limits.cpu") =>
      environment({ env: [{ name: "X", valueFrom: { resourceFieldRef: { containerName, resource } } }] })["X"];
    expect(read("main")).toBe("3");
    expect(read("loose")).toBe("8");
    expect(read("early", "requests.memory")).toBe("1048576");
    expect(read("early")).toBe("0");
    expect(() => read("none")).toThrow("container none not found");
  });

  it.each<[string, Partial<Container>]>([
    ['configmap "none" not found', { envFrom: [{ configMapRef: { name: "none" } }] }],
    ['secret "none" not found', { env: [{ name: "X", valueFrom: { secretKeyRef: { name: "none", key: "k" } } }] }],
    [
      "couldn't find key nope in ConfigMap shop/settings",
      { env: [{ name: "X", valueFrom: { configMapKeyRef: { name: "settings", key: "nope" } } }] },
    ],
  ])("reports %s", (message, container) => expect(() => environment(container)).toThrow(message));

  it("ignores missing optional references", () => {
    const ref = { name: "none", key: "k", optional: true };
    expect(
      environment({ envFrom: [{ secretRef: ref }], env: [{ name: "X", valueFrom: { configMapKeyRef: ref } }] }),
    ).toEqual({});
  });
});

it("unterminated references are parsed in linear time and kept as they are", () => {
  const open = "$(".repeat(500_000);
  expect(expand(`$(A) ${open}$$`, new Map([["A", "1"]]))).toBe(`1 ${open}$`);
  expect(referencesIn(`$(A) $$(B) ${open}`)).toEqual(["A"]);
});
