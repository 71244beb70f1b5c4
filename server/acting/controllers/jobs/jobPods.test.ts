import { expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { jobPod } from "./jobPods.ts";
import { type Job, jobNames } from "./kinds.ts";

const names = jobNames(createVocabulary());
const job = (name: string): Job =>
  ({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name, namespace: "default", uid: "u" },
    spec: {
      completionMode: "Indexed",
      completions: 20,
      template: { metadata: { finalizers: [names.finalizer] }, spec: { containers: [{ name: "c", image: "app:1" }] } },
    },
  }) as unknown as Job;

it("truncates the job's name so that the pod's index is kept", () => {
  expect(jobPod(job("short"), names, 12).metadata.generateName).toBe("short-12-");
  const { generateName } = jobPod(job("n".repeat(60)), names, 12).metadata;
  expect(generateName).toBe(`${"n".repeat(54)}-12-`);
});

it("adds its finalizer only once", () => {
  expect(jobPod(job("short"), names, 0).metadata.finalizers).toEqual([names.finalizer]);
});
