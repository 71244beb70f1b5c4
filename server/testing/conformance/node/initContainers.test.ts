import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace, Item } from "../apiPlace.ts";
import { PAUSE } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { BUSYBOX, ending } from "../containerOutput.ts";
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

interface Status {
  readonly name: string;
  readonly ready: boolean;
  readonly restartCount: number;
  readonly state: { readonly waiting?: { reason: string }; readonly terminated?: { exitCode: number } };
  readonly lastState: { readonly terminated?: object };
}

const initStatuses = (pod: Item): Status[] => at<Status[] | undefined>(pod, "status.initContainerStatuses") ?? [];
const statuses = (pod: Item): Status[] => at<Status[] | undefined>(pod, "status.containerStatuses") ?? [];
const phase = (pod: Item): string => at<string>(pod, "status.phase");
const initialized = (pod: Item) =>
  at<{ type: string; status: string; reason?: string; message?: string }[]>(pod, "status.conditions")?.find(
    ({ type }) => type === "Initialized",
  );

const TRUE = ["/bin/true"];
const FALSE = ["/bin/false"];
const PAUSING = { image: PAUSE, resources: { limits: { cpu: "100m" } } };

/**
 * Creates a pod and follows it until it has the shape. Checks in each state that before the init containers are done,
 * no other container has started, and that the pod reports this.
 */
async function followed(
  commands: readonly (readonly string[])[],
  { restartPolicy, container }: { restartPolicy: string; container: object },
  isLast: (pod: Item) => boolean,
): Promise<Item> {
  const initContainers = commands.map((command, i) => ({ name: `init${i + 1}`, image: BUSYBOX, command }));
  const watch = await place.watch("v1/pods?resourceVersion=0");
  await place.create("v1/pods", ending("pod-init", container, { initContainers, restartPolicy }));
  try {
    for (;;) {
      const event = await watch.next();
      const pod = event?.object as unknown as Item;
      keepsOrder(pod);
      if (isLast(pod)) return pod;
    }
  } finally {
    watch.close();
  }
}

function keepsOrder(pod: Item): void {
  const inits = initStatuses(pod);
  if (inits.length === 0) return;
  const open = inits.filter(({ state }) => state.terminated?.exitCode !== 0);
  const [, ...later] = open;
  for (const { state } of later) expect(state).toMatchObject({ waiting: { reason: "PodInitializing" } });
  if (open.length > 0) {
    for (const { state, restartCount } of statuses(pod)) {
      expect(state).toEqual({ waiting: { reason: "PodInitializing" } });
      expect(restartCount).toBe(0);
    }
  }
  for (const { state, ready } of inits) if (state.terminated?.exitCode === 0) expect(ready).toBe(true);
  expect(initialized(pod)?.status).toBe(open.length === 0 ? "True" : "False");
}

function haveSucceeded(pod: Item): void {
  expect(initialized(pod)).toMatchObject({ status: "True" });
  const ended = { ready: true, state: { terminated: { exitCode: 0 } } };
  expect(initStatuses(pod)).toMatchObject([ended, ended]);
}

test("[sig-node] InitContainer [NodeConformance] should invoke init containers on a RestartNever pod", async () => {
  const container = { image: BUSYBOX, command: TRUE };
  const isOver = (pod: Item): boolean => ["Succeeded", "Failed"].includes(phase(pod));
  const pod = await followed([TRUE, TRUE], { restartPolicy: "Never", container }, isOver);
  expect(phase(pod)).toBe("Succeeded");
  haveSucceeded(pod);
});

test("[sig-node] InitContainer [NodeConformance] should invoke init containers on a RestartAlways pod", async () => {
  const parts = { restartPolicy: "Always", container: PAUSING };
  haveSucceeded(await followed([TRUE, TRUE], parts, (pod) => phase(pod) === "Running"));
});

test("[sig-node] InitContainer [NodeConformance] should not start app containers if init containers fail on a RestartAlways pod", async () => {
  const seen: Status[] = [];
  const pod = await followed([FALSE, TRUE], { restartPolicy: "Always", container: PAUSING }, (each) => {
    const [first] = initStatuses(each);
    if (first !== undefined) seen.push(first);
    return (first?.restartCount ?? 0) >= 3;
  });
  expect(seen.some(({ lastState }) => lastState.terminated !== undefined)).toBe(true);
  expect(seen.filter(({ state }) => state.terminated?.exitCode === 0)).toEqual([]);
  expect(phase(pod)).toBe("Pending");
  expect(initialized(pod)).toMatchObject({
    status: "False",
    reason: "ContainersNotInitialized",
    message: "containers with incomplete status: [init1 init2]",
  });
  expect(initStatuses(pod)).toHaveLength(2);
});

test("[sig-node] InitContainer [NodeConformance] should not start app containers and fail the pod if init containers fail on a RestartNever pod", async () => {
  const container = { image: BUSYBOX, command: TRUE, resources: { limits: { cpu: "100m" } } };
  const parts = { restartPolicy: "Never", container };
  const pod = await followed([TRUE, FALSE], parts, (each) => ["Succeeded", "Failed"].includes(phase(each)));
  expect(phase(pod)).toBe("Failed");
  expect(initialized(pod)).toMatchObject({
    status: "False",
    reason: "ContainersNotInitialized",
    message: "containers with incomplete status: [init2]",
  });
  expect(initStatuses(pod)).toMatchObject([
    { state: { terminated: { exitCode: 0 } } },
    { state: { terminated: { exitCode: 1 } } },
  ]);
  expect(statuses(pod)[0]?.state.waiting).toBeDefined();
});
