import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import { timestamp } from "../../../../shared/time.ts";
import { until } from "../../testing/until.ts";
import type { RunningController } from "../controller.ts";
import { type TestParts, testParts } from "../testing/parts.ts";
import { legacyTokenCleanerController } from "./legacyTokenCleaner.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const DAY = 24 * 3600_000;
const PERIOD = 30 * DAY;
const LAST_USED = "kubernetes.io/legacy-token-last-used";
const INVALID = "kubernetes.io/legacy-token-invalid-since";
const core = (resource: string, namespace: string, name?: string) => ({
  group: "",
  version: "v1",
  resource,
  namespace,
  name,
});
const date = (days: number): string => timestamp(NOW + days * DAY).slice(0, 10);

let parts: TestParts;
let running: RunningController | undefined;
beforeEach(() => {
  parts = testParts(NOW);
});
afterEach(() => running?.stop());

const tracking = (since: string): Promise<ApiObject> =>
  parts.client.create(core("configmaps", "kube-system"), {
    metadata: { name: "kube-apiserver-legacy-service-account-token-tracking" },
    data: { since },
  });
const listed = (...names: string[]): Promise<ApiObject> =>
  parts.client.create(core("serviceaccounts", "n"), {
    metadata: { name: "robot" },
    secrets: names.map((name) => ({ name })),
  });
const secret = (name: string, labels: Record<string, string> = {}, days = -100): Promise<ApiObject> =>
  parts.client.create(core("secrets", "n"), {
    metadata: {
      name,
      labels,
      annotations: { "kubernetes.io/service-account.name": "robot" },
      creationTimestamp: timestamp(NOW + days * DAY),
    },
    type: "kubernetes.io/service-account-token",
  });
const labelsOf = async (name: string) => (await parts.client.get(core("secrets", "n", name))).metadata.labels;
const changes = () =>
  parts.client.calls
    .filter(({ verb }) => verb === "patch" || verb === "delete")
    .map(({ verb, ref }) => `${verb} ${ref.name}`);

describe("legacyTokenCleanerController", () => {
  it("labels an unused token invalid and deletes it after the same period again", async () => {
    await tracking(date(-60));
    await listed("old");
    await secret("old", { own: "kept" });
    running = legacyTokenCleanerController(parts, PERIOD);
    await running.settled();
    expect(await labelsOf("old")).toEqual({ own: "kept", [INVALID]: date(0) });
    for (let day = 0; day < 31; day++) {
      expect(changes()).toEqual(["patch old"]);
      parts.timers.advance(DAY);
      await running.settled();
    }
    await until(() => changes().includes("delete old"));
    expect(parts.errors).toEqual([]);
  });

  it("labels the other tokens when one cannot be changed", async () => {
    await tracking(date(-60));
    await listed("a", "b");
    for (const name of ["a", "b"]) await secret(name);
    parts.client.failNext("patch", new ApiError(403, "Forbidden", "kept"));
    running = legacyTokenCleanerController(parts, PERIOD);
    await running.settled();
    expect(changes()).toEqual(["patch a", "patch b"]);
    expect([await labelsOf("a"), await labelsOf("b")]).toEqual([{}, { [INVALID]: date(0) }]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["too young", () => secret("s", {}, -29)],
    ["recently used", () => secret("s", { [LAST_USED]: date(-30) })],
    ["labelled with an invalid date", () => secret("s", { [LAST_USED]: "yesterday" })],
    ["not listed in its service account", () => secret("other")],
    [
      "used by a pod",
      async () => {
        await secret("s");
        const spec = { volumes: [{ name: "v", secret: { secretName: "s" } }] };
        await parts.client.create(core("pods", "n"), { metadata: { name: "p" }, spec });
      },
    ],
  ])("ignores a token that is %s", async (_what, create) => {
    await tracking(date(-60));
    await listed("s");
    await create();
    running = legacyTokenCleanerController(parts, PERIOD);
    await running.settled();
    expect(changes()).toEqual([]);
  });

  it("does nothing until last-used tracking has run long enough", async () => {
    await listed("s");
    await secret("s", { [LAST_USED]: date(-31) });
    running = legacyTokenCleanerController(parts, PERIOD);
    await running.settled();
    expect(changes()).toEqual([]);
    await tracking(date(-30));
    await running.settled();
    parts.timers.advance(DAY / 2 - 1);
    await running.settled();
    expect(changes()).toEqual([]);
    parts.timers.advance(DAY);
    await until(() => changes().length > 0);
    expect(changes()).toEqual(["patch s"]);
  });
});
