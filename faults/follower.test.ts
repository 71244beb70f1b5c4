import { expect, it } from "vitest";
import { checkFollowers, type Seen, type WatchSpan } from "./follower.ts";

const seen = (version: number, value = `v${version}`): Seen => ({
  version,
  name: "a",
  type: "MODIFIED",
  value,
  watch: "w",
});
const stretch = (after: number, upTo: number, ...events: Seen[]): WatchSpan => ({ after, upTo, events });
const whole = stretch(1, 9, seen(2), seen(5), seen(8));
const written = [{ name: "a", version: 5, value: "v5" }];

it("followers that received every change once and in order have no faults", () => {
  expect(checkFollowers([whole, stretch(4, 8, seen(5), seen(8)), stretch(8, 9)], written)).toEqual([]);
});

it("finds a change that one follower missed, from other followers or from the writer", () => {
  expect(checkFollowers([whole, stretch(1, 9, seen(2), seen(8))], [])).toEqual([
    "version 5 (a) was not told between 1 and 9",
  ]);
  expect(checkFollowers([stretch(1, 9, seen(2))], written)).toEqual(["version 5 (a) was not told between 1 and 9"]);
  expect(checkFollowers([stretch(1, 4, seen(2))], written)).toEqual([]);
});

it("finds a deletion that no follower received, from the events that follow", () => {
  const created = (version: number): Seen => ({ ...seen(version), type: "ADDED" });
  const deleted = (version: number): Seen => ({ ...seen(version), type: "DELETED" });
  expect(checkFollowers([stretch(1, 9, created(2), deleted(4), created(5))], [])).toEqual([]);
  expect(checkFollowers([stretch(1, 9, created(2), created(5))], [])).toEqual(["version 5: a ADDED after ADDED in 2"]);
  expect(checkFollowers([stretch(1, 9, deleted(4), seen(5))], [])).toEqual([
    "version 5: a MODIFIED after DELETED in 4",
  ]);
});

it("reports an event that comes twice, late, or with a wrong value", () => {
  expect(checkFollowers([stretch(1, 9, seen(2), seen(2))], [])).toEqual(["version 2 (w) was told after 2 (w)"]);
  expect(checkFollowers([stretch(1, 9, seen(5), seen(2))], [])).toEqual(["version 2 (w) was told after 5 (w)"]);
  expect(checkFollowers([stretch(1, 9, seen(5, "other"))], written)).toEqual([
    "version 5: a follower says a other, others a v5",
  ]);
});
