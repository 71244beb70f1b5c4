import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import type { PolicySpec } from "../../access/admission/policy/declarations.ts";
import { FairQueue } from "./fairQueue.ts";
import type { Job } from "./lane.ts";
import { Pool } from "./pool.ts";

let pool: Pool | undefined;
afterEach(() => pool?.close());

const subject = { object: null, oldObject: null, request: {}, namespace: null };
const policy = (...expressions: string[]): Job => ({
  task: "policy",
  definition: { validations: expressions.map((expression) => ({ expression })) } satisfies PolicySpec,
  subject,
  input: { name: "p", params: null },
  answers: [],
});
const numbers = `[${Array.from({ length: 45 }, (_, i) => i).join(",")}]`;
const dear = `${numbers}.all(a, ${numbers}.all(b, ${numbers}.all(c, a + b + c >= 0)))`;
/** Takes some seconds, and would take much longer without a budget. */
const endless = policy(...Array.from({ length: 11 }, () => dear));
const failures = (reply: unknown): unknown => (reply as { value: { failures: unknown } }).value.failures;

describe("worker pool", () => {
  it("runs jobs, also after one that failed", async () => {
    pool = new Pool({ lanes: 1 });
    expect(failures(await pool.run(policy("1 == 1"), { owner: "a" }))).toEqual([]);
    await expect(pool.run({ ...policy("true"), task: "none" }, { owner: "a" })).rejects.toThrow("no task none");
    expect(failures(await pool.run(policy("1 == 2"), { owner: "a" }))).toHaveLength(1);
  });

  it("tracks which programs a worker has cached, and which it has dropped", async () => {
    pool = new Pool({ lanes: 1 });
    const jobs = Array.from({ length: 40 }, (_, i) => policy(`${i} == ${i}`, `${i} == -1`));
    for (const job of [...jobs, ...jobs]) expect(failures(await pool.run(job, { owner: "a" }))).toHaveLength(1);
  });

  it("cancels a running job when its request is aborted, and a waiting one before it starts", async () => {
    pool = new Pool({ lanes: 1 });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = pool.run(endless, { owner: "a", inFlight: running });
    const second = pool.run(endless, { owner: "a", inFlight: waiting });
    const third = pool.run(policy("true"), { owner: "a" });
    waiting.abort(new Error("left"));
    await expect(second).rejects.toThrow("left");
    running.abort(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    expect(failures(await third)).toEqual([]);
    await expect(
      pool.run(endless, { owner: "a", inFlight: { signal: AbortSignal.abort(new Error("late")) } }),
    ).rejects.toThrow("late");
  });

  it("cancels a job that takes too long", async () => {
    pool = new Pool({ lanes: 1, jobTimeout: 10 });
    await expect(pool.run(endless, { owner: "a" })).rejects.toMatchObject({
      name: "WorkerLostError",
      outOfMemory: false,
    });
  });

  it("cancels a job that exceeds the memory limit, and no other", async () => {
    pool = new Pool({ lanes: 1 });
    const few = `[${Array.from({ length: 48 }, (_, i) => i).join(",")}]`;
    const large = policy(`${few}.map(i, object.text.replace('', '${"x".repeat(158)}')).size() > 0`);
    const text = { ...subject, object: { text: "t".repeat(100_000) } };
    expect(failures(await pool.run(policy("true"), { owner: "a" }))).toEqual([]);
    await expect(pool.run({ ...large, subject: text }, { owner: "a" })).rejects.toMatchObject({ outOfMemory: true });
    expect(failures(await pool.run(policy("true"), { owner: "a" }))).toEqual([]);
  }, 60_000);
});

describe("FairQueue", () => {
  it("serves owners in turn, and each owner's jobs in order", () => {
    const queue = new FairQueue<string>();
    for (const name of ["a1", "a2", "a3", "b1", "c1", "c2"]) queue.add(name.charAt(0), name);
    expect(queue.size).toBe(6);
    expect(queue.remove("a", "a2")).toBe(true);
    expect(queue.remove("a", "a2")).toBe(false);
    expect(Array.from({ length: 6 }, () => queue.take())).toEqual(["a1", "b1", "c1", "a3", "c2", undefined]);
  });
});

describe("a large object", () => {
  it("reaches the worker unchanged, and blocks the event loop for no longer than a turn", async () => {
    pool = new Pool({ lanes: 1 });
    const data = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, i]));
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x" }, big: 2n ** 60n, data };
    const said = { ...subject, object } as Job["subject"];
    let posted: unknown;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: unknown) {
      posted = message;
      post.call(this, message);
    };
    try {
      const job = policy("object.data.size() == 50000", "object.big == 1152921504606846976", "object.data.k7 == 8");
      expect(failures(await pool.run({ ...job, subject: said }, { owner: "a" }))).toHaveLength(1);
    } finally {
      Worker.prototype.postMessage = post;
    }
    expect(posted).toMatchObject({ subject: { packed: { json: expect.any(String) as string } } });
  });
});
