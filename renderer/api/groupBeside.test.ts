import { expect, it } from "vitest";
import { resourceType } from "../testing/resourceTypes.ts";
import { groupBeside } from "./groupBeside.ts";

const type = (group: string, resource: string, kind: string, more = {}) =>
  resourceType(resource, kind, { group, ...more });

it("names the group of kinds that have the same name, but for the core group", () => {
  const types = [
    type("", "pods", "Pod"),
    type("pods.example.com", "pods", "Pod"),
    type("metrics.k8s.io", "pods", "PodMetrics"),
    type("a.example.com", "backups", "Backup"),
    type("a.example.com", "backups", "Backup", { version: "v2" }),
    type("b.example.com", "backups", "Backup"),
    type("batch", "jobs", "Job"),
    type("batch", "jobs", "Job", { version: "v1beta1" }),
    type("review.example.com", "jobs", "Job", { verbs: ["create"] }),
  ];
  expect(types.map((each) => groupBeside(each, types))).toEqual([
    "",
    "pods.example.com",
    "",
    "a.example.com",
    "a.example.com",
    "b.example.com",
    "",
    "",
    "",
  ]);
});
