import { describe, expect, it } from "vitest";
import { clusterOf, createRequestLog, type LoggedRequest } from "./requestLog.ts";
import { createRingBuffer } from "./ringBuffer.ts";

function setup() {
  let time = 1000;
  const log = createRequestLog(
    createRingBuffer<LoggedRequest>(10, (run) => run()),
    () => time,
    createRingBuffer<LoggedRequest>(10, (run) => run()),
  );
  return {
    log,
    only: () => log.items()[0],
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

describe("createRequestLog", () => {
  it("keeps requests and their outcome", () => {
    const { log, only, pass } = setup();
    const ticket = log.request({
      method: "POST",
      url: "/clusters/sand%20box/api/v1/namespaces?dryRun=All",
      body: "{}",
    });
    expect(only()).toMatchObject({ cluster: "sand box", path: "/api/v1/namespaces?dryRun=All", status: undefined });
    pass(25);
    ticket.answered(201, 400, "audit-1");
    expect(only()).toMatchObject({ status: 201, duration: 25, size: 400, auditId: "audit-1", body: "{}" });
  });

  it("keeps repeated background requests separate so that they do not displace others", () => {
    const { log, only } = setup();
    const send = (url: string, isBackground: boolean) => log.request({ method: "GET", url, isBackground });
    send("/clusters/a/api/v1/pods", false).answered(200, 1, "");
    for (let i = 0; i < 30; i++) send("/clusters/a/api/v1/nodes?limit=1", true).answered(200, 1, "");
    expect(log.items().length).toBe(1);
    expect(only()).toMatchObject({ path: "/api/v1/pods", status: 200 });
    expect(log.background.items().at(-1)).toMatchObject({ id: 31, path: "/api/v1/nodes?limit=1", status: 200 });
    log.clear();
    expect(log.background.items()).toEqual([]);
  });

  it("stores no credentials and no large bodies", () => {
    const { log } = setup();
    const send = (url: string, body: string) => log.request({ method: "POST", url: `/clusters/a${url}`, body });
    send("/api/v1/namespaces/x/secrets", '{"data":{}}');
    send("/api/v1/namespaces/x/serviceaccounts/y/token", "{}");
    send("/api/v1/namespaces/x/configmaps", "x".repeat(40_000));
    send("/api/v1/namespaces/secretsauce/configmaps", "{}");
    const astray = '{"kind":"Secret","data":{"a":"Yg=="}}';
    send("/api/v1/namespaces/x/configmaps", astray);
    send("/api/v1/namespaces/x/configmaps", "kind: Secret\nstringData: {a: b}");
    const reference = '{"spec":{"certificateRefs":[{"kind":"Secret","name":"tls"}]}}';
    send("/apis/gateway.example.com/v1/gateways", reference);
    expect(log.items().map((entry) => [entry.bodyWithheld, entry.body])).toEqual([
      [true, undefined],
      [true, undefined],
      [true, undefined],
      [false, "{}"],
      [true, undefined],
      [true, undefined],
      [false, reference],
    ]);
  });

  it("records a missing response", () => {
    const { log, only } = setup();
    log.request({ method: "GET", url: "/host/clusters" }).failed("refused");
    expect(only()).toMatchObject({ cluster: "", path: "/host/clusters", status: 0, trouble: "refused" });
  });

  it("counts the events of a watch, and removes the host's parameters from its address", () => {
    const { log, only, pass } = setup();
    const ticket = log.watch("ws://localhost:1/clusters/a/api/v1/pods?watch=true&accept=application%2Fjson&viewAs=x");
    ticket.opened();
    ticket.event(10);
    ticket.event(20);
    expect(only()).toMatchObject({ path: "/api/v1/pods?watch=true", accept: "application/json", events: 2, size: 30 });
    pass(7);
    ticket.closed();
    pass(7);
    ticket.closed();
    expect(only()).toMatchObject({ status: 101, duration: 7 });
  });
});

describe("clusterOf", () => {
  it("leaves the host's own paths unchanged", () => {
    expect(clusterOf("/host/clusters")).toEqual({ cluster: "", path: "/host/clusters" });
    expect(clusterOf("wss://h/clusters/b/apis")).toEqual({ cluster: "b", path: "/apis" });
  });
});
