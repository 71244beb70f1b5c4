import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { CROWDED_PAUSE } from "../pods/podPace.ts";
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

it("creates in a crowded namespace what its pace allows, and more after a pause", async () => {
  const created: unknown[] = [];
  const client = { update: async (_: unknown, object: ApiObject) => object };
  const podControl = {
    create: async (pod: ApiObject) => {
      created.push(pod);
      return pod;
    },
  };
  const job = {
    metadata: { name: "many", namespace: "n", uid: "job" },
    spec: { parallelism: 2 ** 31 - 1, completions: 2 ** 31 - 1, template: {} },
  } as Job;
  const pace = { take: (_: string, wanted: number) => Math.min(wanted, 7) };
  const tools = { client, names, backoffs: new Backoffs(), podControl, pace, now: () => 0 } as unknown as JobTools;
  expect(await new JobRound(tools, job, []).run()).toBe(CROWDED_PAUSE);
  expect(created).toHaveLength(7);
});
