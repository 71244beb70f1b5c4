import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import { SchedulerCache } from "../cache/schedulerCache.ts";
import type { ClusterEvent } from "../queue/clusterEvents.ts";
import type { SchedulingQueue } from "../queue/schedulingQueue.ts";
import { followNode } from "./nodeFollower.ts";

const node = (labels: Record<string, string>, status = {}): ApiObject => ({ metadata: { name: "n", labels }, status });

it("reports node additions, changes and deletions that may make pods schedulable", () => {
  const cache = new SchedulerCache(() => "");
  const seen: ClusterEvent[] = [];
  const queue = { move: (event) => void seen.push(event) } as Pick<SchedulingQueue, "move"> as SchedulingQueue;
  const follow = (type: ObjectChange["type"], object: ApiObject): void =>
    followNode({ cache, queue }, { type, object });
  follow("added", node({ zone: "a" }));
  follow("modified", node({ zone: "a" }, { conditions: [{ type: "Ready", status: "True" }] }));
  follow(
    "modified",
    node({ zone: "b" }, { conditions: [{ type: "Ready", status: "True", lastHeartbeatTime: "now" }] }),
  );
  follow("deleted", node({ zone: "b" }));
  expect(seen.map(({ kind }) => kind)).toEqual(["NodeAdd", "NodeCondition", "NodeLabel", "NodeDelete"]);
  expect(seen.at(-1)?.node?.metadata?.labels).toEqual({ zone: "b" });
  expect(cache.nodes).toEqual([]);
});

it("reports a change of allocatable amounts, not of their text", () => {
  const seen: ClusterEvent[] = [];
  const queue = { move: (event) => void seen.push(event) } as Pick<SchedulingQueue, "move"> as SchedulingQueue;
  const cache = new SchedulerCache(() => "");
  for (const memory of ["1Gi", "1073741824", "2Gi"]) {
    followNode({ cache, queue }, { type: "modified", object: node({}, { allocatable: { memory } }) });
  }
  expect(seen.map(({ kind }) => kind)).toEqual(["NodeAdd", "NodeAllocatable"]);
});
