import { expect, it } from "vitest";
import { namespacesToRead } from "./namespacesToRead.ts";

it("reads a few selected namespaces one by one, and all if many are selected", () => {
  expect(namespacesToRead("")).toEqual([""]);
  expect(namespacesToRead("dev")).toEqual(["dev"]);
  expect(namespacesToRead("a,b,c,d,e,f")).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(namespacesToRead("a,b,c,d,e,f,g")).toEqual([""]);
});
