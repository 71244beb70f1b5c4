import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstFound } from "./firstFound.ts";

type Source = { readonly late: boolean; readonly says: number | "nothing" | "failure" };

const answerOf = ({ late, says }: Source): Promise<number | undefined> | number | undefined => {
  if (says === "failure") {
    if (late) return Promise.reject(new Error("failure"));
    throw new Error("failure");
  }
  const value = says === "nothing" ? undefined : says;
  return late ? Promise.resolve(value) : value;
};

describe("firstFound", () => {
  const source = fc.record<Source>({
    late: fc.boolean(),
    says: fc.oneof(fc.nat(), fc.constant("nothing" as const), fc.constant("failure" as const)),
  });

  it("returns the first result and reports earlier failures", async () => {
    const run = async (sources: readonly Source[]): Promise<void> => {
      let failures = 0;
      const found = await firstFound(sources, answerOf, () => failures++);
      const decisive = sources.findIndex(({ says }) => typeof says === "number");
      const asked = decisive < 0 ? sources : sources.slice(0, decisive);
      expect(found).toBe(sources[decisive]?.says);
      expect(failures).toBe(asked.filter(({ says }) => says === "failure").length);
    };
    await fc.assert(fc.asyncProperty(fc.array(source, { maxLength: 6 }), run));
  });

  it("returns synchronously if no earlier source is asynchronous", () => {
    const sources: Source[] = [
      { late: false, says: "failure" },
      { late: false, says: 7 },
      { late: true, says: 8 },
    ];
    expect(firstFound(sources, answerOf, () => undefined)).toBe(7);
  });

  it("stops at a fatal failure", async () => {
    const giveUp = (error: unknown): never => {
      throw error;
    };
    const ask = async (late: boolean) => firstFound<Source, number>([{ late, says: "failure" }], answerOf, giveUp);
    await expect(ask(true)).rejects.toThrow("failure");
    await expect(ask(false)).rejects.toThrow("failure");
  });
});
