import { expect, it } from "vitest";
import type { NodePod } from "./podParts.ts";
import { rejectionOf } from "./rejection.ts";

const pod = (...ports: object[]): NodePod =>
  ({ metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i", ports }] } }) as unknown as NodePod;

it("does not give a port of the node to two pods", () => {
  const taken = [pod({ containerPort: 80, hostPort: 80 })];
  expect(rejectionOf(pod({ containerPort: 90, hostPort: 80 }), taken)).toEqual({
    reason: "NodePorts",
    message: "Predicate NodePorts failed",
  });
});

it("takes pods of other ports, addresses and protocols, and those that want none", () => {
  const taken = [pod({ containerPort: 80, hostPort: 80, hostIP: "127.0.0.1" })];
  expect(rejectionOf(pod({ containerPort: 80 }), taken)).toBeUndefined();
  expect(rejectionOf(pod({ containerPort: 80, hostPort: 81 }), taken)).toBeUndefined();
  expect(rejectionOf(pod({ containerPort: 80, hostPort: 80, hostIP: "10.0.0.1" }), taken)).toBeUndefined();
  expect(rejectionOf(pod({ containerPort: 80, hostPort: 80, protocol: "UDP" }), taken)).toBeUndefined();
});
