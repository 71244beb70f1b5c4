import { expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { de } from "../../i18n/de.ts";
import { en } from "../../i18n/en.ts";
import { isOutcomeUnknown, refusalWord } from "./refusalWord.ts";

const held = new ApiError(429, "TooManyRequests", "", { causes: [{ reason: "DisruptionBudget", message: "" }] });

it("has a text in both languages for every error", () => {
  const codes = [0, 400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 500, 502, 503, 504];
  const errors = [new Error("no answer of a server"), held, ...codes.map((code) => new ApiError(code, "", ""))];
  for (const texts of [en.refusal, de.refusal] as Record<string, string>[]) {
    for (const error of errors) expect(texts).toHaveProperty(refusalWord(error));
  }
});

it("distinguishes what the same status code means", () => {
  expect(refusalWord(new ApiError(409, "Conflict", ""))).toBe("overtaken");
  expect(refusalWord(new ApiError(409, "AlreadyExists", ""))).toBe("exists");
  expect(refusalWord(new ApiError(429, "TooManyRequests", ""))).toBe("busy");
  expect(refusalWord(held)).toBe("held");
});

it("knows which failures leave the outcome open", () => {
  expect([0, 502, 504].map((code) => isOutcomeUnknown(new ApiError(code, "", "")))).toEqual([true, true, true]);
  expect([403, 409, 500, 503].some((code) => isOutcomeUnknown(new ApiError(code, "", "")))).toBe(false);
});
