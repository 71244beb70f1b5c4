import { expect, it } from "vitest";
import type { EventObject } from "../../api/eventObject.ts";
import { probeWarnings } from "./probeWarnings.ts";

const warning = (uid: string, reason: string, message: string, lastTimestamp: string): EventObject => ({
  metadata: { uid: message },
  involvedObject: { uid },
  reason,
  message,
  lastTimestamp,
});

it("keeps only the latest failed probe message of each pod", () => {
  const found = probeWarnings([
    warning("a", "Unhealthy", "refused", "2026-03-01T12:00:00Z"),
    warning("a", "Unhealthy", "status 503", "2026-03-01T12:00:09Z"),
    warning("a", "BackOff", "restarting", "2026-03-01T12:00:12Z"),
    warning("b", "FailedScheduling", "no room", "2026-03-01T12:00:01Z"),
  ]);
  expect([...found].map(([uid, { message }]) => [uid, message])).toEqual([["a", "status 503"]]);
});
