import { describe, expect, it } from "vitest";
import { escapeMarkup } from "./escapeMarkup.ts";

describe("escapeMarkup", () => {
  it("changes how a text is written, not what it says", () => {
    const text = 'a < b && "c" > d \u2028';
    const escaped = escapeMarkup(JSON.stringify(text));
    expect(escaped).toBe(String.raw`"a \u003c b \u0026\u0026 \"c\" \u003e d \u2028"`);
    expect(JSON.parse(escaped)).toBe(text);
  });
});
