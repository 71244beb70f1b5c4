import { expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { fakeClock, settle } from "../../testing/fakeClock.ts";
import { fakeServer } from "../../testing/fakeServer.ts";
import { LiveLists } from "./liveLists.ts";

const object = (name: string): ApiObject => ({ metadata: { name, uid: name } });
const page = (...names: string[]) => ({ items: names.map(object), resourceVersion: "1" });

it("notifies once for several lists and not for every event", async () => {
  const clock = fakeClock();
  const pods = fakeServer<ApiObject>(page("a"));
  const services = fakeServer<ApiObject>(page("b"), page("b", "c"));
  const lists = new LiveLists([pods, services], clock, (run) => {
    run();
    return () => undefined;
  });
  const told: string[][][] = [];
  lists.subscribe(() =>
    told.push(lists.getSnapshot().map((each) => each.objects.map((one) => one.metadata.name ?? ""))),
  );
  const stop = lists.start();
  await settle();
  expect(told).toEqual([]);
  await clock.advance(201);
  expect(told).toEqual([[["a"], ["b"]]]);
  pods.latest().opened();
  for (const name of ["x", "y", "z"]) {
    pods.latest().event({ type: "ADDED", items: [object(name)], resourceVersion: "2" });
    await clock.advance(10);
  }
  await clock.advance(300);
  expect(told.slice(1)).toEqual([[["a", "x", "y", "z"], ["b"]]]);
  lists.retry();
  await settle();
  await clock.advance(300);
  expect(told.at(-1)?.[1]).toEqual(["b", "c"]);
  const before = told.length;
  stop();
  await clock.advance(1_000);
  expect(told).toHaveLength(before);
});
