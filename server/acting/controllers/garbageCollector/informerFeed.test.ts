import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { expired } from "../../../../shared/status.ts";
import type { ApiClient, WatchEvent } from "../../../api/client/apiClient.ts";
import { manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { served } from "../../testing/memoryClient.ts";
import { until } from "../../testing/until.ts";
import { informerFeed } from "./informerFeed.ts";

it("delivers the deletion of an object that was recreated under the same name while the watch was down", async () => {
  const map = (uid: string): ApiObject => ({ metadata: { name: "a", namespace: "n", uid } });
  const lists = [[map("first")], [map("second")]];
  const client: Pick<ApiClient, "list" | "watch" | "resources"> = {
    resources: () => [served("", "configmaps", "ConfigMap")],
    list: async () => ({ items: lists.shift() ?? [], resourceVersion: "1" }),
    async *watch(_ref, { signal }): AsyncIterable<WatchEvent> {
      if (lists.length > 0) throw expired("too old resource version: 1 (5)");
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  };
  const timers = manualTimers();
  const told: string[] = [];
  const following = informerFeed({ client, timers, onError: () => undefined }).follow(
    { group: "", resource: "configmaps" },
    ({ metadata }, deleted) => told.push(`${deleted ? "gone" : "there"} ${metadata.uid}`),
    () => undefined,
  );
  await following.synced;
  await until(() => {
    timers.advance(500);
    return told.length === 3;
  });
  expect(told).toEqual(["there first", "gone first", "there second"]);
  await following.stop();
});
