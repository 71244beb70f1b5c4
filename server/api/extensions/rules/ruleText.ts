import { quotedPart } from "../../../../shared/text/quoted.ts";
import { pointer, structText } from "../../../ground/formats/wording/goText.ts";
import type { Rule } from "./rule.ts";

const PACKAGE = "apiextensions";

/** A rule of a schema as messages print it. */
export const ruleText = (rule: Rule): string =>
  structText(`${PACKAGE}.ValidationRule`, {
    Rule: quotedPart(rule.rule ?? ""),
    Message: quotedPart(rule.message ?? ""),
    MessageExpression: quotedPart(rule.messageExpression ?? ""),
    Reason: pointer(`${PACKAGE}.FieldValueErrorReason`, rule.reason),
    FieldPath: quotedPart(rule.fieldPath ?? ""),
    OptionalOldSelf: pointer("bool", rule.optionalOldSelf),
  });
