import type { FieldError } from "../../shared/fieldError.ts";
import * as fieldErrors from "../../shared/fieldError.ts";
import { isTrue } from "../../shared/requestInfo.ts";
import { invalid } from "../../shared/status.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";

export type FieldValidation = "Ignore" | "Warn" | "Strict";

/** Options that all writing verbs share, read from the query. */
export interface WriteOptions {
  readonly dryRun: boolean;
  /** As given; empty means: derive it from the User-Agent. */
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  readonly force: boolean;
  /** What the request said of these, and no more: the options that admission sees. */
  readonly sent: Readonly<Record<string, unknown>>;
}

const FIELD_MANAGER_MAX = 128;

/**
 * Reads and checks dryRun, fieldManager, fieldValidation and force.
 * @param kind of the options object for messages: CreateOptions, UpdateOptions, PatchOptions
 * @throws ApiError 422
 */
export function parseWriteOptions(
  query: URLSearchParams,
  kind: "CreateOptions" | "UpdateOptions" | "PatchOptions",
  vocabulary: Vocabulary,
  isApply = false,
): WriteOptions {
  const errors: FieldError[] = [];
  const force = query.get("force");
  const fieldManager = query.get("fieldManager") ?? "";
  const fieldValidation = query.get("fieldValidation") ?? "";
  const dryRun = query.getAll("dryRun");
  if (kind === "PatchOptions") {
    if (force !== null && !isApply) {
      errors.push(fieldErrors.forbidden("force", "may not be specified for non-apply patch"));
    }
    if (isApply && fieldManager === "") {
      errors.push(fieldErrors.required("fieldManager", "is required for apply patch"));
    }
  }
  if (fieldManager.length > FIELD_MANAGER_MAX) {
    errors.push(fieldErrors.tooLong("fieldManager", FIELD_MANAGER_MAX));
  }
  [...fieldManager].forEach((character, i) => {
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) {
      errors.push(
        fieldErrors.invalid(
          "fieldManager",
          fieldManager,
          `invalid character ${codePoint(character)} (at position ${i})`,
        ),
      );
    }
  });
  errors.push(...validateDryRun(dryRun));
  if (!["", "Ignore", "Warn", "Strict"].includes(fieldValidation)) {
    errors.push(fieldErrors.notSupported("fieldValidation", fieldValidation, ["", "Ignore", "Strict", "Warn"]));
  }
  if (errors.length > 0) throw invalid({ group: vocabulary.metaGroup, kind }, "", errors);
  return {
    dryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: fieldValidation === "" ? "Warn" : (fieldValidation as FieldValidation),
    force: isTrue(force),
    sent: {
      ...(dryRun.length > 0 ? { dryRun } : {}),
      ...(fieldManager === "" ? {} : { fieldManager }),
      ...(fieldValidation === "" ? {} : { fieldValidation }),
    },
  };
}

/** `All` is the only value there is. */
export function validateDryRun(values: readonly string[]): FieldError[] {
  return values.every((value) => value === "All")
    ? []
    : [
        {
          type: "FieldValueNotSupported",
          field: "dryRun",
          // The list as the reference prints a slice of strings.
          message: `Unsupported value: []string{${values.map((value) => JSON.stringify(value)).join(", ")}}: supported values: "All"`,
        },
      ];
}

/** `U+000A`. */
const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** The manager of a write that names none: the first part of its User-Agent. */
export function managerFromUserAgent(userAgent: string): string {
  const [first = ""] = userAgent.split("/");
  const cleaned = [...first].filter((character) => /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)).join("");
  return cleaned === "" ? "unknown" : cleaned.slice(0, FIELD_MANAGER_MAX);
}
