import { expect, it } from "vitest";
import type { ApiObject } from "../../shared/object.ts";
import { portNumber, portsOfPod, portsOfService, readyPod } from "./offeredPorts.ts";

const pod = (name: string, ready: string, more: object = {}): ApiObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, ...more },
  spec: {
    containers: [
      {
        name: "web",
        ports: [
          { name: "http", containerPort: 8080 },
          { containerPort: 53, protocol: "UDP" },
        ],
      },
      { name: "plain" },
    ],
  },
  status: { conditions: [{ type: "Ready", status: ready }] },
});

it("offers TCP ports", () => {
  expect(portsOfPod(pod("a", "True"))).toEqual([{ name: "http", port: 8080, target: "8080" }]);
  const service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "web" },
    spec: { ports: [{ port: 80, targetPort: "http" }, { port: 81 }, { port: 53, protocol: "UDP" }] },
  };
  expect(portsOfService(service)).toEqual([
    { name: "", port: 80, target: "http" },
    { name: "", port: 81, target: "81" },
  ]);
});

it("finds the pod's port, by number or by name", () => {
  expect(portNumber(pod("a", "True"), "9000")).toBe(9000);
  expect(portNumber(pod("a", "True"), "http")).toBe(8080);
  expect(portNumber(pod("a", "True"), "grpc")).toBeUndefined();
});

it("chooses a pod that is ready and not terminating", () => {
  const leaving = pod("b", "True", { deletionTimestamp: "2026-01-01T00:00:00Z" });
  expect(readyPod([pod("a", "False"), leaving, pod("c", "True")])?.metadata.name).toBe("c");
  expect(readyPod([pod("a", "False")])).toBeUndefined();
});
