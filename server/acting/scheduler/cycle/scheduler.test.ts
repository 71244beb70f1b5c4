import { expect, it } from "vitest";
import { podInfo } from "../model/podInfo.ts";
import { testPod } from "../testing/world.ts";
import { Scheduler, type SchedulerParts } from "./scheduler.ts";

it("names the plugin whose Reserve failed", async () => {
  const pod = podInfo(testPod("p"));
  const schedulerName = pod.spec.schedulerName ?? "";
  const waiting = [{ pod, attempts: 1 }];
  const told: string[] = [];
  const reserve = () => {
    throw new Error("node(s) didn't find available persistent volumes to bind");
  };
  const scheduler = new Scheduler({
    client: { patch: async () => undefined },
    profiles: new Map([[schedulerName, { reservers: [{ name: "Other" }, { name: "VolumeBinding", reserve }] }]]),
    recorders: new Map([
      [schedulerName, { record: (_: object, { message }: { message: string }) => told.push(message) }],
    ]),
    cache: { nodes: [{}], isAssumed: () => false },
    queue: { pop: () => waiting.pop(), failed: () => undefined, sizes: { active: 0 } },
    nominator: { set: () => undefined },
    podScheduler: { schedule: () => ({ node: { name: "n" } }) },
    currentPod: () => pod,
    now: () => 0,
    onError: (error: unknown) => told.push(String(error)),
  } as unknown as SchedulerParts);
  scheduler.start();
  await scheduler.idle();
  await scheduler.stop();
  expect(told).toEqual([
    'running Reserve plugin "VolumeBinding": node(s) didn\'t find available persistent volumes to bind',
  ]);
});
