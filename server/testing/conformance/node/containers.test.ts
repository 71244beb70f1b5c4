import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST, BUSYBOX, ending, outputOf, prints } from "../containerOutput.ts";
import { at } from "../shape.ts";

/** Factor by which time runs faster, because a failing container is restarted with increasing delays. */
const SPEED = 20;

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest({}, SPEED);
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const RUNNING = { status: { phase: "Running", containerStatuses: [{ ready: true }] } };
const busybox = (command: readonly string[], more: object = {}) => ({ image: BUSYBOX, command, ...more });

const entrypoint = (container: object): Promise<string> =>
  outputOf(place, ending("client-containers", { image: AGNHOST, args: ["entrypoint-tester"], ...container }));

test("[sig-node] Containers should use the image defaults if command and args are blank [NodeConformance]", async () => {
  await place.create("v1/pods", ending("client-containers", { image: AGNHOST }));
  await place.becomes("v1/pods/client-containers", { status: { phase: "Running" } });
  await prints(place, "client-containers", "Paused");
});

test("[sig-node] Containers should be able to override the image's default arguments (container cmd) [NodeConformance]", async () => {
  const output = await entrypoint({ args: ["entrypoint-tester", "override", "arguments"] });
  expect(output).toContain("[/agnhost entrypoint-tester override arguments]");
});

test("[sig-node] Containers should be able to override the image's default command (container entrypoint) [NodeConformance]", async () => {
  const output = await entrypoint({ command: ["/agnhost-2", "entrypoint-tester"] });
  expect(output).toContain("[/agnhost-2 entrypoint-tester entrypoint-tester]");
});

test("[sig-node] Containers should be able to override the image's default command and arguments [NodeConformance]", async () => {
  const output = await entrypoint({ command: ["/agnhost-2"], args: ["entrypoint-tester", "override", "arguments"] });
  expect(output).toContain("[/agnhost-2 entrypoint-tester override arguments]");
});

/** Fails the first time, succeeds the second time, and then keeps running. */
const THRICE = `
f=/restart-count/restartCount
count=$(echo 'hello' >> $f ; wc -l $f | awk {'print $1'})
if [ $count -eq 1 ]; then
	exit 1
fi
if [ $count -eq 2 ]; then
	exit 0
fi
while true; do sleep 1; done
`;

test("[sig-node] Container Runtime blackbox test when starting a container that exits should run with the expected status [NodeConformance]", async () => {
  const expected = {
    Always: ["Running", "running", 2, true],
    OnFailure: ["Succeeded", "terminated", 1, false],
    Never: ["Failed", "terminated", 0, false],
  } as const;
  await Promise.all(
    Object.entries(expected).map(async ([restartPolicy, [phase, state, restartCount, ready]]) => {
      const name = `terminate-cmd-${restartPolicy.toLowerCase()}`;
      const volumeMounts = [{ name: "restart-count", mountPath: "/restart-count" }];
      const volumes = [{ name: "restart-count", emptyDir: { medium: "Memory" } }];
      const container = busybox(["sh", "-c", THRICE], { volumeMounts });
      await place.create("v1/pods", ending(name, container, { restartPolicy, volumes }));
      await place.becomes(`v1/pods/${name}`, { status: { containerStatuses: [{ restartCount }] } });
      const pod = await place.becomes(`v1/pods/${name}`, { status: { phase, containerStatuses: [{ ready }] } });
      const status = at<{ state: object; restartCount: number }>(pod, "status.containerStatuses.0");
      expect(status.restartCount).toBe(restartCount);
      expect(Object.keys(status.state)).toEqual([state]);
      await place.remove(`v1/pods/${name}`);
      await place.gone(`v1/pods/${name}`);
    }),
  );
});

