import { validateFieldManager } from "../../../../shared/apply/fieldManager.ts";
import { append } from "../../../../shared/collections/append.ts";
import type { FieldError } from "../../../../shared/fieldError.ts";
import * as fieldErrors from "../../../../shared/fieldError.ts";
import { isTrue } from "../../../../shared/requestInfo.ts";
import { invalid } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

export type FieldValidation = "Ignore" | "Warn" | "Strict";

/** Options that all writing verbs share, read from the query. */
export interface WriteOptions {
  readonly dryRun: boolean;
  /** As given; empty means: derive it from the User-Agent. */
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  readonly force: boolean;
  /** Only the options that the request named, as admission sees them. */
  readonly sent: Readonly<Record<string, unknown>>;
}

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
  append(errors, validateFieldManager(fieldManager, "fieldManager"));
  append(errors, validateDryRun(dryRun));
  if (!["", "Ignore", "Warn", "Strict"].includes(fieldValidation)) {
    errors.push(fieldErrors.notSupported("fieldValidation", fieldValidation, ["", "Ignore", "Strict", "Warn"]));
  }
  if (errors.length > 0) throw invalid({ group: vocabulary.metaGroup, kind }, "", errors);
  const sent: Record<string, unknown> = {};
  if (dryRun.length > 0) sent["dryRun"] = dryRun;
  if (fieldManager !== "") sent["fieldManager"] = fieldManager;
  if (fieldValidation !== "") sent["fieldValidation"] = fieldValidation;
  return {
    dryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: fieldValidation === "" ? "Warn" : (fieldValidation as FieldValidation),
    force: isTrue(force),
    sent,
  };
}

/** `All` is the only valid value. */
export function validateDryRun(values: readonly string[]): FieldError[] {
  return values.every((value) => value === "All")
    ? []
    : [
        {
          type: "FieldValueNotSupported",
          field: "dryRun",
          // Formatted like the reference, which prints a Go slice of strings.
          message: `Unsupported value: []string{${values.map((value) => JSON.stringify(value)).join(", ")}}: supported values: "All"`,
        },
      ];
}
