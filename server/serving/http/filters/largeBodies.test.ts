import { expect, it } from "vitest";
import { requestMetrics } from "../../../ground/observability/metrics/requestMetrics.ts";
import { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { BodyQueues } from "../../../ground/request/bodyQueues.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { largeBodies } from "./largeBodies.ts";

const SIZE = 200 * 1024;
const answer: Answer = { status: 200, headers: {}, body: "" };
const settled = () => new Promise((resolve) => setImmediate(resolve));

const request = (length: number, subresource = "", username = "ann") =>
  ({
    user: { username, groups: [], extra: {} },
    method: "POST",
    headers: { "content-length": String(length) },
    info: { isResourceRequest: true, verb: "create", subresource },
    path: "/api/v1/pods",
    signal: new AbortController().signal,
  }) as unknown as RequestContext;

it("holds a large body back until the handler of the previous one is done, even if it failed", async () => {
  const queues = new BodyQueues(SIZE);
  let refuse = (_: Error): void => undefined;
  const first = new Promise<Answer>((_, reject) => {
    refuse = reject;
  });
  const began: number[] = [];
  const registry = new MetricRegistry();
  const metrics = requestMetrics(registry);
  const handle = (number: number, until: Promise<Answer>) =>
    largeBodies({ queues, metrics })(async (context) => {
      await context.onBody?.(SIZE);
      began.push(number);
      return until;
    });
  const failing = handle(1, first)(request(SIZE));
  const second = handle(2, Promise.resolve(answer))(request(SIZE));
  await settled();
  expect(began).toEqual([1]);
  expect(await registry.text()).toMatch(/^apiserver_large_bodies_waiting 1$/m);
  // Requests of other users do not wait for it.
  await handle(3, Promise.resolve(answer))(request(SIZE, "", "bob"));
  expect(began).toEqual([1, 3]);
  refuse(new Error("no"));
  await expect(failing).rejects.toThrow("no");
  expect(await second).toBe(answer);
  expect(began).toEqual([1, 3, 2]);
  expect(queues.size).toBe(0);
  const exposed = await registry.text();
  expect(exposed).toMatch(/^apiserver_large_bodies_waiting 0$/m);
  expect(exposed).toMatch(/^apiserver_large_body_wait_duration_seconds_count 3$/m);
});

it("does not limit small bodies and long-running requests", async () => {
  const seen: unknown[] = [];
  const handler = largeBodies({ queues: new BodyQueues(1) })(async (context) => {
    seen.push(context.onBody);
    return answer;
  });
  await handler(request(100));
  await handler(request(SIZE, "proxy"));
  expect(seen).toEqual([undefined, undefined]);
});

it("frees its place when the handler ends before the body arrives", async () => {
  const queues = new BodyQueues(SIZE);
  let onBody: RequestContext["onBody"];
  await largeBodies({ queues })(async (context) => {
    onBody = context.onBody;
    return answer;
  })(request(SIZE));
  await onBody?.(SIZE);
  expect(queues.size).toBe(0);
});
