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
    ["what was evaluated, without blanks around it", "fixed", { value: " made \n" }, "made"],
    ["the message after an error", " fixed ", { error: "no" }, "fixed"],
    ["the message for something that is no text", "fixed", { value: 1n }, "fixed"],
    ["the message for null", "fixed", { value: null }, "fixed"],
    ["the message for a blank text", "fixed", { value: " \n " }, "fixed"],
    ["the message for several lines", "fixed", { value: "a\nb" }, "fixed"],
    ["a text of 5 KiB", "fixed", { value: "é".repeat(2560) }, "é".repeat(2560)],
    ["the message for a longer one", "fixed", { value: `${"é".repeat(2560)}x` }, "fixed"],
    ["the expression without a message", " ", undefined, "failed expression: 1 > 2"],
  ])("formats %s", (_what, text, outcome, expected) => {
    expect(message(text, outcome)).toBe(expected);
  });
});
