import { expect, it } from "vitest";
import { ApiError } from "../../shared/status.ts";
import type { UnreadKind } from "./useTimeline.ts";
import { withOutcome } from "./useWatchedTimeline.ts";

const refused = (kind: string) => new ApiError(403, "Forbidden", `${kind} is forbidden`);

it("keeps the kinds that could not be read until they can be", () => {
  const both = ["Pod", "Job"].reduce<readonly UnreadKind[]>((all, kind) => withOutcome(all, kind, refused(kind)), []);
  expect(both.map(({ kind }) => kind)).toEqual(["Pod", "Job"]);
  expect(withOutcome(both, "Pod", refused("Pod"))).toBe(both);
  expect(withOutcome(both, "Service", undefined)).toBe(both);
  expect(withOutcome(both, "Pod", undefined).map(({ kind }) => kind)).toEqual(["Job"]);
});
