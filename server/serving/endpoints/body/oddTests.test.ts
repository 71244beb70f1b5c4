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
])("%s is spelled as the server would write it", (value) => expect(odd(`[${testOf(value)}]`)).toEqual([]));

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
])("%s is not spelled as the server would write it", (value) => expect(odd(`[${testOf(value)}]`)).toEqual([0]));

test("only values of test operations count, not the field names inside them", () => {
  const other = '{"op":"remove","path":"/<","value":"<"}';
  expect(odd(`[${other},${testOf('{"a<b":"x"}')},${testOf('"<"')},${testOf("1")}]`)).toEqual([2]);
});

test("a value that the patch has added keeps the patch's spelling", () => {
  const add = '{"op":"add","path":"/a","value":"<"}';
  expect(odd(`[${testOf('"<"')},${add},${testOf('"<"')}]`)).toEqual([0]);
});

test("an invalid list of operations has no test operations", () => {
  expect(odd('{"op":"test"}')).toEqual([]);
  expect(odd("[1,null]")).toEqual([]);
});
