import { expect, test } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { NodePod } from "../pods/podParts.ts";
import { Machines, type MachinesParts, type Network } from "./machines.ts";

const container = { name: "main", image: "nginx" };
const pod: NodePod = {
  metadata: { name: "web-1", namespace: "shop", uid: "1" },
  spec: { containers: [container] },
  status: { phase: "Pending" },
};

/** A machine of the pod, and the source addresses of its requests. */
function machineOf(stored: NodePod) {
  const senders: (NodePod | undefined)[] = [];
  const network: Partial<Network> = {
    async fetch(from) {
      senders.push(from);
      return { status: 200, headers: {}, body: new Uint8Array() };
    },
  };
  const parts: Partial<MachinesParts> = {
    network: network as Network,
    vocabulary: createVocabulary(),
    hostAddresses: ["10.0.0.1"],
  };
  const machine = new Machines(parts as MachinesParts).of({
    pod: () => stored,
    container,
    podAddresses: ["10.244.0.7"],
    env: new Map(),
  });
  return { machine, senders };
}

const request = { url: "http://api", method: "GET", headers: {}, body: new Uint8Array() };

test("a starting program sends from its pod's IP before the API shows it", async () => {
  const { machine, senders } = machineOf(pod);
  await machine.fetch(request);
  expect(senders[0]?.status).toMatchObject({ phase: "Pending", podIP: "10.244.0.7", hostIP: "10.0.0.1" });
});

test("a started program sends with the pod's stored status", async () => {
  const stored: NodePod = { ...pod, status: { phase: "Running", podIP: "10.244.0.8" } };
  const { machine, senders } = machineOf(stored);
  await machine.fetch(request);
  expect(senders).toEqual([stored]);
});
