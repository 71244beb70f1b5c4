import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST, ending, logOf, outputOf, prints, script } from "../containerOutput.ts";
import { at } from "../shape.ts";

/** Probes and restarts take seconds of the sandbox's time. */
const SPEED = 5;

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest({}, SPEED);
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const entrypoint = (container: object = {}): Promise<string> =>
  outputOf(place, ending("entry", { image: AGNHOST, args: ["entrypoint-tester"], ...container }));

test("[sig-node] Containers should be able to override the image's default arguments (container cmd) [NodeConformance]", async () => {
  const output = await entrypoint({ args: ["entrypoint-tester", "override", "arguments"] });
  expect(output).toContain("[/agnhost entrypoint-tester override arguments]");
});

test("[sig-node] Containers should be able to override the image's default command (container entrypoint) [NodeConformance]", async () => {
  expect(await entrypoint({ command: ["/agnhost-2", "entrypoint-tester"], args: [] })).toContain(
    "[/agnhost-2 entrypoint-tester]",
  );
});

test("[sig-node] Containers should be able to override the image's default command and arguments [NodeConformance]", async () => {
  const output = await entrypoint({ command: ["/agnhost-2"], args: ["entrypoint-tester", "override", "arguments"] });
  expect(output).toContain("[/agnhost-2 entrypoint-tester override arguments]");
});

test("[sig-node] Containers should use the image defaults if command and args are blank [NodeConformance]", async () => {
  await place.create("v1/pods", ending("default", { image: AGNHOST }));
  await place.becomes("v1/pods/default", { status: { phase: "Running" } });
  await prints(place, "default", "Paused");
});

/** Fails the first time, succeeds the second, and then runs on. */
const THRICE =
  "f=/count/runs; echo run >> $f; n=$(wc -l < $f); if [ $n -eq 1 ]; then exit 1; fi; if [ $n -eq 2 ]; then exit 0; fi; while true; do sleep 1; done";

test("[sig-node] Container Runtime blackbox test when starting a container that exits should run with the expected status [NodeConformance]", async () => {
  const expected = {
    Always: ["Running", 2, true],
    OnFailure: ["Succeeded", 1, false],
    Never: ["Failed", 0, false],
  } as const;
  await Promise.all(
    Object.entries(expected).map(async ([restartPolicy, [phase, restartCount, ready]]) => {
      const name = restartPolicy.toLowerCase();
      const container = script(THRICE, { volumeMounts: [{ name: "count", mountPath: "/count" }] });
      await place.create(
        "v1/pods",
        ending(name, container, { restartPolicy, volumes: [{ name: "count", emptyDir: {} }] }),
      );
      await place.becomes(`v1/pods/${name}`, { status: { phase, containerStatuses: [{ restartCount, ready }] } });
    }),
  );
});

/** The termination message that the status of an ended container shows. */
async function toldAtTheEnd(container: object, phase: string, spec: object = {}): Promise<string | undefined> {
  await place.create("v1/pods", ending("ender", container, spec));
  const pod = await place.becomes("v1/pods/ender", { status: { phase } });
  return at<string | undefined>(pod, "status.containerStatuses.0.state.terminated.message");
}

const FALLBACK = { terminationMessagePolicy: "FallbackToLogsOnError" };

test("[sig-node] Container Runtime blackbox test on terminated container should report termination message if TerminationMessagePath is set as non-root user and at a non-default path [NodeConformance]", async () => {
  const container = script("echo -n DONE > /dev/termination-custom-log", {
    terminationMessagePath: "/dev/termination-custom-log",
    securityContext: { runAsUser: 1000 },
  });
  expect(await toldAtTheEnd(container, "Succeeded")).toBe("DONE");
});

test("[sig-node] Container Runtime blackbox test on terminated container should report termination message from log output if TerminationMessagePolicy FallbackToLogsOnError is set [NodeConformance]", async () => {
  expect(await toldAtTheEnd(script("echo -n DONE; exit 1", FALLBACK), "Failed")).toBe("DONE");
});

test("[sig-node] Container Runtime blackbox test on terminated container should report termination message as empty when pod succeeds and TerminationMessagePolicy FallbackToLogsOnError is set [NodeConformance]", async () => {
  expect(await toldAtTheEnd(script("echo -n DONE", FALLBACK), "Succeeded")).toBeUndefined();
});

