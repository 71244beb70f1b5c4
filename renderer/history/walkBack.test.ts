import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../shared/object.ts";
import { ApiError } from "../../shared/status.ts";
import { walkBack } from "./walkBack.ts";

const state = (resourceVersion: string): ApiObject => ({ metadata: { name: "a", resourceVersion } });
/** A server with the object at some revisions; before the first one, the object did not exist. */
const server =
  (revisions: number[], compacted = 0) =>
  async (at: number): Promise<ApiObject | undefined> => {
    if (at <= compacted) throw new ApiError(410, "Expired", "too old");
    const found = revisions.filter((revision) => revision <= at).at(-1);
    return found === undefined ? undefined : state(String(found));
  };
const versions = (states: ApiObject[]) => states.map((each) => each.metadata.resourceVersion);

describe("walkBack", () => {
  it("finds every state once back to the creation", async () => {
    const past = await walkBack(server([3, 8, 20, 41]), "41", 50);
    expect(versions(past.states)).toEqual(["20", "8", "3"]);
    expect(past.end).toBe("created");
  });

  it("stops at expired revisions, at a denial and at the limit", async () => {
    const past = await walkBack(server([3, 8, 20, 41], 10), "41", 50);
    expect(versions(past.states)).toEqual(["20", "8"].slice(0, past.states.length));
    expect(past.end).toBe("expired");
    const refused = async (): Promise<never> => Promise.reject(new ApiError(403, "Forbidden", "no"));
    expect(await walkBack(refused, "41", 5)).toMatchObject({ end: "refused", states: [] });
    expect((await walkBack(server([3, 8, 20, 41]), "41", 1)).end).toBe("limit");
  });

  it("does not calculate with non-numeric revisions", async () => {
    expect(await walkBack(server([1]), "abc", 5)).toEqual({ states: [], end: "expired" });
  });
});
