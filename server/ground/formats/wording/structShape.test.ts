import { expect, test } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { recordExplicitEmpties } from "../explicitEmpties.ts";
import { type StructShape, shapedText } from "./structShape.ts";

const item: StructShape = { type: "x.Item", members: [["Key", "text", "key"]] };
const shape: StructShape = {
  type: "x.Whole",
  members: [
    ["Name", "text", "name"],
    ["On", "flag", "on"],
    ["Count", "number", "count"],
    ["Made", "time", "made"],
    ["Gone", "moment", "gone"],
    ["Words", "texts", "words"],
    ["Codes", "numbers", "codes"],
    ["Labels", "map", "labels"],
    ["Limits", "amounts", "limits"],
    ["Seconds", "*int64", "seconds"],
    ["Items", { list: item }, "items"],
    ["One", { struct: item }, "one"],
    ["Copies", { list: item, isRebuilt: true }, "copies"],
    ["Same", { inline: item }, ""],
  ],
};

test("shows unset fields with Go's zero values", () => {
  expect(atOnce(shapedText(shape, undefined))).toBe(
    'x.Whole{Name:"", On:false, Count:0, Made:time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC), Gone:<nil>, Words:[]string(nil), Codes:[]int32(nil), Labels:map[string]string(nil), Limits:core.ResourceList(nil), Seconds:(*int64)(nil), Items:[]x.Item(nil), One:x.Item{Key:""}, Copies:[]x.Item(nil), Same:x.Item{Key:""}}',
  );
});

test("shows set fields with their values, but pointers as addresses", () => {
  const value = {
    name: 'a"b',
    on: true,
    count: 3,
    made: "2020-02-03T04:05:06Z",
    gone: "2021-12-31T23:59:59Z",
    words: ["x", "y"],
    codes: [1, 2],
    labels: { b: "2", a: "1" },
    limits: { cpu: "100m" },
    seconds: 5,
    items: [{ key: "k" }, {}],
    one: { key: "o" },
    key: "inline",
  };
  expect(atOnce(shapedText(shape, value))).toBe(
    'x.Whole{Name:"a\\"b", On:true, Count:3, Made:time.Date(2020, time.February, 3, 4, 5, 6, 0, time.UTC), Gone:time.Date(2021, time.December, 31, 23, 59, 59, 0, time.UTC), Words:[]string{"x", "y"}, Codes:[]int32{1, 2}, Labels:map[string]string{"a":"1", "b":"2"}, Limits:core.ResourceList{"cpu":resource.Quantity{i:resource.int64Amount{value:100, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"100m", Format:"DecimalSI"}}, Seconds:(*int64)(0xc000000000), Items:[]x.Item{x.Item{Key:"k"}, x.Item{Key:""}}, One:x.Item{Key:"o"}, Copies:[]x.Item(nil), Same:x.Item{Key:"inline"}}',
  );
});

test("shows an explicitly empty list as empty, not as nil", () => {
  const value = {};
  recordExplicitEmpties(value, ["items", "words", "labels", "copies"]);
  const text = atOnce(shapedText(shape, value));
  expect(text).toContain("Items:[]x.Item{}");
  expect(text).toContain("Copies:[]x.Item(nil)");
  expect(text).toContain("Words:[]string{}");
  expect(text).toContain("Labels:map[string]string{}");
});
