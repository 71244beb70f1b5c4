import { describe, expect, it } from "vitest";
import { defaultsOf } from "../../ground/settings/flagGroup.ts";
import { checkElectionTimes, electionFlags } from "./flags.ts";

const defaults = defaultsOf(electionFlags);

describe("Leader election flags", () => {
  it("default to the reference's durations and leave the rest to the store and the vocabulary", () => {
    expect(defaults).toEqual({
      leaderElect: undefined,
      leaderElectLeaseDuration: 15_000,
      leaderElectRenewDeadline: 10_000,
      leaderElectRetryPeriod: 2000,
      leaderElectResourceName: "",
      leaderElectResourceNamespace: "",
    });
    expect(() => checkElectionTimes(defaults)).not.toThrow();
    expect(electionFlags.leaderElect.read(["false"])).toBe(false);
  });

  it.each([
    [{ leaderElectRetryPeriod: 0 }, "--leader-elect-retry-period must be greater than zero"],
    [{ leaderElectRenewDeadline: 15_000 }, "lease-duration must be greater than --leader-elect-renew-deadline"],
    [{ leaderElectRetryPeriod: 9000 }, "renew-deadline must be greater than --leader-elect-retry-period × 1.2"],
  ])("reject %j", (change, message) => {
    expect(() => checkElectionTimes({ ...defaults, ...change })).toThrow(message);
  });
});
