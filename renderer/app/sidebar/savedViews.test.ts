import { expect, it } from "vitest";
import { decodeViews, viewQuery } from "./savedViews.ts";

const view = { id: "v1", name: "Broken", group: "", version: "v1", resource: "pods", query: "ns=shop&unhealthy=first" };

it("keeps only the parameters of a view, in a fixed order", () => {
  const search = new URLSearchParams("sel=uid-1&unhealthy=first&q=web&view=v1&ns=a,b&fields=");
  expect(viewQuery(search)).toBe("ns=a%2Cb&q=web&unhealthy=first");
  expect(viewQuery(new URLSearchParams(viewQuery(search)))).toBe(viewQuery(search));
});

it("parses views and ignores invalid ones", () => {
  expect(decodeViews(JSON.stringify([view]))).toEqual([view]);
  for (const text of [undefined, "{", "{}", "[null,3]"]) expect(decodeViews(text)).toEqual([]);
  const odd = [
    { ...view, id: "../x" },
    { ...view, name: "" },
    { ...view, query: 3 },
    { ...view, name: "x".repeat(99) },
  ];
  expect(decodeViews(JSON.stringify(odd))).toEqual([]);
  expect(decodeViews(JSON.stringify([{ ...view, query: "ns=shop&evil=1&unhealthy=first" }]))).toEqual([view]);
});
