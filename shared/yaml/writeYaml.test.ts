import { expect, it } from "vitest";
import { yamlText } from "./writeYaml.ts";

it("reports the line and path of every value", () => {
  const object = { kind: "A", text: "a\nb\n", list: [{ name: "x", empty: {} }, [1, 2]], "a: b": { c: null }, end: 1 };
  const path: (string | number)[] = [];
  const places: string[] = [];
  const text = yamlText(object, {
    enter(name, line, isLeaf) {
      path.push(name);
      places.push(`${line} ${path.join(".")}${isLeaf ? "" : " +"}`);
    },
    leave: () => void path.pop(),
  });
  expect(path).toEqual([]);
  const lines = text.split("\n");
  expect(places.map((place) => `${place} | ${lines[Number.parseInt(place, 10)]}`)).toEqual([
    "0 kind | kind: A",
    "1 text | text: |",
    "4 list + | list:",
    "5 list.0 + |   - name: x",
    "5 list.0.name |   - name: x",
    "6 list.0.empty |     empty: {}",
    "7 list.1 + |   - - 1",
    "7 list.1.0 |   - - 1",
    "8 list.1.1 |     - 2",
    '9 a: b + | "a: b":',
    "10 a: b.c |   c: null",
    "11 end | end: 1",
  ]);
});
