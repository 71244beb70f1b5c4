import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FieldSelectorError, matchesFields, parseFieldSelector } from "./fieldSelector.ts";

const selects = (text: string, fields: Record<string, string>): boolean =>
  matchesFields(parseFieldSelector(text), (field) => fields[field] ?? "");

describe("Field selectors", () => {
  const fields = { "metadata.name": "web", "status.phase": "Running", "spec.host": "" };

  it.each([
    ["", true],
    ["metadata.name=web", true],
    ["metadata.name==web", true],
    ["metadata.name=api", false],
    ["metadata.name!=api", true],
    ["status.phase=Running,metadata.name!=web", false],
    ["spec.host=", true],
    ["spec.host!=", false],
    [",metadata.name=web,", true],
  ])("%s", (selector, expected) => {
    expect(selects(selector, fields)).toBe(expected);
  });

  it.each(["metadata.name", "a=b,c"])("%s is rejected", (text) => {
    expect(() => parseFieldSelector(text)).toThrow(FieldSelectorError);
    expect(() => parseFieldSelector(text)).toThrow(`invalid selector: '${text}'; can't understand '`);
  });

  it.each([
    ["b=1=2", "invalid field selector: unescaped character in value: 61"],
    ["b=\\x", "invalid field selector: invalid escape sequence: \\x"],
    ["b=1=2,a", "invalid selector: 'b=1=2,a'; can't understand 'a'"],
  ])("%s is rejected: %s", (text, message) => {
    expect(() => parseFieldSelector(text)).toThrow(new FieldSelectorError(message));
  });

  it("any value can be selected with escaping", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const escaped = value.replace(/[\\,=]/g, "\\$&");
        expect(selects(`f=${escaped}`, { f: value })).toBe(true);
      }),
    );
  });
});
