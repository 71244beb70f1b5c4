import { describe, expect, it } from "vitest";
import { advance } from "../steps.ts";
import { escapeMarkup, escapeMarkupInSteps } from "./escapeMarkup.ts";

describe("escapeMarkup", () => {
  it("changes the encoding of a text but not its content", () => {
    const text = 'a < b && "c" > d \u2028';
    const escaped = escapeMarkup(JSON.stringify(text));
    expect(escaped).toBe(String.raw`"a \u003c b \u0026\u0026 \"c\" \u003e d \u2028"`);
    expect(JSON.parse(escaped)).toBe(text);
  });

  it("escapes a long text in steps", () => {
    const text = "<a&b>".repeat(50_000);
    const steps = escapeMarkupInSteps(text);
    let pauses = 0;
    let step = advance(steps, 0);
    for (; step.done !== true; step = advance(steps, 0)) pauses += 1;
    expect(step.value).toBe(escapeMarkup(text));
    expect(pauses).toBeGreaterThan(2);
  });
});
