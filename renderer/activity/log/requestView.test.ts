import { describe, expect, it } from "vitest";
import { createRequestLog } from "../../api/requests/requestLog.ts";
import { createRingBuffer } from "../../api/requests/ringBuffer.ts";
import { filterRequests, missingAnswerKey, toneOf, verbOf } from "./requestView.ts";

const log = createRequestLog(
  createRingBuffer(10, (run) => run()),
  () => 0,
);
log.request({ method: "GET", url: "/clusters/a/api/v1/pods" }).answered(200, 1, "audit-7");
log.request({ method: "POST", url: "/clusters/a/api/v1/namespaces" }).answered(409, 1, "");
log.request({ method: "GET", url: "/clusters/b/apis" }).failed("gone");
log.watch("ws://h/clusters/a/api/v1/pods?watch=true").opened();
log.request({ method: "GET", url: "/host/clusters" });
const all = { text: "", cluster: "", failedOnly: false };
const paths = (filter: object) => filterRequests(log.items(), { ...all, ...filter }).map((entry) => entry.path);

describe("filterRequests", () => {
  it("shows the newest first", () => {
    expect(paths({})).toEqual([
      "/host/clusters",
      "/api/v1/pods?watch=true",
      "/apis",
      "/api/v1/namespaces",
      "/api/v1/pods",
    ]);
  });

  it("filters by cluster, failure and text", () => {
    expect(paths({ cluster: "b" })).toEqual(["/apis"]);
    expect(paths({ failedOnly: true })).toEqual(["/apis", "/api/v1/namespaces"]);
    expect(paths({ text: "get PODS" })).toEqual(["/api/v1/pods"]);
    expect(paths({ text: "audit-7" })).toEqual(["/api/v1/pods"]);
    expect(paths({ text: "watch" })).toEqual(["/api/v1/pods?watch=true"]);
  });
});

describe("Request cancelled by the console", () => {
  it("is not a failure and is labelled as cancelled; an open stream simply ended", () => {
    const own = createRequestLog(
      createRingBuffer(10, (run) => run()),
      () => 0,
    );
    own.request({ method: "GET", url: "/clusters/a/api/v1/pods" }).left();
    own.watch("ws://h/clusters/a/api/v1/pods?watch=true").left();
    own.watch("ws://h/clusters/a/api/v1/pods?watch=true").closed();
    const open = own.watch("ws://h/clusters/a/api/v1/pods?watch=true");
    open.opened();
    open.left();
    expect(own.items().map(toneOf)).toEqual(["neutral", "neutral", "bad", "good"]);
    expect(own.items().map(missingAnswerKey)).toEqual([
      "activity.left",
      "activity.left",
      "activity.noAnswer",
      undefined,
    ]);
    expect(filterRequests(own.items(), { ...all, failedOnly: true })).toHaveLength(1);
  });
});

describe("toneOf", () => {
  it("distinguishes successful, refused, failed, open and waiting requests", () => {
    expect(log.items().map(toneOf)).toEqual(["good", "warn", "bad", "accent", "neutral"]);
    expect(log.items().map(verbOf)).toEqual(["GET", "POST", "GET", "WATCH", "GET"]);
  });
});
