import { describe, expect, it } from "vitest";
import type { AccessAnswer, AccessQuestion } from "../overload.ts";
import { answering } from "./answering.ts";

const allow = (reason: string): AccessAnswer => ({ decision: "allow", reason });

describe("answering", () => {
  it("restarts the evaluation with each asynchronous answer, and asks each question once", async () => {
    const asked: string[] = [];
    const evaluate = answering(async ({ verb }: AccessQuestion) => {
      asked.push(verb);
      return allow(verb);
    });
    let runs = 0;
    const read = () =>
      evaluate((ask) => {
        runs += 1;
        return `${ask({ verb: "get" }).reason} ${ask({ verb: "list" }).reason} ${ask({ verb: "get" }).reason}`;
      });
    expect(await read()).toBe("get list get");
    expect([asked, runs]).toEqual([["get", "list"], 3]);
    expect(await read()).toBe("get list get");
    expect([asked, runs]).toEqual([["get", "list"], 4]);
  });

  it("evaluates once when the answers are synchronous", async () => {
    let runs = 0;
    const evaluate = answering(({ verb }) => allow(verb));
    expect(await evaluate((ask) => [++runs, ask({ verb: "get" }).reason])).toEqual([1, "get"]);
  });

  it("passes on errors of questions and of the evaluation", async () => {
    const failing = answering(() => Promise.reject(new Error("nobody there")));
    await expect(failing((ask) => ask({ verb: "get" }))).rejects.toThrow("nobody there");
    await expect(
      answering(() => allow(""))(() => {
        throw new Error("mine");
      }),
    ).rejects.toThrow("mine");
  });
});
