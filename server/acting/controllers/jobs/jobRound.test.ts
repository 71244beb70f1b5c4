import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { Backoffs } from "./backoff.ts";
import { JobRound, type JobTools } from "./jobRound.ts";
import { type Job, jobNames } from "./kinds.ts";

const names = jobNames(createVocabulary());

/** An ended pod of an indexed job, which the job has not counted. */
const succeeded = (_: unknown, index: number): ApiObject => ({
  metadata: {
    name: `many-${index}`,
    namespace: "n",
    uid: `pod-${index}`,
    annotations: { [names.index]: String(index) },
    finalizers: [names.finalizer],
  },
  status: { phase: "Succeeded" },
});

it("releases no more than 500 pods of an indexed job in one round", async () => {
  const released: unknown[] = [];
  const client = {
    patch: async ({ name }: { readonly name: string }) => released.push(name),
    update: async (_: unknown, object: ApiObject) => object,
  };
  const job = {
    metadata: { name: "many", namespace: "n", uid: "job" },
    spec: { completionMode: "Indexed", completions: 600, parallelism: 600, template: {} },
  } as Job;
  const tools = { client, names, backoffs: new Backoffs(), now: () => 0 } as unknown as JobTools;
  await new JobRound(tools, job, Array.from({ length: 600 }, succeeded)).run();
  expect(released).toHaveLength(500);
});
