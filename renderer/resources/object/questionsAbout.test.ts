import { expect, it } from "vitest";
import type { ResourceType } from "../../api/resourceType.ts";
import { questionsAbout } from "./questionsAbout.ts";

it("asks about every verb of the object and the relevant ones of its subresources", () => {
  const type = {
    group: "apps",
    version: "v1",
    resource: "deployments",
    verbs: ["create", "get", "deletecollection", "patch"],
    subresources: ["scale", "log", "eviction"],
  } as unknown as ResourceType;
  const questions = questionsAbout(type, { ...type, namespace: "n", name: "web" });
  expect(questions.map((q) => `${q.verb} ${q.subresource}`.trim())).toEqual([
    "get",
    "patch",
    "get scale",
    "update scale",
    "patch scale",
    "get log",
    "create eviction",
  ]);
  expect(questions[0]).toMatchObject({ resource: "deployments.apps", namespace: "n", name: "web" });
});