/** The termination message that the status of an ended container shows. */
async function toldAtTheEnd(container: object, phase: string): Promise<string | undefined> {
  const pod = ending("termination-message", { image: BUSYBOX, command: ["/bin/sh", "-c"], ...container });
  await place.create("v1/pods", pod);
  const ended = await place.becomes("v1/pods/termination-message", { status: { phase } });
  await place.remove("v1/pods/termination-message");
  return at<string | undefined>(ended, "status.containerStatuses.0.state.terminated.message");
}

const FALLBACK = {
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "FallbackToLogsOnError",
};

test("[sig-node] Container Runtime blackbox test on terminated container should report termination message if TerminationMessagePath is set as non-root user and at a non-default path [NodeConformance]", async () => {
  const container = {
    args: ["/bin/echo -n DONE > /dev/termination-custom-log"],
    terminationMessagePath: "/dev/termination-custom-log",
    securityContext: { runAsUser: 10000 },
  };
  expect(await toldAtTheEnd(container, "Succeeded")).toBe("DONE");
});

test("[sig-node] Container Runtime blackbox test on terminated container should report termination message from log output if TerminationMessagePolicy FallbackToLogsOnError is set [NodeConformance]", async () => {
  expect(await toldAtTheEnd({ args: ["/bin/echo -n DONE; /bin/false"], ...FALLBACK }, "Failed")).toBe("DONE");
});

test("[sig-node] Container Runtime blackbox test on terminated container should report termination message as empty when pod succeeds and TerminationMessagePolicy FallbackToLogsOnError is set [NodeConformance]", async () => {
  expect(await toldAtTheEnd({ args: ["/bin/echo -n DONE; /bin/true"], ...FALLBACK }, "Succeeded")).toBeUndefined();
});

test("[sig-node] Container Runtime blackbox test on terminated container should report termination message from file when pod succeeds and TerminationMessagePolicy FallbackToLogsOnError is set [NodeConformance]", async () => {
  const args = ["/bin/echo -n OK > /dev/termination-log; /bin/echo DONE; /bin/true"];
  expect(await toldAtTheEnd({ args, ...FALLBACK }, "Succeeded")).toBe("OK");
});

test("[sig-node] Kubelet when scheduling a busybox command in a pod should print the output to logs [NodeConformance]", async () => {
  const container = busybox(["sh", "-c", "echo 'Hello World' ; sleep 240"]);
  await place.create("v1/pods", ending("busybox-scheduling", container));
  await place.becomes("v1/pods/busybox-scheduling", RUNNING);
  const anHourAgo = encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+/, ""));
  const log = `v1/pods/busybox-scheduling/log?sinceTime=${anHourAgo}`;
  await expect.poll(async () => (await place.send("GET", log)).text).toBe("Hello World\n");
});

const FAILING = ending("bin-false", busybox(["/bin/false"]));

test("[sig-node] Kubelet when scheduling a busybox command that always fails in a pod should have an terminated reason [NodeConformance]", async () => {
  await place.create("v1/pods", FAILING);
  const terminated = { exitCode: 1, reason: "Error" };
  const pod = await place.becomes("v1/pods/bin-false", { status: { containerStatuses: [{ state: { terminated } }] } });
  expect(at(pod, "status.containerStatuses")).toHaveLength(1);
});

test("[sig-node] Kubelet when scheduling a busybox command that always fails in a pod should be possible to delete [NodeConformance]", async () => {
  await place.create("v1/pods", FAILING);
  await place.remove("v1/pods/bin-false");
  await place.gone("v1/pods/bin-false");
});

test("[sig-node] Kubelet when scheduling a read only busybox container should not write to root filesystem [LinuxOnly] [NodeConformance]", async () => {
  const securityContext = { readOnlyRootFilesystem: true };
  const container = busybox(["/bin/sh", "-c", "echo test > /file; sleep 240"], { securityContext });
  await place.create("v1/pods", ending("busybox-readonly-fs", container));
  await place.becomes("v1/pods/busybox-readonly-fs", RUNNING);
  await expect
    .poll(async () => (await place.send("GET", "v1/pods/busybox-readonly-fs/log")).text)
    .toBe("/bin/sh: can't create /file: Read-only file system\n");
});
