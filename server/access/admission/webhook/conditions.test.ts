import { describe, expect, it } from "vitest";
import { testRequest } from "../testing/request.ts";
import { type CompileCondition, compileConditions, conditionsHold, noExpressions } from "./conditions.ts";

const compile: CompileCondition = function* (expression) {
  if (expression === "?") throw new Error("does not compile");
  return () => {
    if (expression.startsWith("!")) throw new Error(expression);
    return expression === "true";
  };
};

function holds(expressions: string[], failurePolicy: "Fail" | "Ignore" = "Fail", using = compile): Promise<boolean> {
  const request = testRequest("pods", { metadata: { name: "p" } });
  const conditions = compileConditions(
    expressions.map((expression) => ({ expression })),
    using,
  );
  const variables = { object: request.object ?? null, oldObject: null, request: {}, user: request.user };
  return conditionsHold(conditions, failurePolicy, request, variables);
}

describe("conditionsHold", () => {
  it("requires all conditions to be true", async () => {
    expect(await holds([])).toBe(true);
    expect(await holds(["true", "true"])).toBe(true);
    expect(await holds(["true", "false"])).toBe(false);
  });

  it("gives a false condition precedence over errors", async () => {
    expect(await holds(["!a", "false"])).toBe(false);
  });

  it("rejects or skips the webhook on errors, as the failure policy says", async () => {
    await expect(holds(["true", "!a"])).rejects.toThrow('pods "p" is forbidden: !a');
    await expect(holds(["!a", "!b", "!a"])).rejects.toThrow('pods "p" is forbidden: [!a, !b]');
    expect(await holds(["!a"], "Ignore")).toBe(false);
  });

  it("treats compilation errors as errors", async () => {
    await expect(holds(["?"])).rejects.toMatchObject({ code: 403 });
    await expect(holds(["true"], "Fail", noExpressions)).rejects.toThrow('no evaluator for expression "true"');
  });
});
