import { describe, expect, it } from "vitest";
import { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { WebhookError } from "../../webhook/webhookError.ts";
import { createAuthorizationMetrics } from "../authorizationMetrics.ts";
import { podAttributes, testUser } from "../testing/attributes.ts";
import { compileMatchCondition } from "./matchConditions.ts";
import type { ReviewStatus } from "./reviewEndpoint.ts";
import type { ReviewSpec } from "./reviewSpec.ts";
import { type WebhookAuthorizerOptions, webhookAuthorizer } from "./webhookAuthorizer.ts";

const alice = testUser("alice", "dev");
const says = (status: Partial<ReviewStatus>): ReviewStatus => ({
  allowed: false,
  denied: false,
  reason: "",
  ...status,
});

/** A webhook with the responses that a test defines, and its surroundings. */
function setup(answer: ReviewStatus | Error, options: Partial<WebhookAuthorizerOptions> = {}) {
  const registry = new MetricRegistry();
  const asked: ReviewSpec[] = [];
  const told: unknown[] = [];
  const clock = { now: 0 };
  const authorizer = webhookAuthorizer({
    name: "hook",
    authorizedTTL: 300_000,
    unauthorizedTTL: 30_000,
    failurePolicy: "NoOpinion",
    conditions: [],
    metrics: createAuthorizationMetrics(registry),
    now: () => clock.now,
    onError: (error) => told.push(error),
    retry: { sleep: async () => undefined },
    async send(spec) {
      asked.push(spec);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...options,
  });
  return { authorizer, asked, told, clock, text: () => registry.text() };
}

describe("webhookAuthorizer", () => {
  it.each([
    [says({ allowed: true, reason: "fine" }), { decision: "allow", reason: "fine" }],
    [says({ reason: "hm" }), { decision: "noOpinion", reason: "hm" }],
    [says({ denied: true, reason: "no" }), { decision: "deny", reason: "no" }],
    [
      says({ allowed: true, denied: true }),
      {
        decision: "deny",
        reason: "",
        evaluationError: "webhook subject access review returned both allow and deny response",
      },
    ],
  ])("interprets %j", async (status, verdict) => {
    expect(await setup(status).authorizer.authorize(alice, podAttributes())).toEqual(verdict);
  });

  it("caches responses for their TTL and returns cached ones synchronously", async () => {
    const yes = setup(says({ allowed: true }));
    const first = yes.authorizer.authorize(alice, podAttributes());
    expect(first).toBeInstanceOf(Promise);
    await first;
    yes.clock.now = 299_999;
    expect(yes.authorizer.authorize(alice, podAttributes())).toEqual({ decision: "allow", reason: "" });
    await yes.authorizer.authorize(testUser("bob"), podAttributes());
    expect(yes.asked).toHaveLength(2);
    yes.clock.now = 300_000;
    await yes.authorizer.authorize(alice, podAttributes());
    expect(yes.asked).toHaveLength(3);

    const no = setup(says({}));
    await no.authorizer.authorize(alice, podAttributes());
    no.clock.now = 30_000;
    await no.authorizer.authorize(alice, podAttributes());
    expect(no.asked).toHaveLength(2);
  });

  it("does not cache very long requests", async () => {
    const { authorizer, asked } = setup(says({ allowed: true }));
    const long = podAttributes({ name: "x".repeat(10_000) });
    await authorizer.authorize(alice, long);
    await authorizer.authorize(alice, long);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ["NoOpinion", "noOpinion"],
    ["Deny", "deny"],
  ] as const)("applies failure policy %s when the webhook is unavailable", async (failurePolicy, decision) => {
    const error = new WebhookError("connection", "Post: refused");
    const { authorizer, asked, told, text } = setup(error, { failurePolicy });
    const verdict = { decision, reason: "", evaluationError: "Post: refused" };
    expect(await authorizer.authorize(alice, podAttributes())).toEqual(verdict);
    expect(await authorizer.authorize(alice, podAttributes())).toEqual(verdict);
    expect(asked).toHaveLength(2);
    expect(told).toEqual([error, error]);
    const open = 'apiserver_authorization_webhook_evaluations_fail_open_total{name="hook",result="error"} 2';
    expect((await text()).includes(open)).toBe(failurePolicy === "NoOpinion");
  });

  it("retries temporary errors and counts each attempt", async () => {
    const { authorizer, asked, text } = setup(new WebhookError("status", "busy", 500));
    await authorizer.authorize(alice, podAttributes());
    expect(asked).toHaveLength(5);
    expect(await text()).toContain('webhook_evaluations_total{name="hook",result="error"} 5');
  });

  it("distinguishes timeouts and cancelled requests from errors in metrics", async () => {
    const slow = setup(new WebhookError("timeout", "slow"));
    await slow.authorizer.authorize(alice, podAttributes());
    expect(await slow.text()).toContain('fail_open_total{name="hook",result="timeout"} 1');
    const gone = setup(new WebhookError("canceled", "gone"));
    await gone.authorizer.authorize(alice, podAttributes(), { signal: AbortSignal.abort() });
    expect(await gone.text()).toContain('evaluations_total{name="hook",result="canceled"} 1');
    expect(await gone.text()).not.toContain("fail_open_total{");
    expect(gone.told).toEqual([]);
  });

  it("calls the webhook only if its conditions match", async () => {
    const conditions = ["request.resourceAttributes.namespace == 'n'"].map(compileMatchCondition);
    const { authorizer, asked, text } = setup(says({ allowed: true }), { conditions });
    const elsewhere = await authorizer.authorize(alice, podAttributes({ namespace: "m" }));
    expect(elsewhere).toEqual({ decision: "noOpinion", reason: "" });
    expect(asked).toEqual([]);
    expect(await authorizer.authorize(alice, podAttributes())).toMatchObject({ decision: "allow" });
    expect(await authorizer.authorize(alice, { resourceRequest: false, verb: "get", path: "/" })).toMatchObject({
      decision: "noOpinion",
      evaluationError: expect.stringContaining("no such key: resourceAttributes"),
    });
    const labels = '{type="Webhook",name="hook"}';
    expect(await text()).toContain(`match_condition_exclusions_total${labels} 1`);
    expect(await text()).toContain(`match_condition_evaluation_errors_total${labels} 1`);
    expect(await text()).toContain(`match_condition_evaluation_seconds_count${labels} 3`);
  });

  it("cannot list rules", () => {
    expect(setup(says({})).authorizer.rulesFor?.(alice, "n")).toEqual({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      evaluationError: "webhook authorizer does not support user rule resolution",
    });
  });
});
