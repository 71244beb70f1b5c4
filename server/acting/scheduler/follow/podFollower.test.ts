import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import { SchedulerCache } from "../cache/schedulerCache.ts";
import { podInfo } from "../model/podInfo.ts";
import type { ClusterEvent } from "../queue/clusterEvents.ts";
import { Nominator } from "../queue/nominator.ts";
import { SchedulingQueue } from "../queue/schedulingQueue.ts";
import { type PodOptions, testPod } from "../testing/world.ts";
import { changesOf, followPod } from "./podFollower.ts";

function world() {
  const cache = new SchedulerCache(() => "");
  const nominator = new Nominator();
  const seen: ClusterEvent["kind"][] = [];
  const queue = new SchedulingQueue({
    timers: manualTimers(),
    initialBackoff: 1000,
    maxBackoff: 10_000,
    pluginsInterestedIn(kind) {
      seen.push(kind);
      return [];
    },
    helps: () => false,
    isGated: () => false,
    onReady: () => undefined,
  });
  const isOurs = (name: string): boolean => name === "default-scheduler";
  const follow = (type: ObjectChange["type"], object: ApiObject): void =>
    followPod({ cache, queue, nominator, isOurs }, { type, object });
  return { cache, nominator, queue, seen, follow };
}

const on = (nodeName: string, more: PodOptions = {}): PodOptions => ({ ...more, spec: { ...more.spec, nodeName } });

describe("followPod", () => {
  it("queues unscheduled pods and counts scheduled ones", () => {
    const { cache, queue, seen, follow } = world();
    follow("added", testPod("p"));
    follow("added", testPod("other", { spec: { schedulerName: "other" } }));
    expect([queue.get("ns/p")?.place, queue.get("ns/other")]).toEqual(["active", undefined]);
    follow("modified", testPod("p", on("n")));
    expect([queue.get("ns/p"), cache.pod("ns/p")?.nodeName]).toEqual([undefined, "n"]);
    follow("modified", testPod("p", on("n", { status: { phase: "Running" } })));
    follow("modified", testPod("p", on("n", { labels: { a: "b" } })));
    follow("modified", testPod("p", on("n", { status: { phase: "Succeeded" } })));
    expect([cache.pod("ns/p"), seen]).toEqual([undefined, ["PodAdd", "PodLabel", "PodDelete"]]);
  });

  it("distinguishes pods with the same name by uid", () => {
    const { cache, seen, follow } = world();
    follow("added", testPod("p", on("n")));
    follow("modified", testPod("p", { metadata: { uid: "another" } }));
    expect([cache.pod("ns/p"), seen]).toEqual([undefined, ["PodAdd", "PodDelete"]]);
  });

  it("does not requeue a pod that is being bound", () => {
    const { cache, queue, follow } = world();
    const pod = testPod("p");
    follow("added", pod);
    queue.pop();
    cache.assume(podInfo(pod, "n"));
    queue.delete("ns/p");
    follow("modified", testPod("p", { labels: { late: "news" } }));
    expect(queue.get("ns/p")).toBeUndefined();
  });

  it("tracks nominated pods and releases the nominated space when such a pod is deleted", () => {
    const { nominator, seen, follow } = world();
    follow("added", testPod("p", { status: { nominatedNodeName: "n" } }));
    expect(nominator.nodeOf("ns/p")).toBe("n");
    follow("modified", testPod("p"));
    expect(nominator.nodeOf("ns/p")).toBeUndefined();
    follow("modified", testPod("p", { status: { nominatedNodeName: "n" } }));
    follow("deleted", testPod("p", { status: { nominatedNodeName: "n" } }));
    expect([nominator.nodeOf("ns/p"), seen]).toEqual([undefined, ["PodDelete"]]);
  });
});

describe("changesOf", () => {
  it("reports changes relevant to scheduling and ignores the status", () => {
    const kinds = (now: PodOptions, before: PodOptions): string[] =>
      changesOf(podInfo(testPod("p", now)), podInfo(testPod("p", before))).map(({ kind }) => kind);
    expect(kinds({ status: { phase: "Running" } }, {})).toEqual([]);
    expect(kinds({ labels: { a: "b" } }, {})).toEqual(["PodLabel"]);
    expect(kinds({ requests: { cpu: "1" } }, { requests: { cpu: "2" } })).toEqual(["PodScaleDown"]);
    expect(kinds({ spec: { tolerations: [{ operator: "Exists" }] } }, {})).toEqual(["PodTolerations"]);
    expect(kinds({ metadata: { annotations: { a: "b" } } }, {})).toEqual(["PodOther"]);
  });
});
