import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { warningHeaders } from "./warnings.ts";

/** Characters that are encoded differently in headers. */
const ODD = fc.constantFrom(
  "a",
  "/",
  " ",
  "\t",
  "\r",
  "\n",
  "\u0000",
  "\u007f",
  '"',
  "\\",
  "ä",
  "漢",
  "😀",
  "\u200b",
  "\ue000",
);

describe("warningHeaders", () => {
  it("quotes each text in a separate header", () => {
    expect(warningHeaders(["one", 'say "hi" \\ bye'])).toEqual(['299 - "one"', '299 - "say \\"hi\\" \\\\ bye"']);
    expect(warningHeaders([])).toEqual([]);
  });

  it("omits texts with control characters, and encodes the others as UTF-8", () => {
    expect(warningHeaders(["a\nb", "one", "a\tb", "\u0085", "\u007f"])).toEqual(['299 - "one"']);
    const [header = ""] = warningHeaders(["ä€"]);
    expect(Buffer.from(header, "latin1").toString("utf8")).toBe('299 - "ä€"');
  });

  it("truncates long texts when the total exceeds the limit", () => {
    const long = "x".repeat(3000);
    const cut = `299 - "${"x".repeat(256)}"`;
    const headers = warningHeaders([long, "short", ...Array.from({ length: 30 }, () => long)]);
    // The text that reaches the total is still shown.
    expect(headers).toEqual([cut, '299 - "short"', ...Array.from({ length: 15 }, () => cut)]);
    expect(warningHeaders([long])[0]).toHaveLength(3000 + '299 - ""'.length);
  });

  it("omits nothing until the total is exceeded", () => {
    const texts = Array.from({ length: 410 }, (_, i) => `warning-${String(i).padStart(3, "0")}`);
    const exact = texts.slice(0, 372);
    expect(warningHeaders(exact)).toHaveLength(372);
    expect(warningHeaders([...exact, "12345"])).toHaveLength(373);
    expect(warningHeaders([...exact, "123456789012", "later"])).toHaveLength(373);
  });

  it("counts characters, not bytes, and checks texts after truncation", () => {
    expect(warningHeaders(["😀".repeat(4096)])).toHaveLength(1);
    const [header = ""] = warningHeaders(["😀".repeat(4097)]);
    expect(Buffer.from(header, "latin1").toString("utf8")).toBe(`299 - "${"😀".repeat(256)}"`);
    const hidden = `${"y".repeat(256)}\n`;
    expect(warningHeaders([hidden])).toEqual([]);
    expect(warningHeaders([hidden, "x".repeat(5000)])).toHaveLength(2);
  });

  it("always produces valid header values", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: ODD, maxLength: 60 }), { maxLength: 10 }), (texts) => {
        for (const header of warningHeaders(texts)) expect(header).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/);
      }),
    );
  });
});
