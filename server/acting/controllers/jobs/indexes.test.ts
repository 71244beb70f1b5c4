import { expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { countingOf } from "./countedPods.ts";
import { indexesOf, pendingIndexes } from "./indexes.ts";
import { jobPod } from "./jobPods.ts";
import { type Job, jobNames } from "./kinds.ts";

const names = jobNames(createVocabulary());
const INDEX = "batch.kubernetes.io/job-completion-index";
const FAILURES = "batch.kubernetes.io/job-index-failure-count";
const IGNORED = "batch.kubernetes.io/job-index-ignored-failure-count";

const rule = { action: "Ignore", onExitCodes: { operator: "In", values: [7] } };
const job = {
  metadata: { name: "each", namespace: "n", uid: "1" },
  spec: {
    ...{ completions: 1, completionMode: "Indexed", backoffLimitPerIndex: 3, podReplacementPolicy: "Failed" },
    podFailurePolicy: { rules: [rule] },
    template: { metadata: { labels: { of: "each" } }, spec: { containers: [{ name: "c" }] } },
  },
} as unknown as Job;

/** The pod that replaces one that ended with an exit code. */
function next(pod: ReturnType<typeof jobPod>, exitCode: number) {
  const terminated = { exitCode, finishedAt: "2026-01-01T00:00:00Z" };
  const status = { phase: "Failed", containerStatuses: [{ name: "c", state: { terminated } }] };
  const failed = { ...pod, metadata: { ...pod.metadata, name: "each-0-x" }, status };
  return jobPod(job, names, 0, indexesOf(job, [failed], names).last.get(0));
}

it("annotates the pods of an index with its failure count and its ignored failure count", () => {
  const first = jobPod(job, names, 0, { failures: 0, ignored: 0 });
  expect(first.metadata.annotations).toEqual({ [INDEX]: "0", [FAILURES]: "0" });
  const second = next(first, 7);
  expect(second.metadata.annotations).toEqual({ [INDEX]: "0", [FAILURES]: "0", [IGNORED]: "1" });
  expect(next(second, 1).metadata.annotations).toEqual({ [INDEX]: "0", [FAILURES]: "1", [IGNORED]: "1" });
});

it("treats an invalid failure count annotation on a pod as none", () => {
  const pod = jobPod(job, names, 0, { failures: 0, ignored: 0 });
  for (const text of ["x", "-3", "4294967296", ""]) {
    const annotations = { ...pod.metadata.annotations, [FAILURES]: text, [IGNORED]: text };
    const following = next({ ...pod, metadata: { ...pod.metadata, annotations } }, 1);
    expect(following.metadata.annotations).toEqual({ [INDEX]: "0", [FAILURES]: "1" });
  }
});

it("lets the next pod replace the most recently failed pod of its index", () => {
  const failedAt = (name: string, finishedAt: string) => {
    const pod = jobPod(job, names, 0, { failures: 0, ignored: 0 });
    const status = {
      phase: "Failed",
      containerStatuses: [{ name: "c", state: { terminated: { exitCode: 1, finishedAt } } }],
    };
    return { ...pod, metadata: { ...pod.metadata, name }, status };
  };
  const pods = [failedAt("late", "2026-01-01T00:00:09Z"), failedAt("early", "2026-01-01T00:00:01Z")];
  expect(indexesOf(job, pods, names).last.get(0)?.pod.metadata.name).toBe("late");
});

const running = (index: number, deletionTimestamp?: string) => {
  const pod = jobPod(job, names, index);
  const metadata = { ...pod.metadata, ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) };
  return { ...pod, metadata, status: { phase: "Running" } };
};

it("excludes the indexes of terminating pods if podReplacementPolicy is Failed", () => {
  const wide = { ...job, spec: { ...job.spec, completions: 3 } };
  const pods = [running(0), running(1, "2026-01-01T00:00:00Z")];
  const pending = (each: Job) => pendingIndexes(each, indexesOf(each, pods, names), pods, pods.slice(0, 1), 3, names);
  expect(pending(wide)).toEqual([2]);
  const { podFailurePolicy: _, ...spec } = wide.spec;
  expect(pending({ ...wide, spec: { ...spec, podReplacementPolicy: "TerminatingOrFailed" } })).toEqual([1, 2]);
});

it("does not count running pods as failed when the job is being deleted", () => {
  const leaving = { ...job, metadata: { ...job.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } };
  const progress = { ending: undefined, indexes: indexesOf(job, [], names) };
  expect(countingOf(leaving, running(0), names, progress)).toBe("uncounted");
  const ending = { target: "FailureTarget", reason: "DeadlineExceeded", message: "" } as const;
  expect(countingOf(job, running(0), names, { ...progress, ending })).toBe("failed");
});
