import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { warningHeaders } from "./warnings.ts";

/** Characters that differ in how they may travel. */
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
  it("quotes texts, each in a header of its own", () => {
    expect(warningHeaders(["one", 'say "hi" \\ bye'])).toEqual(['299 - "one"', '299 - "say \\"hi\\" \\\\ bye"']);
    expect(warningHeaders([])).toEqual([]);
  });

  it("drops control characters but tabs, and sends the rest as UTF-8 bytes", () => {
    expect(warningHeaders(["a\r\nb\u0000c\td"])).toEqual(['299 - "abc\td"']);
    const [header = ""] = warningHeaders(["ä€"]);
    expect(Buffer.from(header, "latin1").toString("utf8")).toBe('299 - "ä€"');
  });

  it("cuts what is too long altogether", () => {
    const long = "x".repeat(3000);
    const headers = warningHeaders([long, "short", ...Array.from({ length: 30 }, () => long)]);
    expect(headers[0]).toBe(`299 - "${"x".repeat(256)}"`);
    expect(headers[1]).toBe('299 - "short"');
    const total = headers.reduce((sum, header) => sum + header.length - '299 - ""'.length, 0);
    expect(total).toBeLessThanOrEqual(4096);
    expect(warningHeaders([long])[0]).toHaveLength(3000 + '299 - ""'.length);
  });

  it("always makes values that a header may carry", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: ODD, maxLength: 60 }), { maxLength: 10 }), (texts) => {
        for (const header of warningHeaders(texts)) expect(header).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/);
      }),
    );
  });
});
