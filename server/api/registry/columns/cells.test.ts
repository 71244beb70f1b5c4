import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { containerImages, containerNames, labelsText, listWithMore, selectorText } from "./cells.ts";
import { ageColumn, createdAtColumn, integerColumn, nameColumn, textColumn, wide } from "./table.ts";

const words = createVocabulary();

describe("cells", () => {
  it("print labels as sorted pairs", () => {
    expect(labelsText({ b: "2", a: "1" })).toBe("a=1,b=2");
    expect(labelsText({ a: "1", "a-b": "2" })).toBe("a-b=2,a=1");
    expect(labelsText({})).toBe("<none>");
    expect(labelsText(undefined)).toBe("<none>");
  });

  it("print selectors in the query syntax", () => {
    expect(
      selectorText({
        matchLabels: { app: "web" },
        matchExpressions: [
          { key: "tier", operator: "In", values: ["b", "a"] },
          { key: "env", operator: "NotIn", values: ["x"] },
          { key: "legacy", operator: "DoesNotExist" },
          { key: "own", operator: "Exists" },
        ],
      }),
    ).toBe("app=web,env notin (x),!legacy,own,tier in (a,b)");
    expect(selectorText({})).toBe("<none>");
    expect(selectorText(undefined)).toBe("<none>");
  });

  it("join container names and images", () => {
    const list = [
      { name: "a", image: "x:1" },
      { name: "b", image: "y:2" },
    ];
    expect(containerNames(list)).toBe("a,b");
    expect(containerImages(list)).toBe("x:1,y:2");
    expect(containerNames(undefined)).toBe("");
  });

  it("provide the common columns", () => {
    const object = { metadata: { name: "x", creationTimestamp: "2026-01-01T00:00:00Z" } };
    expect(nameColumn.cell(object, 0, words)).toBe("x");
    expect(createdAtColumn.cell(object, 0, words)).toBe("2026-01-01T00:00:00Z");
    expect(ageColumn.cell(object, Date.parse("2026-01-03T03:00:00Z"), words)).toBe("2d3h");
    expect(createVocabulary("orch").render(nameColumn.description)).toContain("https://orch.io/docs");
  });

  it("omit a zero priority", () => {
    expect(textColumn("A", "a", () => "")).not.toHaveProperty("priority");
    expect(wide(integerColumn("A", "a", () => 1))).toMatchObject({ priority: 1, type: "integer" });
  });
});

describe("listWithMore", () => {
  it.each([
    [[] as string[], "none"],
    [["a"], "a"],
    [["a", "b"], "a, b"],
    [["a", "b", "c", "d"], "a, b + 2 more..."],
    [[""], "none"],
  ])("%j", (items, text) => {
    expect(listWithMore(items, 2, "none", ", ")).toBe(text);
  });
});
