import { describe, expect, it } from "vitest";
import { parsePem } from "./pem.ts";

const block = (label: string, body = "QUJD"): string => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
const read = (text: string): string[] =>
  parsePem(text).map(({ label, data }) => `${label} ${new TextDecoder().decode(data)}`);

describe("parsePem", () => {
  it.each([
    ["blocks between other text", `first\n${block("X")}between\n${block("Y", "REVG")}`, ["X ABC", "Y DEF"]],
    ["lines that end with CRLF", block("X").replaceAll("\n", "\r\n"), ["X ABC"]],
    ["white space after the last line", `${block("X").trimEnd()} \t`, ["X ABC"]],
    ["an empty block", "-----BEGIN X-----\n-----END X-----", ["X "]],
    ["a block with headers", block("X", "Proc-Type: 4\n\nQUJD"), ["X ABC"]],
    ["a block inside a block without an end", `-----BEGIN X-----\n${block("Y")}-----END X-----\n`, ["Y ABC"]],
    ["a block with another end label as no block", "-----BEGIN X-----\nQUJD\n-----END Y-----\n", []],
    ["a block with text after its end marker as no block", "-----BEGIN X-----\nQUJD\n-----END X----- y\n", []],
    ["invalid base64 as no block", block("X", "%"), []],
    ["a begin marker within a line as no block", `a ${block("X")}`, []],
    ["an empty text as no block", "", []],
  ])("parses %s", (_, text, blocks) => {
    expect(read(text)).toEqual(blocks);
  });

  it("reports which blocks have headers", () => {
    expect(parsePem(block("X", "a: b\n\nQUJD") + block("Y")).map(({ hasHeaders }) => hasHeaders)).toEqual([
      true,
      false,
    ]);
  });

  it("takes linear time for blocks without an end", () => {
    const begins = "-----BEGIN X-----\n".repeat(500_000);
    expect(read(begins)).toEqual([]);
    expect(read(`${begins}-----END Y-----\n`)).toEqual([]);
    expect(read(begins + block("X"))).toEqual(["X ABC"]);
    expect(read(`${"-----END X-----\n".repeat(500_000)}${block("X")}`)).toEqual(["X ABC"]);
  });
});
