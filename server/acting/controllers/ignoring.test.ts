import { describe, expect, it } from "vitest";
import { conflict, notFound } from "../../../shared/status.ts";
import { ignoring } from "./ignoring.ts";

const secrets = { group: "", resource: "secrets" };

describe("ignoring", () => {
  it("answers what the call answers", async () => {
    expect(await ignoring(["NotFound"], Promise.resolve(1))).toBe(1);
  });
  it("swallows the given reasons, and no others", async () => {
    expect(await ignoring(["NotFound", "Conflict"], Promise.reject(conflict(secrets, "s", "old")))).toBeUndefined();
    await expect(ignoring(["Conflict"], Promise.reject(notFound(secrets, "s")))).rejects.toThrow("not found");
    await expect(ignoring(["NotFound"], Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });
});
