import { describe, expect, test } from "vitest";
import { required } from "../../../../shared/fieldError.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { ITSELF, validateList, validateSet } from "./lists.ts";

const none = () => [];
const texts = (errors: readonly { field: string; message: string }[]) => errors.map((e) => `${e.field}: ${e.message}`);

describe("Lists", () => {
  test("validate items with their index, then the length", () => {
    const rule = (item: string, path: string) => (item === "" ? [required(path)] : []);
    const errors = atOnce(validateList(["a", "", "c"], 2, rule, "list"));
    expect(texts(errors)).toEqual(["list[1]: Required value", "list: Too many: 3: must have at most 2 items"]);
    expect(atOnce(validateList(undefined, 0, () => [required("x")], "list"))).toEqual([]);
    expect(atOnce(validateList(["a", "b"], undefined, none, "list"))).toEqual([]);
  });

  test("reject duplicates in sets", () => {
    expect(texts(atOnce(validateSet(["a", "b", "a"], undefined, none, ITSELF, "set")))).toEqual([
      'set[2]: Duplicate value: "a"',
    ]);
    const key = { of: ({ name }: { name: string }) => name, member: "name" };
    expect(texts(atOnce(validateSet([{ name: "a" }, { name: "a" }], undefined, none, key, "set")))).toEqual([
      'set[1].name: Duplicate value: "a"',
    ]);
  });
});
