import { describe, expect, it } from "vitest";
import { Lifetime } from "./lifetime.ts";

describe("Lifetime", () => {
  it("closes parts in reverse order, each once", async () => {
    const lifetime = new Lifetime();
    const ended: string[] = [];
    lifetime.add(() => {
      ended.push("first");
    });
    lifetime.add(async () => {
      await Promise.resolve();
      ended.push("second");
    });
    await lifetime.end();
    await lifetime.end();
    expect(ended).toEqual(["second", "first"]);
  });

  it("closes the other parts when one fails, then throws the error", async () => {
    const lifetime = new Lifetime();
    const ended: string[] = [];
    lifetime.add(() => {
      ended.push("store");
    });
    lifetime.add(() => {
      throw new Error("listener");
    });
    lifetime.add(() => Promise.reject(new Error("controllers")));
    await expect(lifetime.end()).rejects.toThrow("controllers");
    expect(ended).toEqual(["store"]);
  });
});
