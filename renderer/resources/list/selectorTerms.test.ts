import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addTerms, labelSuggestions, removeTerm, selectorProblem, splitTerms } from "./selectorTerms.ts";

describe("Selector terms", () => {
  it("keep sets and escaped commas together", () => {
    expect(splitTerms("app in (a, b),!old, size>3,")).toEqual(["app in (a, b)", "!old", "size>3"]);
    expect(splitTerms("spec.host=a\\,b,metadata.name!=c")).toEqual(["spec.host=a\\,b", "metadata.name!=c"]);
    expect(splitTerms("")).toEqual([]);
  });

  it("are added once and can be removed", () => {
    expect(addTerms("a=1", "b=2, a=1")).toBe("a=1,b=2");
    expect(removeTerm("a=1,b in (x,y),c", "b in (x,y)")).toBe("a=1,c");
  });

  it("keep the others when added terms are removed", () => {
    const term = fc.stringMatching(/^[a-z]{1,4}=[a-z]{1,4}$/);
    fc.assert(
      fc.property(fc.uniqueArray(term), term, (terms, added) => {
        const rest = terms.filter((each) => each !== added);
        expect(removeTerm(addTerms(terms.join(","), added), added)).toBe(rest.join(","));
      }),
    );
  });
});

describe("selectorProblem", () => {
  it("returns the server's message", () => {
    expect(selectorProblem("label", "app=web")).toBeUndefined();
    expect(selectorProblem("label", "a in b")).toContain("unable to parse requirement");
    expect(selectorProblem("field", "metadata.name")).toContain("invalid selector");
  });
});

it("suggests the labels that most rows have first", () => {
  const rows: { labels: Record<string, string> }[] = [
    { labels: { app: "a" } },
    { labels: { app: "a", old: "" } },
    { labels: { app: "b" } },
  ];
  expect(labelSuggestions(rows)).toEqual(["app=a", "app=b", "old"]);
});
