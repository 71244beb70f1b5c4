import { describe, expect, it } from "vitest";
import { SharedQuestion } from "./sharedQuestion.ts";

/** A question whose answers the test supplies. */
function heldQuestion() {
  const answers: { resolve(value: number): void; reject(error: Error): void }[] = [];
  const shared = new SharedQuestion(
    () => new Promise<number>((resolve, reject) => void answers.push({ resolve, reject })),
  );
  return { shared, answers };
}

describe("SharedQuestion", () => {
  it("shares one next call among all callers that arrive during the current one", async () => {
    const { shared, answers } = heldQuestion();
    const first = shared.ask();
    const later = [shared.ask(), shared.ask(), shared.ask()];
    expect(answers).toHaveLength(1);
    answers[0]?.resolve(1);
    expect(await first).toBe(1);
    await Promise.resolve();
    expect(answers).toHaveLength(2);
    const last = shared.ask();
    answers[1]?.resolve(2);
    expect(await Promise.all(later)).toEqual([2, 2, 2]);
    await Promise.resolve();
    answers[2]?.resolve(3);
    expect(await last).toBe(3);
  });

  it("starts a new call at once when none is pending, also after a failure", async () => {
    const { shared, answers } = heldQuestion();
    const failing = shared.ask();
    const next = shared.ask();
    answers[0]?.reject(new Error("gone"));
    await expect(failing).rejects.toThrow("gone");
    answers[1]?.resolve(2);
    expect(await next).toBe(2);
    const again = shared.ask();
    expect(answers).toHaveLength(3);
    answers[2]?.resolve(3);
    expect(await again).toBe(3);
  });
});
