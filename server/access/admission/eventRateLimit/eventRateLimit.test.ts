import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { failure } from "../../../testing/testServices.ts";
import { run, testDependencies, testRequest } from "../testing/request.ts";
import { eventRateLimit } from "./eventRateLimit.ts";
import { tokenBuckets } from "./tokenBuckets.ts";

const type = { apiVersion: "eventratelimit.admission.k8s.io/v1alpha1", kind: "Configuration" };
const clock = { now: 0 };
const plugin = (...limits: object[]) =>
  eventRateLimit({
    ...testDependencies(),
    now: () => clock.now,
    configurations: new Map([["EventRateLimit", { ...type, limits }]]),
  });
const event = (name: string): ApiObject => ({
  metadata: { name: "e" },
  source: { component: "c" },
  involvedObject: { kind: "Pod", name },
});
const user = (username: string) => ({ user: { username, groups: [], extra: {} } });

describe("eventRateLimit", () => {
  it("limits event creation only", async () => {
    const one = plugin({ type: "Server", qps: 1, burst: 2 });
    const send = (parts: object = {}) => run(one, testRequest("events", event("a"), parts));
    await send();
    await send({ dryRun: true });
    await send({ operation: "UPDATE" });
    expect(await failure(send)).toMatchObject({
      code: 429,
      reason: "TooManyRequests",
      message: "Too many requests: limit reached on type Server for key ",
    });
    await run(one, testRequest("pods", { metadata: { name: "p" } }));
    await send({ operation: "DELETE" });
    clock.now += 1000;
    await send();
    await failure(send);
  });

  it("counts by namespace, by user, and by source and object", async () => {
    const limit = { qps: 1, burst: 1 };
    const all = plugin(
      { type: "Namespace", ...limit },
      { type: "User", ...limit },
      { type: "SourceAndObject", ...limit },
    );
    const send = (name: string, namespace: string, username: string) =>
      run(all, testRequest("events", event(name), { namespace, ...user(username) }));
    await send("a", "n", "u");
    await send("b", "m", "v");
    expect((await failure(() => send("a", "n", "v"))).message).toBe(
      "Too many requests: [limit reached on type Namespace for key n, limit reached on type User for key v, limit reached on type SourceAndObject for key cPoda]",
    );
  });

  it.each<[object[], string]>([
    [[], "limits: Invalid value: []: must not be empty"],
    [
      [{ type: "X", qps: 1, burst: 1 }],
      'limits[0].type: Unsupported value: "X": supported values: "Namespace", "Server", "SourceAndObject", "User"',
    ],
    [
      [{ type: "User", cacheSize: -1 }],
      "[limits[0].burst: Invalid value: 0: must be positive, limits[0].qps: Invalid value: 0: must be positive, limits[0].cacheSize: Invalid value: -1: must not be negative]",
    ],
    [
      [{ type: "User", rate: 1 }],
      "[limits[0].burst: Invalid value: 0: must be positive, limits[0].qps: Invalid value: 0: must be positive]",
    ],
  ])("rejects %j", (limits, message) => {
    expect(() => plugin(...limits)).toThrow(new Error(message));
  });

  it("requires a configuration", () => {
    expect(() => eventRateLimit(testDependencies())).toThrow("a configuration with limits is needed");
  });
});

describe("tokenBuckets", () => {
  it("evicts the least recently used bucket", () => {
    const take = tokenBuckets({ rate: 1, burst: 1, size: 2 }, () => 0);
    expect([take("a"), take("b"), take("a"), take("c"), take("b"), take("c")]).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
  });
});
