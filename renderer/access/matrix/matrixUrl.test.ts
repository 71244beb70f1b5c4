import { expect, it } from "vitest";
import { kindText } from "./matrix.ts";
import { allKinds, kindFrom } from "./matrixUrl.ts";

const types = [
  { group: "apps", resource: "deployments", verbs: ["get"], subresources: ["scale"] },
  { group: "", resource: "pods", verbs: ["get", "list"], subresources: ["log"] },
  { group: "apps", resource: "deployments", verbs: ["list"], subresources: [] },
];

it("parses kinds", () => {
  expect(kindFrom("pods", types)).toEqual({ group: "", resource: "pods", subresource: "", verbs: ["get", "list"] });
  expect(kindFrom("deployments.apps/scale", types)).toEqual({
    group: "apps",
    resource: "deployments",
    subresource: "scale",
    verbs: [],
  });
  expect(kindFrom("things.example.com", types).verbs).toEqual([]);
});

it("lists each kind once, with subresources on request", () => {
  expect(allKinds(types, false).map(kindText)).toEqual(["pods", "deployments.apps"]);
  expect(allKinds(types, true).map(kindText)).toEqual([
    "pods",
    "pods/log",
    "deployments.apps",
    "deployments.apps/scale",
  ]);
});