test("[sig-node] Container Runtime blackbox test on terminated container should report termination message from file when pod succeeds and TerminationMessagePolicy FallbackToLogsOnError is set [NodeConformance]", async () => {
  expect(await toldAtTheEnd(script("echo -n OK > /dev/termination-log; echo -n NOT", FALLBACK), "Succeeded")).toBe(
    "OK",
  );
});

const inits = (...commands: string[][]) =>
  commands.map((command, i) => ({ ...script(""), name: `init${i + 1}`, command }));
const GOOD = ["/bin/true"];
const BAD = ["/bin/false"];

test("[sig-node] InitContainer [NodeConformance] should invoke init containers on a RestartNever pod", async () => {
  await place.create("v1/pods", ending("pod", script("true"), { initContainers: inits(GOOD, GOOD) }));
  const pod = await place.becomes("v1/pods/pod", { status: { phase: "Succeeded" } });
  expect(pod["status"]).toMatchObject({
    conditions: expect.arrayContaining([expect.objectContaining({ type: "Initialized", status: "True" })]),
    initContainerStatuses: [
      { ready: true, state: { terminated: { exitCode: 0 } } },
      { ready: true, state: { terminated: { exitCode: 0 } } },
    ],
  });
});

test("[sig-node] InitContainer [NodeConformance] should invoke init containers on a RestartAlways pod", async () => {
  const spec = { initContainers: inits(GOOD, GOOD), restartPolicy: "Always" };
  await place.create("v1/pods", ending("pod", script("sleep 3600"), spec));
  const pod = await place.becomes("v1/pods/pod", {
    status: { phase: "Running", containerStatuses: [{ ready: true }] },
  });
  expect(pod["status"]).toMatchObject({ initContainerStatuses: [{ ready: true }, { ready: true }] });
});

test("[sig-node] InitContainer [NodeConformance] should not start app containers if init containers fail on a RestartAlways pod", async () => {
  const spec = { initContainers: inits(BAD, GOOD), restartPolicy: "Always" };
  await place.create("v1/pods", ending("pod", script("sleep 3600"), spec));
  const [first, second] = [
    { name: "init1", restartCount: 1 },
    { name: "init2", restartCount: 0 },
  ];
  const pod = await place.becomes("v1/pods/pod", {
    status: { phase: "Pending", initContainerStatuses: [first, second] },
  });
  expect(pod["status"]).toMatchObject({
    containerStatuses: [{ ready: false, state: { waiting: { reason: "PodInitializing" } } }],
  });
});

test("[sig-node] InitContainer [NodeConformance] should not start app containers and fail the pod if init containers fail on a RestartNever pod", async () => {
  await place.create("v1/pods", ending("pod", script("sleep 3600"), { initContainers: inits(GOOD, BAD) }));
  const pod = await place.becomes("v1/pods/pod", { status: { phase: "Failed" } });
  expect(pod["status"]).toMatchObject({
    initContainerStatuses: [{ state: { terminated: { exitCode: 0 } } }, { state: { terminated: { exitCode: 1 } } }],
    containerStatuses: [{ state: { waiting: { reason: "PodInitializing" } } }],
  });
});

test("[sig-node] Kubelet when scheduling a busybox command in a pod should print the output to logs [NodeConformance]", async () => {
  expect(await outputOf(place, ending("speaker", script("echo 'Hello World'")))).toBe("Hello World\n");
});

const FAILING = { restartPolicy: "Always" };

test("[sig-node] Kubelet when scheduling a busybox command that always fails in a pod should have an terminated reason [NodeConformance]", async () => {
  await place.create("v1/pods", ending("failing", script("exit 1"), FAILING));
  const terminated = { exitCode: 1, reason: "Error" };
  await place.becomes("v1/pods/failing", { status: { containerStatuses: [{ lastState: { terminated } }] } });
});

test("[sig-node] Kubelet when scheduling a busybox command that always fails in a pod should be possible to delete [NodeConformance]", async () => {
  await place.create("v1/pods", ending("failing", { ...script(""), command: ["/bin/false"] }, FAILING));
  await place.remove("v1/pods/failing");
  await place.gone("v1/pods/failing");
});

