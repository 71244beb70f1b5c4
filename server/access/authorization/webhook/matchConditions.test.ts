import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { podAttributes, testUser } from "../testing/attributes.ts";
import { compileMatchCondition, matchConditions } from "./matchConditions.ts";
import { conditionRequest } from "./reviewSpec.ts";

const request = conditionRequest(testUser("alice", "dev"), podAttributes());
const match = (...expressions: string[]) => matchConditions(expressions.map(compileMatchCondition), request, "alice");
const BROKEN = "request.nonResourceAttributes.path == '/x'";
const BROKEN_TEXT = `cel evaluation error: expression '${BROKEN}' resulted in error: no such key: nonResourceAttributes`;

describe("compileMatchCondition", () => {
  it.each([
    ["request.user ==", /^compilation failed: ERROR: <input>:1:\d+: Syntax error/],
    ["request.nobody == 'x'", /^compilation failed: ERROR: <input>:1:8: undefined field 'nobody'/],
    ["request.user", /^must evaluate to bool but got string$/],
    ["1 + 1", /^must evaluate to bool but got int$/],
  ])("rejects %s", (expression, reason) => {
    expect(() => compileMatchCondition(expression)).toThrow(reason);
  });
});

describe("matchConditions", () => {
  it.each<[string[], unknown]>([
    [[], { matches: true }],
    [["request.user == 'alice'", "'dev' in request.groups"], { matches: true }],
    [["has(request.resourceAttributes)", "request.resourceAttributes.namespace == 'n'"], { matches: true }],
    [["request.user == 'alice'", "request.user == 'bob'"], { matches: false }],
    [["request.resourceAttributes.group == ''"], { matches: true }],
    [["has(request.nonResourceAttributes)"], { matches: false }],
    [[BROKEN], { error: BROKEN_TEXT }],
    [[BROKEN, "request.user == 'alice'"], { error: BROKEN_TEXT }],
    [[BROKEN, "request.user == 'bob'"], { matches: false }],
    [["request.user == 'bob'", BROKEN], { matches: false }],
  ])("%j", async (expressions, expected) => {
    expect(await match(...expressions)).toEqual(expected);
  });

  it("is independent of the order of conditions", async () => {
    const outcome = fc.constantFrom("true", "false", BROKEN);
    await fc.assert(
      fc.asyncProperty(fc.array(outcome, { maxLength: 6 }), async (expressions) => {
        const found = await match(...expressions);
        if (expressions.includes("false")) expect(found).toEqual({ matches: false });
        else if (expressions.includes(BROKEN)) expect(found).toEqual({ error: BROKEN_TEXT });
        else expect(found).toEqual({ matches: true });
      }),
    );
  });
});
