import { describe, expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { CANCELLED, cancelledError, isCancelled, newStanding, stateOf } from "./listStanding.ts";
import { STALE_AFTER } from "./listState.ts";

const unavailable = new ApiError(503, "ServiceUnavailable", "not now");

describe("stateOf", () => {
  it("is loading initially", () => {
    expect(stateOf(newStanding(5), 0, 5)).toEqual({
      phase: "loading",
      loaded: 0,
      remaining: undefined,
      complete: false,
      lastContact: 5,
      attempts: 0,
      error: undefined,
    });
  });

  it("is live between two watches until the server has been silent for too long", () => {
    const standing = { ...newStanding(0), complete: true };
    expect(stateOf(standing, 3, STALE_AFTER - 1).phase).toBe("live");
    expect(stateOf(standing, 3, STALE_AFTER).phase).toBe("stale");
    expect(stateOf({ ...standing, connected: true }, 3, STALE_AFTER).phase).toBe("live");
  });

  it("is reconnecting after a failure and counts the attempts only then", () => {
    const standing = { ...newStanding(0), complete: true, attempts: 2, error: unavailable };
    expect(stateOf(standing, 3, 1)).toMatchObject({ phase: "reconnecting", attempts: 2, error: unavailable });
    expect(stateOf({ ...standing, connected: true }, 3, 1).attempts).toBe(0);
  });

  it("distinguishes a cancelled list from a failed one", () => {
    const standing = { ...newStanding(0), attempts: 1, error: cancelledError() };
    expect([isCancelled(standing), isCancelled({ ...standing, error: unavailable })]).toEqual([true, false]);
    expect(stateOf(standing, 3, 1)).toMatchObject({ phase: "stale", error: { reason: CANCELLED } });
  });
});
