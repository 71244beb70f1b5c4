import { describe, expect, it } from "vitest";
import { ApiError } from "../../../../shared/status.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { parseWriteOptions, validateDryRun } from "./writeOptions.ts";

const vocabulary = createVocabulary();
const parse = (
  query: string,
  kind: "CreateOptions" | "UpdateOptions" | "PatchOptions" = "CreateOptions",
  apply = false,
) => parseWriteOptions(new URLSearchParams(query), kind, vocabulary, apply);
const message = (...parameters: Parameters<typeof parse>): string => {
  try {
    parse(...parameters);
  } catch (error) {
    if (error instanceof ApiError && error.code === 422) return error.message;
    throw error;
  }
  return "";
};

describe("parseWriteOptions", () => {
  it("defaults fieldValidation to Warn", () => {
    expect(parse("")).toMatchObject({ dryRun: false, fieldManager: "", fieldValidation: "Warn", force: false });
    expect(parse("dryRun=All&fieldManager=me&fieldValidation=Strict")).toEqual({
      dryRun: true,
      fieldManager: "me",
      fieldValidation: "Strict",
      force: false,
      sent: { dryRun: ["All"], fieldManager: "me", fieldValidation: "Strict" },
    });
  });

  it("requires a field manager for apply and allows force only there", () => {
    expect(message("", "PatchOptions", true)).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    );
    expect(parse("fieldManager=me&force=true", "PatchOptions", true).force).toBe(true);
    expect(message("force=true", "PatchOptions")).toContain(
      "force: Forbidden: may not be specified for non-apply patch",
    );
    expect(parse("force=true").force).toBe(true);
  });

  it("reports every invalid option", () => {
    const text = message(`fieldManager=${"x".repeat(129)}&dryRun=Some&fieldValidation=Loose`);
    expect(text).toContain("fieldManager: Too long: may not be more than 128 bytes");
    expect(text).toContain('dryRun: Unsupported value: []string{"Some"}: supported values: "All"');
    expect(text).toContain(
      'fieldValidation: Unsupported value: "Loose": supported values: "", "Ignore", "Strict", "Warn"',
    );
    expect(message("fieldManager=a%0Ab")).toContain("invalid character U+000A (at position 1)");
  });
});

it("validateDryRun accepts only All", () => {
  expect(validateDryRun([])).toEqual([]);
  expect(validateDryRun(["All", "All"])).toEqual([]);
  expect(validateDryRun(["All", "x"])[0]?.message).toBe(
    'Unsupported value: []string{"All", "x"}: supported values: "All"',
  );
});
