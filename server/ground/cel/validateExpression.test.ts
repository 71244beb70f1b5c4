import { expect, it } from "vitest";
import { immediately } from "../../../shared/steps.ts";
import { createEnvironment } from "./environment.ts";
import { BOOL, listOf, STRING } from "./types/celType.ts";
import { expressionErrors } from "./validateExpression.ts";

const validateExpression = immediately(expressionErrors);
const environment = createEnvironment({ variables: { name: STRING } });

it("reports the problem of an expression with its field", () => {
  expect(validateExpression("name == ''", environment, BOOL, "a.b")).toEqual([]);
  expect(validateExpression("nope", environment, BOOL, "a.b")).toEqual([
    {
      type: "FieldValueInvalid",
      field: "a.b",
      message:
        "Invalid value: \"nope\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'nope' (in container '')\n | nope\n | ^",
    },
  ]);
  expect(validateExpression("1", environment, [STRING, listOf(STRING)], "a.b")).toMatchObject([
    { message: 'Invalid value: "1": must evaluate to one of [string list(string)] but got int' },
  ]);
});