test("[sig-node] Kubelet when scheduling a read only busybox container should not write to root filesystem [LinuxOnly] [NodeConformance]", async () => {
  const container = script("echo test > /file; sleep 240", { securityContext: { readOnlyRootFilesystem: true } });
  await place.create("v1/pods", ending("fixed", container));
  await prints(place, "fixed", "can't create /file: Read-only file system");
});

test("[sig-node] Security Context When creating a pod with readOnlyRootFilesystem should run the container with writable rootfs when readOnlyRootFilesystem=false [NodeConformance]", async () => {
  const container = script("touch checkfile && echo written", { securityContext: { readOnlyRootFilesystem: false } });
  expect(await outputOf(place, ending("writer", container))).toBe("written\n");
});

test("[sig-node] Security Context When creating a container with runAsUser should run the container with uid 65534 [LinuxOnly] [NodeConformance]", async () => {
  const container = script("test $(id -u) -eq 65534 && echo so", { securityContext: { runAsUser: 65534 } });
  expect(await outputOf(place, ending("nobody", container))).toBe("so\n");
});

const IDENTITY = { runAsUser: 1001, runAsGroup: 2002 };

test("[sig-node] Security Context should support pod.Spec.SecurityContext.RunAsUser And pod.Spec.SecurityContext.RunAsGroup [LinuxOnly]", async () => {
  const output = await outputOf(place, ending("somebody", script("id"), { securityContext: IDENTITY }));
  expect(output).toContain("uid=1001 gid=2002");
});

test("[sig-node] Security Context should support container.SecurityContext.RunAsUser And container.SecurityContext.RunAsGroup [LinuxOnly]", async () => {
  const spec = { securityContext: { runAsUser: 1, runAsGroup: 2 } };
  const output = await outputOf(place, ending("somebody", script("id", { securityContext: IDENTITY }), spec));
  expect(output).toContain("uid=1001 gid=2002");
});

test("[sig-node] Security Context When creating a pod with privileged should run the container as unprivileged when false [LinuxOnly] [NodeConformance]", async () => {
  const container = script("ip link add dummy0 type dummy || true", { securityContext: { privileged: false } });
  expect(await outputOf(place, ending("humble", container))).toContain("RTNETLINK answers: Operation not permitted");
});

test("[sig-node] Security Context when creating containers with AllowPrivilegeEscalation should not allow privilege escalation when false [LinuxOnly] [NodeConformance]", async () => {
  const securityContext = { allowPrivilegeEscalation: false, runAsUser: 1000 };
  const container = { image: "registry.k8s.io/e2e-test-images/nonewprivs:1.3", securityContext };
  expect(await outputOf(place, ending("climber", container))).toContain("Effective uid: 1000");
});

test("[sig-node] Sysctls [LinuxOnly] [NodeConformance] should support sysctls [MinimumKubeletVersion:1.21] [Environment:NotInUserNS]", async () => {
  const sysctls = [{ name: "kernel.shm_rmid_forced", value: "1" }];
  const container = script("/bin/sysctl kernel.shm_rmid_forced");
  expect(await outputOf(place, ending("tuned", container, { securityContext: { sysctls } }))).toContain(
    "kernel.shm_rmid_forced = 1",
  );
});

test("[sig-node] Sysctls [LinuxOnly] [NodeConformance] should reject invalid sysctls [MinimumKubeletVersion:1.21]", async () => {
  const names = ["foo-", "kernel.shmmax", "safe-and-unsafe", "bar.."];
  const sysctls = names.map((name) => ({ name, value: "100000000" }));
  const { status, text } = await place.send("POST", "v1/pods", {
    body: ending("untuned", script(""), { securityContext: { sysctls } }),
  });
  expect(status).toBe(422);
  expect(text).toContain('Invalid value: \\"foo-\\"');
  expect(text).toContain('Invalid value: \\"bar..\\"');
  expect(text).not.toContain('Invalid value: \\"kernel.shmmax\\"');
  await place.create(
    "v1/pods",
    ending("unsafe", script(""), { securityContext: { sysctls: [{ name: "kernel.msgmax", value: "10000" }] } }),
  );
  await place.becomes("v1/pods/unsafe", { status: { phase: "Failed", reason: "SysctlForbidden" } });
  expect(await logOf(place, "unsafe")).toBe("");
});
