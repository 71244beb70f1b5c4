import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { testContext } from "../../testing/testServices.ts";
import { AUDIT_LEVELS, type AuditLevel, type StagedEvent } from "./auditEvent.ts";
import { AuditRecord } from "./auditRecord.ts";
import { requestFacts } from "./requestFacts.ts";

interface Setting {
  readonly level?: AuditLevel;
  readonly omitManagedFields?: boolean;
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly url?: string;
}

const user = { username: "alice", uid: "2", groups: ["dev"], extra: { b: ["1"], a: ["2", "3"] } };

function open({
  level = "Metadata",
  omitManagedFields = false,
  headers = {},
  method = "GET",
  url = "/",
}: Setting = {}) {
  const events: StagedEvent[] = [];
  const record = new AuditRecord(
    testContext(method, url, { headers }),
    user,
    { level, omitManagedFields, omitStages: new Set(["ResponseStarted"]) },
    new Map(),
    {
      vocabulary: createVocabulary(),
      sink: { process: (staged) => events.push(...staged) > 0, close: async () => {} },
      now: () => Date.parse("2026-01-02T03:04:05.678Z"),
      onEvent: () => {},
    },
  );
  const last = () => JSON.parse(events.at(-1)?.json ?? "null");
  return { record, events, last };
}

const { signal } = new AbortController();

describe("Audit record", () => {
  it("contains user and request in the reference's format", () => {
    const { record, events } = open({
      method: "DELETE",
      url: "/apis/apps/v1/namespaces/dev/deployments/web/status?dryRun=All",
      headers: {
        "user-agent": "test/1",
        "x-forwarded-for": "10.0.0.1, junk, 2001:DB8:0:0::1, ::ffff:10.0.0.2",
        "x-real-ip": "10.0.0.3",
      },
    });
    record.decided("allow", "");
    record.answered({ code: 200 });
    record.emit("ResponseComplete");
    expect(events[0]?.json).toBe(
      '{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"test","stage":"ResponseComplete",' +
        '"requestURI":"/apis/apps/v1/namespaces/dev/deployments/web/status?dryRun=All","verb":"delete",' +
        '"user":{"username":"alice","uid":"2","groups":["dev"],"extra":{"a":["2","3"],"b":["1"]}},' +
        '"sourceIPs":["10.0.0.1","2001:db8::1","10.0.0.2","10.0.0.3","127.0.0.1"],"userAgent":"test/1",' +
        '"objectRef":{"resource":"deployments","namespace":"dev","name":"web","apiGroup":"apps","apiVersion":"v1","subresource":"status"},' +
        '"responseStatus":{"metadata":{},"code":200},' +
        '"requestReceivedTimestamp":"1970-01-01T00:00:00.000000Z","stageTimestamp":"2026-01-02T03:04:05.678000Z",' +
        '"annotations":{"authorization.k8s.io/decision":"allow","authorization.k8s.io/reason":""}}',
    );
  });

  it("takes source IPs from the first header that has them", () => {
    const ways = ["10.0.0.1, 10.0.0.2", "10.0.0.3"];
    const context = testContext("GET", "/", { headers: { "x-forwarded-for": ways.join(", ") } });
    expect(requestFacts({ ...context, headerValues: { "x-forwarded-for": ways } }).sourceIPs).toEqual([
      "10.0.0.1",
      "10.0.0.2",
      "127.0.0.1",
    ]);
  });

  it("completes the object reference from the request object", () => {
    const { record, last } = open({ method: "POST", url: "/api/v1/namespaces/dev/pods" });
    record.sent({ kind: "Pod", metadata: { name: "p", namespace: "other", uid: "u", resourceVersion: "7" } });
    record.emit("ResponseComplete");
    expect(last().objectRef).toEqual({
      resource: "pods",
      namespace: "dev",
      name: "p",
      uid: "u",
      apiVersion: "v1",
      resourceVersion: "7",
    });
    expect(last()).not.toHaveProperty("requestObject");
  });

  it("omits stages and keeps the first value of an annotation", () => {
    const { record, events, last } = open();
    expect(record.emit("ResponseStarted")).toBe(true);
    expect(events).toEqual([]);
    record.annotate("a", "1");
    record.annotate("a", "2");
    record.annotate("b", "3", "Request");
    record.emit("RequestReceived");
    expect(last()).toMatchObject({ annotations: { a: "1" }, stageTimestamp: "1970-01-01T00:00:00.000000Z" });
  });

  it("redacts tokens in the query and truncates the user agent", () => {
    const { record, last } = open({
      url: "/api/v1/pods?limit=1&access_token=secret&x=2",
      headers: { "user-agent": "x".repeat(5000) },
    });
    record.emit("RequestReceived");
    expect(last().requestURI).toBe("/api/v1/pods?limit=1&access_token=REDACTED&x=2");
    expect(last().userAgent).toBe(`${"x".repeat(1024)}...TRUNCATED`);
  });

  it("contains patches as JSON regardless of their format", async () => {
    const { record, last } = open({ level: "Request" });
    await record.sentPatch(Buffer.from("spec:\n  replicas: 2\n"), signal);
    record.emit("ResponseComplete");
    expect(last().requestObject).toEqual({ spec: { replicas: 2 } });
    await record.sentPatch(Buffer.from('[{"op": "test"}]'), signal);
    record.emit("ResponseComplete");
    expect(last().requestObject).toEqual([{ op: "test" }]);
  });

  it("omits managed fields if the policy says so", () => {
    const metadata = { name: "a", managedFields: [{ manager: "me" }] };
    const { record, events } = open({ level: "RequestResponse", omitManagedFields: true });
    record.sent({ metadata });
    record.answered({ code: 200 }, () => ({ items: [{ metadata }], rows: [{ cells: [], object: { metadata } }] }));
    record.emit("ResponseComplete");
    expect(events[0]?.json).not.toContain("managedFields");
    expect(metadata).toHaveProperty("managedFields");
  });
});

describe("Audit levels", () => {
  const marked = (mark: string) =>
    fc.dictionary(fc.string(), fc.oneof(fc.constant(mark), fc.array(fc.constant({ deep: mark })), fc.integer()), {
      minKeys: 1,
    });
  it("never include bodies beyond their level", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...AUDIT_LEVELS.slice(1)),
        marked("SENT-SECRET"),
        marked("ANSWERED-SECRET"),
        fc.boolean(),
        fc.boolean(),
        async (level, data, answer, omitManagedFields, asPatch) => {
          const { record, events } = open({ level, omitManagedFields });
          record.emit("RequestReceived");
          const sent = { metadata: { name: "s" }, data, stringData: { always: "SENT-SECRET" } };
          if (asPatch) await record.sentPatch(Buffer.from(JSON.stringify(sent)), signal);
          else record.sent(sent);
          record.answered({ code: 200 }, () => ({ ...answer, always: "ANSWERED-SECRET" }));
          record.emit("ResponseComplete");
          const text = events.map(({ json }) => json).join("\n");
          expect(text.includes("SENT-SECRET")).toBe(level !== "Metadata");
          expect(text.includes("ANSWERED-SECRET")).toBe(level === "RequestResponse");
          expect(text.split("\n")).toHaveLength(2);
        },
      ),
    );
  });
});
