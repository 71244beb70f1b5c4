import { quoted } from "../../../../shared/quoted.ts";
import { pointer, structText } from "../../../ground/formats/goText.ts";
import type { Rule } from "./rule.ts";

const PACKAGE = "apiextensions";

/** A rule of a schema as messages show it. */
export const ruleText = (rule: Rule): string =>
  structText(`${PACKAGE}.ValidationRule`, {
    Rule: quoted(rule.rule ?? ""),
    Message: quoted(rule.message ?? ""),
    MessageExpression: quoted(rule.messageExpression ?? ""),
    Reason: pointer(`${PACKAGE}.FieldValueErrorReason`, rule.reason),
    FieldPath: quoted(rule.fieldPath ?? ""),
    OptionalOldSelf: pointer("bool", rule.optionalOldSelf),
  });
