import { describe, expect, it } from "vitest";
import * as errors from "./fieldError.ts";

describe("Field errors", () => {
  it.each<[errors.FieldError, string, string]>([
    [errors.required("f"), "FieldValueRequired", "Required value"],
    [errors.required("f", "give one"), "FieldValueRequired", "Required value: give one"],
    [errors.invalid("f", "x", "why"), "FieldValueInvalid", 'Invalid value: "x": why'],
    [errors.invalid("f", 5, ""), "FieldValueInvalid", "Invalid value: 5"],
    [errors.duplicate("f", "x"), "FieldValueDuplicate", 'Duplicate value: "x"'],
    [errors.forbidden("f", ""), "FieldValueForbidden", "Forbidden"],
    [errors.forbidden("f", "never"), "FieldValueForbidden", "Forbidden: never"],
    [errors.notFound("f", "x"), "FieldValueNotFound", 'Not found: "x"'],
    [
      errors.notSupported("f", "x", ["a", "b"]),
      "FieldValueNotSupported",
      'Unsupported value: "x": supported values: "a", "b"',
    ],
    [errors.notSupported("f", "x", []), "FieldValueNotSupported", 'Unsupported value: "x"'],
    [errors.tooLong("f", 63), "FieldValueTooLong", "Too long: may not be more than 63 bytes"],
    [errors.tooLong("f", -1), "FieldValueTooLong", "Too long: value is too long"],
    [errors.tooMany("f", 5, 3), "FieldValueTooMany", "Too many: 5: must have at most 3 items"],
    [errors.typeInvalid("f", true, "no"), "FieldValueTypeInvalid", "Invalid value: true: no"],
    [errors.internal("f", "oops"), "InternalError", "Internal error: oops"],
  ])("%j", (error, type, message) => {
    expect(error).toEqual({ type, field: "f", message });
  });
});

describe("formatValue", () => {
  it.each([
    [undefined, '"null"'],
    [null, '"null"'],
    ['a\n"b"', '"a\\n\\"b\\""'],
    ["", '""'],
    [0, "0"],
    [false, "false"],
    [{ a: [1] }, '{"a":[1]}'],
    [["a"], '["a"]'],
  ])("formats %j", (value, text) => {
    expect(errors.formatValue(value)).toBe(text);
  });
});

describe("Paths", () => {
  it("are built from the root", () => {
    const containers = errors.child(errors.child("", "spec"), "containers");
    expect(containers).toBe("spec.containers");
    expect(errors.child(errors.index(containers, 0), "image")).toBe("spec.containers[0].image");
    expect(errors.key("metadata.labels", "a/b")).toBe("metadata.labels[a/b]");
  });
});
