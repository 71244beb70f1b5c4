import { expect, it } from "vitest";
import { joined } from "./useObjectNames.ts";

const at = (namespace: string, name: string) => ({ namespace, name });

it("adds objects with the exact name to the known ones without duplicates", () => {
  const all = { pods: { names: [at("a", "web")], partial: true }, nodes: { names: [at("", "n1")], partial: false } };
  const exact = { pods: { names: [at("a", "web"), at("b", "web")], partial: false } };
  expect(joined(all, exact)).toEqual({
    pods: { names: [at("b", "web"), at("a", "web")], partial: true },
    nodes: { names: [at("", "n1")], partial: false },
  });
  expect(joined(all, {})).toEqual(all);
});
