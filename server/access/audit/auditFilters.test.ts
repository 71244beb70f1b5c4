import { describe, expect, it } from "vitest";
import { forbidden } from "../../../shared/status.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";
import { type Answer, compose, type Handler, type RequestContext } from "../../ground/request/context.ts";
import { loadSchema } from "../../model/schema/schema.ts";
import { failure, testContext } from "../../testing/testServices.ts";
import type { AuditLevel } from "./auditEvent.ts";
import { auditFilters } from "./auditFilters.ts";
import { auditMetrics } from "./auditMetrics.ts";
import { policyEvaluator } from "./policy.ts";

const plain: Answer = { status: 200, headers: { "content-type": "text/plain" }, body: "ok" };

/** A filter chain with only auditing, and the events that it recorded as `stage code`. */
function chain(level: AuditLevel, recorded: boolean | Promise<boolean> = true) {
  const vocabulary = createVocabulary();
  const registry = new MetricRegistry();
  const metrics = auditMetrics(registry);
  const events: { stage: string; responseStatus?: { code: number; message?: string }; annotations?: object }[] = [];
  const { outer, inner } = auditFilters({
    policy: policyEvaluator({ rules: [{ level }] }),
    schema: loadSchema(vocabulary),
    vocabulary,
    sink: {
      process: (staged) => {
        for (const { json } of staged) events.push(JSON.parse(json));
        return recorded;
      },
      close: async () => {},
    },
    now: () => 0,
    metrics,
    onEvent: metrics.event,
  });
  const run = (context: RequestContext, handler: Handler, before?: Handler) =>
    compose([outer, ...(before === undefined ? [] : [() => before]), inner], handler)(context);
  return {
    run,
    events,
    stages: () => events.map(({ stage, responseStatus }) => `${stage} ${responseStatus?.code ?? "-"}`),
    text: () => registry.text(),
  };
}

describe("Audit filters", () => {
  it("ignore requests that are not recorded", async () => {
    const { run, events, text } = chain("None");
    const context = testContext("GET", "/api/v1/pods");
    expect(await run(context, async () => plain)).toBe(plain);
    expect([events, context.audit, context.annotate]).toEqual([[], undefined, undefined]);
    expect(await text()).toContain('apiserver_audit_level_total{level="None"} 1');
  });

  it("keep annotations added before the level is known", async () => {
    const { run, events } = chain("Metadata");
    await run(testContext("GET", "/api"), async (context) => {
      context.annotate?.("late", "2");
      return plain;
    });
    const early = chain("Metadata");
    const context = testContext("GET", "/api");
    const before: Handler = async (asked) => {
      asked.annotate?.("early", "1");
      throw forbidden({ group: "", resource: "pods" }, "", "no");
    };
    await failure(() => early.run(context, async () => plain, before));
    expect(events.at(-1)?.annotations).toEqual({ late: "2" });
    expect(early.events).toMatchObject([{ stage: "ResponseStarted", annotations: { early: "1" } }]);
  });

  it("distinguish rejected requests from failures", async () => {
    const refused = chain("Metadata");
    const error = forbidden({ group: "", resource: "pods" }, "p", "no");
    const throwing = (thrown: unknown) => async () => {
      throw thrown;
    };
    expect((await failure(() => refused.run(testContext("GET", "/api/v1/pods"), throwing(error)))).code).toBe(403);
    expect(refused.stages()).toEqual(["RequestReceived -", "ResponseComplete 403"]);
    const failed = chain("Metadata");
    await failure(() => failed.run(testContext("GET", "/api/v1/pods"), throwing(new TypeError("inside"))));
    expect(failed.stages()).toEqual(["RequestReceived -", "Panic 500"]);
    expect(failed.events[1]?.responseStatus?.message).toBe("APIServer panic'd: inside");
  });

  it("record the stages of long-running requests, including rejected ones", async () => {
    const gone = new AbortController();
    const watch = () => testContext("GET", "/api/v1/pods?watch=true", { signal: gone.signal });
    const streaming: Handler = async () => ({ status: 200, headers: {}, stream: () => undefined });
    const http = chain("Metadata");
    await http.run(watch(), streaming);
    expect(http.stages()).toEqual(["RequestReceived -", "ResponseStarted 200"]);
    const socket = chain("Metadata");
    await socket.run({ ...watch(), webSocket: true }, streaming);
    expect(socket.stages()[1]).toBe("ResponseStarted 101");
    gone.abort();
    expect(http.stages()[2]).toBe("ResponseComplete 200");
    const late = chain("Metadata");
    await late.run(watch(), streaming);
    expect(late.stages()).toHaveLength(3);
    const refused = chain("Metadata");
    const denied: Handler = async () => {
      throw forbidden({ group: "", resource: "pods" }, "", "no");
    };
    await failure(() => refused.run(watch(), denied));
    expect(refused.stages()).toEqual(["RequestReceived -", "ResponseStarted 403", "ResponseComplete 403"]);
  });

  it.each([false, Promise.resolve(false)])(
    "reject requests that must be recorded but cannot be (%s)",
    async (recorded) => {
      const { run, text } = chain("Metadata", recorded);
      let ran = false;
      const answer = await run(testContext("GET", "/version"), async () => {
        ran = true;
        return plain;
      });
      expect([ran, answer.status]).toEqual([false, 500]);
      expect(await text()).toContain("apiserver_audit_requests_rejected_total 1");
    },
  );

  it("decode response objects of every format and no other bodies", async () => {
    const body = '{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[]}';
    const shown = async (url: string, type: string, text: string | Uint8Array[]) => {
      const { run, events } = chain("RequestResponse");
      await run(testContext("GET", url), async () => ({ status: 200, headers: { "content-type": type }, body: text }));
      return (events.at(-1) as { responseObject?: { kind?: string } }).responseObject?.kind;
    };
    const pods = "/api/v1/pods";
    expect(await shown(pods, "application/json", body)).toBe("PodList");
    expect(
      await shown(pods, "application/json;as=Table", [Buffer.from(body.slice(0, 9)), Buffer.from(body.slice(9))]),
    ).toBe("PodList");
    expect(await shown(pods, "application/yaml", "kind: PodList\napiVersion: v1\n")).toBe("PodList");
    expect(await shown(pods, "application/json", "no JSON")).toBeUndefined();
    expect(await shown(pods, "text/plain", body)).toBeUndefined();
    expect(await shown("/metrics", "application/json", body)).toBeUndefined();
  });
});
