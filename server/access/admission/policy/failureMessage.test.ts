import { describe, expect, it } from "vitest";
import { compileExpression } from "../../../ground/cel/composition/compileExpression.ts";
import { admissionEnvironment } from "../../../ground/cel/environments/admissionEnvironment.ts";
import type { Outcome } from "../expressions/evaluateExpressions.ts";
import { failureMessage } from "./failureMessage.ts";

const expression = compileExpression(" 1 > 2 ", admissionEnvironment({ params: false, authorizer: true }));
const message = (text: string, outcome?: Outcome): string =>
  failureMessage({ expression, message: text, messageExpression: undefined, reason: undefined }, outcome);

describe("failureMessage", () => {
  it.each<[string, string, Outcome | undefined, string]>([
    ["the result of the message expression, trimmed", "fixed", { value: " made \n" }, "made"],
    ["the fixed message if the expression fails", " fixed ", { error: "no" }, "fixed"],
    ["the fixed message if the result is not a string", "fixed", { value: 1n }, "fixed"],
    ["the fixed message if the result is null", "fixed", { value: null }, "fixed"],
    ["the fixed message if the result is blank", "fixed", { value: " \n " }, "fixed"],
    ["the fixed message if the result has several lines", "fixed", { value: "a\nb" }, "fixed"],
    ["a result of 5 KiB", "fixed", { value: "é".repeat(2560) }, "é".repeat(2560)],
    ["the fixed message if the result exceeds 5 KiB", "fixed", { value: `${"é".repeat(2560)}x` }, "fixed"],
    ["the validation expression if the fixed message is blank", " ", undefined, "failed expression: 1 > 2"],
  ])("formats %s", (_what, text, outcome, expected) => {
    expect(message(text, outcome)).toBe(expected);
  });
});
