/** Validates the members of a rule before its compilation. */
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { normalFieldPath } from "./fieldPath.ts";
import type { Rule } from "./rule.ts";

export const REASONS = ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];
const LINE_BREAK = /[\n\r]/;

/** Field errors of the rules of one schema. @param path of the rules */
export function validateRuleShapes(rules: readonly Rule[], schema: JsonSchema, path: string): Steps<FieldError[]> {
  return errorsOfEach(rules, path, (rule, at) => [
    ...validateTexts(rule, at),
    ...validateFieldPath(rule.fieldPath ?? "", schema, child(at, "fieldPath")),
  ]);
}

function validateTexts({ rule = "", message = "", messageExpression = "", reason }: Rule, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const [text, said] = [rule.trim(), message.trim()];
  const at = child(path, "message");
  if (text === "") errors.push(required(child(path, "rule"), "rule is not specified"));
  else if (message !== "" && said === "") errors.push(invalid(at, message, "message must be non-empty if specified"));
  else if (LINE_BREAK.test(said)) errors.push(invalid(at, message, "message must not contain line breaks"));
  else if (LINE_BREAK.test(text) && said === "") {
    errors.push(required(at, "message must be specified if rule contains line breaks"));
  }
  if (messageExpression !== "" && messageExpression.trim() === "") {
    const detail = "messageExpression must be non-empty if specified";
    errors.push(required(child(path, "messageExpression"), detail));
  }
  if (reason !== undefined && reason !== null && !REASONS.includes(reason)) {
    errors.push(notSupported(child(path, "reason"), reason, REASONS));
  }
  return errors;
}

function validateFieldPath(fieldPath: string, schema: JsonSchema, path: string): FieldError[] {
  if (fieldPath === "") return [];
  const errors: FieldError[] = [];
  if (fieldPath.trim() === "") errors.push(invalid(path, fieldPath, "fieldPath must be non-empty if specified"));
  if (LINE_BREAK.test(fieldPath)) errors.push(invalid(path, fieldPath, "fieldPath must not contain line breaks"));
  if (normalFieldPath(fieldPath, schema) === undefined) {
    errors.push(invalid(path, fieldPath, "fieldPath must be a valid path"));
  }
  return errors;
}
