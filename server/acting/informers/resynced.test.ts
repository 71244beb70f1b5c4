import { expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import type { InformerListener } from "./informers.ts";
import { resynced } from "./resynced.ts";

it("redelivers every object to its listener once per interval until the listener stops", async () => {
  const timers = manualTimers();
  const objects: ApiObject[] = Array.from({ length: 300 }, (_, i) => ({ metadata: { name: `o-${i}` } }));
  let isFollowed = false;
  const informer = {
    async each(take: (object: ApiObject) => void) {
      for (const object of objects) take(object);
    },
    follow(listener: InformerListener) {
      isFollowed = true;
      listener({ type: "added", object: { metadata: { name: "first" } } });
      return {
        synced: Promise.resolve(),
        stop: () => {
          isFollowed = false;
        },
      };
    },
  };
  const told: string[] = [];
  const following = resynced(informer, timers, 1000).follow(
    ({ type, object }) => void told.push(`${type} ${object.metadata.name}`),
  );
  expect(told).toEqual(["added first"]);
  timers.advance(1000);
  await expect.poll(() => told.length).toBe(301);
  expect(told.at(-1)).toBe("modified o-299");
  await expect.poll(() => timers.pending()).toEqual([1000]);
  objects.length = 1;
  timers.advance(1000);
  await expect.poll(() => told.length).toBe(302);
  following.stop();
  expect([isFollowed, timers.pending()]).toEqual([false, []]);
});
