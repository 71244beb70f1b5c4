import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { BUSYBOX, ending, outputOf, script, shellOutput } from "../containerOutput.ts";

/** Factor by which time runs faster, because a node retries a container that it could not create only after seconds. */
const SPEED = 10;

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest({}, SPEED);
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

test("[sig-node] Variable Expansion should allow composing env vars into new env vars [NodeConformance]", async () => {
  const env = [
    { name: "FOO", value: "foo-value" },
    { name: "BAR", value: "bar-value" },
    { name: "FOOBAR", value: "$(FOO);;$(BAR)" },
  ];
  const output = await outputOf(place, ending("var-expansion", script("env", { env })));
  for (const line of ["FOO=foo-value", "BAR=bar-value", "FOOBAR=foo-value;;bar-value"]) expect(output).toContain(line);
});

const TEST_VAR = { env: [{ name: "TEST_VAR", value: "test-value" }] };

test("[sig-node] Variable Expansion should allow substituting values in a container's command [NodeConformance]", async () => {
  const container = script('TEST_VAR=wrong echo "$(TEST_VAR)"', TEST_VAR);
  expect(await outputOf(place, ending("var-expansion", container))).toContain("test-value");
});

test("[sig-node] Variable Expansion should allow substituting values in a container's args [NodeConformance]", async () => {
  const container = { image: BUSYBOX, command: ["sh", "-c"], args: ['TEST_VAR=wrong echo "$(TEST_VAR)"'], ...TEST_VAR };
  expect(await outputOf(place, ending("var-expansion", container))).toContain("test-value");
});

const WORK = { volumes: [{ name: "workdir1", emptyDir: {} }] };
const whole = (mountPath: string) => ({ name: "workdir1", mountPath });
const part = (mountPath: string, subPathExpr: string) => ({ ...whole(mountPath), subPathExpr });

test("[sig-node] Variable Expansion should allow substituting values in a volume subpath", async () => {
  const volumeMounts = [part("/logscontainer", "$(POD_NAME)"), whole("/testcontainer")];
  const env = [{ name: "POD_NAME", value: "var-expansion" }];
  const container = script("test -d /testcontainer/var-expansion;echo $?", { env, volumeMounts });
  expect(await outputOf(place, ending("var-expansion", container, WORK))).toBe("0\n");
});

/** Expects that a part of a volume cannot be mounted: the pod's container waits. */
async function failsToMount(value: string, message: RegExp): Promise<void> {
  const env = [{ name: "POD_NAME", value }];
  const volumeMounts = [part("/logscontainer", "$(POD_NAME)")];
  await place.create("v1/pods", ending("var-expansion", { image: BUSYBOX, env, volumeMounts }, WORK));
  const waiting = { reason: "CreateContainerConfigError", message: (text: string) => message.test(text) };
  const status = { phase: "Pending", containerStatuses: [{ state: { waiting } }] };
  await place.becomes("v1/pods/var-expansion", { status });
  await place.remove("v1/pods/var-expansion");
  await place.gone("v1/pods/var-expansion");
}

test("[sig-node] Variable Expansion should fail substituting values in a volume subpath with backticks", () =>
  failsToMount("..", /must not contain '\.\.'/));

test("[sig-node] Variable Expansion should fail substituting values in a volume subpath with absolute path", () =>
  failsToMount("/tmp", /must not be an absolute path/));

/** A pod that mounts the part of its volume that its own annotation names. */
const annotated = (annotations: Readonly<Record<string, string>>) => {
  const fieldRef = { apiVersion: "v1", fieldPath: "metadata.annotations['mysubpath']" };
  const env = [
    { name: "POD_NAME", value: "foo" },
    { name: "ANNOTATION", valueFrom: { fieldRef } },
  ];
  const volumeMounts = [part("/subpath_mount", "$(ANNOTATION)/$(POD_NAME)"), whole("/volume_mount")];
  const pod = ending("var-expansion", script("tail -f /dev/null", { env, volumeMounts }), WORK);
  return { ...pod, metadata: { ...pod.metadata, annotations } };
};
const annotate = (mysubpath: string) =>
  place.update("v1/pods/var-expansion", (pod) => ({
    ...pod,
    metadata: { ...pod.metadata, annotations: { ...pod.metadata.annotations, mysubpath } },
  }));
const RUNNING = { status: { phase: "Running", containerStatuses: [{ ready: true }] } };

test("[sig-node] Variable Expansion should verify that a failing subpath expansion can be modified during the lifecycle of a container [Slow]", async () => {
  await place.create("v1/pods", annotated({ notmysubpath: "mypath" }));
  const waiting = { reason: "CreateContainerConfigError" };
  await place.becomes("v1/pods/var-expansion", {
    status: { phase: "Pending", containerStatuses: [{ state: { waiting } }] },
  });
  await annotate("mypath");
  await place.becomes("v1/pods/var-expansion", RUNNING);
  await place.remove("v1/pods/var-expansion");
  await place.gone("v1/pods/var-expansion");
});

test("[sig-node] Variable Expansion should succeed in writing subpaths in container", async () => {
  await place.create("v1/pods", annotated({ mysubpath: "mypath" }));
  await place.becomes("v1/pods/var-expansion", RUNNING);
  await shellOutput(place, "var-expansion", "touch /volume_mount/mypath/foo/test.log");
  await shellOutput(place, "var-expansion", "test -f /subpath_mount/test.log");
  await annotate("mynewpath");
  await place.becomes("v1/pods/var-expansion", RUNNING);
  await shellOutput(place, "var-expansion", "test -f /subpath_mount/test.log");
  await place.remove("v1/pods/var-expansion");
  await place.gone("v1/pods/var-expansion");
});
