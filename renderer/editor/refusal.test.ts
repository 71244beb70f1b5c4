import { expect, it } from "vitest";
import { ApiError } from "../../shared/status.ts";
import { de } from "../i18n/de.ts";
import { en } from "../i18n/en.ts";
import { type Attempt, effectOf } from "./refusal.ts";

const CODES = [0, 400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 500, 502, 503, 504];
const errors = [
  new Error("no answer of a server"),
  new ApiError(409, "AlreadyExists", ""),
  ...CODES.map((code) => new ApiError(code, "", "")),
];
const ATTEMPTS: Attempt[] = ["read", "preview", "save", "create"];

it("has texts in both languages for every outcome", () => {
  for (const texts of [en.refusal, de.refusal] as Record<string, string>[]) {
    for (const error of errors) {
      for (const attempt of ATTEMPTS) {
        const effect = effectOf(error, attempt);
        if (effect !== undefined) expect(texts).toHaveProperty(effect);
      }
    }
  }
});

it("distinguishes outcomes by the attempted operation", () => {
  const gone = new ApiError(0, "Unreachable", "");
  expect(ATTEMPTS.map((attempt) => effectOf(gone, attempt))).toEqual([
    undefined,
    "onlyPreview",
    "savedPerhaps",
    "createdPerhaps",
  ]);
  expect(effectOf(new ApiError(422, "Invalid", ""), "save")).toBe("notSaved");
  expect(effectOf(new ApiError(401, "Unauthorized", ""), "save")).toBe("notSaved");
});
