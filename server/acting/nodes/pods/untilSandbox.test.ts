import { expect, it } from "vitest";
import type { NodePod } from "./podParts.ts";
import { type SandboxParts, untilSandbox } from "./untilSandbox.ts";

const POD: NodePod = { metadata: { name: "p", namespace: "n", uid: "u" }, spec: { containers: [] } };

it("waits for an address while all of the node are in use, and reports that at each sync", async () => {
  let now = 0;
  const events: string[] = [];
  const taken: (readonly string[])[] = [];
  const parts = {
    time: {
      now: () => now,
      realNow: () => now,
      sleep: async (milliseconds: number) => {
        now += milliseconds;
      },
    },
    recorder: {
      record: (_pod: unknown, _type: string, reason: string, text: string) => events.push(`${reason}: ${text}`),
    },
    sandboxProblem: () => undefined,
    takeAddresses: () => (now < 20_000 ? undefined : ["10.244.0.9"]),
    addressRange: "10.244.0.1-10.244.0.254",
    resolverProblems: () => [],
  } as unknown as SandboxParts;
  const onAddresses = (addresses: readonly string[]): void => void taken.push(addresses);
  await untilSandbox({ pod: () => POD, isRemade: false, onAddresses }, parts, new AbortController().signal);
  expect(taken).toEqual([["10.244.0.9"]]);
  expect(now).toBe(25_000);
  const message =
    /^FailedCreatePodSandBox: Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "[0-9a-f]{64}": plugin type="ptp" failed \(add\): failed to allocate for range 0: no IP addresses available in range set: 10\.244\.0\.1-10\.244\.0\.254$/;
  expect(events).toEqual([expect.stringMatching(message), expect.stringMatching(message)]);
  expect(events[0]).not.toBe(events[1]);
});
