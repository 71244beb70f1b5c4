import { expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { type Polled, pollState } from "./pollState.ts";

const away = new ApiError(502, "BadGateway", "nothing listens there");
const missing = new ApiError(404, "NotFound", "not found");
const read: Polled = { hasData: true, error: null, readAt: 1_000, failures: 0 };

it.each<[string, Partial<Polled>, number]>([
  ["live", {}, 60_000],
  ["reconnecting", { failures: 1 }, 2_000],
  ["stale", { failures: 3, error: away }, 20_000],
  ["live", { error: missing, failures: 1 }, 2_000],
  ["forbidden", { error: new ApiError(403, "Forbidden", "no"), failures: 1 }, 2_000],
  ["loading", { hasData: false, readAt: 0 }, 2_000],
  ["failed", { hasData: false, readAt: 0, error: away, failures: 3 }, 2_000],
])("is %s for %j", (phase, polled, now) => {
  expect(pollState({ ...read, ...polled }, now)).toMatchObject({ phase, lastContact: polled.readAt ?? 1_000 });
});

it("has an error unless the object is only deleted", () => {
  expect(pollState({ ...read, error: away, failures: 1 }, 0).error).toBe(away);
  expect(pollState({ ...read, error: missing, failures: 1 }, 0).error).toBeUndefined();
});
