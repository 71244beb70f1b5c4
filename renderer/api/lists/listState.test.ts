import { describe, expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { phaseOf, STALE_AFTER } from "./listState.ts";

const healthy = { connected: true, complete: true, loaded: 3, silence: 0 };

describe("phaseOf", () => {
  it("distinguishes the possible situations", () => {
    expect(phaseOf(healthy)).toBe("live");
    expect(phaseOf({ ...healthy, loaded: 0 })).toBe("empty");
    expect(phaseOf({ ...healthy, connected: false })).toBe("reconnecting");
    expect(phaseOf({ ...healthy, connected: false, silence: STALE_AFTER })).toBe("stale");
    expect(phaseOf({ connected: false, complete: false, loaded: 0, silence: 0 })).toBe("loading");
    expect(phaseOf({ ...healthy, complete: false, loaded: 0, error: new ApiError(500, "", "x") })).toBe("failed");
    expect(phaseOf({ ...healthy, error: new ApiError(403, "Forbidden", "x") })).toBe("forbidden");
  });

  it("is never empty before a list is complete", () => {
    for (const connected of [true, false]) {
      for (const silence of [0, STALE_AFTER * 2]) {
        expect(phaseOf({ connected, complete: false, loaded: 0, silence })).not.toBe("empty");
      }
    }
  });

  it("keeps rows of an interrupted first list on the screen", () => {
    const broken = { ...healthy, complete: false, error: new ApiError(500, "", "x") };
    expect(phaseOf(broken)).toBe("reconnecting");
    expect(phaseOf({ ...broken, silence: STALE_AFTER })).toBe("stale");
  });
});
