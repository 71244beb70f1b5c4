import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { controllerRevisionStrategy } from "./controllerRevisionStrategy.ts";

const revision = (data: unknown, rank = 1): ApiObject => ({ metadata: { name: "r" }, data, revision: rank });
const changed = (now: ApiObject, old: ApiObject): string[] =>
  texts(strategyErrors(controllerRevisionStrategy, testContext(), now, old));

it("may change only its revision", () => {
  expect(changed(revision({ a: 1 }, 2), revision({ a: 1 }))).toEqual([]);
  expect(changed(revision({}), revision({ a: 1 }))).toEqual([
    'data: Invalid value: runtime.Unknown{TypeMeta:runtime.TypeMeta{APIVersion:"", Kind:""}, Raw:[]uint8{0x7b, 0x7d}, ContentEncoding:"", ContentType:"application/json"}: field is immutable',
  ]);
  expect(changed(revision(undefined, -1), revision({}))).toEqual([
    "data: Required value: data is mandatory",
    "revision: Invalid value: -1: must be greater than or equal to 0",
    'data: Invalid value: "null": field is immutable',
  ]);
});
