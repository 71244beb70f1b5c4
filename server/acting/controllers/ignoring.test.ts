import { describe, expect, it } from "vitest";
import { conflict, notFound } from "../../../shared/status.ts";
import { ignoring } from "./ignoring.ts";

const secrets = { group: "", resource: "secrets" };

describe("ignoring", () => {
  it("returns the result of the call", async () => {
    expect(await ignoring(["NotFound"], Promise.resolve(1))).toBe(1);
  });
  it("ignores errors with the given reasons and rethrows all others", async () => {
    expect(await ignoring(["NotFound", "Conflict"], Promise.reject(conflict(secrets, "s", "old")))).toBeUndefined();
    await expect(ignoring(["Conflict"], Promise.reject(notFound(secrets, "s")))).rejects.toThrow("not found");
    await expect(ignoring(["NotFound"], Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });
});
