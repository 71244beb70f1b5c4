import { describe, expect, it } from "vitest";
import { parsePem } from "./pem.ts";

const block = (label: string, body = "QUJD"): string => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
const read = (text: string): string[] =>
  parsePem(text).map(({ label, data }) => `${label} ${new TextDecoder().decode(data)}`);

describe("parsePem", () => {
  it.each([
    ["blocks among other text", `first\n${block("X")}between\n${block("Y", "REVG")}`, ["X ABC", "Y DEF"]],
    ["lines that end as on Windows", block("X").replaceAll("\n", "\r\n"), ["X ABC"]],
    ["white space behind the last line", `${block("X").trimEnd()} \t`, ["X ABC"]],
    ["a block of no bytes", "-----BEGIN X-----\n-----END X-----", ["X "]],
    ["headers", block("X", "Proc-Type: 4\n\nQUJD"), ["X ABC"]],
    ["a block within one that has no end", `-----BEGIN X-----\n${block("Y")}-----END X-----\n`, ["Y ABC"]],
    ["a block that another label ends", "-----BEGIN X-----\nQUJD\n-----END Y-----\n", []],
    ["text behind the last line", "-----BEGIN X-----\nQUJD\n-----END X----- y\n", []],
    ["what is no base64", block("X", "%"), []],
    ["a marker within a line", `a ${block("X")}`, []],
    ["no block", "", []],
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
