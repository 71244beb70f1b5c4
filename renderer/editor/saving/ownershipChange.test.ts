import { expect, it } from "vitest";
import { EMPTY_FIELD_SET } from "../../../shared/fieldset/fieldSet.ts";
import { parseFieldsV1 } from "../../../shared/fieldset/fieldsV1.ts";
import type { ApiObject, JsonObject } from "../../../shared/object.ts";
import { immediately } from "../../../shared/steps.ts";
import * as steps from "./ownershipChange.ts";

const fieldTexts = immediately(steps.fieldTexts);
const ownershipChange = immediately(steps.ownershipChange);

const object = (...entries: [manager: string, operation: "Apply" | "Update", fields: JsonObject][]): ApiObject => ({
  metadata: {
    managedFields: entries.map(([manager, operation, fieldsV1]) => ({
      manager,
      operation,
      apiVersion: "v1",
      fieldsType: "FieldsV1" as const,
      fieldsV1,
    })),
  },
});
const me = { manager: "me", subresource: "" };

it("reports gained, lost and taken fields for every way of writing", () => {
  const before = object(
    ["me", "Apply", { "f:a": {}, "f:b": {} }],
    ["you", "Apply", { "f:c": {}, "f:d": {}, "f:gone": {} }],
    ["he", "Update", { "f:e": {} }],
  );
  const after = object(
    ["me", "Apply", { "f:a": {} }],
    ["me", "Update", { "f:c": {} }],
    ["you", "Apply", { "f:d": {} }],
    ["he", "Update", { "f:e": {} }],
  );
  expect(ownershipChange(before, after, me, parseFieldsV1({ "f:d": {} }), parseFieldsV1({ "f:gone": {} }))).toEqual({
    gained: [".c", ".d"],
    lost: [".b"],
    taken: [{ manager: "you", fields: [".c"] }],
  });
  expect(ownershipChange(before, before, me, EMPTY_FIELD_SET, EMPTY_FIELD_SET)).toEqual({
    gained: [],
    lost: [],
    taken: [],
  });
});

it("omits item keys unless there is nothing else to report", () => {
  const keyed = { 'k:{"name":"a"}': { ".": {}, "f:name": {}, "f:image": {} } };
  expect(fieldTexts(parseFieldsV1({ "f:list": keyed }))).toEqual(['.list[name="a"].image']);
  expect(fieldTexts(parseFieldsV1({ "f:list": { 'k:{"name":"a"}': { "f:name": {} } } }))).toEqual([
    '.list[name="a"].name',
  ]);
});
