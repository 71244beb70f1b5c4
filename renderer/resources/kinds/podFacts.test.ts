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
    expect(web).toMatchObject({ state: "Running", tone: "good", ready: true, restarts: 2, lastEnd: "OOMKilled 137" });
    expect(web?.resources).toEqual(["requests 100m cpu", "limits 1Gi memory"]);
    expect(web?.probes).toEqual([{ name: "readiness", text: "http :80/ok, every 10 s, 3 failures" }]);
    expect(web?.mounts).toEqual(["data → /data (ro)"]);
    expect(web?.ports).toEqual(["80/TCP"]);
  });

  it("distinguishes trouble from waiting, and a sidecar from an init container", () => {
    expect(bad).toMatchObject({ state: "ImagePullBackOff", tone: "bad", detail: "no" });
    expect(side).toMatchObject({ kind: "sidecar", state: "", ready: undefined });
    const [ended] = containersOf(
      { containers: [{ name: "a" }] },
      { containerStatuses: [{ name: "a", state: { terminated: { exitCode: 1 } } }] },
    );
    expect(ended).toMatchObject({ state: "Terminated", tone: "bad", detail: "exit 1" });
  });
});

it("names volumes by their source", () => {
  expect(volumesOf(spec)).toEqual([
    { name: "data", source: "secret", target: "s" },
    { name: "tmp", source: "emptyDir", target: "" },
  ]);
});

it("writes the other probes", () => {
  expect(probeText({ tcpSocket: { port: 1 } })).toBe("tcp :1");
  expect(probeText({ exec: { command: ["a", "b"] } })).toBe("exec a b");
});
