import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { ending, outputOf, script } from "../containerOutput.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

test("[sig-node] Security Context When creating a pod with readOnlyRootFilesystem should run the container with writable rootfs when readOnlyRootFilesystem=false [NodeConformance]", async () => {
  const container = script("touch checkfile", { securityContext: { readOnlyRootFilesystem: false } });
  expect(await outputOf(place, ending("busybox-readonly-false", container))).toBe("");
});

test("[sig-node] Security Context When creating a container with runAsUser should run the container with uid 65534 [LinuxOnly] [NodeConformance]", async () => {
  const container = script("test $(id -u) -eq 65534", { securityContext: { runAsUser: 65534 } });
  await outputOf(place, ending("busybox-user-65534", container));
});

const NON_ROOT = { runAsUser: 1001, runAsGroup: 2002 };

test("[sig-node] Security Context should support pod.Spec.SecurityContext.RunAsUser And pod.Spec.SecurityContext.RunAsGroup [LinuxOnly]", async () => {
  const output = await outputOf(place, ending("security-context", script("id"), { securityContext: NON_ROOT }));
  expect(output).toContain("uid=1001");
  expect(output).toContain("gid=2002");
});

test("[sig-node] Security Context should support container.SecurityContext.RunAsUser And container.SecurityContext.RunAsGroup [LinuxOnly]", async () => {
  const spec = { securityContext: { runAsUser: 1, runAsGroup: 2 } };
  const output = await outputOf(place, ending("security-context", script("id", { securityContext: NON_ROOT }), spec));
  expect(output).toContain("uid=1001");
  expect(output).toContain("gid=2002");
});

test("[sig-node] Security Context When creating a pod with privileged should run the container as unprivileged when false [LinuxOnly] [NodeConformance]", async () => {
  const container = script("ip link add dummy0 type dummy || true", { securityContext: { privileged: false } });
  const output = await outputOf(place, ending("busybox-privileged-false", container));
  expect(output).toContain("RTNETLINK answers: Operation not permitted");
});

test("[sig-node] Security Context when creating containers with AllowPrivilegeEscalation should not allow privilege escalation when false [LinuxOnly] [NodeConformance]", async () => {
  const securityContext = { allowPrivilegeEscalation: false, runAsUser: 1000 };
  const container = { image: "registry.k8s.io/e2e-test-images/nonewprivs:1.3", securityContext };
  expect(await outputOf(place, ending("alpine-nnp-false", container))).toContain("Effective uid: 1000");
  // That image's program is setuid root and reports its user: if nothing forbids it, it becomes root.
  const free = { ...container, securityContext: { runAsUser: 1000 } };
  expect(await outputOf(place, ending("alpine-nnp-nil", free))).toContain("Effective uid: 0");
});

const withSysctls = (values: Readonly<Record<string, string>>) => ({
  securityContext: { sysctls: Object.entries(values).map(([name, value]) => ({ name, value })) },
});

test("[sig-node] Sysctls [LinuxOnly] [NodeConformance] should support sysctls [MinimumKubeletVersion:1.21] [Environment:NotInUserNS]", async () => {
  const container = { ...script(""), command: ["/bin/sysctl", "kernel.shm_rmid_forced"] };
  const spec = withSysctls({ "kernel.shm_rmid_forced": "1" });
  expect(await outputOf(place, ending("sysctl", container, spec))).toContain("kernel.shm_rmid_forced = 1");
  const events = await place.list("v1/events?fieldSelector=involvedObject.name%3Dsysctl");
  expect(events.map((event) => event["reason"])).toContain("Started");
});

test("[sig-node] Sysctls [LinuxOnly] [NodeConformance] should reject invalid sysctls [MinimumKubeletVersion:1.21]", async () => {
  const values = { "foo-": "bar", "kernel.shmmax": "100000000", "safe-and-unsafe": "100000000", "bar..": "42" };
  const { status, body } = await place.send("POST", "v1/pods", {
    body: ending("sysctl", script(""), withSysctls(values)),
  });
  expect(status).toBe(422);
  const message = String(body["message"]);
  expect(message).toContain('Invalid value: "foo-"');
  expect(message).toContain('Invalid value: "bar.."');
  expect(message).not.toContain("safe-and-unsafe");
  expect(message).not.toContain("kernel.shmmax");
});

test("a node refuses a pod with a sysctl that is not namespaced", async () => {
  await place.create("v1/pods", ending("sysctl", script(""), withSysctls({ "kernel.msgmax": "10000000000" })));
  await place.becomes("v1/pods/sysctl", { status: { phase: "Failed", reason: "SysctlForbidden" } });
});
