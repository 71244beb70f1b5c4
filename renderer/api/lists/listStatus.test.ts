import { describe, expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { STALE_AFTER } from "./listState.ts";
import { CANCELLED, cancelledError, isCancelled, newListStatus, stateOf } from "./listStatus.ts";

const unavailable = new ApiError(503, "ServiceUnavailable", "not now");

describe("stateOf", () => {
  it("is loading at first, with nothing known", () => {
    expect(stateOf(newListStatus(5), 0, 5)).toEqual({
      phase: "loading",
      loaded: 0,
      remaining: undefined,
      complete: false,
      lastContact: 5,
      attempts: 0,
      error: undefined,
    });
  });

  it("is live between two watches, until the server has been silent for too long", () => {
    const status = { ...newListStatus(0), complete: true };
    expect(stateOf(status, 3, STALE_AFTER - 1).phase).toBe("live");
    expect(stateOf(status, 3, STALE_AFTER).phase).toBe("stale");
    expect(stateOf({ ...status, connected: true }, 3, STALE_AFTER).phase).toBe("live");
  });

  it("is reconnecting after a failure, and counts the attempts only while it is", () => {
    const status = { ...newListStatus(0), complete: true, attempts: 2, error: unavailable };
    expect(stateOf(status, 3, 1)).toMatchObject({ phase: "reconnecting", attempts: 2, error: unavailable });
    expect(stateOf({ ...status, connected: true }, 3, 1).attempts).toBe(0);
  });

  it("distinguishes a cancelled list from a failed one", () => {
    const status = { ...newListStatus(0), attempts: 1, error: cancelledError() };
    expect([isCancelled(status), isCancelled({ ...status, error: unavailable })]).toEqual([true, false]);
    expect(stateOf(status, 3, 1)).toMatchObject({ phase: "stale", error: { reason: CANCELLED } });
  });
});
