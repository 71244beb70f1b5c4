import { expect, it } from "vitest";
import type { NodePod } from "./podParts.ts";
import { resumption } from "./resumption.ts";

const podOf = (restartPolicy: string, ...exitCodes: number[]): NodePod => ({
  metadata: { name: "p" },
  spec: { restartPolicy, containers: [] },
  status: {
    podIP: "10.0.0.1",
    podIPs: [{ ip: "10.0.0.1" }, { ip: "fd00::1" }],
    conditions: [{ type: "Initialized", status: "True" }],
    containerStatuses: exitCodes.map((exitCode, i) => ({
      ...{ name: `c${i}`, image: "", imageID: "", ready: false, restartCount: 0 },
      state: exitCode < 0 ? { running: {} } : { terminated: { exitCode } },
    })),
  },
});

it.each([
  ["Always", [0], true, true],
  ["OnFailure", [0, 1], true, true],
  ["OnFailure", [0, -1], true, true],
  // Containers that have succeeded do not run again, nor do those that their restart policy does not restart.
  ["OnFailure", [0, 0], true, false],
  ["Never", [-1], true, false],
  ["Always", [-1], false, false],
] as const)(
  "pod with policy %s and exit codes %j, machine restarted %s: sandbox recreated %s",
  (policy, codes, isRestarted, isRemade) => {
    expect(resumption(podOf(policy, ...codes), isRestarted)).toMatchObject({
      isRemade,
      initialized: !isRemade,
      addresses: isRemade ? [] : ["10.0.0.1", "fd00::1"],
    });
  },
);

it("starts a pod without addresses from scratch", () => {
  expect(resumption({ metadata: { name: "p" }, spec: { containers: [] }, status: {} }, true)).toBeUndefined();
});

it("starts a pod on the host network from scratch if none of its containers was created", () => {
  const pod = podOf("Always", -1);
  const onHost = (containerID?: string): NodePod => ({
    ...pod,
    spec: { ...pod.spec, hostNetwork: true },
    status: {
      ...pod.status,
      containerStatuses: (pod.status?.containerStatuses ?? []).map((each) => ({
        ...each,
        ...(containerID === undefined ? {} : { containerID }),
      })),
    },
  });
  expect(resumption(onHost(), false)).toBeUndefined();
  expect(resumption(onHost("simulated://a"), false)).toMatchObject({ addresses: ["10.0.0.1", "fd00::1"] });
});
