import { describe, expect, it, vi } from "vitest";
import { forbidden, isApiError } from "../../../../shared/status.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { Authenticator } from "../../../access/authentication/authenticator.ts";
import { alwaysAllow } from "../../../access/authorization/alwaysAllow.ts";
import { createMetrics } from "../../../ground/observability/metrics/metrics.ts";
import { type Answer, compose, type Filter, type Handler } from "../../../ground/request/context.ts";
import { remainingTime } from "../../../ground/request/inFlight.ts";
import type { Attributes, Authorizer, Verdict } from "../../../ground/rights/authorizer.ts";
import { manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { failure, testContext } from "../../../testing/testServices.ts";
import { authenticate } from "./authenticate.ts";
import { authorize } from "./authorize.ts";
import { deadline } from "./deadline.ts";
import { impersonate } from "./impersonate.ts";
import { measure, type TargetOf } from "./measure.ts";
import { recover } from "./recover.ts";

const vocabulary = createVocabulary();
const fine: Answer = { status: 200, headers: {}, body: "fine" };
const ok: Handler = async () => fine;
const denying = (reason = ""): Authorizer => ({
  ...alwaysAllow,
  authorize: async () => ({ decision: "deny", reason }),
});

describe("compose", () => {
  it("puts the first filter outermost", async () => {
    const order: string[] = [];
    const filter =
      (name: string): Filter =>
      (next) =>
      async (context) => {
        order.push(`${name} in`);
        const answer = await next(context);
        order.push(`${name} out`);
        return answer;
      };
    await compose([filter("a"), filter("b")], ok)(testContext("GET", "/"));
    expect(order).toEqual(["a in", "b in", "b out", "a out"]);
  });
});

describe("authenticate", () => {
  const through = (authenticator: Partial<Authenticator>, metrics = createMetrics()) =>
    authenticate(
      { name: "test", authenticate: () => undefined, ...authenticator },
      metrics,
      (name) => name === "authorization",
    )(ok);

  it("passes the identity to the next handler", async () => {
    const context = testContext("GET", "/");
    const user = { username: "alice", groups: [], extra: {} };
    expect(await through({ authenticate: () => user })(context)).toBe(fine);
    expect(context.user).toBe(user);
  });

  it("removes the credentials from the request before later handlers see it", async () => {
    const context = testContext("GET", "/");
    context.headers = { accept: "*/*", authorization: "Bearer secret" };
    const user = { username: "alice", groups: [], extra: {} };
    await through({ authenticate: ({ headers }) => (headers["authorization"] ? user : undefined) })(context);
    expect(context.headers).toEqual({ accept: "*/*" });
  });

  it("refuses failed authentication, and counts it", async () => {
    const metrics = createMetrics();
    expect(await failure(() => through({}, metrics)(testContext("GET", "/")))).toMatchObject({ code: 401 });
    const broken = through(
      { authenticate: () => Promise.reject(forbidden({ group: "", resource: "" }, "", "x")) },
      metrics,
    );
    expect(await failure(() => broken(testContext("GET", "/")))).toMatchObject({ code: 403 });
    expect(await metrics.registry.text()).toContain('authentication_attempts{result="failure"} 2');
  });
});

describe("authorize", () => {
  it("passes only allowed requests", async () => {
    const context = () => testContext("GET", "/api/v1/pods");
    expect(await authorize(alwaysAllow)(ok)(context())).toBe(fine);
    expect(await failure(() => authorize(denying())(ok)(context()))).toMatchObject({
      code: 403,
      message: 'pods is forbidden: User "tester" cannot list resource "pods" in API group "" at the cluster scope',
    });
    const explained = await failure(() => authorize(denying("because"))(ok)(context()));
    expect(explained.message.endsWith("at the cluster scope: because")).toBe(true);
    const undecided: Authorizer = {
      ...alwaysAllow,
      authorize: async () => ({ decision: "noOpinion", reason: "" }) as never,
    };
    expect((await failure(() => authorize(undecided)(ok)(context()))).code).toBe(403);
  });

  it("fails when no authorizer can decide, and counts each decision", async () => {
    const metrics = createMetrics();
    const ask = async (verdict: Verdict) => {
      const authorizer = { name: "test", authorize: () => verdict };
      return authorize(authorizer, { metrics })(ok)(testContext("GET", "/api/v1/pods?limit=1"));
    };
    const evaluationError = "out of order";
    expect(await ask({ decision: "noOpinion", reason: "", evaluationError })).toMatchObject({
      status: 500,
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: 'Internal Server Error: "/api/v1/pods?limit=1": out of order\n',
    });
    expect(await ask({ decision: "deny", reason: "", evaluationError })).toMatchObject({ status: 500 });
    expect(await ask({ decision: "allow", reason: "", evaluationError })).toBe(fine);
    await failure(() => ask({ decision: "deny", reason: "" }));
    await failure(() => ask({ decision: "noOpinion", reason: "" }));
    const text = await metrics.registry.text();
    for (const [result, count] of Object.entries({ allowed: 1, denied: 1, "no-opinion": 1, error: 2 })) {
      expect(text).toContain(`authorization_attempts_total{result="${result}"} ${count}`);
      expect(text).toContain(`authorization_duration_seconds_count{result="${result}"} ${count}`);
    }
  });
});

describe("impersonate", () => {
  it("authorizes each impersonated attribute, and replaces the user", async () => {
    const asked: Attributes[] = [];
    const asking: Authorizer = {
      ...alwaysAllow,
      authorize: async (user, attributes) => {
        asked.push(attributes);
        return alwaysAllow.authorize(user, attributes);
      },
    };
    const context = testContext("GET", "/", { headers: { "impersonate-user": "bob", "impersonate-group": "g" } });
    await impersonate(asking, vocabulary)(ok)(context);
    expect(context.user).toMatchObject({ username: "bob", groups: ["g", "system:authenticated"] });
    expect(asked).toMatchObject([
      { verb: "impersonate", resource: "users", name: "bob" },
      { verb: "impersonate", resource: "groups", name: "g" },
    ]);
    const plain = testContext("GET", "/");
    await impersonate(denying(), vocabulary)(ok)(plain);
    expect(plain.user.username).toBe("tester");
  });
});

describe("deadline", () => {
  const LIMIT = 60_000;
  const timers = manualTimers();
  const limited = deadline(LIMIT, timers)(ok);

  it.each(["", "timeout=", "timeout=10s", "timeout=1m30s", "timeout=0"])("accepts %j", async (query) => {
    expect(await limited(testContext("GET", `/api/v1/pods?${query}`))).toBe(fine);
  });

  it.each([
    ["timeout=1m30s", LIMIT],
    ["timeout=30s", 30_000],
    ["timeout=1us", 1],
    ["timeout=0", LIMIT],
    ["timeout=-5s", LIMIT],
    ["", LIMIT],
    ["watch=true&timeout=1s", Infinity],
  ])("allots the time of a request by %j", async (query, allotted) => {
    const context = testContext("GET", `/api/v1/pods?${query}`);
    await limited(context);
    expect(remainingTime(context, timers.now)).toBe(allotted);
  });

  it.each(["timeout=soon", "timeout=10"])("refuses %j", async (query) => {
    const error = await failure(() => limited(testContext("GET", `/api/v1/pods?${query}`)));
    expect(error.code).toBe(400);
    expect(error.message).toContain("invalid timeout specified in the request URL - ");
    expect(await limited(testContext("GET", `/api/v1/pods?watch=true&${query}`))).toBe(fine);
  });

  const never: Handler = () => new Promise(() => undefined);
  it.each([
    ["", LIMIT],
    ["timeout=5s", 5000],
    ["timeout=10m", LIMIT],
  ])("ends a request that exceeds the time of %j", async (query, time) => {
    const timers = manualTimers();
    const context = testContext("GET", `/api/v1/pods?${query}`);
    let abandoned = false;
    context.abandon = () => {
      abandoned = true;
    };
    const ended = failure(() => deadline(LIMIT, timers)(never)(context));
    timers.advance(time - 1);
    expect(abandoned).toBe(false);
    timers.advance(1);
    expect(await ended).toMatchObject({
      code: 504,
      message: "Timeout: request did not complete within the allotted timeout",
    });
    expect(abandoned).toBe(true);
  });

  it("does not limit long-running requests", async () => {
    const timers = manualTimers();
    const filter = deadline(LIMIT, timers)(never);
    void filter(testContext("GET", "/api/v1/pods?watch=true"));
    void filter(testContext("GET", "/api/v1/namespaces/a/pods/b/log?follow=true"));
    expect(timers.pending()).toEqual([]);
  });

  it("shares one timer among all requests with the default timeout", async () => {
    const timers = manualTimers();
    const filter = deadline(LIMIT, timers);
    for (let i = 0; i < 5; i++) await filter(ok)(testContext("GET", "/api/v1/pods"));
    const late = failure(() => filter(never)(testContext("GET", "/api/v1/pods")));
    expect(timers.pending()).toHaveLength(1);
    timers.advance(LIMIT);
    expect((await late).code).toBe(504);
    expect(timers.pending()).toEqual([]);
  });
});

describe("measure", () => {
  const all: TargetOf = ({ info: { group, version, resource, subresource } }) => ({
    group,
    version,
    resource,
    subresource,
    component: "apiserver",
  });

  it("uses the reference's labels, and tracks streams until they end", async () => {
    const metrics = createMetrics();
    await measure(metrics, all)(ok)(testContext("GET", "/api/v1/namespaces/a/pods/p"));
    await measure(metrics, all)(ok)(testContext("DELETE", "/api/v1/nodes"));
    const gone = new AbortController();
    const streaming: Handler = async () => ({ status: 200, headers: {}, stream: () => undefined });
    const watching = testContext("GET", "/api/v1/pods?watch=true", { signal: gone.signal });
    await measure(metrics, all)(streaming)(watching);
    const text = await metrics.registry.text();
    expect(text).toContain(
      'verb="GET",group="",version="v1",resource="pods",subresource="",scope="resource",component="apiserver",dry_run="",code="200"} 1',
    );
    expect(text).toContain('verb="DELETE",group="",version="v1",resource="nodes",subresource="",scope="cluster"');
    expect(text).toMatch(/apiserver_longrunning_requests\{verb="WATCH".*\} 1/);
    expect(text).toMatch(/apiserver_current_inflight_requests\{request_kind="readOnly"\} 0/);
    gone.abort();
    expect(await metrics.registry.text()).toMatch(/apiserver_longrunning_requests\{verb="WATCH".*\} 0/);
  });
});

describe("recover", () => {
  it("returns API errors without logging, and logs unexpected errors with the request ID", async () => {
    const logError = vi.fn();
    const filter = recover({ vocabulary, schema: loadSchema(vocabulary), logError });
    const failing = (error: unknown): Handler =>
      filter(async () => {
        throw error;
      });
    const known = await failing(forbidden({ group: "", resource: "pods" }, "", "no"))(testContext("GET", "/"));
    expect(known.status).toBe(403);
    expect(logError).not.toHaveBeenCalled();
    const bug = new TypeError("inside");
    expect(isApiError(bug)).toBe(false);
    const unknown = await failing(bug)(testContext("GET", "/"));
    expect(unknown.status).toBe(500);
    expect(JSON.stringify(unknown)).not.toContain("inside");
    expect(logError).toHaveBeenCalledWith(bug, "test");
    expect(await filter(ok)(testContext("GET", "/"))).toBe(fine);
  });
});
