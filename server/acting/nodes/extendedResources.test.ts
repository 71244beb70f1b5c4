import { expect, test } from "vitest";
import { extendedAllocatable } from "./extendedResources.ts";

const profile = { capacity: { cpu: "4", memory: "8Gi" }, allocatable: { memory: "7Gi" } };
const own = { capacity: { cpu: "4", memory: "8Gi" }, allocatable: { cpu: "4", memory: "7Gi" } };

test("a node makes all extended resources in its capacity allocatable", () => {
  const capacity = { ...own.capacity, "example.com/gpu": "3", "example.com/key": "1" };
  const allocatable = { ...own.allocatable, "example.com/key": "1", "example.com/gpu": "2" };
  expect(extendedAllocatable({ capacity, allocatable }, profile)).toEqual({ "example.com/gpu": "3" });
});

test("a node removes an extended resource from allocatable when it disappears from capacity", () => {
  const allocatable = { ...own.allocatable, "example.com/gpu": "3" };
  expect(extendedAllocatable({ ...own, allocatable }, profile)).toEqual({ "example.com/gpu": null });
});

test("the node's own resources stay unchanged", () => {
  expect(extendedAllocatable(own, profile)).toEqual({});
  expect(extendedAllocatable({}, profile)).toEqual({});
});
