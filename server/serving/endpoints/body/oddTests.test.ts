import { expect, test } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { oddTests } from "./oddTests.ts";

const odd = (text: string) => [...atOnce(oddTests(text, JSON.parse(text)))];
const testOf = (value: string) => `{ "op": "test", "path": "/a", "value" : ${value} }`;

test.each([
  "1",
  "-7",
  "0",
  "0.5",
  "1e+21",
  "12345678901234567890",
  '"a"',
  '"\\u003cb\\u003e"',
  '"\\n\\""',
  '"é"',
  "null",
  "[]",
])("%s is spelled as the server spells it", (value) => expect(odd(`[${testOf(value)}]`)).toEqual([]));

test.each([
  "1.0",
  "1e2",
  "-0",
  "0.50",
  '"a<b"',
  '"a&b"',
  '"\\u0061"',
  '"\\/"',
  '"\\u003C"',
  '{"x":[true,{"value":2.0}]}',
])("%s is not", (value) => expect(odd(`[${testOf(value)}]`)).toEqual([0]));

test("only values of tests count, and names of members do not", () => {
  const other = '{"op":"remove","path":"/<","value":"<"}';
  expect(odd(`[${other},${testOf('{"a<b":"x"}')},${testOf('"<"')},${testOf("1")}]`)).toEqual([2]);
});

test("what the patch has added is spelled as in the patch", () => {
  const add = '{"op":"add","path":"/a","value":"<"}';
  expect(odd(`[${testOf('"<"')},${add},${testOf('"<"')}]`)).toEqual([0]);
});

test("what is no list of operations has no tests", () => {
  expect(odd('{"op":"test"}')).toEqual([]);
  expect(odd("[1,null]")).toEqual([]);
});
