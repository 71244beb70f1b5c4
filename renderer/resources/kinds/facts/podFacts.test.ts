import { describe, expect, it } from "vitest";
import { containersOf, probeText, volumesOf } from "./podFacts.ts";

const spec = {
  initContainers: [{ name: "side", image: "s", restartPolicy: "Always" }],
  containers: [
    {
      name: "web",
      image: "nginx",
      ports: [{ containerPort: 80 }],
      resources: { requests: { cpu: "100m" }, limits: { memory: "1Gi" } },
      readinessProbe: { httpGet: { path: "/ok", port: 80, scheme: "HTTP" }, periodSeconds: 10, failureThreshold: 3 },
      volumeMounts: [{ name: "data", mountPath: "/data", readOnly: true }],
    },
    { name: "bad", image: "x" },
  ],
  volumes: [
    { name: "data", secret: { secretName: "s" } },
    { name: "tmp", emptyDir: {} },
  ],
};
const status = {
  containerStatuses: [
    {
      name: "web",
      ready: true,
      restartCount: 2,
      state: { running: {} },
      lastState: { terminated: { reason: "OOMKilled", exitCode: 137 } },
    },
    { name: "bad", ready: false, restartCount: 0, state: { waiting: { reason: "ImagePullBackOff", message: "no" } } },
  ],
};

describe("containersOf", () => {
  const [side, web, bad] = containersOf(spec, status);

  it("joins spec and status", () => {
    expect(web).toMatchObject({
      state: "Running",
      tone: "good",
      ready: true,
      restarts: 2,
      lastEnd: { reason: "OOMKilled", exitCode: "137" },
    });
    expect(web?.resources).toEqual(["cpu 100m", "memory limit 1Gi"]);
    expect(web?.probes).toEqual([{ name: "readiness", text: "http :80/ok, every 10 s, 3 failures" }]);
    expect(web?.mounts).toEqual(["data → /data (ro)"]);
    expect(web?.ports).toEqual(["80/TCP"]);
  });

  it("distinguishes problems from waiting, and sidecars from init containers", () => {
    expect(bad).toMatchObject({ state: "ImagePullBackOff", tone: "bad", detail: "no" });
    expect(side).toMatchObject({ kind: "sidecar", state: "", ready: undefined });
    const [ended] = containersOf(
      { containers: [{ name: "a" }] },
      { containerStatuses: [{ name: "a", state: { terminated: { exitCode: 1 } } }] },
    );
    expect(ended).toMatchObject({ state: "Terminated", tone: "bad", detail: "exit 1" });
  });
});

it("lists volumes with their source", () => {
  expect(volumesOf(spec)).toEqual([
    { name: "data", source: "secret", targets: [{ resource: "secrets", text: "s" }] },
    { name: "tmp", source: "emptyDir", targets: [] },
  ]);
});

it("lists every source of a projected volume", () => {
  const sources = [{ secret: { name: "a" } }, { configMap: { name: "b" } }, { serviceAccountToken: { path: "token" } }];
  expect(volumesOf({ volumes: [{ name: "all", projected: { sources } }] })).toEqual([
    {
      name: "all",
      source: "projected",
      targets: [
        { resource: "secrets", text: "a" },
        { resource: "configmaps", text: "b" },
        { text: "serviceAccountToken" },
      ],
    },
  ]);
});

it("shows command, environment and user of a container", () => {
  const env = [
    { name: "PLAIN", value: "1" },
    { name: "USER", valueFrom: { secretKeyRef: { name: "db", key: "user" } } },
    { name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
    { name: "CPU", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } },
  ];
  const container = {
    name: "app",
    command: ["sh", "-c"],
    args: ["run"],
    envFrom: [{ prefix: "APP_", configMapRef: { name: "settings" } }],
    env,
    ports: [{ name: "http", containerPort: 80, hostPort: 8080 }],
    lifecycle: { preStop: { sleep: { seconds: 5 } }, postStart: { exec: { command: ["warm"] } } },
    securityContext: {
      runAsNonRoot: true,
      capabilities: { drop: ["ALL"] },
      seccompProfile: { type: "RuntimeDefault" },
    },
    volumeMounts: [{ name: "data", mountPath: "/etc/x", subPath: "x" }],
  };
  const state = { running: { startedAt: "2030-01-01T00:00:00Z" } };
  const imageID = `repo@sha256:${"0123456789abcdef".repeat(4)}`;
  const [facts] = containersOf(
    { containers: [container] },
    { containerStatuses: [{ name: "app", state, imageID }] },
    "dev",
  );
  expect(facts).toMatchObject({
    command: "sh -c run",
    since: "2030-01-01T00:00:00Z",
    imageId: "sha256:0123456789ab",
    ports: ["http 80/TCP (host 8080)"],
    hooks: ["postStart: exec warm", "preStop: sleep 5 s"],
    security: ["runAsNonRoot true", "drop ALL", "seccompProfile RuntimeDefault"],
    mounts: ["data/x → /etc/x"],
  });
  expect(facts?.env.map(({ name, value }) => `${name} = ${value.text}`)).toEqual([
    "APP_* = configMap settings",
    "PLAIN = 1",
    "USER = secret db, user",
    "NODE = spec.nodeName",
    "CPU = limits.cpu",
  ]);
  expect(facts?.env[2]?.value.to).toEqual({ group: "", resource: "secrets", namespace: "dev", name: "db" });
});

it("formats tcp and exec probes", () => {
  expect(probeText({ tcpSocket: { port: 1 } })).toBe("tcp :1");
  expect(probeText({ exec: { command: ["a", "b"] } })).toBe("exec a b");
});
